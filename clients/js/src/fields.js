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

/**
 * A number taken apart.
 *
 * @template {string} Name
 * @param {Fields<Name>} fields
 * @param {number} number
 * @returns {Record<Name, number>}
 */
export function split(fields, number) {
  let below = fields.reduce((sum, [, bits]) => sum + bits, 0);
  const parts = fields.map(([name, bits]) => {
    below -= bits;
    return [name, Math.floor(number / 2 ** below) % 2 ** bits];
  });
  // Not an object literal, in which `__proto__` is no name.
  return Object.fromEntries(parts);
}
