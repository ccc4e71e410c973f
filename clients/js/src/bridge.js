// IDs as UUIDs, ULIDs and KSUIDs, and back (section 7 of `SPEC.md`).

import { digits, number } from "./digits.js";
import { SnowflakeError } from "./error.js";
import { byteLength, described } from "./excerpt.js";
import { FORMS } from "./form.js";
import { fromInteger, MAX, notAnId } from "./integer.js";
import { Layout } from "./layout.js";
import { hyphenated } from "./uuid.js";
import { toBigInt } from "./value.js";

/** @typedef {"UUID" | "ULID" | "KSUID"} Kind */

/**
 * What a kind of value has as its text, and the times that fit, in Unix ms: from the first until
 * before the second.
 *
 * @typedef {object} Shape
 * @property {number} length
 * @property {readonly [from: number, until: number]} span
 */

const KSUID_EPOCH = 1_400_000_000;

/** @type {Readonly<Record<Kind, Shape>>} */
const SHAPES = {
  UUID: { length: 36, span: [0, 2 ** 48] },
  ULID: { length: 26, span: [0, 2 ** 48] },
  KSUID: { length: 27, span: [KSUID_EPOCH * 1000, (KSUID_EPOCH + 2 ** 32) * 1000] },
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Of the 128 bits, those that are neither time nor version nor variant. */
const FREE = 74;

/**
 * The `UUIDv7` of an ID.
 *
 * @param {import("./value.js").AnyId} id
 * @param {Layout<any, any>} layout
 * @param {import("./layout.js").DecodeOptions} [options]
 * @returns {string}
 */
export function toUuid(id, layout, options) {
  return hyphenated(bitsOf("UUID", id, layout, options));
}

/**
 * The ID from which a UUID was made.
 *
 * @param {string} text
 * @param {Layout<any, any>} layout
 * @returns {bigint}
 */
export function fromUuid(text, layout) {
  mustBeTextOf(text, layout);
  if (byteLength(text) !== SHAPES.UUID.length) throw refusal("length", text);
  if (!UUID.test(text)) throw refusal("character", text);
  const bits = BigInt(`0x${text.replaceAll("-", "")}`);
  if (((bits >> 62n) & 3n) !== 2n) throw refusal("variant", text);
  if (((bits >> 76n) & 15n) !== 7n) throw refusal("version", text);
  return idOf(bits, text, layout);
}

/**
 * The ULID of an ID.
 *
 * @param {import("./value.js").AnyId} id
 * @param {Layout<any, any>} layout
 * @param {import("./layout.js").DecodeOptions} [options]
 * @returns {string}
 */
export function toUlid(id, layout, options) {
  return digits(bitsOf("ULID", id, layout, options), FORMS.base32.alphabet, SHAPES.ULID.length);
}

/**
 * The ID from which a ULID was made.
 *
 * @param {string} text
 * @param {Layout<any, any>} layout
 * @returns {bigint}
 */
export function fromUlid(text, layout) {
  mustBeTextOf(text, layout);
  // Not `toUpperCase`, which makes ASCII of letters that are not.
  const upper = text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return idOf(read(upper, "ULID", FORMS.base32.alphabet, 7), text, layout);
}

/**
 * The KSUID of an ID.
 *
 * @param {import("./value.js").AnyId} id
 * @param {Layout<any, any>} layout
 * @param {import("./layout.js").DecodeOptions} [options]
 * @returns {string}
 */
export function toKsuid(id, layout, options) {
  const bits = bitsOf("KSUID", id, layout, options);
  const all = (secondsOf(bits) << 128n) | bits;
  return digits(all, FORMS.base62.alphabet, SHAPES.KSUID.length);
}

/**
 * The ID from which a KSUID was made.
 *
 * @param {string} text
 * @param {Layout<any, any>} layout
 * @returns {bigint}
 */
export function fromKsuid(text, layout) {
  mustBeTextOf(text, layout);
  const all = read(text, "KSUID", FORMS.base62.alphabet, 61);
  if (all >> 160n > 0n) throw refusal("too-large", text);
  const bits = BigInt.asUintN(128, all);
  if (all >> 128n !== secondsOf(bits)) throw refusal("check", text);
  return idOf(bits, text, layout);
}

/** @type {(text: unknown, layout: unknown) => void} */
function mustBeTextOf(text, layout) {
  mustBeLayout(layout);
  if (typeof text !== "string") throw notAnId(text, "value");
}

/** @type {(layout: unknown) => void} */
function mustBeLayout(layout) {
  if (layout instanceof Layout) return;
  throw new SnowflakeError(
    "unknown-layout",
    `pass the layout of the ID, such as \`presets.default\`, not ${described(layout)}`,
  );
}

/** @type {(bits: bigint) => bigint} */
function secondsOf(bits) {
  return (bits >> 80n) / 1000n - BigInt(KSUID_EPOCH);
}

/**
 * The 128 bits of an ID: its time, and what tells that they are of an ID.
 *
 * @type {(kind: Kind, id: import("./value.js").AnyId, layout: Layout<any, any>, options?: import("./layout.js").DecodeOptions) => bigint}
 */
function bitsOf(kind, id, layout, options) {
  mustBeLayout(layout);
  const { unixMillis } = layout.decode(id, options);
  const [from, until] = SHAPES[kind].span;
  if (unixMillis < from || unixMillis >= until) {
    const time = new Date(unixMillis).toISOString();
    throw new SnowflakeError("outside-span", `the ID's time ${time} does not fit into a ${kind}`);
  }
  return packed(toBigInt(id), unixMillis, layout);
}

/** @type {(id: bigint, unixMillis: number, layout: Layout<any, any>) => bigint} */
function packed(id, unixMillis, layout) {
  const below = bitsBelowTime(layout);
  const free = FREE - below;
  const { epochUnixMillis, tickMillis } = layout;
  const meaning = mix(BigInt(epochUnixMillis)) + 256n * BigInt(tickMillis) + BigInt(below);
  const check = mix(mix(meaning) ^ id) >> BigInt(Math.max(64 - free, 0));
  const low = (BigInt.asUintN(below, id) << BigInt(free)) | check;
  const high = (BigInt(unixMillis) << 80n) | (7n << 76n) | ((low >> 62n) << 64n);
  return high | (2n << 62n) | BigInt.asUintN(62, low);
}

/** @type {(bits: bigint, text: string, layout: Layout<any, any>) => bigint} */
function idOf(bits, text, layout) {
  const unixMillis = Number(bits >> 80n);
  const { epochUnixMillis, endsAt, tickMillis, maxTimestamp, maxId } = layout;
  if (unixMillis < epochUnixMillis) throw refusal("before-epoch", text, layout);
  if (endsAt !== null && unixMillis >= endsAt) throw refusal("after-end", text, layout);
  const since = unixMillis - epochUnixMillis;
  if (since % tickMillis !== 0) throw refusal("between-ticks", text, layout);
  const below = BigInt(bitsBelowTime(layout));
  const low = (BigInt.asUintN(12, bits >> 64n) << 62n) | BigInt.asUintN(62, bits);
  const timestamp = BigInt(since / tickMillis) % (BigInt(maxTimestamp) + 1n);
  const id = (timestamp << below) | (low >> (BigInt(FREE) - below));
  const isId = id >= 1n && id <= MAX && id <= maxId;
  if (!isId || packed(id, unixMillis, layout) !== bits) throw refusal("check", text, layout);
  return fromInteger(id);
}

/** @type {(layout: Layout<any, any>) => number} */
function bitsBelowTime({ nodeBits, sequenceBits, caller }) {
  return nodeBits + sequenceBits + (caller?.[1] ?? 0);
}

/** The output function of SplitMix64. @type {(value: bigint) => bigint} */
function mix(value) {
  let mixed = BigInt.asUintN(64, value);
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
  return mixed ^ (mixed >> 31n);
}

/**
 * The number of a text that has a digit for each of its bytes.
 *
 * @type {(text: string, kind: "ULID" | "KSUID", alphabet: string, first: number) => bigint}
 */
function read(text, kind, alphabet, first) {
  if (byteLength(text) !== SHAPES[kind].length) {
    throw refusal(/^[\0-\x7f]*$/.test(text) ? "length" : "character", text);
  }
  for (const [at, digit] of Array.from(text).entries()) {
    const place = alphabet.indexOf(digit);
    if (place < 0) throw refusal("character", text);
    if (at === 0 && place > first) throw refusal("too-large", text);
  }
  return number(text, alphabet);
}

/** @type {Readonly<Record<string, string>>} */
const WHY = {
  length: "it has another length",
  character: "it has a character that is not a digit",
  "too-large": "it is too large",
  variant: "it has another variant than the UUIDs of RFC 9562",
  version: "its version is not 7",
  "before-epoch": "its time is before the epoch of the layout",
  "after-end": "its time is after the end of the layout",
  "between-ticks": "no tick of the layout begins at its time",
  check: "its last bits do not come from an ID of this layout: it was made elsewhere",
};

/** @type {(code: import("./error.js").ErrorCode, text: string, layout?: Layout<any, any>) => SnowflakeError} */
function refusal(code, text, layout) {
  const of = layout === undefined ? "" : ` of the layout \`${layout.name}\``;
  const message = `${described(text)} does not convert to an ID${of}: ${WHY[code]}`;
  return new SnowflakeError(code, message);
}
