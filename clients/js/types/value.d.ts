export type AnyId = string | bigint | number;
/**
 * The value of an ID, 1 to 2^63 - 1.
 *
 * @param {AnyId} id a string is decimal; `Text` reads the other forms
 * @param {string} [name] how a message calls the ID
 * @returns {bigint}
 */
export declare function toBigInt(id: AnyId, name?: string): bigint;
/**
 * The order of two IDs, for `sort`. Decimal strings sort otherwise: to JavaScript `"10"`
 * comes before `"9"`.
 *
 * @param {AnyId} a
 * @param {AnyId} b
 * @returns {-1 | 0 | 1}
 */
export declare function compareIds(a: AnyId, b: AnyId): -1 | 0 | 1;
