// Typed IDs that are UUIDs.

import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";
import { unixMillis } from "./instant.js";
import { order } from "./integer.js";
import { invalidOption, mustBeKnown } from "./options.js";
import { uuidText } from "./uuid.js";

/** The bits of version 7 and of its variant, and all bits of the two. */
const VERSION_7 = (7n << 76n) | (2n << 62n);
const VERSION = (15n << 76n) | (3n << 62n);

/** All bits that are neither these nor the time. */
const FREE = (2n ** 80n - 1n) ^ VERSION;

/**
 * @param {string} name
 * @param {import("./uuid.js").UuidForm} form
 * @param {any} options
 * @returns {import("./id-type.js").UuidIdType<any>}
 */
export function uuidType(name, form, options) {
  mustBeKnown(options, ["text", "prefix", "nil"], `the ID type ${name}`);
  const { prefix = "", nil = false } = options;
  if (typeof nil !== "boolean") throw invalidOption(`\`nil\` is true or false, not ${described(nil)}`);
  const text = uuidText(form, prefix, nil);
  /** @type {(value: unknown) => bigint} */
  const toBigInt = (value) => text.decode(value, name);
  /** @type {(value: unknown) => string} */
  const from = (value) => text.encode(toBigInt(value));

  /**
   * @param {unknown} value
   * @returns {value is any}
   */
  const is = (value) => {
    try {
      toBigInt(value);
      return true;
    } catch {
      return false;
    }
  };

  return {
    name,
    from,
    is,
    compare: (a, b) => order(toBigInt(a), toBigInt(b)),
    toBigInt,
    toText: from,
    decode: (id) => {
      const bits = toBigInt(id);
      if ((bits & VERSION) !== VERSION_7) {
        throw new SnowflakeError("no-time", `${name} ${id} has no time: it is not a UUID of version 7`);
      }
      const unixMillis = Number(bits >> 80n);
      return { unixMillis, time: new Date(unixMillis) };
    },
    range: (from = 0, to = 2 ** 48) => {
      const [start, end] = [limited(from), limited(to)];
      const [first, last] = start < end ? [start << 80n, ((end - 1n) << 80n) | FREE] : [FREE, 0n];
      return { first: text.encode(first | VERSION_7), last: text.encode(last | VERSION_7) };
    },
  };
}

/** The first ms at or after an instant, as far as UUIDs have it. @type {(time: Date | number) => bigint} */
function limited(time) {
  return BigInt(Math.min(Math.max(Math.ceil(unixMillis(time)), 0), 2 ** 48));
}
