// IDs of any kind, in whatever way they are at hand: value and order.

import { compareDigits } from "./digits.js";
import { DECIMAL } from "./form.js";
import { fromInteger, order } from "./integer.js";
import { reader } from "./refusal.js";

/**
 * An ID without a type: a decimal string, a bigint, or a number up to 2^53 - 1.
 *
 * @typedef {string | bigint | number} AnyId
 */

const digitsOf = reader(DECIMAL);

/**
 * The value of an ID, 1 to 2^63 - 1.
 *
 * @param {AnyId} id a string is decimal; `Text` reads the other forms
 * @param {string} [name] how a message calls the ID
 * @returns {bigint}
 */
export function toBigInt(id, name = "ID") {
  return typeof id === "string" ? BigInt(digitsOf(id, name)) : fromInteger(id, name);
}

/**
 * The order of two IDs, for `sort`. Decimal strings sort otherwise: to JavaScript `"10"`
 * comes before `"9"`.
 *
 * @param {AnyId} a
 * @param {AnyId} b
 * @returns {-1 | 0 | 1}
 */
export function compareIds(a, b) {
  if (typeof a === "string" && typeof b === "string") {
    return compareDigits(digitsOf(a, "ID"), digitsOf(b, "ID"));
  }
  return order(toBigInt(a), toBigInt(b));
}
