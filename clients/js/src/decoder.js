// IDs taken apart.

import { SnowflakeError } from "./error.js";
import { LAST_INSTANT, unixMillis } from "./instant.js";

/**
 * @template {string} NodeField
 * @template {string} SequenceField
 * @typedef {import("./layout-options.js").LayoutOptions<NodeField, SequenceField>} LayoutOptions
 */

/** @typedef {import("./layout-options.js").LowField} LowField */

/**
 * An ID taken apart.
 *
 * @template {string} NodeField
 * @template {string} SequenceField
 * @typedef {object} Decoded
 * @property {number} timestamp ticks since the epoch, or since the period began
 * @property {number} unixMillis when the ID was minted, the beginning of its tick
 * @property {Date} time the same
 * @property {number} node
 * @property {Record<NodeField, number>} nodeFields the named parts of the node; one without parts is
 *   called `node`, and a layout without a node has none
 * @property {number} sequence
 * @property {Record<SequenceField, number>} sequenceFields likewise
 * @property {number} [caller] the value of the field that is given for each ID, if the layout has
 *   one
 * @property {Date} [assumedPeriodStart] where timestamps wrap around: when the period began in
 *   which the ID is taken to have been minted
 */

/**
 * @typedef {object} DecodeOptions
 * @property {Date | number | undefined} [reference] where timestamps wrap around, and only there:
 *   a time that is not before the ID was minted, and by less than a period after it; the present
 *   will do for young IDs
 */

/** @type {readonly LowField[]} */
export const ORDER = ["caller", "node", "sequence"];

/** 2025-01-01T00:00:00Z. */
export const EPOCH = 1_735_689_600_000;

/** The two halves of an ID, as numbers: arithmetic with bigints is several times as slow. */
const halves = new DataView(new ArrayBuffer(8));

/**
 * A function that takes IDs of a layout apart.
 *
 * @template {string} NodeField
 * @template {string} SequenceField
 * @param {LayoutOptions<NodeField, SequenceField>} layout options that fit
 * @returns {(id: bigint, options?: DecodeOptions) => Decoded<NodeField, SequenceField>}
 */
export function decoder(layout) {
  const { name, tickMillis = 1, timeBits, nodeBits = 0, sequenceBits = 0, counterBits = 0 } = layout;
  const { caller, order = ORDER, periodic } = layout;
  const epoch = Number(layout.epoch ?? EPOCH);
  const widths = { caller: caller?.[1] ?? 0, node: nodeBits, sequence: sequenceBits };
  const shifts = { caller: 0, node: 0, sequence: 0 };
  const timeShift = order.reduceRight((below, field) => {
    shifts[field] = below;
    return below + widths[field];
  }, 0);
  // The sign bit of a full-width layout stays 0.
  const ticks = 2 ** (timeBits + timeShift === 64 ? timeBits - 1 : timeBits);
  const timeUnit = 2 ** (32 - timeShift);
  const period = BigInt(ticks) * BigInt(tickMillis);
  /** @type {(field: LowField) => Place} */
  const placeOf = (field) => ({ name: field, shift: shifts[field], mask: maskOf(widths[field]) });
  const callerAt = placeOf("caller");
  const nodeAt = placeOf("node");
  const sequenceAt = placeOf("sequence");
  const nodeFields = named(nodeAt, nodeBits, layout.nodeFields);
  const sequenceFields = named(sequenceAt, sequenceBits, layout.sequenceFields);

  /** @type {(id: bigint, why: string) => SnowflakeError} */
  const foreign = (id, why) =>
    new SnowflakeError("not-in-layout", `${id} is not an ID of the layout \`${name}\`: ${why}`);

  /**
   * When the last period began in which a tick so many milliseconds after the beginning was
   * not after the reference.
   *
   * @type {(id: bigint, sinceStart: number, reference: Date | number | undefined) => number}
   */
  const periodStart = (id, sinceStart, reference) => {
    if (reference === undefined) {
      throw new SnowflakeError(
        "no-reference",
        `${id} has no time of its own: the timestamps of the layout \`${name}\` wrap around. ` +
          "Say before which time it was minted, for example `{ reference: new Date() }`",
      );
    }
    const latest = BigInt(Math.floor(unixMillis(reference)));
    const since = latest - BigInt(epoch) - BigInt(sinceStart);
    const start = latest - (((since % period) + period) % period) - BigInt(sinceStart);
    if (start >= -LAST_INSTANT) return Number(start);
    throw new SnowflakeError("no-time", `${id} has no time before ${reference}: say a later one`);
  };

  return (id, options) => {
    halves.setBigUint64(0, id);
    const high = halves.getUint32(0);
    const low = halves.getUint32(4);
    const timestamp =
      timeShift < 32 ? high * timeUnit + (low >>> timeShift) : high >>> (timeShift - 32);
    if (timestamp >= ticks) {
      throw foreign(id, `its largest one is ${(BigInt(ticks) << BigInt(timeShift)) - 1n}`);
    }
    const sequence = at(sequenceAt, high, low);
    if (counterBits > 0 && sequence % 2 ** counterBits === 0) {
      throw foreign(id, `its sequence would be ${sequence}, which the layout does not use`);
    }
    const sinceStart = timestamp * tickMillis;
    const start = periodic ? periodStart(id, sinceStart, options?.reference) : undefined;
    const unixMillis = (start ?? epoch) + sinceStart;
    /** @type {Decoded<NodeField, SequenceField>} */
    const decoded = {
      timestamp,
      unixMillis,
      time: new Date(unixMillis),
      node: at(nodeAt, high, low),
      nodeFields: nodeFields(high, low),
      sequence,
      sequenceFields: sequenceFields(high, low),
    };
    if (caller) decoded.caller = at(callerAt, high, low);
    if (start !== undefined) decoded.assumedPeriodStart = new Date(start);
    return decoded;
  };
}

/** @typedef {{ name: string, shift: number, mask: number }} Place where a field is */

/**
 * A function that gives a field's named parts. One without parts has its own name.
 *
 * @type {(field: Place, bits: number, fields?: readonly (readonly [string, number])[]) => (high: number, low: number) => Record<string, number>}
 */
function named(field, bits, fields = []) {
  let shift = field.shift + bits;
  const parts = fields.map(([name, width]) => ({ name, shift: (shift -= width), mask: maskOf(width) }));
  if (parts.length === 0 && bits > 0) parts.push(field);
  // Not an object literal, in which `__proto__` is not a name.
  const empty = Object.fromEntries(parts.map(({ name }) => [name, 0]));
  return (high, low) => {
    const values = { ...empty };
    // Several times as fast as `for … of`.
    for (let index = 0; index < parts.length; index += 1) {
      const part = /** @type {Place} */ (parts[index]);
      values[part.name] = at(part, high, low);
    }
    return values;
  };
}

/** @type {(bits: number) => number} */
function maskOf(bits) {
  return 2 ** bits - 1;
}

/** @type {(place: Place, high: number, low: number) => number} */
function at({ shift, mask }, high, low) {
  // A shift by 32 would be one by 0.
  const above = shift === 0 ? 0 : high << (32 - shift);
  const all = shift < 32 ? (low >>> shift) | above : high >>> (shift - 32);
  return (all & mask) >>> 0;
}
