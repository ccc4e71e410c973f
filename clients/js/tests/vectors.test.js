// The cases of `vectors.json`, which Rust and a reader in Python pass as well.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  decimalParts,
  fromKsuid,
  fromUlid,
  fromUuid,
  idType,
  Layout,
  presets,
  publicIdType,
  Text,
  toKsuid,
  toUlid,
  toUuid,
} from "snowflake-kit";

import { thrown, vectors } from "./tools.js";

const cases = vectors();

/** Each case of a kind; what it does not refuse, this does. */
function each(kind, action) {
  test(`vectors.json: ${kind}`, () => {
    assert.ok(cases[kind].length >= 100);
    for (const one of cases[kind]) {
      try {
        action(one);
      } catch (error) {
        error.message += `\n${JSON.stringify(one)}`;
        throw error;
      }
    }
  });
}

each("text", ({ encoding, prefix, text, id, error }) => {
  const form = new Text(encoding, prefix);
  if (error !== undefined) return assert.equal(thrown(() => form.decode(text)).code, error);
  assert.equal(String(form.decode(text)), id);
  assert.equal(form.encode(BigInt(id)), text);
});

each("prefix", ({ prefix, error }) => {
  // Here it means that there is none.
  if (prefix === "") return;
  const build = () => new Text("base62", prefix);
  if (error === undefined) return assert.equal(build().prefix, prefix);
  assert.equal(thrown(build).code, error);
});

/**
 * What `JSON.parse` leaves of a value: it takes `1.0` for the integer 1, and rounds integers of more
 * than 53 bits, so that these are refused.
 */
function parsed(json) {
  const value = JSON.parse(json);
  const isInteger = Number.isInteger(value);
  return { value, isUnsafe: isInteger && Math.abs(value) > Number.MAX_SAFE_INTEGER, isInteger };
}

/** A type's `form` and, if a database counts its IDs, their `width` are options that it may have. */
function jsonValue({ encoding, prefix, form, width, json, id, written, error }) {
  const options = { ...(form && { json: form }), ...(width && { bits: width }) };
  const type = idType("Id", { text: encoding, prefix, ...options });
  const { value, isUnsafe, isInteger } = parsed(json);
  const read = () => String(type.toBigInt(type.from(value)));
  if (isUnsafe && value > 0) return assert.equal(thrown(read).code, "lost-bits");
  // A type of numbers has no others.
  if (form === "number" && BigInt(id ?? 0) > Number.MAX_SAFE_INTEGER) {
    return assert.equal(thrown(read).code, "lost-bits");
  }
  if (error === "type" && isInteger) {
    return value < 1 ? assert.equal(thrown(read).code, "range") : assert.equal(read(), String(value));
  }
  if (error !== undefined) return assert.equal(thrown(read).code, error);
  assert.equal(read(), id);
  assert.equal(JSON.stringify(type.from(value)), written);
}

each("json", jsonValue);
each("counted", jsonValue);

/** Whether JavaScript's dates and numbers reach over a layout's time. */
function fits(epoch, end) {
  const last = 8_640_000_000_000_000n;
  return epoch >= -last && end <= last && end - epoch <= 2n ** 53n;
}

/** The fields below the time and their values, high bits first. */
function below(layout, { caller, nodeFields, sequenceFields }) {
  const found = {
    caller: () => ({ [layout.caller[0]]: caller }),
    node: () => nodeFields,
    sequence: () => sequenceFields,
  };
  return layout.order.flatMap((field) => Object.entries(found[field]()));
}

each("layout", ({ notation, error, ...expected }) => {
  const parse = () => Layout.parse(notation);
  const [epoch, end] = [expected.epoch_ms ?? 0, expected.end_ms ?? 0].map(BigInt);
  if (error !== undefined) return assert.equal(thrown(parse).code, error);
  if (!fits(epoch, end)) return assert.equal(thrown(parse).code, "out-of-reach");
  const layout = parse();
  const widths = layout.order.flatMap((field) => {
    if (field === "caller") return [layout.caller];
    const parts = layout[`${field}Fields`];
    return parts.length > 0 ? parts : [[field, layout[`${field}Bits`]]];
  });
  assert.equal(layout.name, expected.name);
  assert.deepEqual([["time", layout.timeBits], ...widths], expected.fields);
  assert.equal(layout.tickMillis, expected.tick_ms);
  assert.equal(BigInt(layout.epochUnixMillis), epoch);
  assert.equal(String(layout.maxId), expected.max_id);
  assert.equal(BigInt(layout.endsAt), end);
  assert.deepEqual({ ...Layout.parse(expected.written) }, { ...layout });
});

/** The layout of a case, if JavaScript has it. */
function layoutOf(text) {
  if (Object.hasOwn(presets, text)) return presets[text];
  try {
    return Layout.parse(text);
  } catch (error) {
    assert.equal(error.code, "out-of-reach");
    return undefined;
  }
}

