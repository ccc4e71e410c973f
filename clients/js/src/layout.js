// How the bits of an ID are divided, what a tick is, and when time began.

import { decoder } from "./decoder.js";
import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";
import { frozen } from "./fields.js";
import { unixMillis } from "./instant.js";
import { fromInteger, MAX } from "./integer.js";
import { complete } from "./layout-options.js";
import { read } from "./notation.js";
import { invalidOption, mustBeKnown } from "./options.js";
import { toBigInt } from "./value.js";

/** @typedef {import("./value.js").AnyId} AnyId */

/**
 * @template {string} NodeField
 * @template {string} SequenceField
 * @typedef {import("./decoder.js").Decoded<NodeField, SequenceField>} Decoded
 */

/** @typedef {import("./decoder.js").DecodeOptions} DecodeOptions */

/**
 * The first and the last ID of an interval.
 *
 * @template T
 * @typedef {object} IdRange
 * @property {T} first
 * @property {T} last
 */

/**
 * A layout: one of `presets`, or one of your own.
 *
 * @template {string} [NodeField="node"]
 * @template {string} [SequenceField="sequence"]
 */
export class Layout {
  /**
   * @readonly
   * @type {string}
   */
  name;
  /**
   * The instant of timestamp 0, in Unix ms.
   *
   * @readonly
   * @type {number}
   */
  epochUnixMillis;
  /**
   * How long a tick lasts, in ms.
   *
   * @readonly
   * @type {number}
   */
  tickMillis;
  /**
   * As published: with the sign bit, where that is counted.
   *
   * @readonly
   * @type {number}
   */
  timeBits;
  /**
   * @readonly
   * @type {number}
   */
  nodeBits;
  /**
   * @readonly
   * @type {number}
   */
  sequenceBits;
  /**
   * So many of the sequence's lowest bits are never 0 together.
   *
   * @readonly
   * @type {number}
   */
  counterBits;
  /**
   * The named parts of the node and their bits, high bits first.
   *
   * @readonly
   * @type {import("./fields.js").Fields<NodeField>}
   */
  nodeFields;
  /**
   * The named parts of the sequence, likewise.
   *
   * @readonly
   * @type {import("./fields.js").Fields<SequenceField>}
   */
  sequenceFields;
  /**
   * The name and the width of the field that whoever mints gives for each ID, such as a shard;
   * `null` if there is none.
   *
   * @readonly
   * @type {readonly [name: string, bits: number] | null}
   */
  caller;
  /**
   * The fields below the time, high bits first.
   *
   * @readonly
   * @type {readonly import("./layout-options.js").LowField[]}
   */
  order;
  /**
   * Whether the published layout takes all 64 bits.
   *
   * @readonly
   * @type {boolean}
   */
  isFullWidth;
  /**
   * Whether timestamps wrap around instead of ending.
   *
   * @readonly
   * @type {boolean}
   */
  isPeriodic;
  /**
   * What the order of IDs says about the order in which they were minted.
   * `"full"`: a larger one was minted later. `"sharded"`: the same among the IDs
   * of a node, and between nodes to the tick. `"periodic"`: the same inside a
   * period of the timestamp.
   *
   * @readonly
   * @type {"full" | "sharded" | "periodic"}
   */
  monotonicity;
  /**
   * The largest timestamp, in ticks.
   *
   * @readonly
   * @type {number}
   */
  maxTimestamp;
  /**
   * The largest ID.
   *
   * @readonly
   * @type {bigint}
   */
  maxId;
  /**
   * The first instant without a timestamp, in Unix ms; `null` if they wrap around.
   *
   * @readonly
   * @type {number | null}
   */
  endsAt;
  /**
   * After how long timestamps wrap around, in ms; `null` if they do not.
   *
   * @readonly
   * @type {number | null}
   */
  periodMillis;

  #decode;
  #timeShift;
  #shifts = { caller: 0n, node: 0n, sequence: 0n };

  /**
   * A layout from its notation, which Rust's `Layout::notation` and `snowflake layouts --json`
   * write: `time:39@10ms/seq:8/node:16@2014-09-01`.
   *
   * @param {string} text
   * @returns {Layout<string, string>}
   */
  static parse(text) {
    return new Layout(read(text));
  }

