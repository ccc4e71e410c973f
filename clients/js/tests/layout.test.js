// Layouts: presets and one's own. What they make of IDs is in `vectors.test.js`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { decimalParts, Layout, presets } from "snowflake-kit";
import * as decode from "snowflake-kit/decode";

import { thrown } from "./tools.js";

test("what is not a text is refused", () => {
  assert.equal(thrown(() => Layout.parse(41)).code, "notation");
});

test("a range without bounds is the whole layout", () => {
  for (const layout of Object.values(presets).filter(({ isPeriodic }) => !isPeriodic)) {
    assert.deepEqual(layout.range().last, layout.maxId);
    assert.deepEqual(layout.range(layout.epochUnixMillis, layout.endsAt), layout.range());
  }
});

test("known IDs", () => {
  for (const [preset, id, time, node, sequence] of [
    ["discord", "175928847299117063", "2016-04-30T11:18:25.796Z", 32, 7],
    ["twitter", "1541815603606036480", "2022-06-28T16:07:40.105Z", 378, 0],
    ["instagram", "2384288897814875714", "2020-08-26T13:43:27.313Z", 2675, 578],
    ["flake-id", "111773356109402112", "2015-11-05T10:27:24.745Z", 17, 0],
  ]) {
    const decoded = presets[preset].decode(id);
    assert.equal(decoded.time.toISOString(), time);
    assert.deepEqual([decoded.node, decoded.sequence], [node, sequence]);
  }
  const parts = { counter: 1415, generator: 92, launch: 65 };
  assert.deepEqual(decimalParts(14150009200065), parts);
});

test("a time that is no whole millisecond is in the next one", () => {
  const { discord } = presets;
  const at = 1462015105796;
  assert.deepEqual(discord.range(at - 0.5, at + 0.5), discord.range(at, at + 1));
  assert.deepEqual(discord.range(at + 0.25, at + 0.75), { first: 2n ** 63n - 1n, last: 1n });
});

test("an ID whose timestamp wraps has a time under a reference alone", () => {
  const traces = presets["trace-id"];
  const id = "70368744177665";
  assert.equal(thrown(() => traces.decode(id)).code, "no-reference");
  assert.equal(thrown(() => traces.range(0, 1)).code, "periodic");
  const minted = Date.parse("2026-05-10T03:52:32Z");
  const period = traces.periodMillis;
  for (const [reference, time] of [
    [minted, minted],
    [minted + 0.9, minted],
    [minted - 1, minted - period],
    [minted - 0.1, minted - period],
    [minted + period - 1, minted],
    [new Date(minted + period), minted + period],
    [-1, 256_000 - period],
  ]) {
    const decoded = traces.decode(id, { reference });
    assert.equal(decoded.unixMillis, time);
    assert.equal(decoded.assumedPeriodStart.getTime(), time - 256_000);
  }
  const first = -8_640_000_000_000_000;
  assert.equal(thrown(() => traces.decode(id, { reference: first })).code, "no-time");
});

test("what is not a time is refused", () => {
  for (const time of [
    NaN,
    Infinity,
    new Date(NaN),
    "2026-01-01",
    null,
    {},
    Object.create(null),
    1n,
    true,
  ]) {
    for (const action of [
      () => presets.default.range(time),
      () => presets.default.range(undefined, time),
      () => presets["trace-id"].decode("70368744177665", { reference: time }),
    ]) {
      const { code, message } = thrown(action);
      assert.equal(code, "not-a-time");
      assert.match(message, / is not a time: pass a valid Date, or Unix milliseconds as a number$/);
    }
  }
});

