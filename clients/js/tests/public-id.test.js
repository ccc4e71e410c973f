// IDs with a public form, as the server's tests pin them (`snowflake-public/tests/forms.rs`).

import assert from "node:assert/strict";
import { test } from "node:test";

import { publicIdType, SnowflakeError } from "snowflake-kit";

const TYPES = [
  [publicIdType("UserId", { text: "base62", prefix: "usr_" }), "usr_Hq8AnFvKpSRBZ8kZMTIvP4"],
  [publicIdType("PostId", { text: "base32" }), "4MWEBFNKAEYF11VZA905V18421"],
  [
    publicIdType("LongId", { text: "hex", prefix: "sixteen_letters_" }),
    "sixteen_letters_c48056713c3de5e8607ec82663f62377",
  ],
  [publicIdType("OrderId"), "F6tCFxwvfwzBrx8YjXiKvG"],
  [publicIdType("TagId", { public: "permuted" }), "Z826569777947533673"],
  [
    publicIdType("InvoiceId", { public: "permuted", text: "base62", prefix: "inv_" }),
    "inv_Z26EBDrNbIG5",
  ],
];

test("texts of the server are IDs of their type alone", () => {
  for (const [type, text] of TYPES) {
    assert.equal(type.from(text), text);
    for (const [other] of TYPES) assert.equal(other.is(text), other === type, `${other.name} ${text}`);
  }
});

test("numbers, and texts of another shape, are refused by name", () => {
  for (const [type, text] of TYPES) {
    const prefix = /^[a-z_]+_/.exec(text)?.[0] ?? "";
    for (const [value, code] of [
      [175928847299117063n, "type"],
      [7, "type"],
      [null, "type"],
      ["", "empty"],
      [prefix, prefix === "" ? "empty" : "length"],
      [`${text.slice(0, -1)}!`, "character"],
      [`${text.slice(0, -1)}\n`, "character"],
      [text.slice(0, -1), text.startsWith("Z") ? undefined : "length"],
      [`${text.slice(0, prefix.length)}é${text.slice(prefix.length + 1)}`, "character"],
      [`X${text}`, prefix === "" ? undefined : "prefix"],
    ]) {
      if (code === undefined) continue;
      assert.equal(type.is(value), false);
      assert.throws(
        () => type.from(value),
        (error) =>
          error instanceof SnowflakeError &&
          error.code === code &&
          error.message.startsWith(`invalid ${type.name} `),
      );
    }
  }
});

test("what a type is made from is checked", () => {
  for (const [name, options, code] of [
    [7, {}, "invalid-option"],
    ["UserId", { public: "secret" }, "invalid-option"],
    ["UserId", { text: "base64" }, "unknown-text"],
    ["UserId", { prefix: "usr" }, "end"],
    ["UserId", { prefx: "usr_" }, "invalid-option"],
    ["UserId", { layout: "default" }, "invalid-option"],
    ["UserId", null, "invalid-option"],
  ]) {
    assert.throws(() => publicIdType(name, options), { code });
  }
});

test("words of more than 64 bits are refused, as no block has them", () => {
  const type = publicIdType("UserId", { text: "base62", prefix: "usr_" });
  assert.ok(type.is("usr_LygHa16AHYFLygHa16AHYF"));
  for (const text of ["usr_LygHa16AHYGLygHa16AHYF", "usr_LygHa16AHYFzzzzzzzzzzz"]) {
    assert.throws(() => type.from(text), { code: "sealed" });
  }
  const hex = publicIdType("UserId", { text: "hex" });
  assert.ok(hex.is("f".repeat(32)));
});

test("the ID in a permuted text is one", () => {
  const type = publicIdType("TagId", { public: "permuted" });
  for (const [text, code] of [
    ["Z9223372036854775808", "too-large"],
    ["Z0", "zero"],
    ["Z01", "leading-zero"],
    ["Z", "length"],
    ["z1", "character"],
    ["11", "character"],
  ]) {
    assert.throws(() => type.from(text), { code });
  }
});
