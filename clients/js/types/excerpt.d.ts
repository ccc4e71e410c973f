/**
 * The characters in the first 40 bytes of a text.
 *
 * @param {string} text
 * @returns {string}
 */
export declare function excerpt(text: string): string;
/**
 * How long a text is in UTF-8.
 *
 * @param {string} text
 * @returns {number}
 */
export declare function byteLength(text: string): number;
/**
 * A text in quotes, cut and escaped.
 *
 * @param {string} text
 * @returns {string}
 */
export declare function quoted(text: string): string;
/**
 * A value of any kind, for a message.
 *
 * @param {unknown} value
 * @returns {string}
 */
export declare function described(value: unknown): string;
/**
 * A character as Rust's `escape_debug` has it.
 *
 * @param {string} character
 * @param {string} quote the quote around it
 * @returns {string}
 */
export declare function escaped(character: string, quote: string): string;
