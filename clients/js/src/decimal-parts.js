// IDs whose parts can be read off their decimal digits.

import { SnowflakeError } from "./error.js";
import { toBigInt } from "./value.js";

const GENERATOR = 100_000n;
const COUNTER = GENERATOR * GENERATOR;
const MAX_COUNTER = 922_337_202n;

/**
 * @typedef {object} DecimalParts
 * @property {number} counter counts the IDs of a generator, 1 to 922337202
 * @property {number} generator a number that is used once, 0 to 99999
 * @property {number} launch the launch of the service, 1 to 99999; 0 in tests
 */

/**
 * The parts of a `DecimalId`, counter · 10^10 + generator · 10^5 + launch.
 *
 * @param {import("./value.js").AnyId} id
 * @returns {DecimalParts}
 */
export function decimalParts(id) {
  const value = toBigInt(id);
  const counter = value / COUNTER;
  if (counter < 1n || counter > MAX_COUNTER) {
    throw new SnowflakeError(
      "field-out-of-range",
      `${value} is not a DecimalId: counter ${counter} does not fit: use 1 to ${MAX_COUNTER}`,
    );
  }
  return {
    counter: Number(counter),
    generator: Number((value / GENERATOR) % GENERATOR),
    launch: Number(value % GENERATOR),
  };
}
