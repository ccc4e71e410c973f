// Mints IDs in Node.js, in services that have a node number of their own. Not for browsers, which
// have none: this file is not part of the module that they load.

import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";
import { lastSlot, lastSlots, share } from "./last-slots.js";
import { Layout } from "./layout.js";
import { invalidOption, mustBeKnown } from "./options.js";
import { presets } from "./presets.js";
import { Slots } from "./slots.js";

/**
 * A generator for another thread: hand it over with `workerData` or `postMessage`, and make a
 * generator of it with `Generator.from`.
 *
 * @typedef {object} Handle
 * @property {import("./layout-options.js").LayoutOptions<string, string>} layout
 * @property {number} node
 * @property {number} maxRollbackMillis
 * @property {number} maxWaitMillis
 * @property {"zero" | "continue"} sequenceStart
 * @property {SharedArrayBuffer} last
 */

/**
 * @typedef {object} GeneratorOptions
 * @property {number} node the node number: no other process may have it at the same time
 * @property {keyof typeof presets | Layout<any, any>} [layout] default: `"default"`
 * @property {number} [maxRollbackMillis] how far the clock may step back while minting goes on in
 *   the last tick; default: 10 seconds
 * @property {number} [maxWaitMillis] how long `mint` waits for a free ID; default: 5 seconds
 * @property {"zero" | "continue"} [sequenceStart] where a tick begins: at 0 (the default), or after the
 *   last sequence, in the first quarter of the tick, so that remainders of IDs are even at low rates too
 * @property {() => number} [clock] the present in Unix ms; default: `Date.now()`
 */

/** @type {readonly (keyof GeneratorOptions)[]} */
const OPTIONS = ["node", "layout", "maxRollbackMillis", "maxWaitMillis", "sequenceStart", "clock"];

/** Mints IDs, in the order of their time. One node number never mints an ID twice in a process. */
export class Generator {
  /**
   * @readonly
   * @type {Layout<any, any>}
   */
  layout;
  /**
   * @readonly
   * @type {number}
   */
  node;

  #key;
  #clock;
  #maxRollbackMillis;
  #maxWaitMillis;
  #sequenceStart;
  #slots;
  /** Where `#last` was found. */
  #scope;
  #last;

  /** @param {GeneratorOptions} options */
  constructor(options) {
    mustBeKnown(options, OPTIONS, "a Generator");
    const { layout = "default", node, sequenceStart = "zero" } = options;
    const { maxRollbackMillis = 10_000, maxWaitMillis = 5_000 } = options;
    // Not `Date.now` itself, which tests replace.
    const { clock = () => Date.now() } = options;
    const isPreset = typeof layout === "string" && Object.hasOwn(presets, layout);
    const found = isPreset ? presets[layout] : layout;
    if (!(found instanceof Layout)) {
      throw invalidOption(`\`layout\` is a Layout or the name of a preset, not ${described(layout)}`);
    }
    this.layout = found;
    mustBeWithin("node", node, 2 ** found.nodeBits - 1);
    mustBeWithin("maxRollbackMillis", maxRollbackMillis, Number.MAX_SAFE_INTEGER);
    mustBeWithin("maxWaitMillis", maxWaitMillis, Number.MAX_SAFE_INTEGER);
    if (sequenceStart !== "zero" && sequenceStart !== "continue") {
      throw invalidOption(`\`sequenceStart\` is "zero" or "continue", not ${described(sequenceStart)}`);
    }
    if (typeof clock !== "function") throw invalidOption("`clock` is a function that returns Unix ms");
    this.node = node;
    this.#clock = clock;
    this.#maxRollbackMillis = maxRollbackMillis;
    this.#maxWaitMillis = maxWaitMillis;
    this.#sequenceStart = sequenceStart;
    this.#slots = new Slots(found, node, maxRollbackMillis, sequenceStart);
    this.#key = keyOf(found, node);
    this.#scope = lastSlots();
    this.#last = lastSlot(this.#key, node);
    Object.freeze(this);
  }

  /**
   * A generator of another thread.
   *
   * @param {Handle} handle
   * @returns {Generator}
   */
  static from(handle) {
    const isHandle = typeof handle === "object" && handle !== null && "last" in handle;
    if (!isHandle) {
      throw invalidOption(`Generator.from takes the handle of a generator, not ${described(handle)}`);
    }
    const { layout: options, last, ...rest } = handle;
    const layout = new Layout(options);
    share(keyOf(layout, rest.node), last);
    return new Generator({ ...rest, layout });
  }

