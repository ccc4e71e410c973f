import { SnowflakeError } from "./error.js";
export type Form = import("./form.js").Form;
/** @typedef {import("./form.js").Form} Form */
/**
 * Reads the digits of texts in a form, and refuses all other texts.
 *
 * @param {Form} form
 * @param {string} [prefix]
 * @returns {(text: unknown, name: string) => string}
 */
export declare function reader(form: Form, prefix?: string): (text: unknown, name: string) => string;
/**
 * Why digits of a form's alphabet are not the text of an ID; `undefined` if they are.
 *
 * @param {Form} form
 * @param {string} digits
 * @returns {"length" | "leading-zero" | "zero" | "too-large" | undefined}
 */
export declare function reasonOf(form: Form, digits: string): "length" | "leading-zero" | "zero" | "too-large" | undefined;
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
export declare function refusal(form: Form, prefix: string, text: string, name: string, own?: [code: import("./error.js").ErrorCode, reason: string]): SnowflakeError;
