// IDs with a public form: strings to hand on, in which there is nothing to read.

import { digits } from "./digits.js";
import { SnowflakeError } from "./error.js";
import { byteLength, described, excerpt } from "./excerpt.js";
import { FORMS } from "./form.js";
import { invalidOption, mustBeKnown, mustBeName } from "./options.js";
import { reasonOf } from "./refusal.js";
import { Text } from "./text.js";

/**
 * An ID type with a public form. Its functions need no `this`.
 *
 * @template I
 * @typedef {object} PublicIdType
 * @property {string} name
 * @property {(value: unknown) => I} from the ID that a string of the right shape is; throws for
 *   everything else. Whether the server made it, only the server can tell.
 * @property {(value: unknown) => value is I} is whether a value is such a string
 */

/** @typedef {import("./form.js").Form} Form */

/**
 * What follows the prefix in a public form: its longest text, its characters, and why digits are refused
 * that have these.
 *
 * @typedef {object} Shape
 * @property {number} longest
 * @property {string} expected for messages
 * @property {(character: string, at: number) => boolean} fits
 * @property {(digits: string) => import("./error.js").ErrorCode | undefined} reasonOf
 */

/**
 * Declares an ID type with `#[snowflake(public = "…")]` on the server.
 *
 * @template {string} Name
 * @param {Name} name how messages call it
 * @param {object} [options] as in `#[snowflake(…)]`
 * @param {"sealed" | "permuted"} [options.public] `"sealed"` if it is left out
 * @param {import("./form.js").Encoding} [options.text]
 * @param {string} [options.prefix]
 * @returns {PublicIdType<import("./id-type.js").Id<Name>>}
 */
export function publicIdType(name, options = {}) {
  mustBeName(name);
  mustBeKnown(options, ["public", "text", "prefix"], `the ID type ${name}`);
  const kind = options.public ?? "sealed";
  const { encoding, prefix } = new Text(options.text, options.prefix);
  const shape = shapeOf(kind, encoding);
  const longest = prefix.length + shape.longest;

  /** @type {(value: unknown) => import("./error.js").ErrorCode | undefined} */
  const reason = (value) => {
    if (typeof value !== "string") return "type";
    if (value === "") return "empty";
    if (!value.startsWith(prefix)) return "prefix";
    const searched = byteLength(value) > longest ? excerpt(value) : value;
    const characters = Array.from(searched.slice(prefix.length));
    return characters.every(shape.fits) ? shape.reasonOf(value.slice(prefix.length)) : "character";
  };

  /**
   * @param {unknown} value
   * @returns {value is any}
   */
  const is = (value) => reason(value) === undefined;

  return Object.freeze({
    name,
    is,
    from: (/** @type {any} */ value) => {
      const code = reason(value);
      if (code === undefined) return value;
      const message =
        `invalid ${name} ${described(value)}: expected a ${kind} ID as the server writes it, ` +
        `"${prefix}" and ${shape.expected}`;
      throw new SnowflakeError(code, message.replace('"" and ', ""));
    },
  });
}

/** @type {(kind: unknown, encoding: import("./form.js").Encoding) => Shape} */
function shapeOf(kind, encoding) {
  // Where the numbers are decimal, those of a sealed form are base62, as on the server.
  if (kind === "sealed") return sealed(FORMS[encoding === "decimal" ? "base62" : encoding]);
  if (kind === "permuted") return permuted(FORMS[encoding]);
  throw invalidOption(`unknown public form ${described(kind)}; there are "sealed", "permuted"`);
}

/**
 * Two words of 64 bits. What is in them, only the server can tell.
 *
 * @type {(form: Form) => Shape}
 */
function sealed({ alphabet, character, last }) {
  const width = last.length;
  const largest = digits(2n ** 64n - 1n, alphabet, width);
  return {
    longest: 2 * width,
    expected: `${2 * width} characters, each of them ${character}`,
    fits: (character) => alphabet.includes(character),
    reasonOf: (digits) => {
      if (digits.length !== 2 * width) return "length";
      const isWords = digits.slice(0, width) <= largest && digits.slice(width) <= largest;
      return isWords ? undefined : "sealed";
    },
  };
}

/**
 * The letter of a key, and an ID.
 *
 * @type {(form: Form) => Shape}
 */
function permuted(form) {
  return {
    longest: 1 + form.last.length,
    expected: `a letter from A to Z and ${form.shape}`,
    fits: (character, at) => (at > 0 ? form.alphabet.includes(character) : /^[A-Z]$/.test(character)),
    reasonOf: (digits) => reasonOf(form, digits.slice(1)),
  };
}