  /**
   * This generator for a worker thread, which shares its last ID: no ID is minted by both.
   *
   * @returns {Handle}
   */
  handle() {
    const { name, epochUnixMillis, isFullWidth, isPeriodic, order, caller } = this.layout;
    const { tickMillis, timeBits, nodeBits, sequenceBits, counterBits } = this.layout;
    /** @type {(fields: readonly (readonly [string, number])[]) => [string, number][]} */
    const copy = (fields) => fields.map(([field, bits]) => [field, bits]);
    const layout = {
      ...{ name, tickMillis, timeBits, nodeBits, sequenceBits, counterBits },
      ...{ epoch: epochUnixMillis, fullWidth: isFullWidth, periodic: isPeriodic },
      ...{ nodeFields: copy(this.layout.nodeFields) },
      ...{ sequenceFields: copy(this.layout.sequenceFields), order: [...order] },
      ...(caller === null ? {} : { caller: /** @type {[string, number]} */ ([...caller]) }),
    };
    const last = /** @type {SharedArrayBuffer} */ (this.#lastHere().buffer);
    const [maxRollbackMillis, maxWaitMillis] = [this.#maxRollbackMillis, this.#maxWaitMillis];
    const sequenceStart = this.#sequenceStart;
    return { layout, node: this.node, maxRollbackMillis, maxWaitMillis, sequenceStart, last };
  }

  /**
   * Mints an ID. If the IDs of this tick are used up, it stops the thread until the next tick, at
   * most for `maxWaitMillis`.
   *
   * @param {number} [caller] the value of the layout's field that is given for each ID
   * @returns {bigint}
   */
  mint(caller) {
    const mustNotWaitLonger = this.#patience();
    for (;;) {
      const { id, waitMillis } = this.#attempt(caller);
      if (id !== undefined) return id;
      mustNotWaitLonger(waitMillis);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMillis);
    }
  }

  /**
   * Mints an ID, and lets other tasks of the thread run while it waits.
   *
   * @param {number} [caller]
   * @returns {Promise<bigint>}
   */
  async mintAsync(caller) {
    const mustNotWaitLonger = this.#patience();
    for (;;) {
      const { id, waitMillis } = this.#attempt(caller);
      if (id !== undefined) return id;
      mustNotWaitLonger(waitMillis);
      await new Promise((resolve) => setTimeout(resolve, waitMillis));
    }
  }

  /**
   * Mints an ID without waiting; throws `would-wait` if the IDs of this tick are used up.
   *
   * @param {number} [caller]
   * @returns {bigint}
   */
  tryMint(caller) {
    const { id, waitMillis } = this.#attempt(caller);
    if (id !== undefined) return id;
    const message = `node ${this.node} has no free ID before ${waitMillis} ms have passed`;
    throw new SnowflakeError("would-wait", message);
  }

  /**
   * An ID, or how long to wait for one. The clock is read each time, before the last ID is.
   *
   * @type {(caller?: number) => { id: bigint | undefined, waitMillis: number }}
   */
  #attempt(caller) {
    // What is wrong with the value uses up no ID.
    if (caller !== undefined || this.layout.caller !== null) {
      const sequence = this.layout.counterBits > 0 ? 1 : 0;
      this.layout.compose({ timestamp: 1, node: this.node, sequence, ...callers(caller) });
    }
    const lastHere = this.#lastHere();
    for (;;) {
      const now = this.#now();
      const last = Atomics.load(lastHere, 0);
      const { slot, waitMillis } = this.#slots.take(last, now);
      if (slot === undefined) return { id: undefined, waitMillis };
      if (Atomics.compareExchange(lastHere, 0, last, slot) === last) {
        return { id: this.#slots.id(slot, caller), waitMillis: 0 };
      }
    }
  }

  /** The last slot in the scope that this thread is in. */
  #lastHere() {
    const scope = lastSlots();
    if (scope !== this.#scope) {
      this.#last = lastSlot(this.#key, this.node);
      this.#scope = scope;
    }
    return this.#last;
  }

  /** Ms since the epoch. */
  #now() {
    const unixMillis = Math.floor(this.#clock());
    if (!Number.isSafeInteger(unixMillis)) throw invalidOption("the clock does not give a time");
    return this.#slots.sinceEpoch(unixMillis);
  }

  /**
   * Refuses to wait for longer than `maxWaitMillis` in all.
   *
   * @returns {(waitMillis: number) => void}
   */
  #patience() {
    const started = performance.now();
    let asked = 0;
    return (waitMillis) => {
      // In a test, the time that passes may stand still.
      const waited = Math.max(performance.now() - started, asked);
      asked += waitMillis;
      if (waited + waitMillis <= this.#maxWaitMillis) return;
      throw new SnowflakeError(
        "waited-too-long",
        `node ${this.node} would wait ${Math.ceil(waited + waitMillis)} ms for a free ID, more than ` +
          `${this.#maxWaitMillis} ms`,
      );
    };
  }
}

/**
 * What two generators must have in common to mint the same IDs.
 *
 * @type {(layout: Layout<any, any>, node: number) => string}
 */
function keyOf(layout, node) {
  const { epochUnixMillis, tickMillis, maxTimestamp, nodeBits, sequenceBits, counterBits } = layout;
  const widths = [maxTimestamp, layout.caller?.[1], nodeBits, sequenceBits, counterBits];
  return [epochUnixMillis, tickMillis, ...widths, layout.isPeriodic, ...layout.order, node].join(" ");
}

/** @type {(caller?: number) => { caller?: number }} */
function callers(caller) {
  return caller === undefined ? {} : { caller };
}

/** @type {(option: string, value: unknown, max: number) => void} */
function mustBeWithin(option, value, max) {
  const isWithin = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
  if (!isWithin) {
    throw invalidOption(`\`${option}\` is an integer from 0 to ${max}, not ${described(value)}`);
  }
}
