// The same as the command `snowflake`, in Rust.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Layout, presets, SnowflakeError, Text } from "snowflake-kit";

import { random, snowflake, thrown } from "./tools.js";

const COUNT = 10_000;

/** 2026-11-21T03:25:45.678Z, the present of these tests. */
const NOW = 1_795_231_545_678;

test("the presets are the command's, with all that it says of them", () => {
  const layouts = JSON.parse(snowflake(["layouts", "--json"]).out[0]);
  assert.deepEqual(
    layouts.map((layout) => layout.name),
    Object.keys(presets),
  );
  for (const layout of layouts) {
    const preset = presets[layout.name];
    const named = (fields, name, bits) =>
      fields.length > 0 || bits === 0 ? fields : [[name, bits]];
    const node = named(preset.nodeFields, "node", preset.nodeBits);
    const sequence = named(preset.sequenceFields, "sequence", preset.sequenceBits);
    const parts = { node, sequence };
    const below = preset.order.flatMap((field) => parts[field]);
    const left = preset.counterBits > 0 ? 2 ** (preset.sequenceBits - preset.counterBits) : 0;
    const perTick = 2 ** preset.sequenceBits - left;
    const iso = (millis) => (millis === null ? null : new Date(millis).toISOString());
    const { over, notation, ...figures } = layout;
    if (notation !== null) {
      const parsed = Layout.parse(notation);
      assert.deepEqual({ ...parsed }, { ...preset });
      assert.equal(parsed.name, preset.name);
    }
    assert.equal(notation === null, preset.isPeriodic);
    assert.deepEqual(
      {
        name: preset.name,
        fields: [["time", preset.timeBits], ...below].map(([name, bits]) => ({ name, bits })),
        time_bits: preset.timeBits,
        node_bits: preset.nodeBits,
        sequence_bits: preset.sequenceBits,
        epoch: iso(preset.epochUnixMillis),
        epoch_unix_ms: preset.epochUnixMillis,
        tick_ms: preset.tickMillis,
        ends: iso(preset.endsAt),
        ends_unix_ms: preset.endsAt,
        period_ms: preset.periodMillis,
        monotonicity: preset.monotonicity,
        ids_per_second: Math.floor((perTick * 1000) / preset.tickMillis),
        nodes: 2 ** preset.nodeBits,
      },
      figures,
    );
  }
});

/** IDs of a layout: at its edges, of the last and the next years, and anywhere. */
function ids(layout) {
  const next = random(BigInt(layout.maxTimestamp));
  const found = new Set();
  const add = (value) => {
    const isOne = value >= 1n && value <= layout.maxId;
    if (isOne && layout.counterBits > 0 && BigInt.asUintN(layout.counterBits, value) === 0n) return;
    if (isOne) found.add(value);
  };
  for (let bit = 0n; bit < 63n; bit += 1n) {
    for (const step of [-1n, 0n, 1n]) {
      add((1n << bit) + step);
      add(layout.maxId - (1n << bit) + step);
    }
  }
  const shift = BigInt(layout.nodeBits + layout.sequenceBits);
  const now = BigInt(Math.floor((NOW - layout.epochUnixMillis) / layout.tickMillis));
  const years = 315_576_000_000n / BigInt(layout.tickMillis);
  while (found.size < COUNT / 2) {
    const timestamp = now - years + (next() % (2n * years));
    add(BigInt.asUintN(63, (timestamp << shift) | BigInt.asUintN(Number(shift), next())));
    // Of any length.
    add(next() >> (1n + (next() % 63n)));
  }
  while (found.size < COUNT) add((next() % layout.maxId) + 1n);
  return Array.from(found, String);
}

for (const layout of Object.values(presets)) {
  test(`${layout.name}: ${COUNT} IDs are decoded to the same`, () => {
    const some = ids(layout);
    assert.equal(some.length, COUNT);
    const args = ["decode", "-", "--layout", layout.name, "--json", "--at", String(NOW)];
    const { out, errors } = snowflake(args, some);
    assert.deepEqual(errors, []);
    assert.equal(out.length, COUNT);
    for (const [index, line] of out.entries()) {
      const expected = JSON.parse(line);
      const id = some[index];
      assert.equal(expected.id, id);
      const decoded = layout.decode(id, { reference: NOW });
      assert.equal(decoded.unixMillis, expected.unix_ms);
      assert.equal(decoded.time.toISOString(), expected.time);
      assert.equal(decoded.node, expected.node);
      assert.deepEqual(decoded.nodeFields, expected.node_fields);
      assert.equal(decoded.sequence, expected.sequence);
      assert.equal(decoded.assumedPeriodStart?.toISOString(), expected.assumed_period_start);
      assert.deepEqual(layout.decode(BigInt(id), { reference: NOW }), decoded);
      for (const [encoding, text] of Object.entries(expected.text)) {
        assert.equal(new Text(encoding).encode(BigInt(id)), text);
        assert.equal(new Text(encoding).decode(text), BigInt(id));
      }
    }
  });
}

