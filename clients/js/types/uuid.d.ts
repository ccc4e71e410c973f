export type UuidForm = "hyphenated" | "typeid";
/** @type {(form: unknown) => form is UuidForm} */
export declare function isUuidForm(form: unknown): boolean;
/**
 * The hyphenated text of 128 bits.
 *
 * @param {bigint} bits
 * @returns {string}
 */
export declare function hyphenated(bits: bigint): string;
/**
 * Reads and writes the texts of a type.
 *
 * @param {UuidForm} kind
 * @param {string} prefix
 * @param {boolean} nil whether the nil and the max UUID are IDs
 */
export declare function uuidText(kind: UuidForm, prefix: string, nil: boolean): {
    /** @type {(text: unknown, name: string) => bigint} */
    decode: (text: unknown, name: string) => bigint;
    /** @type {(bits: bigint) => string} */
    encode: (bits: bigint) => string;
};
