// What functions are called with.

import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";

/**
 * Refuses what is not an object of options, and options that do not exist.
 *
 * @param {unknown} options
 * @param {readonly string[]} known
 * @param {string} what what they are options of, for the message
 */
export function mustBeKnown(options, known, what) {
  if (typeof options !== "object" || options === null) {
    throw invalidOption(`the options of ${what} are an object, not ${described(options)}`);
  }
  for (const option of Object.keys(options)) {
    if (known.includes(option)) continue;
    const all = known.map((name) => `\`${name}\``).join(", ");
    throw invalidOption(`${what} has no option ${described(option)}; there are ${all}`);
  }
}

/**
 * Refuses what is not the name of an ID type.
 *
 * @param {unknown} name
 */
export function mustBeName(name) {
  if (typeof name === "string") return;
  throw invalidOption(`an ID type's name is a string, not ${described(name)}`);
}

/**
 * @param {string} message
 * @returns {SnowflakeError}
 */
export function invalidOption(message) {
  return new SnowflakeError("invalid-option", message);
}
