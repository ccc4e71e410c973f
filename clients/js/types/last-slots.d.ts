export type LastSlots = Map<string, SharedArrayBuffer>;
/**
 * Where generators of this thread count now: in the innermost scope.
 *
 * @returns {LastSlots}
 */
export declare function lastSlots(): LastSlots;
/**
 * The last slot of a node. A node that is new to the process begins in the main thread, so that its
 * threads cannot begin it twice; a scope is of one thread.
 *
 * @param {string} key what its IDs mean, and its number
 * @param {number} node
 * @returns {BigInt64Array}
 */
export declare function lastSlot(key: string, node: number): BigInt64Array;
/**
 * Takes over the last slot of a node from another thread, unless this one has it already.
 *
 * @param {string} key
 * @param {unknown} last
 */
export declare function share(key: string, last: unknown): void;
/**
 * Begins a scope in which no node has minted yet.
 *
 * @returns {() => void} ends it, and those that began in it
 */
export declare function beginScope(): () => void;
