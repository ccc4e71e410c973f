// Which ID a node mints next: the rules of Rust's `snowflake-kit-mint`, on any clock.

import { SnowflakeError } from "./error.js";

/**
 * A node of a layout. Its IDs are numbered, and each number is a slot: those of a tick follow each
 * other, and the next tick goes on without a gap. It keeps no state and reads no clock.
 */
export class Slots {
  /**
   * How many IDs a node has in a tick.
   *
   * @readonly
   * @type {bigint}
   */
  perTick;

  #layout;
  #node;
  #maxRollbackMillis;
  /** How many of a tick's slots it may begin at. */
  #starts;

  /**
   * @param {import("./layout.js").Layout<any, any>} layout
   * @param {number} node
   * @param {number} maxRollbackMillis how far the clock may step back while the node goes on in the
   *   last tick
   * @param {"zero" | "continue"} sequenceStart where a tick begins
   */
  constructor(layout, node, maxRollbackMillis, sequenceStart) {
    this.#layout = layout;
    this.#node = node;
    this.#maxRollbackMillis = maxRollbackMillis;
    const counters = layout.counterBits > 0 ? 2n ** BigInt(layout.counterBits) - 1n : 1n;
    this.perTick = 2n ** BigInt(layout.sequenceBits - layout.counterBits) * counters;
    this.#starts = sequenceStart === "continue" && this.perTick >= 4n ? this.perTick / 4n : 1n;
    Object.freeze(this);
  }

  /**
   * Ms since the epoch, where the layout has a timestamp.
   *
   * @param {number} unixMillis
   * @returns {number}
   */
  sinceEpoch(unixMillis) {
    const { epochUnixMillis, endsAt, name } = this.#layout;
    const iso = () => new Date(unixMillis).toISOString();
    if (unixMillis < epochUnixMillis) {
      const message = `the clock shows ${iso()}, before the epoch of the layout \`${name}\``;
      throw new SnowflakeError("before-epoch", message);
    }
    if (endsAt !== null && unixMillis >= endsAt) throw this.#ended(iso());
    return unixMillis - epochUnixMillis;
  }

  /**
   * The slot after the last one at a time, or how long until there is one. This is `Rules::take` of
   * Rust's `snowflake-kit-mint`.
   *
   * @param {bigint} last
   * @param {number} now ms since the epoch
   * @returns {{ slot: bigint | undefined, waitMillis: number }}
   */
  take(last, now) {
    const { tickMillis, endsAt, maxTimestamp } = this.#layout;
    const nowTick = Math.floor(now / tickMillis);
    const lastTick = Number(last / this.perTick);
    if (nowTick > lastTick) {
      const start = ((last % this.perTick) + 1n) % this.#starts;
      return { slot: BigInt(nowTick) * this.perTick + start, waitMillis: 0 };
    }
    const slot = last + 1n;
    const tick = Number(slot / this.perTick);
    if (tick <= nowTick) return { slot, waitMillis: 0 };
    if (endsAt !== null && tick > maxTimestamp) throw this.#ended("it");
    // One tick is always allowed: two cores may read the clock in another order.
    const ahead = (lastTick - nowTick) * tickMillis;
    if (lastTick - nowTick > 1 && ahead > this.#maxRollbackMillis) {
      throw new SnowflakeError(
        "clock-went-back",
        `the clock is ${ahead} ms before the last ID of node ${this.#node}, and may step back by ` +
          `${this.#maxRollbackMillis} ms: it has to catch up first`,
      );
    }
    if (tick === lastTick) return { slot, waitMillis: 0 };
    return { slot: undefined, waitMillis: tick * tickMillis - now };
  }

  /**
   * The ID in a slot.
   *
   * @param {bigint} slot
   * @param {number} [caller] the value of the layout's field that is given for each ID
   * @returns {bigint}
   */
  id(slot, caller) {
    const { counterBits, isPeriodic, maxTimestamp } = this.#layout;
    const tick = slot / this.perTick;
    const index = slot % this.perTick;
    const counters = (1n << BigInt(counterBits)) - 1n;
    const sequence =
      counterBits === 0
        ? index
        : ((index / counters) << BigInt(counterBits)) | ((index % counters) + 1n);
    // Where timestamps wrap around, they are the lowest bits of the tick.
    const timestamp = isPeriodic ? tick & BigInt(maxTimestamp) : tick;
    return this.#layout.compose({
      timestamp: Number(timestamp),
      node: this.#node,
      sequence: Number(sequence),
      ...(caller === undefined ? {} : { caller }),
    });
  }

  /**
   * The slot of an ID of this node, from its time and its sequence.
   *
   * @param {{ unixMillis: number, sequence: number }} decoded
   * @returns {bigint}
   */
  of({ unixMillis, sequence }) {
    const { counterBits, epochUnixMillis, tickMillis } = this.#layout;
    const tick = BigInt(Math.floor((unixMillis - epochUnixMillis) / tickMillis));
    const number = BigInt(sequence);
    const low = BigInt(counterBits);
    const index =
      counterBits === 0
        ? number
        : (number >> low) * ((1n << low) - 1n) + BigInt.asUintN(counterBits, number) - 1n;
    return tick * this.perTick + index;
  }

  /** @type {(when: string) => SnowflakeError} */
  #ended(when) {
    const message = `the layout \`${this.#layout.name}\` has no timestamp for ${when}: it has ended`;
    return new SnowflakeError("layout-ended", message);
  }
}
