// What a layout is made from, and whether it fits.

import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";

/**
 * What a layout is made from.
 *
 * @template {string} NodeField
 * @template {string} SequenceField
 * @typedef {object} LayoutOptions
 * @property {string} name shows in error messages
 * @property {Date | number} [epoch] the instant of timestamp 0, a date or Unix ms; default:
 *   2025-01-01T00:00:00Z
 * @property {number} [tickMillis] how long a tick lasts, in ms; default: 1
 * @property {number} timeBits how wide the timestamp is; it is always the highest field
 * @property {number} [nodeBits] how wide the node number is, 0 (default) to 32 bits
 * @property {Fields<NodeField>} [nodeFields] the named parts of the node and their bits, high
 *   bits first
 * @property {number} [sequenceBits] how wide the sequence is, 0 (default) to 32 bits
 * @property {Fields<SequenceField>} [sequenceFields] likewise
 * @property {readonly [name: string, bits: number]} [caller] a field that whoever mints gives for
 *   each ID, such as a shard, 1 to 32 bits
 * @property {readonly LowField[]} [order] the fields below the time, high bits first; default:
 *   `["caller", "node", "sequence"]`
 * @property {boolean} [fullWidth] all fields together take 64 bits, the sign bit included
 * @property {boolean} [periodic] timestamps wrap around instead of ending
 * @property {number} [counterBits] so many lowest bits of the sequence are a counter that never
 *   is 0
 */

/**
 * @template {string} Name
 * @typedef {import("./fields.js").Fields<Name>} Fields
 */

/** @typedef {"caller" | "node" | "sequence"} LowField */

/** @type {readonly LowField[]} */
const ORDER = ["caller", "node", "sequence"];

/** 2025-01-01T00:00:00Z. */
const EPOCH = 1_735_689_600_000;

/**
 * 1970-04-26. A number of milliseconds that is smaller would be a likely number of seconds: one
 * from 1970 until 2284.
 */
const FIRST_EPOCH_AFTER_0 = 9_936_000_000;

/** The last instant of a `Date`, in Unix ms; the first is its negative. */
export const LAST_INSTANT = 8_640_000_000_000_000n;

/** So many milliseconds a number still counts one by one. */
const LONGEST = 2n ** 53n;

/**
 * The options with their defaults, checked.
 *
 * @template {string} NodeField
 * @template {string} SequenceField
 * @param {LayoutOptions<NodeField, SequenceField>} options
 */
export function complete(options) {
  const { name, timeBits, nodeBits = 0, sequenceBits = 0, tickMillis = 1 } = options;
  const { nodeFields = [], sequenceFields = [], counterBits = 0 } = options;
  const { caller = null, order = ORDER, fullWidth = false, periodic = false } = options;
  const epoch = Number(options.epoch ?? EPOCH);
  /** @type {(isFit: boolean, problem: string) => void} */
  const must = (isFit, problem) => {
    if (isFit) return;
    const which = typeof name === "string" ? `layout \`${name}\`` : "layout";
    throw new SnowflakeError("invalid-layout", `${which}: ${problem}`);
  };
  /** @type {(option: string, value: number, min: number, max: number) => void} */
  const mustBeWithin = (option, value, min, max) => {
    const isWithin = Number.isInteger(value) && value >= min && value <= max;
    must(isWithin, `\`${option}\` is an integer from ${min} to ${max}, not ${described(value)}`);
  };
  /** @type {(option: string, fields: Fields<string>, bits: number) => void} */
  const mustAddUp = (option, fields, bits) => {
    for (const [field, width] of fields) {
      must(typeof field === "string", `a name in \`${option}\` is no string: ${described(field)}`);
      mustBeWithin(`${option}: ${field}`, width, 1, 32);
    }
    const sum = fields.reduce((sum, [, width]) => sum + width, 0);
    const isSum = fields.length === 0 || sum === bits;
    must(isSum, `\`${option}\` add up to ${sum} bits instead of ${bits}`);
    const names = new Set(fields.map(([field]) => field));
    must(names.size === fields.length, `two of \`${option}\` have the same name`);
  };

  must(typeof name === "string", `\`name\` is a string, not ${described(name)}`);
  mustBeWithin("timeBits", timeBits, 1, 64);
  mustBeWithin("nodeBits", nodeBits, 0, 32);
  mustBeWithin("sequenceBits", sequenceBits, 0, 32);
  mustBeWithin("counterBits", counterBits, 0, sequenceBits);
  mustBeWithin("tickMillis", tickMillis, 1, 0xffff_ffff);
  const [callerName, callerBits] = caller ?? ["", 0];
  const isNamed = typeof callerName === "string";
  must(isNamed, `the name in \`caller\` is no string: ${described(callerName)}`);
  if (caller !== null) mustBeWithin("caller", callerBits, 1, 32);
  mustAddUp("nodeFields", nodeFields, nodeBits);
  mustAddUp("sequenceFields", sequenceFields, sequenceBits);
  const widths = { caller: callerBits, node: nodeBits, sequence: sequenceBits };
  const isComplete = ORDER.every((field) => {
    const count = order.filter((other) => other === field).length;
    return count === 1 || (count === 0 && widths[field] === 0);
  });
  must(
    isComplete && order.every((field) => ORDER.includes(field)),
    '`order` names each field below the time once, as in `["sequence", "node"]`',
  );
  const bits = timeBits + callerBits + nodeBits + sequenceBits;
  must(
    bits <= (fullWidth ? 64 : 63),
    `all fields together take ${bits} bits, but a positive 64-bit integer has ` +
      "63; use fewer bits in a field" +
      (bits === 64 ? " (or say `fullWidth` if the published layout counts the sign bit)" : ""),
  );
  must(Number.isInteger(epoch), "`epoch` is a date, or a whole number of Unix milliseconds");
  must(
    epoch <= 0 || epoch >= FIRST_EPOCH_AFTER_0,
    `the epoch, ${epoch} ms, is in the first weeks of 1970; if these are seconds, write ` +
      `${epoch * 1000}, which is Unix milliseconds`,
  );
  // The sign bit of a full-width layout stays 0.
  const ticks = 1n << BigInt(bits === 64 ? timeBits - 1 : timeBits);
  const span = ticks * BigInt(tickMillis);
  const end = BigInt(epoch) + span;
  must(
    BigInt(epoch) >= -LAST_INSTANT && end <= LAST_INSTANT && span <= LONGEST,
    "it begins, ends or lasts where JavaScript's dates and numbers do not reach; take fewer " +
      "`timeBits` or a shorter tick",
  );
  return {
    name,
    epoch,
    tickMillis,
    timeBits,
    nodeBits,
    sequenceBits,
    counterBits,
    nodeFields,
    sequenceFields,
    caller,
    order: order.filter((field) => widths[field] > 0),
    widths,
    fullWidth,
    periodic,
    maxTimestamp: Number(ticks - 1n),
  };
}
