// Mints IDs in Node.js, in services that have a node number of their own. Not for browsers, which
// have none: this file is not part of the module that they load.

// @ts-ignore: its types are a package of their own
import { isMainThread } from "node:worker_threads";

import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";
import { Layout } from "./layout.js";
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
 * @property {() => number} [clock] the present in Unix ms; default: `Date.now`
 */

/**
 * The last IDs that were minted in this process, by layout and node: two generators with the same
 * share it, also of two copies of this module.
 *
 * @type {Map<string, SharedArrayBuffer>}
 */
const STATES = (/** @type {any} */ (globalThis)[Symbol.for("snowflake-kit.generators")] ??=
  new Map());

/** Under which a handle brings the state of another thread's generator. */
const SHARED = Symbol("state of another thread");

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

  #last;
  #clock;
  #maxRollbackMillis;
  #maxWaitMillis;
  #sequenceStart;
  #slots;

  /** @param {GeneratorOptions} options */
  constructor(options) {
    const { layout = "default", node, sequenceStart = "zero" } = options;
    const { maxRollbackMillis = 10_000, maxWaitMillis = 5_000, clock = Date.now } = options;
    const found = typeof layout === "string" ? Reflect.get(presets, layout) : layout;
    if (!(found instanceof Layout)) {
      throw invalid(`\`layout\` is a Layout or the name of a preset, not ${described(layout)}`);
    }
    this.layout = found;
    mustBeWithin("node", node, 2 ** found.nodeBits - 1);
    mustBeWithin("maxRollbackMillis", maxRollbackMillis, Number.MAX_SAFE_INTEGER);
    mustBeWithin("maxWaitMillis", maxWaitMillis, Number.MAX_SAFE_INTEGER);
    if (sequenceStart !== "zero" && sequenceStart !== "continue") {
      throw invalid(`\`sequenceStart\` is "zero" or "continue", not ${described(sequenceStart)}`);
    }
    this.node = node;
    this.#clock = clock;
    this.#maxRollbackMillis = maxRollbackMillis;
    this.#maxWaitMillis = maxWaitMillis;
    this.#sequenceStart = sequenceStart;
    this.#slots = new Slots(found, node, maxRollbackMillis, sequenceStart);
    this.#last = new BigInt64Array(stateOf(found, node, options));
    Object.freeze(this);
  }

  /**
   * A generator of another thread.
   *
   * @param {Handle} handle
   * @returns {Generator}
   */
  static from({ layout, last, ...options }) {
    const shared = { ...options, layout: new Layout(layout), [SHARED]: last };
    return new Generator(shared);
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
    const last = /** @type {SharedArrayBuffer} */ (this.#last.buffer);
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
    const started = performance.now();
    for (;;) {
      const { id, waitMillis } = this.#attempt(caller);
      if (id !== undefined) return id;
      this.#mustNotWaitLonger(started, waitMillis);
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
    const started = performance.now();
    for (;;) {
      const { id, waitMillis } = this.#attempt(caller);
      if (id !== undefined) return id;
      this.#mustNotWaitLonger(started, waitMillis);
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
    for (;;) {
      const now = this.#now();
      const last = Atomics.load(this.#last, 0);
      const { slot, waitMillis } = this.#slots.take(last, now);
      if (slot === undefined) return { id: undefined, waitMillis };
      if (Atomics.compareExchange(this.#last, 0, last, slot) === last) {
        return { id: this.#slots.id(slot, caller), waitMillis: 0 };
      }
    }
  }

  /** Ms since the epoch. */
  #now() {
    const unixMillis = Math.floor(this.#clock());
    if (!Number.isSafeInteger(unixMillis)) throw invalid("the clock does not give a time");
    return this.#slots.sinceEpoch(unixMillis);
  }

  /** @type {(started: number, waitMillis: number) => void} */
  #mustNotWaitLonger(started, waitMillis) {
    const waited = performance.now() - started;
    if (waited + waitMillis <= this.#maxWaitMillis) return;
    throw new SnowflakeError(
      "waited-too-long",
      `node ${this.node} would wait ${Math.ceil(waited + waitMillis)} ms for a free ID, more than ` +
        `${this.#maxWaitMillis} ms`,
    );
  }
}

/** @type {(layout: Layout<any, any>, node: number, options: object) => SharedArrayBuffer} */
function stateOf(layout, node, options) {
  const shared = Reflect.get(options, SHARED);
  if (shared instanceof SharedArrayBuffer) return shared;
  if (!isMainThread) {
    throw new SnowflakeError(
      "not-shared",
      `a worker thread cannot tell whether another thread mints as node ${node}: make the ` +
        "generator in the main thread, hand over its `handle()`, and use `Generator.from` here",
    );
  }
  const { epochUnixMillis, tickMillis, maxTimestamp, nodeBits, sequenceBits, counterBits } = layout;
  const widths = [maxTimestamp, layout.caller?.[1], nodeBits, sequenceBits, counterBits];
  const meaning = [epochUnixMillis, tickMillis, ...widths, layout.isPeriodic, ...layout.order, node];
  const key = meaning.join(" ");
  const state = STATES.get(key) ?? new SharedArrayBuffer(8);
  STATES.set(key, state);
  return state;
}

/** @type {(caller?: number) => { caller?: number }} */
function callers(caller) {
  return caller === undefined ? {} : { caller };
}

/** @type {(option: string, value: unknown, max: number) => void} */
function mustBeWithin(option, value, max) {
  const isWithin = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
  if (!isWithin) {
    throw invalid(`\`${option}\` is an integer from 0 to ${max}, not ${described(value)}`);
  }
}

/** @type {(message: string) => SnowflakeError} */
function invalid(message) {
  return new SnowflakeError("invalid-option", message);
}
