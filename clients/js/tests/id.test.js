// IDs: which values are one, their order, and types of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { compareIds, idType, Layout, presets, SnowflakeError, Text, toBigInt } from "snowflake-kit";

import { random, thrown } from "./tools.js";

const MAX = 2n ** 63n - 1n;
const UserId = idType("UserId");
const PostId = idType("PostId", { text: "base62", prefix: "pst_" });
const RoomId = idType("RoomId", { layout: "ecmascript", json: "number" });

test("numbers are taken where they are exact, and refused where they may have lost bits", () => {
  for (const value of [1, 2 ** 31, 2 ** 32, 2 ** 53 - 1]) {
    assert.equal(toBigInt(value), BigInt(value));
    assert.equal(UserId.from(value), String(value));
    assert.equal(PostId.toBigInt(PostId.from(value)), BigInt(value));
  }
  // 2^53 is also what 2^53 + 1 becomes.
  assert.equal(Number("9007199254740993"), 2 ** 53);
  const far = [2 ** 53, 2 ** 53 + 2, 2 ** 62, 249857720318955520, 2 ** 63, 2 ** 64, 1e300];
  for (const value of far) {
    for (const action of [
      () => toBigInt(value),
      () => UserId.from(value),
      () => RoomId.from(value),
    ]) {
      const error = thrown(action);
      assert.ok(error instanceof SnowflakeError && error instanceof Error);
      assert.equal(error.code, "lost-bits");
    }
  }
  assert.equal(
    thrown(() => UserId.from(JSON.parse("249857720318955522"))).message,
    "invalid UserId 249857720318955520: JavaScript's numbers are exact up to 9007199254740991 " +
      "(2^53 - 1), and this one is larger, so it may have lost bits before it came here; have " +
      "the ID sent as a string, or write it as one, or as a bigint (123n)",
  );
});

test("what else is no ID is refused, each for its reason", () => {
  for (const [value, code, message] of [
    [1.5, "type", "invalid ID 1.5: it is not an integer; pass the ID as a string"],
    [NaN, "type", "invalid ID NaN: it is not an integer; pass the ID as a string"],
    [
      -Infinity,
      "type",
      "invalid ID -Infinity: it is not an integer; pass the ID as a string",
    ],
    [0, "range", "invalid ID 0: expected 1 to 9223372036854775807"],
    [-0, "range", "invalid ID 0: expected 1 to 9223372036854775807"],
    [-1, "range", "invalid ID -1: expected 1 to 9223372036854775807"],
    [-(2 ** 60), "range", `invalid ID ${-(2 ** 60)}: expected 1 to 9223372036854775807`],
    [0n, "range", "invalid ID 0: expected 1 to 9223372036854775807"],
    [MAX + 1n, "range", `invalid ID ${MAX + 1n}: expected 1 to 9223372036854775807`],
    [
      undefined,
      "type",
      "invalid ID: undefined is not an ID; expected a string, a bigint, or an integer",
    ],
    [null, "type", "invalid ID: null is not an ID; expected a string, a bigint, or an integer"],
    [true, "type", "invalid ID: true is not an ID; expected a string, a bigint, or an integer"],
    [
      {},
      "type",
      "invalid ID: [object Object] is not an ID; expected a string, a bigint, or an integer",
    ],
    [
      ["1"],
      "type",
      "invalid ID: [object Array] is not an ID; expected a string, a bigint, or an integer",
    ],
    [
      new String("1"),
      "type",
      "invalid ID: [object String] is not an ID; expected a string, a bigint, or an integer",
    ],
    [
      Symbol("1"),
      "type",
      "invalid ID: Symbol(1) is not an ID; expected a string, a bigint, or an integer",
    ],
    [
      Object.create(null),
      "type",
      "invalid ID: [object Object] is not an ID; expected a string, a bigint, or an integer",
    ],
  ]) {
    const error = thrown(() => toBigInt(value));
    assert.equal(error.code, code);
    assert.equal(error.message, message);
    assert.equal(thrown(() => UserId.from(value)).message, message.replace("ID", "UserId"));
    assert.equal(thrown(() => presets.default.decode(value)).code, code);
    assert.equal(UserId.is(value), false);
  }
});

