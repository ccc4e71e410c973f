import { SnowflakeError } from "./error.js";
/**
 * The error of a text that is none of the form's: of several reasons the first that the
 * server would name.
 *
 * @param {{ encoding: import("./form.js").Encoding, prefix: string }} form
 * @param {string} text
 * @param {string} name
 * @returns {SnowflakeError}
 */
export declare function refusal({ encoding, prefix }: {
    encoding: import("./form.js").Encoding;
    prefix: string;
}, text: string, name: string): SnowflakeError;
