// Instants: dates, or Unix milliseconds.

import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";

/** The last instant of a `Date`, in Unix ms; the first is its negative. */
export const LAST_INSTANT = 8_640_000_000_000_000n;

/**
 * @param {Date | number} time
 * @returns {number}
 */
export function unixMillis(time) {
  const millis = time instanceof Date ? time.getTime() : time;
  if (!Number.isFinite(millis)) {
    throw new SnowflakeError(
      "not-a-time",
      `${described(time)} is not a time: pass a valid Date, or Unix milliseconds as a number`,
    );
  }
  return millis;
}
