// Why a text is no ID, in the words of the server.

import { SnowflakeError } from "./error.js";
import { byteLength, escaped, excerpt, quoted } from "./excerpt.js";
import { FORMS, isFixed } from "./form.js";

/**
 * The error of a text that is none of the form's: of several reasons the first that the
 * server would name.
 *
 * @param {{ encoding: import("./form.js").Encoding, prefix: string }} form
 * @param {string} text
 * @param {string} name
 * @returns {SnowflakeError}
 */
export function refusal({ encoding, prefix }, text, name) {
  const { alphabet, character, shape, first, last, mend } = FORMS[encoding];
  const bytes = byteLength(text);
  const after = prefix === "" ? "" : " after the prefix";
  const visible = excerpt(text).slice(prefix.length);
  const foreign = Array.from(visible).find((found) => !alphabet.includes(found));
  const length = bytes - prefix.length;

  /** @type {(code: import("./error.js").ErrorCode, reason: string) => SnowflakeError} */
  const error = (code, reason) => {
    const start = prefix === "" ? "" : `"${prefix}" and `;
    const expected = `${start}${shape} from "${prefix}${first}" to "${prefix}${last}"`;
    const message = `invalid ${name} ${quoted(text)}: ${reason}; expected ${expected}`;
    return new SnowflakeError(code, message);
  };

  if (text === "") return error("empty", "it is empty");
  if (!text.startsWith(prefix)) return error("prefix", `it does not start with "${prefix}"`);
  if (foreign !== undefined) {
    // All before it is ASCII, so that characters and bytes are one.
    const at = prefix.length + visible.indexOf(foreign);
    // In a text of another length it is more likely that another form was meant than
    // that a character was mistyped.
    const fits = first.length <= length && length <= last.length;
    const instead = fits ? mend(foreign) : undefined;
    const isNumeric = /^\p{N}$/u.test(foreign);
    const hint =
      instead !== undefined
        ? ` (write "${instead}")`
        : isNumeric && !/^[0-9]$/.test(foreign)
          ? " (write ASCII digits)"
          : "";
    const what = `'${escaped(foreign, "'")}' at byte ${at} is not ${character}${hint}`;
    return error("character", what);
  }
  if (length === 0) return error("length", `there is nothing${after}`);
  if (isFixed(encoding) && length !== last.length) {
    return error("length", `its length${after} is ${length} instead of ${last.length}`);
  }
  if (!isFixed(encoding) && visible.startsWith("0") && length > 1) {
    return error("leading-zero", "it has a leading zero (remove it)");
  }
  if (/^0+$/.test(visible)) return error("zero", "0 is not an ID");
  return error("too-large", "it is larger than the largest ID, 2^63 - 1");
}
