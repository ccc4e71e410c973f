// The 64-bit value of an ID, as a bigint; and which numbers can still be one.

import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";

/** The largest ID, 2^63 - 1. */
export const MAX = 9223372036854775807n;

/**
 * The value of an ID that is at hand as a bigint or a number.
 *
 * A number is taken where it is exact. Above 2^53 - 1 it may be another ID,
 * rounded, so it is refused even where it happens to be the right one.
 *
 * @param {bigint | number} value
 * @param {string} [name] how a message calls the ID
 * @param {bigint} [max] the largest ID
 * @returns {bigint}
 */
export function fromInteger(value, name = "ID", max = MAX) {
  if (typeof value !== "number" && typeof value !== "bigint") throw notAnId(value, name);
  if (typeof value === "number" && !Number.isInteger(value)) {
    throw new SnowflakeError(
      "type",
      `invalid ${name} ${value}: it is not an integer; pass the ID as a string`,
    );
  }
  if (typeof value === "number" && value > Number.MAX_SAFE_INTEGER) {
    throw new SnowflakeError(
      "lost-bits",
      `invalid ${name} ${value}: JavaScript's numbers are exact up to ${Number.MAX_SAFE_INTEGER} ` +
        "(2^53 - 1), and this one is larger, so it may have lost bits before it came here; have " +
        "the ID sent as a string, or write it as one, or as a bigint (123n)",
    );
  }
  if (value < 1 || value > max) {
    throw new SnowflakeError("range", `invalid ${name} ${value}: expected 1 to ${max}`);
  }
  return BigInt(value);
}

/**
 * The error of what cannot be an ID at all, such as `undefined` or a `Date`.
 *
 * @param {unknown} value
 * @param {string} name
 * @returns {SnowflakeError}
 */
export function notAnId(value, name) {
  return new SnowflakeError(
    "type",
    `invalid ${name}: ${described(value)} is not an ID; expected a string, a bigint, or an integer`,
  );
}

/**
 * @template T
 * @param {T} a
 * @param {T} b
 * @returns {-1 | 0 | 1}
 */
export function order(a, b) {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