each("id", ({ layout: text, id, reference_ms, error, ...expected }) => {
  const layout = layoutOf(text);
  if (layout === undefined) return;
  if (error !== undefined) return assert.equal(thrown(() => layout.decode(id)).code, error);
  const options = reference_ms === undefined ? {} : { reference: Number(reference_ms) };
  const decoded = layout.decode(id, options);
  assert.equal(String(decoded.timestamp), expected.timestamp);
  assert.equal(String(decoded.unixMillis), expected.unix_ms);
  assert.equal(decoded.time.getTime(), decoded.unixMillis);
  assert.equal(decoded.assumedPeriodStart !== undefined, layout.isPeriodic);
  assert.deepEqual(below(layout, decoded), expected.fields);
  assert.deepEqual([decoded.node, decoded.sequence], [expected.node, expected.sequence]);
});

each("range", ({ layout: text, from_ms, until_ms, first, last, error }) => {
  const layout = layoutOf(text);
  if (layout === undefined) return;
  const range = () => layout.range(Number(from_ms), Number(until_ms));
  if (error === "periodic") return assert.equal(thrown(range).code, error);
  // Out of reach of a number.
  if (!Number.isSafeInteger(Number(from_ms)) || !Number.isSafeInteger(Number(until_ms))) return;
  const found = range();
  if (error === "empty") return assert.ok(found.first > found.last);
  assert.deepEqual(found, { first: BigInt(first), last: BigInt(last) });
});

each("decimal-id", ({ id, error, ...expected }) => {
  if (error === undefined) return assert.deepEqual(decimalParts(id), expected);
  assert.equal(thrown(() => decimalParts(id)).code, error);
});

for (const form of ["sealed", "permuted"]) {
  each(form, ({ encoding, prefix, text, error }) => {
    const type = publicIdType("Id", { public: form, text: encoding, prefix });
    // Of a text that has the shape, only a reader with the key can tell more.
    const isShape = error === undefined || error === "unknown-key" || (error === "sealed" && type.is(text));
    if (isShape) return assert.equal(type.from(text), text);
    assert.equal(thrown(() => type.from(text)).code, error);
  });
}

const BRIDGES = {
  uuid: { write: toUuid, read: fromUuid },
  ulid: { write: toUlid, read: fromUlid },
  ksuid: { write: toKsuid, read: fromKsuid },
};

for (const [kind, { write, read }] of Object.entries(BRIDGES)) {
  each(kind, ({ layout: name, text, id, read: found, reference_ms, error }) => {
    const layout = layoutOf(name);
    if (layout === undefined) return;
    const options = reference_ms === undefined ? {} : { reference: Number(reference_ms) };
    const action = () => (id === undefined ? read(text, layout) : write(id, layout, options));
    if (error !== undefined) return assert.equal(thrown(action).code, error);
    if (id !== undefined) assert.equal(write(id, layout, options), text);
    assert.equal(String(read(text, layout)), id ?? found);
  });
}

/** What a value of a UUID type is, or why it is not one. */
function uuid({ form, prefix, nil, value, bits, error }) {
  const type = idType("Id", { text: form, prefix, nil });
  assert.equal(type.is(value), error === undefined);
  if (error !== undefined) return assert.equal(thrown(() => type.from(value)).code, error);
  assert.equal(type.from(value), value);
  assert.equal(type.toBigInt(value), BigInt(`0x${bits}`));
}

for (const form of ["hyphenated", "typeid"]) each(form, (one) => uuid({ ...one, form, value: one.text }));

each("uuid-json", (one) => {
  uuid({ ...one, value: JSON.parse(one.json) });
  if (one.error === undefined) assert.equal(one.written, one.json);
});

each("uuid-prefix", ({ form, prefix, error }) => {
  const build = () => idType("Id", { text: form, prefix });
  if (error === undefined) return assert.equal(typeof build().from, "function");
  assert.equal(thrown(build).code, error);
});

const UuidId = idType("UuidId", { text: "hyphenated", nil: true });

each("uuid-time", ({ bits, unix_ms, error }) => {
  const decode = () => UuidId.decode(bits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
  if (error !== undefined) return assert.equal(thrown(decode).code, error);
  assert.equal(String(decode().unixMillis), unix_ms);
  assert.equal(String(decode().time.getTime()), unix_ms);
});

each("uuid-range", ({ from_ms, until_ms, error, ...expected }) => {
  const { first, last } = UuidId.range(Number(from_ms), Number(until_ms));
  if (error === "empty") return assert.equal(UuidId.compare(first, last), 1);
  assert.deepEqual({ first: first.replaceAll("-", ""), last: last.replaceAll("-", "") }, expected);
});