test("an empty text, and one with line ends, is refused", () => {
  for (const text of [
    "",
    "\n",
    "1\n",
    "1\r",
    "1\r\n",
    "\ud800",
    "1\udc00",
    "1".repeat(1_000_000),
  ]) {
    for (const [encoding, prefix] of [["decimal"], ["base62", "pst_"], ["hex"]]) {
      const form = new Text(encoding, prefix);
      const { message } = thrown(() => form.decode((prefix ?? "") + text));
      assert.ok(message.length < 300 && !/[\r\n]/.test(message), message);
    }
  }
  assert.equal(
    thrown(() => UserId.from("")).message,
    'invalid UserId "": it is empty; expected a decimal string from "1" to "9223372036854775807"',
  );
});

test("text is read in the type's own form and no other", () => {
  assert.equal(PostId.from("pst_0ISLlHTcqtU"), "pst_0ISLlHTcqtU");
  assert.equal(PostId.from(249857720318955522n), "pst_0ISLlHTcqtW");
  for (const text of ["249857720318955522", "0ISLlHTcqtU", "pst_0islLHTCQTu ", "PST_0ISLlHTcqtU"]) {
    assert.throws(() => PostId.from(text), SnowflakeError);
    assert.equal(PostId.is(text), false);
  }
  assert.ok(PostId.is("pst_0ISLlHTcqtU"));
  // An integer is an ID, but not as it is written.
  assert.ok(!PostId.is(7) && !PostId.is(7n) && !UserId.is(7n));
});

test("IDs of a type that is a number in JSON are numbers", () => {
  const id = RoomId.from(129171456000129);
  assert.equal(id, 129171456000129);
  assert.equal(RoomId.from("129171456000129"), id);
  assert.equal(RoomId.from(129171456000129n), id);
  assert.equal(RoomId.toText(id), "129171456000129");
  assert.equal(RoomId.decode(id).sequence, 1);
  assert.ok(RoomId.is(id) && !RoomId.is("129171456000129") && !RoomId.is(1.5));
  for (const value of [2n ** 53n, "9007199254740992"]) {
    const { code, message } = thrown(() => RoomId.from(value));
    assert.equal(code, "lost-bits");
    assert.match(message, /^invalid RoomId 9007199254740992: IDs of this type are numbers, /);
  }
  // Where it is the key of a JSON map, or stands in a URL.
  const SeatId = idType("SeatId", { json: "number", text: "hex", prefix: "seat_" });
  for (const text of [...Object.keys({ [SeatId.from(7)]: 1 }), "seat_0000000000000007"]) {
    assert.equal(SeatId.from(text), 7);
  }
  assert.equal(SeatId.toText(SeatId.from(7)), "seat_0000000000000007");
  for (const text of ["07", "0", "7.0", "seat_7", "0000000000000007"]) {
    assert.throws(() => SeatId.from(text), SnowflakeError);
  }
  const { first, last } = RoomId.range(Date.UTC(2026, 0), Date.UTC(2027, 0));
  assert.ok(Number.isSafeInteger(first) && Number.isSafeInteger(last) && first < last);
  const empty = RoomId.range(1, 1);
  assert.ok(RoomId.is(empty.first) && RoomId.is(empty.last) && empty.first > empty.last);
});

test("bounds are IDs of the type", () => {
  const [from, to] = [new Date("2026-11-21T11:00Z"), new Date("2026-11-21T12:00Z")];
  for (const type of [UserId, PostId, idType("TagId", { text: "hex", layout: "instagram" })]) {
    const { first, last } = type.range(from, to);
    assert.ok(type.is(first) && type.is(last));
    assert.equal(type.decode(first).unixMillis, Number(from));
    assert.equal(type.decode(last).unixMillis, Number(to) - 1);
    assert.equal(type.decode(last).node, 2 ** type.layout.nodeBits - 1);
    const empty = type.range(from, from);
    assert.equal(type.compare(empty.first, empty.last), 1);
  }
});

