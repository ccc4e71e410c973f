// Numbers in the digits of an alphabet.

import { order } from "./integer.js";

/**
 * The digits of a number, the highest first.
 *
 * @param {bigint} value
 * @param {string} alphabet
 * @param {number} width how many digits there are at least
 * @returns {string}
 */
export function digits(value, alphabet, width) {
  const base = BigInt(alphabet.length);
  let text = "";
  for (let rest = value; rest > 0n; rest /= base) text = alphabet[Number(rest % base)] + text;
  return text.padStart(width, "0");
}

/**
 * The number that digits are, the first being the highest.
 *
 * @param {string} digits all of them in the alphabet
 * @param {string} alphabet
 * @returns {bigint}
 */
export function number(digits, alphabet) {
  const base = alphabet.length;
  if (base === 10) return BigInt(digits);
  const places = placesIn(alphabet);
  let number = 0n;
  // Of eight at a time, whose number is exact as one of JavaScript's: 62^8 < 2^53.
  for (let at = 0; at < digits.length; at += 8) {
    const end = Math.min(at + 8, digits.length);
    let part = 0;
    for (let each = at; each < end; each += 1) {
      part = part * base + /** @type {number} */ (places[digits.charCodeAt(each)]);
    }
    number = at === 0 ? BigInt(part) : number * BigInt(base ** (end - at)) + BigInt(part);
  }
  return number;
}

/** @type {Map<string, Uint8Array>} */
const PLACES = new Map();

/** @type {(alphabet: string) => Uint8Array} */
function placesIn(alphabet) {
  const known = PLACES.get(alphabet);
  if (known !== undefined) return known;
  const places = new Uint8Array(128);
  for (let at = 0; at < alphabet.length; at += 1) places[alphabet.charCodeAt(at)] = at;
  PLACES.set(alphabet, places);
  return places;
}

/**
 * The order of the numbers of digits, which are in the order of ASCII in each form.
 *
 * @param {string} a
 * @param {string} b
 * @returns {-1 | 0 | 1}
 */
export function compareDigits(a, b) {
  return order(a.length, b.length) || order(a, b);
}
