// IDs of any kind, in whatever way they are at hand: value and order.

import { fromInteger, notAnId, order } from "./integer.js";
import { Text } from "./text.js";

/**
 * An ID without a type: a decimal string, a bigint, or a number up to 2^53 - 1.
 *
 * @typedef {string | bigint | number} AnyId
 */

const DECIMAL = new Text();

/**
 * The value of an ID, 1 to 2^63 - 1.
 *
 * @param {AnyId} id a string is decimal; `Text` reads the other forms
 * @param {string} [name] how a message calls the ID
 * @returns {bigint}
 */
export function toBigInt(id, name = "ID") {
  if (typeof id === "string") return DECIMAL.decode(id, name);
  if (typeof id === "bigint" || typeof id === "number") return fromInteger(id, name);
  throw notAnId(id, name);
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
  if (typeof a === "string" && typeof b === "string") return DECIMAL.compare(a, b);
  return order(toBigInt(a), toBigInt(b));
}
