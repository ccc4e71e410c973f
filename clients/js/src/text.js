// IDs as text: four encodings, an optional prefix, exactly one text per ID.

import { compareDigits, digits, number } from "./digits.js";
import { SnowflakeError } from "./error.js";
import { byteLength, described } from "./excerpt.js";
import { FORMS, isFixed } from "./form.js";
import { fromInteger } from "./integer.js";
import { reader } from "./refusal.js";

/** @typedef {import("./form.js").Encoding} Encoding */

/** @typedef {import("./error.js").ErrorCode} ErrorCode */

/** @typedef {readonly (readonly [ErrorCode, { test(prefix: string): boolean }, string])[]} PrefixRules */

/** @type {PrefixRules} */
const PREFIX_RULES = [
  ["too-long", { test: (prefix) => byteLength(prefix) <= 16 }, "has at most 16 bytes"],
  ["start", /^[A-Za-z]/, "starts with an ASCII letter"],
  ["character", /^[A-Za-z0-9_-]+$/, "has only ASCII letters, digits, `_` and `-`"],
  ["end", /[_-]$/, 'ends with `_` or `-`, as in "usr_"'],
];

/**
 * How IDs are written: an encoding and an optional prefix. Every ID has exactly one
 * text in a form, and nothing else is read.
 */
export class Text {
  /**
   * @readonly
   * @type {Encoding}
   */
  encoding;
  /**
   * Empty if there is none.
   *
   * @readonly
   * @type {string}
   */
  prefix;

  #form;
  #digitsOf;

  /**
   * @param {Encoding} [encoding]
   * @param {string} [prefix] 1 to 16 ASCII characters: a letter first, then letters, digits,
   *   `_` and `-`, and last a `_` or `-`
   */
  constructor(encoding = "decimal", prefix = "") {
    if (typeof encoding !== "string" || !Object.hasOwn(FORMS, encoding)) {
      const known = Object.keys(FORMS).map(described).join(", ");
      const message = `unknown text form ${described(encoding)}; there are ${known}`;
      throw new SnowflakeError("unknown-text", message);
    }
    if (prefix !== "") checkPrefix(prefix);
    this.encoding = encoding;
    this.prefix = prefix;
    this.#form = FORMS[encoding];
    this.#digitsOf = reader(this.#form, prefix);
    Object.freeze(this);
  }

  /**
   * The text of an ID.
   *
   * @param {bigint | number} id
   * @returns {string}
   */
  encode(id) {
    const width = isFixed(this.#form) ? this.#form.last.length : 1;
    return this.prefix + digits(fromInteger(id), this.#form.alphabet, width);
  }

  /**
   * The ID of a text.
   *
   * @param {string} text
   * @param {string} [name] how a message calls the ID
   * @returns {bigint}
   */
  decode(text, name = "ID") {
    return number(this.#digitsOf(text, name), this.#form.alphabet);
  }

  /**
   * The order of the IDs of two texts.
   *
   * @param {string} a
   * @param {string} b
   * @param {string} [name] how a message calls the IDs
   * @returns {-1 | 0 | 1}
   */
  compare(a, b, name = "ID") {
    return compareDigits(this.#digitsOf(a, name), this.#digitsOf(b, name));
  }
}

/**
 * Refuses what is not a prefix, or breaks a further rule.
 *
 * @param {string} prefix
 * @param {PrefixRules} [further]
 */
export function checkPrefix(prefix, further = []) {
  /** @type {(code: ErrorCode, rule: string) => SnowflakeError} */
  const error = (code, rule) =>
    new SnowflakeError(code, `an ID prefix ${rule}, not ${described(prefix)}`);
  if (typeof prefix !== "string") throw error("invalid-option", "is a string");
  for (const [code, rule, words] of [...PREFIX_RULES, ...further]) {
    if (!rule.test(prefix)) throw error(code, words);
  }
}
