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
     * the text of the smallest ID
     */
    first: string;
    /**
     * the text of the largest ID
     */
    last: string;
    /**
     * what a message says of larger ones
     */
    excess: string;
    /**
     * what to write for a foreign character
     */
    fix: (found: string) => string | undefined;
    /**
     * what a message has in place of the first and the last text
     */
    example?: string;
};
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
