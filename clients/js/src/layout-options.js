// What a layout is made from, and whether it fits.

import { EPOCH, ORDER } from "./decoder.js";
import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";
import { LAST_INSTANT } from "./instant.js";
import { mustBeKnown } from "./options.js";

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
 * @property {readonly [name: string, bits: number] | null} [caller] a field that whoever mints gives for
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

/** @typedef {import("./error.js").ErrorCode} ErrorCode */

/** @type {readonly (keyof LayoutOptions<any, any>)[]} */
const OPTIONS = [
  "name",
  "epoch",
  "tickMillis",
  "timeBits",
  "nodeBits",
  "nodeFields",
  "sequenceBits",
  "sequenceFields",
  "caller",
  "order",
  "fullWidth",
  "periodic",
  "counterBits",
];

/**
 * 1970-04-26. A number of milliseconds that is smaller would be a likely number of seconds: one
 * from 1970 until 2284.
 */
const FIRST_EPOCH_AFTER_0 = 9_936_000_000;

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
  mustBeKnown(options, OPTIONS, "a Layout");
  const { name, timeBits, nodeBits = 0, sequenceBits = 0, tickMillis = 1 } = options;
  const { nodeFields = [], sequenceFields = [], counterBits = 0 } = options;
  const { caller = null, order = ORDER, fullWidth = false, periodic = false } = options;
  const { epoch: given = EPOCH } = options;
  const epoch = given instanceof Date ? given.getTime() : given;
  /** @type {(isFit: boolean, problem: string, code?: ErrorCode) => void} */
  const must = (isFit, problem, code = "invalid-layout") => {
    if (isFit) return;
    const which = typeof name === "string" ? `layout \`${name}\`` : "layout";
    throw new SnowflakeError(code, `${which}: ${problem}`);
  };
  /** @type {(option: string, value: number, min: number, max: number, below?: ErrorCode, above?: ErrorCode) => void} */
  const mustBeWithin = (option, value, min, max, below, above) => {
    const isWithin = Number.isInteger(value) && value >= min && value <= max;
    const code = !Number.isInteger(value) || value < 0 ? undefined : value < min ? below : above;
    const problem = `\`${option}\` is an integer from ${min} to ${max}, not ${described(value)}`;
    must(isWithin, problem, code);
  };
  /** @type {(option: string, fields: Fields<string>) => void} */
  const mustBeFields = (option, fields) => {
    must(isList(fields) && fields.every(isList), `\`${option}\` is a list of names and bits, as in \`[["worker", 5]]\``);
    for (const [field, width] of fields) {
      must(typeof field === "string", `a name in \`${option}\` is not a string: ${described(field)}`);
      mustBeWithin(`${option}: ${field}`, width, 1, 32);
    }
    const names = new Set(fields.map(([field]) => field));
    must(names.size === fields.length, `two of \`${option}\` have the same name`);
  };
  /** @type {(option: string, fields: Fields<string>, bits: number, code: ErrorCode) => void} */
  const mustAddUp = (option, fields, bits, code) => {
    const sum = fields.reduce((sum, [, width]) => sum + width, 0);
    const isSum = fields.length === 0 || sum === bits;
    must(isSum, `\`${option}\` add up to ${sum} bits instead of ${bits}`, code);
  };

  // What no notation says, first; then what it says and what does not fit, in the order of `SPEC.md`.
  must(typeof name === "string", `\`name\` is a string, not ${described(name)}`);
  mustBeWithin("tickMillis", tickMillis, 1, 0xffff_ffff);
  must(Number.isInteger(epoch), "`epoch` is a date, or a whole number of Unix milliseconds");
  must(
    caller === null || (isList(caller) && typeof caller[0] === "string"),
    `\`caller\` is a name and bits, as in \`["shard", 8]\`, not ${described(caller)}`,
  );
  mustBeFields("nodeFields", nodeFields);
  mustBeFields("sequenceFields", sequenceFields);
  const widths = { caller: caller === null ? 0 : caller[1], node: nodeBits, sequence: sequenceBits };
  const isComplete =
    isList(order) &&
    order.every((field) => ORDER.includes(field)) &&
    ORDER.every((field) => {
      const count = order.filter((other) => other === field).length;
      return count === 1 || (count === 0 && widths[field] === 0);
    });
  must(isComplete, '`order` names each field below the time once, as in `["sequence", "node"]`');
  must(
    epoch <= 0 || epoch >= FIRST_EPOCH_AFTER_0,
    `the epoch, ${epoch} ms, is in the first weeks of 1970; if these are seconds, write ` +
      `${epoch * 1000}, which is Unix milliseconds`,
    "epoch-in-seconds",
  );
  mustBeWithin("timeBits", timeBits, 1, 64, "no-time-bits", "too-many-bits");
  mustBeWithin("nodeBits", nodeBits, 0, 32, undefined, "node-too-wide");
  mustBeWithin("sequenceBits", sequenceBits, 0, 32, undefined, "sequence-too-wide");
  mustBeWithin("counterBits", counterBits, 0, sequenceBits);
  if (caller !== null) mustBeWithin("caller", caller[1], 1, 32, "caller-width", "caller-width");
  const bits = timeBits + widths.caller + nodeBits + sequenceBits;
  must(
    bits <= (fullWidth ? 64 : 63),
    `all fields together take ${bits} bits, but a positive 64-bit integer has ` +
      "63; use fewer bits in a field" +
      (bits === 64 ? " (or say `fullWidth` if the published layout counts the sign bit)" : ""),
    "too-many-bits",
  );
  mustAddUp("nodeFields", nodeFields, nodeBits, "node-fields");
  mustAddUp("sequenceFields", sequenceFields, sequenceBits, "sequence-fields");
  // The sign bit of a full-width layout stays 0.
  const ticks = 1n << BigInt(bits === 64 ? timeBits - 1 : timeBits);
  const span = ticks * BigInt(tickMillis);
  const end = BigInt(epoch) + span;
  must(end < 2n ** 63n, "it ends after 2^63 ms; take fewer `timeBits` or a shorter tick", "end-out-of-range");
  must(
    BigInt(epoch) >= -LAST_INSTANT && end <= LAST_INSTANT && span <= LONGEST,
    "it begins, ends or lasts where JavaScript's dates and numbers do not reach; take fewer " +
      "`timeBits` or a shorter tick",
    "out-of-reach",
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

/** @type {(value: unknown) => boolean} */
function isList(value) {
  return Array.isArray(value);
}
