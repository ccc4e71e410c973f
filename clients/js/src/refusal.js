// Why a text is not an ID, in the words of the server.

import { SnowflakeError } from "./error.js";
import { byteLength, escaped, excerpt, quoted } from "./excerpt.js";
import { isFixed } from "./form.js";
import { notAnId } from "./integer.js";

/** @typedef {import("./form.js").Form} Form */

/**
 * Reads the digits of texts in a form, and refuses all other texts.
 *
 * @param {Form} form
 * @param {string} [prefix]
 * @returns {(text: unknown, name: string) => string}
 */
export function reader(form, prefix = "") {
  const shape = new RegExp(`^${prefix}${form.digits}$`);
  const [first, last] = [prefix + form.first, prefix + form.last];
  return (text, name) => {
    if (typeof text !== "string") throw notAnId(text, name);
    // Where texts are of one length, their order is that of the IDs.
    const isWithin = text.length < last.length || (text >= first && text <= last);
    if (!isWithin || !shape.test(text)) throw refusal(form, prefix, text, name);
    return text.slice(prefix.length);
  };
}

/**
 * Why digits of a form's alphabet are not the text of an ID; `undefined` if they are.
 *
 * @param {Form} form
 * @param {string} digits
 * @returns {"length" | "leading-zero" | "zero" | "too-large" | undefined}
 */
export function reasonOf(form, digits) {
  const { first, last } = form;
  if (digits === "" || (isFixed(form) && byteLength(digits) !== last.length)) return "length";
  if (!isFixed(form) && digits.length > 1 && digits.startsWith("0")) return "leading-zero";
  if (/^0+$/.test(digits)) return "zero";
  // Of one length, texts are in the order of their IDs.
  const isWithin = digits.length < last.length || (digits.length === last.length && digits <= last);
  return isWithin && digits.length >= first.length ? undefined : "too-large";
}

/**
 * The error of a text that is not one of the form's: of several reasons the first that the
 * server would name.
 *
 * @param {Form} form
 * @param {string} prefix
 * @param {string} text
 * @param {string} name
 * @param {[code: import("./error.js").ErrorCode, reason: string]} [own] the reason, if it is known
 * @returns {SnowflakeError}
 */
export function refusal(form, prefix, text, name, own) {
  const { alphabet, character, shape, first, last, fix, example, excess } = form;
  const after = prefix === "" ? "" : " after the prefix";
  const length = byteLength(text) - prefix.length;
  const visible = (length > last.length ? excerpt(text) : text).slice(prefix.length);
  const foreign = Array.from(visible).find((found) => !alphabet.includes(found));

  /** @type {(code: import("./error.js").ErrorCode, reason: string) => SnowflakeError} */
  const error = (code, reason) => {
    const start = prefix === "" ? "" : `"${prefix}" and `;
    const range = example ?? ` from "${prefix}${first}" to "${prefix}${last}"`;
    const message = `invalid ${name} ${quoted(text)}: ${reason}; expected ${start}${shape}${range}`;
    return new SnowflakeError(code, message);
  };

  if (own) return error(...own);
  if (text === "") return error("empty", "it is empty");
  if (!text.startsWith(prefix)) return error("prefix", `it does not start with "${prefix}"`);
  if (foreign !== undefined) {
    // All before it is ASCII, so that characters and bytes are one.
    const at = prefix.length + visible.indexOf(foreign);
    // In a text of another length it is more likely that another form was meant than
    // that a character was mistyped.
    const fits = first.length <= length && length <= last.length;
    const instead = fits ? fix(foreign) : undefined;
    // A digit that is not in an alphabet is one of another script.
    const numeral = /\p{N}/u.test(foreign) ? " (write ASCII digits)" : "";
    const hint = instead === undefined ? numeral : ` (write "${instead}")`;
    const what = `'${escaped(foreign, "'")}' at byte ${at} is not ${character}${hint}`;
    return error("character", what);
  }
  const code = reasonOf(form, text.slice(prefix.length)) ?? "too-large";
  const why = {
    length:
      length === 0
        ? `there is nothing${after}`
        : `its length${after} is ${length} instead of ${last.length}`,
    "leading-zero": "it has a leading zero (remove it)",
    zero: "0 is not an ID",
    "too-large": excess,
  };
  return error(code, why[code]);
}
