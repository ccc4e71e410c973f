export type Encoding = "decimal" | "base62" | "base32" | "hex";
export type Form = {
    alphabet: string;
    /**
     * "is not …" of a message
     */
    character: string;
    /**
     * "expected …" of a message
     */
    shape: string;
    /**
     * the text of ID 1
     */
    first: string;
    /**
     * the text of ID 2^63 - 1
     */
    last: string;
    /**
     * what to write for a foreign character
     */
    mend: (found: string) => string | undefined;
};
/** @typedef {"decimal" | "base62" | "base32" | "hex"} Encoding */
/**
 * One encoding's.
 *
 * @typedef {object} Form
 * @property {string} alphabet
 * @property {string} character "is not …" of a message
 * @property {string} shape "expected …" of a message
 * @property {string} first the text of ID 1
 * @property {string} last the text of ID 2^63 - 1
 * @property {(found: string) => string | undefined} mend what to write for a foreign character
 */
/** @type {Readonly<Record<Encoding, Form>>} */
export declare const FORMS: Readonly<Record<Encoding, Form>>;
/**
 * Whether all texts of an encoding are of one length.
 *
 * @param {Encoding} encoding
 * @returns {boolean}
 */
export declare function isFixed(encoding: Encoding): boolean;
