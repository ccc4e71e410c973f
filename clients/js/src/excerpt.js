// The start of a refused text, for its message: short, because a text can be a
// megabyte, and escaped, so that it is safe to log whatever was sent.

/** How many bytes of a text a message has, and an error looks at. */
const SIZE = 40;

/**
 * The characters in the first 40 bytes of a text.
 *
 * @param {string} text
 * @returns {string}
 */
export function excerpt(text) {
  let shown = "";
  let bytes = 0;
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > SIZE) break;
    shown += character;
  }
  return shown;
}

/**
 * How long a text is in UTF-8.
 *
 * @param {string} text
 * @returns {number}
 */
export function byteLength(text) {
  return new TextEncoder().encode(text).length;
}

/**
 * A text in quotes, cut and escaped.
 *
 * @param {string} text
 * @returns {string}
 */
export function quoted(text) {
  const shown = excerpt(text);
  const start = Array.from(shown, (character) => escaped(character, '"')).join("");
  return shown.length < text.length ? `"${start}…" (${byteLength(text)} bytes)` : `"${start}"`;
}

/**
 * A value of any kind, for a message.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function described(value) {
  if (typeof value === "string") return quoted(value);
  // An object may have a text of its own, or none at all.
  const isObject = typeof value === "function" || (typeof value === "object" && value !== null);
  return isObject ? Object.prototype.toString.call(value) : String(value);
}

/** What cannot be seen: marks that join the character before, and all but letters and the like. */
const UNSEEN = /^(?:\p{Grapheme_Extend}|\p{C}|\p{Zl}|\p{Zp}|(?! )\p{Zs})$/u;

/** @type {Readonly<Record<string, string>>} */
const ESCAPES = { "\0": "\\0", "\t": "\\t", "\r": "\\r", "\n": "\\n", "\\": "\\\\" };

/**
 * A character as Rust's `escape_debug` has it.
 *
 * @param {string} character
 * @param {string} quote the quote around it
 * @returns {string}
 */
export function escaped(character, quote) {
  if (character === quote) return `\\${quote}`;
  const escape = ESCAPES[character];
  if (escape !== undefined) return escape;
  if (!UNSEEN.test(character)) return character;
  return `\\u{${/** @type {number} */ (character.codePointAt(0)).toString(16)}}`;
}
