// The named parts of a node or a sequence.

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
export function frozen(fields) {
  /** @type {(field: readonly [Name, number]) => readonly [Name, number]} */
  const copy = ([name, bits]) => Object.freeze([name, bits]);
  return Object.freeze(fields.map(copy));
}
