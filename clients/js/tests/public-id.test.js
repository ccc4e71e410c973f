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
    for (const value of [175928847299117063n, 7, "7", "", `${text}0`.padEnd(50, "0"), `${text}\n`, null]) {
      assert.equal(type.is(value), false);
      assert.throws(
        () => type.from(value),
        (error) =>
          error instanceof SnowflakeError &&
          error.code === "not-an-id" &&
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
    ["UserId", { prefix: "usr" }, "invalid-prefix"],
  ]) {
    assert.throws(() => publicIdType(name, options), { code });
  }
});