test("IDs are compared as numbers, whatever their text", () => {
  const next = random(53n);
  const ids = Array.from({ length: 5_000 }, () => (next() >> (1n + (next() % 62n))) | 1n);
  const sorted = [...ids].sort((a, b) => (a < b ? -1 : Number(a > b)));
  assert.deepEqual([...ids].sort(compareIds), sorted);
  assert.deepEqual(ids.map(String).sort(compareIds), sorted.map(String));
  assert.notDeepEqual(ids.map(String).sort(), sorted.map(String));
  for (const type of [UserId, PostId, idType("TagId", { text: "base32" })]) {
    const texts = ids.map((id) => type.from(id));
    assert.deepEqual(
      [...texts].sort(type.compare),
      sorted.map((id) => type.from(id)),
    );
    if (type !== UserId)
      assert.deepEqual(
        texts.sort(),
        sorted.map((id) => type.from(id)),
      );
  }
  assert.deepEqual(["9", 10, 8n, "11"].sort(compareIds), [8n, "9", 10, "11"]);
  assert.equal(compareIds("7", 7n), 0);
  for (const other of ["01", "", "1e3", "9223372036854775808", 2 ** 53, undefined, "pst_1"]) {
    assert.throws(() => compareIds("7", other), SnowflakeError);
    assert.throws(() => compareIds(other, "7"), SnowflakeError);
    assert.throws(() => UserId.compare("7", other), SnowflakeError);
  }
});

test("functions of a type can be handed on", () => {
  assert.deepEqual([1n, 2n].map(UserId.from), ["1", "2"]);
  assert.deepEqual(["1", 2, "x", null, "3"].filter(UserId.is), ["1", "3"]);
  assert.deepEqual(
    ["249857720318955522", "1"].map(UserId.decode).map(({ sequence }) => sequence),
    [2, 1],
  );
});

test("options that are none are refused", () => {
  for (const [options, code, message] of [
    [
      { layout: "myspace" },
      "unknown-layout",
      'unknown layout "myspace"; pass a `Layout`, or the name',
    ],
    [{ layout: "toString" }, "unknown-layout", 'unknown layout "toString"'],
    [{ layout: {} }, "unknown-layout", "unknown layout [object Object]"],
    [
      { text: "base64" },
      "unknown-text",
      'unknown text form "base64"; there are "decimal", "base62", "base32", "hex"',
    ],
    [{ text: "constructor" }, "unknown-text", 'unknown text form "constructor"'],
    [
      { json: "bigint" },
      "invalid-option",
      'unknown JSON form "bigint"; there are "string", "number"',
    ],
    [{ json: "number", text: "hex" }, "invalid-option", "UserId is a number, which as the key"],
    [
      { prefix: "usr" },
      "end",
      'an ID prefix ends with `_` or `-`, as in "usr_", not "usr"',
    ],
    [{ prefix: "_" }, "start", "an ID prefix starts with an ASCII letter"],
    [{ prefix: "ü_" }, "start", "an ID prefix starts with an ASCII letter"],
    [
      { prefix: "u r_" },
      "character",
      "an ID prefix has only ASCII letters, digits, `_` and `-`",
    ],
    [
      { prefix: "usr_\n" },
      "character",
      "an ID prefix has only ASCII letters, digits, `_` and `-`",
    ],
    [{ prefix: "seventeen_letter_" }, "too-long", "an ID prefix has at most 16 bytes"],
    [{ prefix: 7 }, "invalid-option", "an ID prefix is a string, not 7"],
    [{ prefix: Symbol("usr_") }, "invalid-option", "an ID prefix is a string, not Symbol(usr_)"],
    [{ text: 7n }, "unknown-text", "unknown text form 7; there are"],
    [
      { prefx: "usr_" },
      "invalid-option",
      'the ID type UserId has no option "prefx"; there are `layout`, `text`, `prefix`, `json`',
    ],
    [{ public: "sealed" }, "invalid-option", 'the ID type UserId has no option "public"'],
    [null, "invalid-option", "the options of the ID type UserId are an object, not null"],
    ["base62", "invalid-option", 'the options of the ID type UserId are an object, not "base62"'],
  ]) {
    const error = thrown(() => idType("UserId", options));
    assert.equal(error.code, code);
    assert.ok(error.message.startsWith(message), error.message);
  }
  assert.equal(thrown(() => idType(Symbol("UserId"))).code, "invalid-option");
  const own = new Layout({ name: "own", timeBits: 41 });
  assert.equal(idType("UserId", { layout: own }).layout, own);
});