  /** @param {import("./layout-options.js").LayoutOptions<NodeField, SequenceField>} options */
  constructor(options) {
    const layout = complete(options);
    this.#decode = decoder(layout);
    this.name = layout.name;
    this.epochUnixMillis = layout.epoch;
    this.tickMillis = layout.tickMillis;
    this.timeBits = layout.timeBits;
    this.nodeBits = layout.nodeBits;
    this.sequenceBits = layout.sequenceBits;
    this.counterBits = layout.counterBits;
    this.nodeFields = frozen(layout.nodeFields);
    this.sequenceFields = frozen(layout.sequenceFields);
    this.caller = layout.caller && Object.freeze([...layout.caller]);
    this.order = Object.freeze(layout.order);
    this.isFullWidth = layout.fullWidth;
    this.isPeriodic = layout.periodic;
    this.maxTimestamp = layout.maxTimestamp;
    this.#timeShift = this.order.reduceRight((below, field) => {
      this.#shifts[field] = below;
      return below + BigInt(layout.widths[field]);
    }, 0n);
    // A field above the sequence orders the IDs of a tick.
    const isOneNode = this.nodeBits === 0 && this.#shifts.caller <= this.#shifts.sequence;
    const ordered = isOneNode ? "full" : "sharded";
    this.monotonicity = this.isPeriodic ? "periodic" : ordered;
    this.maxId = ((BigInt(this.maxTimestamp) + 1n) << this.#timeShift) - 1n;
    const span = (this.maxTimestamp + 1) * this.tickMillis;
    this.endsAt = this.isPeriodic ? null : this.epochUnixMillis + span;
    this.periodMillis = this.isPeriodic ? span : null;
    Object.freeze(this);
  }

  /**
   * Takes an ID apart.
   *
   * @param {AnyId} id
   * @param {DecodeOptions} [options]
   * @returns {Decoded<NodeField, SequenceField>}
   */
  decode(id, options) {
    // A number is what `map` hands on.
    if (typeof options === "object") mustBeKnown(options, ["reference"], "decode");
    return this.#decode(toBigInt(id), options);
  }

  /**
   * Puts an ID together: the reverse of `decode`.
   *
   * @param {{ timestamp: number, node: number, sequence: number, caller?: number }} parts
   * @returns {bigint}
   */
  compose(parts) {
    mustBeKnown(parts, ["timestamp", "node", "sequence", "caller"], "compose");
    const { timestamp, node, sequence, caller } = parts;
    if (this.caller === null ? caller !== undefined : caller === undefined) {
      const what =
        this.caller === null ? "has no field that is given" : `needs a value for ${this.caller[0]}`;
      throw invalidOption(`the layout \`${this.name}\` ${what}`);
    }
    /** @type {(field: string, value: number, max: number) => bigint} */
    const within = (field, value, max) => {
      if (Number.isInteger(value) && value >= 0 && value <= max) return BigInt(value);
      const problem = `${described(value)} does not fit: use an integer from 0 to ${max}`;
      throw invalidOption(`${field} ${problem}`);
    };
    if (this.counterBits > 0 && sequence % 2 ** this.counterBits === 0) {
      throw invalidOption(`sequence ${described(sequence)} is one that the layout does not use`);
    }
    let id = within("timestamp", timestamp, this.maxTimestamp) << this.#timeShift;
    id |= within("node", node, 2 ** this.nodeBits - 1) << this.#shifts.node;
    id |= within("sequence", sequence, 2 ** this.sequenceBits - 1) << this.#shifts.sequence;
    if (this.caller !== null) {
      id |= within(this.caller[0], caller ?? 0, 2 ** this.caller[1] - 1) << this.#shifts.caller;
    }
    return fromInteger(id);
  }

  /**
   * The smallest and the largest ID minted from `from` until just before `to`, whatever their
   * node: for queries on the key itself. The time of an ID is the beginning of its tick.
   *
   * Bounds outside of the layout's time are moved to its edges. If no ID can be in between, the
   * first is larger than the last, and `BETWEEN` finds nothing.
   *
   * @param {Date | number} [from] the first instant inside, a date or Unix ms; left out: the epoch
   * @param {Date | number} [to] the first instant after it, likewise; left out: the end
   * @returns {IdRange<bigint>}
   */
  range(from, to) {
    if (this.isPeriodic) {
      throw new SnowflakeError(
        "periodic",
        `the layout \`${this.name}\` has no ranges: its timestamps wrap around, so its IDs are ` +
          "not in the order of their times",
      );
    }
    // A tick is in the interval when its beginning is, so both bounds round up: the first
    // tick inside, and the first one after it.
    const start = from === undefined ? 0n : this.#ticksUntil(from);
    const end = to === undefined ? BigInt(this.maxTimestamp) + 1n : this.#ticksUntil(to);
    const first = start << this.#timeShift;
    const last = (end << this.#timeShift) - 1n;
    // 0 is no ID: without node and sequence, tick 0 has none.
    return start < end && last > 0n ? { first: first || 1n, last } : { first: MAX, last: 1n };
  }

  /**
   * How many ticks begin before an instant, from the epoch to the end.
   *
   * @param {Date | number} time
   */
  #ticksUntil(time) {
    const millis = BigInt(Math.ceil(unixMillis(time))) - BigInt(this.epochUnixMillis);
    const tick = BigInt(this.tickMillis);
    const all = BigInt(this.maxTimestamp) + 1n;
    const ticks = millis <= 0n ? 0n : (millis + tick - 1n) / tick;
    return ticks < all ? ticks : all;
  }
}
