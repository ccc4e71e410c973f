import { SnowflakeError } from "./error.js";
/**
 * Refuses what is not an object of options, and options that do not exist.
 *
 * @param {unknown} options
 * @param {readonly string[]} known
 * @param {string} what what they are options of, for the message
 */
export declare function mustBeKnown(options: unknown, known: readonly string[], what: string): void;
/**
 * Refuses what is not the name of an ID type.
 *
 * @param {unknown} name
 */
export declare function mustBeName(name: unknown): void;
/**
 * @param {string} message
 * @returns {SnowflakeError}
 */
export declare function invalidOption(message: string): SnowflakeError;
