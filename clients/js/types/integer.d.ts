import { SnowflakeError } from "./error.js";
/** The largest ID, 2^63 - 1. */
export declare const MAX = 9223372036854775807n;
/**
 * The value of an ID that is at hand as a bigint or a number.
 *
 * A number is taken where it is exact. Above 2^53 - 1 it may be another ID,
 * rounded, so it is refused even where it happens to be the right one.
 *
 * @param {bigint | number} value
 * @param {string} [name] how a message calls the ID
 * @param {bigint} [max] the largest ID
 * @returns {bigint}
 */
export declare function fromInteger(value: bigint | number, name?: string, max?: bigint): bigint;
/**
 * The error of what cannot be an ID at all, such as `undefined` or a `Date`.
 *
 * @param {unknown} value
 * @param {string} name
 * @returns {SnowflakeError}
 */
export declare function notAnId(value: unknown, name: string): SnowflakeError;
/**
 * @template T
 * @param {T} a
 * @param {T} b
 * @returns {-1 | 0 | 1}
 */
export declare function order<T>(a: T, b: T): -1 | 0 | 1;
