export type Fields<Name extends string> = readonly (readonly [name: Name, bits: number])[];
/**
 * Names and widths, high bits first.
 *
 * @template {string} Name
 * @typedef {readonly (readonly [name: Name, bits: number])[]} Fields
 */
/**
 * A copy that nobody can change.
 *
 * @template {string} Name
 * @param {Fields<Name>} fields
 * @returns {Fields<Name>}
 */
export declare function frozen<Name extends string>(fields: Fields<Name>): Fields<Name>;
/**
 * A number taken apart.
 *
 * @template {string} Name
 * @param {Fields<Name>} fields
 * @param {number} number
 * @returns {Record<Name, number>}
 */
export declare function split<Name extends string>(fields: Fields<Name>, number: number): Record<Name, number>;
