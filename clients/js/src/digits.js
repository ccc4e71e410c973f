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
  let number = 0n;
  // Of eight at a time, whose number is exact as one of JavaScript's: 62^8 < 2^53.
  for (let at = 0; at < digits.length; at += 8) {
    const some = digits.slice(at, at + 8);
    let part = 0;
    for (const digit of some) part = part * base + alphabet.indexOf(digit);
    number = number * BigInt(base ** some.length) + BigInt(part);
  }
  return number;
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
