// The texts of UUIDs (section 8 of `SPEC.md`): hyphenated ones, and those of TypeID.

import { digits, number } from "./digits.js";
import { SnowflakeError } from "./error.js";
import { byteLength, described } from "./excerpt.js";
import { FORMS } from "./form.js";
import { reader, refusal } from "./refusal.js";
import { checkPrefix } from "./text.js";

/** @typedef {"hyphenated" | "typeid"} UuidForm */

/** @type {(found: string) => string | undefined} */
const toLower = (found) => (/^[A-HJKMNP-TV-Z]$/.test(found) ? found.toLowerCase() : undefined);

/** @type {Readonly<Record<UuidForm, import("./form.js").Form>>} */
const UUID_FORMS = {
  hyphenated: {
    alphabet: "0123456789abcdef-",
    digits: "[0-9a-f-]{36}",
    character: "a lower-case hex digit or a hyphen in its place",
    shape: "36 characters of a hyphenated UUID (0-9, a-f)",
    first: "-".repeat(36),
    last: "f".repeat(36),
    excess: "",
    fix: FORMS.hex.fix,
    example: "0194192f-fd80-744f-a9f6-1e001d8c5073",
  },
  typeid: {
    alphabet: FORMS.base32.alphabet.toLowerCase(),
    digits: "[0-9a-hjkmnp-tv-z]{26}",
    character: "a character of TypeID's base32",
    shape: "26 characters of TypeID's base32 (0-9, a-z without i, l, o, u)",
    first: "0".repeat(26),
    last: "7".padEnd(26, "z"),
    excess: "it has more than 128 bits: the first character is above 7",
    fix: toLower,
    example: "01jgfjjzp1ehztkxw0a1rrm1kh",
  },
};

/** @type {Readonly<Record<UuidForm, import("./text.js").PrefixRules>>} */
const PREFIX_RULES = {
  hyphenated: [["too-long", { test: (prefix) => byteLength(prefix) <= 12 }, "of a UUID has at most 12 bytes"]],
  typeid: [
    ["character", /^[a-z_]+$/, "of a TypeID has only lower-case letters and `_`"],
    ["end", /[^_]_$/, "of a TypeID ends with a letter and one `_`"],
  ],
};

const HYPHENS = /^(.{8})(.{4})(.{4})(.{4})/;

/** The largest number of 128 bits: the max UUID. */
const MAX = 2n ** 128n - 1n;

/** @type {(form: unknown) => form is UuidForm} */
export function isUuidForm(form) {
  return typeof form === "string" && Object.hasOwn(UUID_FORMS, form);
}

/**
 * The hyphenated text of 128 bits.
 *
 * @param {bigint} bits
 * @returns {string}
 */
export function hyphenated(bits) {
  return digits(bits, FORMS.hex.alphabet, 32).replace(HYPHENS, "$1-$2-$3-$4-");
}

/** Where a hyphen is missing, or is in another place; -1 if all are right. @type {(text: string) => number} */
function misplaced(text) {
  return Array.from(text).findIndex((found, at) => (found === "-") !== [8, 13, 18, 23].includes(at));
}

/**
 * Reads and writes the texts of a type.
 *
 * @param {UuidForm} kind
 * @param {string} prefix
 * @param {boolean} nil whether the nil and the max UUID are IDs
 */
export function uuidText(kind, prefix, nil) {
  if (prefix !== "") checkPrefix(prefix, PREFIX_RULES[kind]);
  const isTypeId = kind === "typeid";
  const { example, ...common } = UUID_FORMS[kind];
  const form = { ...common, example: `, as in "${prefix}${example}"` };
  const alphabet = isTypeId ? form.alphabet : FORMS.hex.alphabet;
  const digitsOf = reader(form, prefix);
  return {
    /** @type {(text: unknown, name: string) => bigint} */
    decode: (text, name) => {
      if (typeof text !== "string") {
        throw new SnowflakeError("type", `invalid ${name}: ${described(text)} is not a UUID's text`);
      }
      const found = digitsOf(text, name);
      const at = isTypeId ? -1 : misplaced(found);
      /** @type {(code: "character" | "zero", reason: string) => Error} */
      const refused = (code, reason) => refusal(form, prefix, text, name, [code, reason]);
      if (at >= 0) {
        throw refused("character", `'${found[at]}' at byte ${prefix.length + at} is not ${form.character}`);
      }
      const bits = number(found.replaceAll("-", ""), alphabet);
      if (nil || (bits > 0n && bits < MAX)) return bits;
      throw refused("zero", "the nil and the max UUID identify nothing");
    },
    /** @type {(bits: bigint) => string} */
    encode: (bits) => prefix + (isTypeId ? digits(bits, alphabet, 26) : hyphenated(bits)),
  };
}
