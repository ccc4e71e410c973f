// The layout of decimal IDs, which have no bits and no time.

import { decimalParts } from "./decimal-parts.js";
import { SnowflakeError } from "./error.js";

/**
 * The layout of decimal IDs.
 *
 * @typedef {object} DecimalLayout
 * @property {"decimal"} name
 * @property {(id: import("./value.js").AnyId) => import("./decimal-parts.js").DecimalParts} decode
 *   takes an ID apart
 * @property {(from?: Date | number, to?: Date | number) => never} range there is none: it throws
 */

/** @type {Readonly<DecimalLayout>} */
export const decimalLayout = Object.freeze({
  name: "decimal",
  decode: (id) => decimalParts(id),
  range: () => {
    throw new SnowflakeError(
      "no-time",
      "the layout `decimal` has no ranges: its IDs are counted, and have no time",
    );
  },
});
