// Texts of layouts that are far too long.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Layout } from "snowflake-kit";

import { thrown } from "./tools.js";

// Work that grows with the square of a text would take many minutes here.
test("a megabyte is read in linear time", () => {
  const size = 1_000_000;
  const many = (each) => Array.from({ length: size / 8 }, (_, at) => each(at)).join("");
  const long = (character) => character.repeat(size);
  for (const text of [
    `time:41/node:10(${many((at) => `p${at}:1,`)}`,
    `time:41/node:10(${many((at) => `p${at}:0,`)}`,
    `time:41/node:10(${many(() => "worker:1,")}`,
    `time:41${many((at) => `/f${at}:0`)}`,
    `time:41${many(() => "/node:0")}`,
    many((at) => `f${at}=`),
    many(() => "41/"),
    many(() => "@1ms/"),
    `time:41${many(() => "@2025-01-01")}`,
    `${long("a")}:41`,
    `time:${long("4")}`,
    `time:41@${long("1")}ms/node:10`,
    `time:41@${long("s")}/node:10`,
    `time:41/node:10@${long("2")}`,
    `time:41/${long("a")}:1/${long("a")}:1`,
    long("("),
    long("é"),
  ]) {
    const { code, message } = thrown(() => Layout.parse(text));
    assert.equal(code, "notation");
    assert.ok(message.length < 500, message.slice(0, 500));
  }
  // Long names are allowed, as many as there are bits.
  const parts = Array.from({ length: 32 }, (_, at) => `${"p".repeat(size / 64)}${at}:1`);
  const layout = Layout.parse(`time:20/node:32(${parts.join(",")})`);
  assert.equal(layout.nodeFields.length, 32);
});

test("parts have no more bits than a field", () => {
  const parts = "parts of at most 32 bits together, as in `node:10(datacenter:5,worker:5)`";
  const { message } = thrown(() => Layout.parse("time:20/node:32(a:31,b:2,b:1)"));
  assert.equal(message, `"2" at byte 23 of the layout: expected ${parts}`);
});
