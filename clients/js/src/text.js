// IDs as text: four encodings, an optional prefix, exactly one text per ID.

import { digits, number } from "./digits.js";
import { SnowflakeError } from "./error.js";
import { byteLength, described } from "./excerpt.js";
import { FORMS, isFixed } from "./form.js";
import { fromInteger, notAnId, order } from "./integer.js";
import { refusal } from "./refusal.js";

/** @typedef {import("./form.js").Encoding} Encoding */

/** @type {readonly (readonly [{ test(prefix: string): boolean }, string])[]} */
const PREFIX_RULES = [
  [{ test: (prefix) => byteLength(prefix) <= 16 }, "has at most 16 bytes"],
  [/^[A-Za-z]/, "starts with an ASCII letter"],
  [/^[A-Za-z0-9_-]+$/, "has only ASCII letters, digits, `_` and `-`"],
  [/[_-]$/, 'ends with `_` or `-`, as in "usr_"'],
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

  #shape;
  #first;
  #last;

  /**
   * @param {Encoding} [encoding]
   * @param {string} [prefix] 1 to 16 ASCII characters: a letter first, then letters, digits,
   *   `_` and `-`, and last a `_` or `-`
   */
  constructor(encoding = "decimal", prefix = "") {
    if (!Object.hasOwn(FORMS, encoding)) {
      const known = Object.keys(FORMS).map(described).join(", ");
      const message = `unknown text form ${described(encoding)}; there are ${known}`;
      throw new SnowflakeError("unknown-text", message);
    }
    if (prefix !== "") checkPrefix(prefix);
    this.encoding = encoding;
    this.prefix = prefix;
    const { alphabet, first, last } = FORMS[encoding];
    const digits = isFixed(encoding) ? `[${alphabet}]{${last.length}}` : "[1-9][0-9]{0,18}";
    this.#shape = new RegExp(`^${prefix}${digits}$`);
    this.#first = prefix + first;
    this.#last = prefix + last;
    Object.freeze(this);
  }

  /**
   * The text of an ID.
   *
   * @param {bigint | number} id
   * @returns {string}
   */
  encode(id) {
    const { alphabet, last } = FORMS[this.encoding];
    const width = isFixed(this.encoding) ? last.length : 1;
    return this.prefix + digits(fromInteger(id), alphabet, width);
  }

  /**
   * The ID of a text.
   *
   * @param {string} text
   * @param {string} [name] how a message calls the ID
   * @returns {bigint}
   */
  decode(text, name = "ID") {
    this.#check(text, name);
    return number(text.slice(this.prefix.length), FORMS[this.encoding].alphabet);
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
    this.#check(a, name);
    this.#check(b, name);
    // Digits are in the order of ASCII in each form.
    return order(a.length, b.length) || order(a, b);
  }

  /**
   * @param {string} text
   * @param {string} name
   */
  #check(text, name) {
    if (typeof text !== "string") throw notAnId(text, name);
    // Where texts are of one length, their order is that of the IDs.
    const isWithin = text.length < this.#last.length || (text >= this.#first && text <= this.#last);
    if (!isWithin || !this.#shape.test(text)) throw refusal(this, text, name);
  }
}

/** @type {(prefix: string) => void} */
function checkPrefix(prefix) {
  const isText = typeof prefix === "string";
  const broken = isText ? PREFIX_RULES.find(([rule]) => !rule.test(prefix))?.[1] : "is a string";
  if (broken !== undefined) {
    throw new SnowflakeError("invalid-prefix", `an ID prefix ${broken}, not ${described(prefix)}`);
  }
}
