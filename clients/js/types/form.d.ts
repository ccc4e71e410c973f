export type Encoding = "decimal" | "base62" | "base32" | "hex";
export type Form = {
    alphabet: string;
    /**
     * what a text looks like, as a regular expression
     */
    digits: string;
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
    fix: (found: string) => string | undefined;
};
/** @typedef {"decimal" | "base62" | "base32" | "hex"} Encoding */
/**
 * One encoding's.
 *
 * @typedef {object} Form
 * @property {string} alphabet
 * @property {string} digits what a text looks like, as a regular expression
 * @property {string} character "is not …" of a message
 * @property {string} shape "expected …" of a message
 * @property {string} first the text of ID 1
 * @property {string} last the text of ID 2^63 - 1
 * @property {(found: string) => string | undefined} fix what to write for a foreign character
 */
/** @type {Form} */
export declare const DECIMAL: Form;
/** @type {Readonly<Record<Encoding, Form>>} */
export declare const FORMS: Readonly<Record<Encoding, Form>>;
/**
 * Whether all texts of a form are of one length.
 *
 * @param {Form} form
 * @returns {boolean}
 */
export declare function isFixed({ first, last }: Form): boolean;