test("a layout that does not fit is refused with its numbers", () => {
  const fits = { name: "orders", timeBits: 41, nodeBits: 10, sequenceBits: 12 };
  for (const [change, problem, expected = "invalid-layout"] of [
    [
      { timeBits: 42 },
      "together take 64 bits, but a positive 64-bit integer has 63; use fewer",
      "too-many-bits",
    ],
    [{ timeBits: 43, fullWidth: true }, "together take 65 bits", "too-many-bits"],
    [{ timeBits: 65 }, "`timeBits` is an integer from 1 to 64, not 65", "too-many-bits"],
    [{ timeBits: 0 }, "`timeBits` is an integer from 1 to 64, not 0", "no-time-bits"],
    [{ timeBits: undefined }, "`timeBits` is an integer from 1 to 64, not undefined"],
    [{ timeBits: "41" }, '`timeBits` is an integer from 1 to 64, not "41"'],
    [{ nodeBits: 33 }, "`nodeBits` is an integer from 0 to 32, not 33", "node-too-wide"],
    [{ sequenceBits: 33 }, "`sequenceBits` is an integer from 0 to 32", "sequence-too-wide"],
    [{ sequenceBits: 1.5 }, "`sequenceBits` is an integer from 0 to 32, not 1.5"],
    [{ nodeBits: -1 }, "`nodeBits` is an integer from 0 to 32, not -1"],
    [{ tickMillis: 0 }, "`tickMillis` is an integer from 1 to 4294967295, not 0"],
    [{ tickMillis: 2 ** 32 }, "`tickMillis` is an integer from 1 to 4294967295, not 4294967296"],
    [{ counterBits: 13 }, "`counterBits` is an integer from 0 to 12, not 13"],
    [{ nodeFields: [["a", 4]] }, "`nodeFields` add up to 4 bits instead of 10", "node-fields"],
    [{ sequenceFields: [["a", 4]] }, "add up to 4 bits instead of 12", "sequence-fields"],
    [{ nodeFields: [["a", 5], ["a", 5]] }, "two of `nodeFields` have the same name"],
    [{ sequenceFields: [["a", 0], ["b", 12]] }, "`sequenceFields: a` is an integer from 1 to 32"],
    [{ nodeFields: [["1", 5], [1, 5]] }, "a name in `nodeFields` is not a string: 1"],
    [{ nodeFields: ["a", "b"] }, "`nodeFields` is a list of names and bits"],
    [{ nodeFields: 10 }, "`nodeFields` is a list of names and bits"],
    [{ order: ["node"] }, "`order` names each field below the time once"],
    [{ order: "node" }, "`order` names each field below the time once"],
    [{ order: ["node", "sequence", "node"] }, "`order` names each field below the time once"],
    [{ order: ["node", "sequence", "time"] }, "`order` names each field below the time once"],
    [{ caller: ["shard", 0] }, "`caller` is an integer from 1 to 32, not 0", "caller-width"],
    [{ caller: ["shard", 33] }, "`caller` is an integer from 1 to 32, not 33", "caller-width"],
    [{ caller: [8, 8] }, '`caller` is a name and bits, as in `["shard", 8]`, not [object Array]'],
    [{ caller: 8 }, '`caller` is a name and bits, as in `["shard", 8]`, not 8'],
    [{ caller: ["shard", 8] }, "together take 71 bits", "too-many-bits"],
    [{ epoch: new Date(NaN) }, "`epoch` is a date, or a whole number of Unix milliseconds"],
    [{ epoch: "2026-01-01" }, "`epoch` is a date, or a whole number of Unix milliseconds"],
    [{ epoch: Symbol() }, "`epoch` is a date, or a whole number of Unix milliseconds"],
    [
      { epoch: 1_735_689_600 },
      "the epoch, 1735689600 ms, is in the first weeks of 1970; if these",
      "epoch-in-seconds",
    ],
    [{ epoch: 9_935_999_999 }, "if these are seconds, write 9935999999000", "epoch-in-seconds"],
    [{ epoch: 8.64e15 }, "it begins, ends or lasts where JavaScript's dates", "out-of-reach"],
    [{ timeBits: 41, tickMillis: 2 ** 32 - 1 }, "it ends after 2^63 ms", "end-out-of-range"],
  ]) {
    const { code, message } = thrown(() => new Layout({ ...fits, ...change }));
    assert.ok(message.startsWith("layout `orders`: ") && message.includes(problem), message);
    assert.equal(code, expected, message);
  }
});

