export type Encoding = import("./form.js").Encoding;
export type ErrorCode = import("./error.js").ErrorCode;
export type PrefixRules = readonly (readonly [ErrorCode, {
    test(prefix: string): boolean;
}, string])[];
/**
 * How IDs are written: an encoding and an optional prefix. Every ID has exactly one
 * text in a form, and nothing else is read.
 */
export declare class Text {
    #private;
    /**
     * @readonly
     * @type {Encoding}
     */
    readonly encoding: Encoding;
    /**
     * Empty if there is none.
     *
     * @readonly
     * @type {string}
     */
    readonly prefix: string;
    /**
     * @param {Encoding} [encoding]
     * @param {string} [prefix] 1 to 16 ASCII characters: a letter first, then letters, digits,
     *   `_` and `-`, and last a `_` or `-`
     */
    constructor(encoding?: Encoding, prefix?: string);
    /**
     * The text of an ID.
     *
     * @param {bigint | number} id
     * @returns {string}
     */
    encode(id: bigint | number): string;
    /**
     * The ID of a text.
     *
     * @param {string} text
     * @param {string} [name] how a message calls the ID
     * @returns {bigint}
     */
    decode(text: string, name?: string): bigint;
    /**
     * The order of the IDs of two texts.
     *
     * @param {string} a
     * @param {string} b
     * @param {string} [name] how a message calls the IDs
     * @returns {-1 | 0 | 1}
     */
    compare(a: string, b: string, name?: string): -1 | 0 | 1;
}
/**
 * Refuses what is not a prefix, or breaks a further rule.
 *
 * @param {string} prefix
 * @param {PrefixRules} [further]
 */
export declare function checkPrefix(prefix: string, further?: PrefixRules): void;
