// One step of a node that has minted an ID, on a clock that is set by hand.

import { SnowflakeError } from "../../../clients/js/src/error.js";
import { Slots } from "../../../clients/js/src/slots.js";

/** How far a clock may step back while its node goes on: the default of the generators. */
const MAX_ROLLBACK_MILLIS = 10_000;

/** How long `mint` waits for a free ID: likewise. */
const MAX_WAIT_MILLIS = 5_000;

/**
 * What a node does, with the rules of the generators.
 *
 * @param {import("../../../clients/js/src/layout.js").Layout} layout
 * @param {{ id: bigint, clock?: number }} node the last ID that it has minted, and what its clock
 *   shows in Unix ms: the time of the ID, if that is left out
 * @param {"next-id" | "exhaust-sequence" | "next-tick" | "set-clock-back"} step
 * @param {number} setBackMillis
 * @param {Date} reference a time that is not before the ID, where timestamps wrap around
 */
export function simulate(layout, { id, clock }, step, setBackMillis, reference) {
  const decoded = layout.decode(id, { reference });
  const node = new SimulatedNode(layout, decoded, clock ?? decoded.unixMillis);
  if (step === "next-tick") node.moveClock(layout.tickMillis);
  if (step === "set-clock-back") node.moveClock(-setBackMillis);
  if (step === "exhaust-sequence") node.exhaust();
  else node.mint();
  return { id: node.id, clock: node.clock, events: node.events };
}

class SimulatedNode {
  events = [];
  clock;

  #layout;
  #slots;
  #caller;
  #last;

  constructor(layout, decoded, clock) {
    this.clock = clock;
    this.#layout = layout;
    this.#slots = new Slots(layout, decoded.node, MAX_ROLLBACK_MILLIS);
    this.#caller = decoded.caller;
    this.#last = this.#slots.of(decoded);
  }

  get id() {
    return this.#slots.id(this.#last, this.#caller);
  }

  moveClock(millis) {
    this.clock += millis;
    this.#tell("clock-set", `the clock shows ${new Date(this.clock).toISOString()}`);
  }

  /** Mints, or says why not; returns how long to wait for a free ID. */
  mint() {
    return this.#guarded(() => {
      const { slot, waitMillis } = this.#take();
      if (slot === undefined) this.#refuse(`no ID is free for another ${waitMillis} ms`);
      else this.#mintUntil(slot, 1n);
      return waitMillis;
    });
  }

  /** Mints what is left of the tick, and then waits for the next one as `mint` does. */
  exhaust() {
    this.#guarded(() => {
      const { slot } = this.#take();
      if (slot !== undefined) {
        const end = (slot / this.#slots.perTick + 1n) * this.#slots.perTick;
        this.#mintUntil(end - 1n, end - slot);
      }
      const waitMillis = this.mint();
      if (waitMillis === undefined || waitMillis === 0) return;
      if (waitMillis > MAX_WAIT_MILLIS) {
        this.#refuse(`\`mint\` would wait for ${waitMillis} ms, and waits for ${MAX_WAIT_MILLIS} ms at most`);
        return;
      }
      this.clock += waitMillis;
      this.#tell("waited", `\`mint\` waited for ${waitMillis} ms`);
      this.mint();
    });
  }

  #take() {
    return this.#slots.take(this.#last, this.#slots.sinceEpoch(this.clock));
  }

  #mintUntil(slot, count) {
    this.#last = slot;
    const sequence = this.#sequence();
    const text =
      count === 1n
        ? `minted an ID: ${sequence}`
        : `minted ${count} IDs, the last of them with ${sequence}`;
    this.#tell("minted", text);
  }

  #sequence() {
    const reference = new Date(this.clock + MAX_ROLLBACK_MILLIS + this.#layout.tickMillis);
    const { sequence, time } = this.#layout.decode(this.id, { reference });
    return `sequence ${sequence} of ${time.toISOString()}`;
  }

  #guarded(action) {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof SnowflakeError)) throw error;
      this.#refuse(error.message);
      return undefined;
    }
  }

  #refuse(text) {
    this.#tell("refused", text);
  }

  #tell(kind, text) {
    this.events.push({ kind, text });
  }
}
