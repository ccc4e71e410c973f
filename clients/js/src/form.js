// What the text forms look like: their digits, and the words of a message about them.

/** @typedef {"decimal" | "base62" | "base32" | "hex"} Encoding */

/**
 * One encoding's.
 *
 * @typedef {object} Form
 * @property {string} alphabet
 * @property {string} digits what a text looks like, as a regular expression
 * @property {string} character "is not …" of a message
 * @property {string} shape "expected …" of a message
 * @property {string} first the text of the smallest ID
 * @property {string} last the text of the largest ID
 * @property {string} excess what a message says of larger ones
 * @property {(found: string) => string | undefined} fix what to write for a foreign character
 * @property {string} [example] what a message has in place of the first and the last text
 */

const EXCESS = "it is larger than the largest ID, 2^63 - 1";

/** @type {Form} */
export const DECIMAL = {
  alphabet: "0123456789",
  digits: "[1-9][0-9]{0,18}",
  character: "a decimal digit",
  shape: "a decimal string",
  first: "1",
  last: "9223372036854775807",
  excess: EXCESS,
  fix: () => undefined,
};

/** @type {Readonly<Record<Encoding, Form>>} */
export const FORMS = {
  decimal: DECIMAL,
  base62: {
    alphabet: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    digits: "[0-9A-Za-z]{11}",
    character: "a base62 character",
    shape: "11 base62 characters (0-9, A-Z, a-z)",
    first: "00000000001",
    last: "AzL8n0Y58m7",
    excess: EXCESS,
    fix: () => undefined,
  },
  base32: {
    alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    digits: "[0-9A-HJKMNP-TV-Z]{13}",
    character: "a base32 character",
    shape: "13 Crockford base32 characters (0-9, A-Z without I, L, O, U)",
    first: "0000000000001",
    last: "7ZZZZZZZZZZZZ",
    excess: EXCESS,
    fix: (found) => (/^[A-Za-z]$/.test(found) ? lookAlike(found.toUpperCase()) : undefined),
  },
  hex: {
    alphabet: "0123456789abcdef",
    digits: "[0-9a-f]{16}",
    character: "a lower-case hex digit",
    shape: "16 lower-case hex digits (0-9, a-f)",
    first: "0000000000000001",
    last: "7fffffffffffffff",
    excess: EXCESS,
    fix: (found) => (/^[A-F]$/.test(found) ? found.toLowerCase() : undefined),
  },
};

/** @type {(letter: string) => string | undefined} */
function lookAlike(letter) {
  if (letter === "I" || letter === "L") return "1";
  if (letter === "O") return "0";
  // Left out of the alphabet, but looks like nothing in it.
  return letter === "U" ? undefined : letter;
}

/**
 * Whether all texts of a form are of one length.
 *
 * @param {Form} form
 * @returns {boolean}
 */
export function isFixed({ first, last }) {
  return first.length === last.length;
}