/** Numbers that are no ID of a layout; of one that takes all bits, none. */
function foreign({ maxId, counterBits }) {
  const step = 1n << BigInt(counterBits);
  const without = counterBits > 0 ? [step, step * 7n, maxId + 1n - step] : [];
  const above = [maxId + 1n, maxId * 2n, 2n ** 63n - 1n].filter(
    (id) => id > maxId && id < 2n ** 63n,
  );
  return [...without, ...above].map(String);
}

for (const layout of Object.values(presets).filter((layout) => foreign(layout).length > 0)) {
  test(`${layout.name}: what is none of its IDs is refused in the same words`, () => {
    const { out, errors } = snowflake(["decode", "-", "--layout", layout.name], foreign(layout));
    assert.deepEqual(out, []);
    const said = foreign(layout).map((id, index) => {
      const error = thrown(() => layout.decode(id));
      assert.equal(error.code, "not-in-layout");
      return `error: line ${index + 1}: ${error.message}`;
    });
    assert.deepEqual(said, errors);
  });
}

/** What somebody might write for an ID, line by line. */
function attempts({ encoding, prefix }) {
  const next = random(BigInt(encoding.length * 100 + prefix.length));
  const pick = (list) => list[Number(next() % BigInt(list.length))];
  const text = new Text(encoding, prefix);
  const characters = [
    ..."019aAfFgGiIlLoOuUzZ",
    ...["-", "_", "+", " ", ".", ",", ";", "'", '"', "\\", "/", "#", "%", "=", "x"],
    ...["\t", "\0", "\u007f", "\u0085", "\u00a0", "\u00ad", "\u200b", "\u2028", "\ufeff", "\u0301"],
    ...["é", "٣", "३", "０", "Ⅷ", "½", "²", "ı", "K", "🦀", "😀"],
  ];
  const found = new Set([
    ...["0", "00", "1", "01", "-1", "+1", "1.0", "1e3", "0x1", "1n", "null", "NaN", " 1", "1 "],
    ...[
      "9223372036854775807",
      "9223372036854775808",
      "9223372036854775809",
      "10000000000000000000",
    ],
    ...["18446744073709551615", "18446744073709551617", "99999999999999999999"],
    ...["00000000000", "AzL8n0Y58m7", "AzL8n0Y58m8", "zzzzzzzzzzz", "0000000000000"],
    ...["7ZZZZZZZZZZZZ", "8000000000000", "ZZZZZZZZZZZZZ", "7fffffffffffffff", "8000000000000000"],
    ...["ffffffffffffffff", "7FFFFFFFFFFFFFFF", "0000000000000000"],
  ]);
  for (const start of [...found])
    found
      .add(prefix + start)
      .add(`usr${start}`)
      .add(`USR_${start}`);
  found.add("usr_").add("usr");
  const last = prefix + "9".repeat(60);
  for (let length = prefix.length + 1; length < last.length; length += 1) {
    found
      .add(last.slice(0, length))
      .add(`${last.slice(0, length)}é`)
      .add(`${last.slice(0, length)}🦀`);
    found.add(prefix + "0".repeat(length));
  }
  while (found.size < COUNT) {
    let attempt = [...text.encode((next() >> (1n + (next() % 62n))) | 1n)];
    for (let changes = next() % 3n; changes > 0n; changes -= 1n) {
      const at = Number(next() % BigInt(attempt.length + 1));
      pick([
        () => attempt.splice(at, 1),
        () => attempt.splice(at, 0, pick(characters)),
        () => attempt.splice(at, 1, pick(characters)),
        () => (attempt = [...attempt.join("").toUpperCase()]),
        () => (attempt = [...attempt.join("").toLowerCase()]),
      ])();
    }
    found.add(attempt.join(""));
  }
  // The command skips empty lines, and takes `\r\n` for one end.
  return Array.from(found).filter((line) => line !== "" && !/[\r\n]/.test(line));
}

for (const encoding of ["decimal", "base62", "base32", "hex"]) {
  for (const prefix of ["", "usr_", "a-Z9_"]) {
    const text = new Text(encoding, prefix);
    test(`${encoding} with the prefix "${prefix}" is read as strictly, with the same words`, () => {
      const lines = attempts(text);
      const options = prefix === "" ? [] : ["--prefix", prefix];
      const args = ["convert", "-", "--from", encoding, "--to", "decimal", "--json", ...options];
      const { out, errors } = snowflake(args, lines);
      const read = out.map((line) => JSON.parse(line)).map(({ input, output }) => [input, output]);
      // Not what to say on the command line.
      const refused = errors.map((error) => error.replace(/; for IDs with a prefix use .*$/, ""));
      assert.ok(read.length > COUNT / 10 && refused.length > COUNT / 10);
      assert.equal(read.length + refused.length, lines.length);

      const [readHere, refusedHere] = [[], []];
      for (const [index, line] of lines.entries()) {
        try {
          const id = text.decode(line);
          assert.equal(text.encode(id), line);
          readHere.push([line, String(id)]);
        } catch (error) {
          assert.ok(error instanceof SnowflakeError, error);
          refusedHere.push(`error: line ${index + 1}: ${error.message}`);
        }
      }
      assert.deepEqual(readHere, read);
      assert.deepEqual(refusedHere, refused);
    });
  }
}