test("decimal IDs are taken apart by their digits, and have no time", () => {
  const parts = { counter: 1415, generator: 92, launch: 65 };
  const OrderId = idType("OrderId", { layout: "decimal" });
  const order = OrderId.from("14150009200065");
  assert.deepEqual(OrderId.decode(order), parts);
  const InvoiceId = idType("InvoiceId", { layout: "decimal", text: "base32", prefix: "inv_" });
  const invoice = InvoiceId.from(14150009200065n);
  assert.equal(invoice, "inv_0000CVT74B7E1");
  assert.deepEqual(InvoiceId.decode(invoice), parts);
  const CountedId = idType("CountedId", { layout: "decimal", json: "number" });
  assert.deepEqual(CountedId.decode(CountedId.from(14150009200065)), parts);

  const early = thrown(() => OrderId.decode(OrderId.from("9999999999")));
  assert.equal(early.code, "field-out-of-range");
  const { code, message } = thrown(() => OrderId.range(0, 1));
  assert.equal(code, "no-time");
  assert.ok(message.includes("`decimal` has no ranges"), message);
});

test("UUIDs and counted keys are refused in the server's words", () => {
  const OrderId = idType("OrderId", { text: "typeid", prefix: "order_" });
  const SessionId = idType("SessionId", { text: "hyphenated" });
  const expected = "expected 36 characters of a hyphenated UUID (0-9, a-f), as in " +
    '"0194192f-fd80-744f-a9f6-1e001d8c5073"';
  for (const [type, text, message] of [
    [
      OrderId,
      "order_8zzzzzzzzzzzzzzzzzzzzzzzzz",
      'invalid OrderId "order_8zzzzzzzzzzzzzzzzzzzzzzzzz": it has more than 128 bits: the first character is ' +
        `above 7; expected "order_" and 26 characters of TypeID's base32 (0-9, a-z without i, l, o, u), as in ` +
        '"order_01jgfjjzp1ehztkxw0a1rrm1kh"',
    ],
    [
      SessionId,
      "01890A5D-AC96-774B-BCCE-B302099A8057",
      `invalid SessionId "01890A5D-AC96-774B-BCCE-B302099A8057": 'A' at byte 5 is not a lower-case hex digit or a ` +
        `hyphen in its place (write "a"); ${expected}`,
    ],
    [
      SessionId,
      "00000000-0000-0000-0000-000000000000",
      'invalid SessionId "00000000-0000-0000-0000-000000000000": the nil and the max UUID identify nothing; ' +
        expected,
    ],
    [
      idType("CountryId", { bits: 32 }),
      "2147483648",
      'invalid CountryId "2147483648": it is larger than the largest ID, 2^31 - 1; expected a decimal string from ' +
        '"1" to "2147483647"',
    ],
    [SessionId, 1n, "invalid SessionId: 1 is not a UUID's text"],
  ]) {
    assert.equal(thrown(() => type.from(text)).message, message);
  }
  assert.equal(
    thrown(() => SessionId.decode("f47ac10b-58cc-4372-a567-0e02b2c3d479")).message,
    "SessionId f47ac10b-58cc-4372-a567-0e02b2c3d479 has no time: it is not a UUID of version 7",
  );
});

test("options of UUIDs and counted keys that do not fit are refused by name", () => {
  for (const [options, message] of [
    [{ bits: 8 }, /^an ID that a database counts has 16, 32 or 64 `bits`, not 8$/],
    [{ bits: 32, layout: "discord" }, /^the ID type TagId has no option "layout"; /],
    [{ bits: 16, text: "hex", json: "number" }, /^TagId is a number, .* give the text form a `prefix`/],
    [{ text: "typeid", json: "number" }, /^the ID type TagId has no option "json"; /],
    [{ text: "typeid", nil: 1 }, /^`nil` is true or false, not 1$/],
  ]) {
    assert.throws(() => idType("TagId", options), { code: "invalid-option", message });
  }
});
