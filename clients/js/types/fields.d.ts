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
