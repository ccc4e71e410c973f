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
    assert.ok(cases[kind].length >= 1_000);
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
  const { code, message } = thrown(build);
  const words = {
    "too-long": "has at most 16 bytes",
    start: "starts with an ASCII letter",
    character: "has only ASCII letters",
    end: "ends with",
  };
  assert.equal(code, "invalid-prefix");
  assert.ok(message.includes(words[error]), message);
});

each("json", ({ encoding, prefix, form, json, id, error }) => {
  const type = idType("Id", { text: encoding, prefix, json: form });
  const value = JSON.parse(json);
  const read = () => type.toBigInt(type.from(value));
  const isInteger = /^-?[0-9]+$/.test(json);
  // `JSON.parse` does not tell `1.0` from `1`.
  if (error === "type" && Number.isInteger(value)) return;
  // And may have lost bits of an integer.
  const isNumber = isInteger || form === "number";
  if (isNumber && BigInt(id ?? 0) > Number.MAX_SAFE_INTEGER) {
    return assert.equal(thrown(read).code, "lost-bits");
  }
  if (error === undefined) return assert.equal(String(read()), id);
  const { code } = thrown(read);
  if (typeof value === "string") assert.equal(code, error);
});

/** Whether JavaScript's dates and numbers reach over a layout's time. */
function fits(epoch, end) {
  const last = 8_640_000_000_000_000n;
  return epoch >= -last && end <= last && end - epoch <= 2n ** 53n;
}

/** The fields below the time and their values, high bits first. */
function below(layout, { caller, node, nodeFields, sequence, sequenceFields }) {
  const parts = (fields, values, name, bits, value) =>
    fields.length > 0 ? fields.map(([field]) => [field, values[field]]) : bits ? [[name, value]] : [];
  const found = {
    caller: () => [[layout.caller[0], caller]],
    node: () => parts(layout.nodeFields, nodeFields, "node", layout.nodeBits, node),
    sequence: () =>
      parts(layout.sequenceFields, sequenceFields, "sequence", layout.sequenceBits, sequence),
  };
  return layout.order.flatMap((field) => found[field]());
}

each("layout", ({ notation, error, ...expected }) => {
  const parse = () => Layout.parse(notation);
  const [epoch, end] = [expected.epoch_ms ?? 0, expected.end_ms ?? 0].map(BigInt);
  if (error !== undefined || !fits(epoch, end)) {
    return assert.equal(thrown(parse).code, "invalid-layout");
  }
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
    assert.match(error.message, /JavaScript's dates and numbers/);
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
  const empty = { first: 2n ** 63n - 1n, last: 1n };
  const expected = error === "empty" ? empty : { first: BigInt(first), last: BigInt(last) };
  // Out of reach of a number.
  if (!Number.isSafeInteger(Number(from_ms)) || !Number.isSafeInteger(Number(until_ms))) return;
  assert.deepEqual(range(), expected);
});

each("decimal-id", ({ id, error, ...expected }) => {
  if (error === undefined) return assert.deepEqual(decimalParts(id), expected);
  const { code, message } = thrown(() => decimalParts(id));
  assert.equal(code, "not-in-layout");
  assert.match(message, /: counter [0-9]+ does not fit: use 1 to 922337202$/);
});

/** What has another shape; of the rest, only whoever has the key knows. */
const SHAPE = ["empty", "prefix", "character", "length", "leading-zero"];

for (const form of ["sealed", "permuted"]) {
  each(form, ({ encoding, prefix, text, error }) => {
    const type = publicIdType("Id", { public: form, text: encoding, prefix });
    if (error === undefined) assert.equal(type.from(text), text);
    if (SHAPE.includes(error)) assert.equal(thrown(() => type.from(text)).code, "not-an-id");
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