test("a layout may reach as far as dates do, and last as long as numbers count", () => {
  const last = 8_640_000_000_000_000;
  for (const [epoch, tickMillis, timeBits, fits] of [
    [last - 2 ** 41, 1, 41, true],
    [last - 2 ** 41 + 1, 1, 41, false],
    [-last, 1, 53, true],
    [-last - 1, 1, 53, false],
    [-last, 3, 52, false],
  ]) {
    const build = () => new Layout({ name: "far", epoch, tickMillis, timeBits });
    if (!fits) {
      assert.equal(thrown(build).code, "out-of-reach");
      continue;
    }
    const layout = build();
    assert.equal(layout.endsAt, epoch + 2 ** timeBits);
    const { time, timestamp } = layout.decode(layout.maxId);
    assert.equal(BigInt(timestamp), layout.maxId);
    assert.equal(time.getTime(), layout.endsAt - 1);
    assert.deepEqual(layout.range(layout.endsAt - 1), { first: layout.maxId, last: layout.maxId });
  }
});

test("an epoch may be 0, before, or from 1970-04-26 on", () => {
  for (const epoch of [-1, 0, 9_936_000_000]) {
    assert.equal(new Layout({ name: "early", epoch, timeBits: 41 }).epochUnixMillis, epoch);
  }
});

test("a layout cannot be changed", () => {
  const nodeFields = [
    ["site", 4],
    ["gateway", 6],
  ];
  const layout = new Layout({ name: "sensors", timeBits: 41, nodeBits: 10, nodeFields });
  nodeFields[0][1] = 5;
  assert.equal(layout.nodeFields[0][1], 4);
  for (const action of [
    () => (layout.epochUnixMillis = 0),
    () => layout.nodeFields.pop(),
    () => (layout.nodeFields[0][1] = 5),
    () => (presets.default = layout),
    () => (presets.default.name = "other"),
  ]) {
    assert.throws(action, TypeError);
  }
});

test("a field may have any name", () => {
  const nodeFields = [
    ["__proto__", 3],
    ["constructor", 3],
    ["1", 4],
  ];
  const layout = new Layout({ name: "odd", timeBits: 41, nodeBits: 10, nodeFields });
  const decoded = layout.decode((1n << 10n) | 0b101_110_1001n);
  assert.deepEqual(Object.entries(decoded.nodeFields).sort(), [
    ["1", 9],
    ["__proto__", 5],
    ["constructor", 6],
  ]);
});

test("parts without names are called node and sequence, as the command does", () => {
  const { nodeFields, sequenceFields } = presets.default.decode(1n << 40n | 5n << 12n | 7n);
  assert.deepEqual([nodeFields, sequenceFields], [{ node: 5 }, { sequence: 7 }]);
  const { node, nodeFields: none } = presets.mastodon.decode(1n << 40n);
  assert.deepEqual([node, none], [0, {}]);
});

test("the module that only decodes has all presets, and does the same", () => {
  const { SnowflakeError, ...layouts } = decode;
  const names = Object.keys(presets).map((name) => name.toUpperCase().replaceAll("-", "_"));
  assert.deepEqual(Object.keys(layouts).sort(), names.sort());
  for (const [name, preset] of Object.entries(presets)) {
    const layout = layouts[name.toUpperCase().replaceAll("-", "_")];
    const options = preset.isPeriodic ? { reference: Date.UTC(2026, 0) } : undefined;
    for (const id of [preset.maxId, "1162261467000001", 4_503_599_627_370_495]) {
      assert.deepEqual(layout.decode(id, options), preset.decode(id, options));
    }
    assert.throws(() => layout.decode("0"), SnowflakeError);
  }
});
