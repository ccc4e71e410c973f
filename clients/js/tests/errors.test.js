// Whatever somebody passes, the error is the module's own, and says what is wrong.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as kit from "snowflake-kit";
import { Generator } from "snowflake-kit/generator";

const { idType, Layout, presets, publicIdType, SnowflakeError, Text } = kit;

const STRANGE = [
  ...[undefined, null, true, 0, -1, 1.5, NaN, 1n, "", "1", "x", Symbol("x"), [], {}, () => 1],
  ...[Object.create(null), new Date(NaN), { reference: 1, prefx: 2 }, { length: 2 }],
];

const UserId = idType("UserId");
const feed = Layout.parse("feed=time:41/shard:8/node:5/sequence:9@2026-01-01");

/** All that a program can call. */
const FUNCTIONS = {
  ...Object.fromEntries(
    Object.entries(kit).filter(([name]) => !["Layout", "Text", "SnowflakeError", "presets"].includes(name)),
  ),
  ...Object.fromEntries(
    Object.entries(UserId).filter(([, value]) => typeof value === "function"),
  ),
  Layout: (options) => new Layout(options),
  parse: (text) => Layout.parse(text),
  layoutDecode: (id, options) => presets["trace-id"].decode(id, options),
  layoutCompose: (parts) => feed.compose(parts),
  layoutRange: (from, to) => feed.range(from, to),
  Text: (encoding, prefix) => new Text(encoding, prefix),
  textEncode: (id) => new Text().encode(id),
  textDecode: (text) => new Text("base62", "a_").decode(text),
  textCompare: (a, b) => new Text().compare(a, b),
  publicFrom: (value) => publicIdType("UserId").from(value),
  Generator: (options) => new Generator(options),
  generatorFrom: (handle) => Generator.from(handle),
  tryMint: (caller) => new Generator({ node: 1, layout: feed }).tryMint(caller),
};

for (const [name, call] of Object.entries(FUNCTIONS)) {
  test(`${name} throws errors of the module alone`, () => {
    for (const first of STRANGE) {
      for (const second of STRANGE) {
        for (const third of [undefined, null, { referense: 1 }]) {
          try {
            call(first, second, third);
          } catch (error) {
            assert.ok(error instanceof SnowflakeError, error);
          }
        }
      }
    }
  });
}

test("a UUID without a layout is refused by name", () => {
  for (const call of [kit.toUuid, kit.toUlid, kit.toKsuid, kit.fromUuid, kit.fromUlid, kit.fromKsuid]) {
    assert.throws(() => call("1"), {
      name: "SnowflakeError",
      code: "unknown-layout",
      message: "pass the layout of the ID, such as `presets.default`, not undefined",
    });
  }
});

test("options that do not exist are refused by name", () => {
  for (const [call, message] of [
    [() => new Layout({ name: "a", timeBits: 41, nodebits: 10 }), /^a Layout has no option "nodebits"; /],
    [() => new Generator({ node: 1, sequenceStrat: "zero" }), /^a Generator has no option "sequence/],
    [() => presets["trace-id"].decode("1", { ref: 1 }), /^decode has no option "ref"; there are `reference`$/],
    [() => feed.compose({ timestamp: 1, node: 1, sequence: 1, shard: 2 }), /^compose has no option "shard"/],
  ]) {
    assert.throws(call, { code: "invalid-option", message });
  }
});
