// The last slot of each node that mints in this thread.

// @ts-ignore: its types are a package of their own
import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";

import { SnowflakeError } from "./error.js";
import { invalidOption } from "./options.js";

/**
 * The last slot of each node, by what its IDs mean and its number.
 *
 * @typedef {Map<string, SharedArrayBuffer>} LastSlots
 */

const PLACE = "snowflake-kit: last slots";

/**
 * Of the process, and then of each `MintScope` that has not ended, the innermost last.
 *
 * The environment data of Node.js is one place per thread. `globalThis` is not: Jest and vite-node run
 * each test file in a `node:vm` context, which has globals of its own, and loads this module again. A
 * worker begins with a copy of the data, whose buffers are shared.
 *
 * @type {LastSlots[]}
 */
const scopes = getEnvironmentData(PLACE) ?? [new Map()];
setEnvironmentData(PLACE, scopes);

/**
 * Where generators of this thread count now: in the innermost scope.
 *
 * @returns {LastSlots}
 */
export function lastSlots() {
  return /** @type {LastSlots} */ (scopes.at(-1));
}

/**
 * The last slot of a node. A node that is new to the process begins in the main thread, so that its
 * threads cannot begin it twice; a scope is of one thread.
 *
 * @param {string} key what its IDs mean, and its number
 * @param {number} node
 * @returns {BigInt64Array}
 */
export function lastSlot(key, node) {
  const slots = lastSlots();
  const known = slots.get(key);
  if (known === undefined && !isMainThread && scopes.length === 1) {
    throw new SnowflakeError(
      "not-shared",
      `a worker thread cannot tell whether another thread mints as node ${node}: make the ` +
        "generator in the main thread, hand over its `handle()`, and use `Generator.from` here",
    );
  }
  const last = known ?? new SharedArrayBuffer(8);
  slots.set(key, last);
  return new BigInt64Array(last);
}

/**
 * Takes over the last slot of a node from another thread, unless this one has it already.
 *
 * @param {string} key
 * @param {unknown} last
 */
export function share(key, last) {
  // Not `instanceof`: it may be of another context.
  const isShared = Object.prototype.toString.call(last) === "[object SharedArrayBuffer]";
  if (!isShared) throw invalidOption("the handle has lost what it shares: hand it over as it is");
  const slots = lastSlots();
  if (!slots.has(key)) slots.set(key, /** @type {SharedArrayBuffer} */ (last));
}

/**
 * Begins a scope in which no node has minted yet.
 *
 * @returns {() => void} ends it, and those that began in it
 */
export function beginScope() {
  /** @type {LastSlots} */
  const slots = new Map();
  scopes.push(slots);
  return () => {
    const at = scopes.indexOf(slots);
    if (at > 0) scopes.length = at;
  };
}
