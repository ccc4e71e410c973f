import { Layout } from "./layout.js";
import { presets } from "./presets.js";
export type Handle = {
    layout: import("./layout-options.js").LayoutOptions<string, string>;
    node: number;
    maxRollbackMillis: number;
    maxWaitMillis: number;
    sequenceStart: "zero" | "continue";
    last: SharedArrayBuffer;
};
export type GeneratorOptions = {
    /**
     * the node number: no other process may have it at the same time
     */
    node: number;
    /**
     * default: `"default"`
     */
    layout?: keyof typeof presets | Layout<any, any>;
    /**
     * how far the clock may step back while minting goes on in
     * the last tick; default: 10 seconds
     */
    maxRollbackMillis?: number;
    /**
     * how long `mint` waits for a free ID; default: 5 seconds
     */
    maxWaitMillis?: number;
    /**
     * where a tick begins: at 0 (the default), or after the
     * last sequence, in the first quarter of the tick, so that remainders of IDs are even at low rates too
     */
    sequenceStart?: "zero" | "continue";
    /**
     * the present in Unix ms; default: `Date.now()`
     */
    clock?: () => number;
};
/** Mints IDs, in the order of their time. One node number never mints an ID twice in a process. */
export declare class Generator {
    #private;
    /**
     * @readonly
     * @type {Layout<any, any>}
     */
    readonly layout: Layout<any, any>;
    /**
     * @readonly
     * @type {number}
     */
    readonly node: number;
    /** @param {GeneratorOptions} options */
    constructor(options: GeneratorOptions);
    /**
     * A generator of another thread.
     *
     * @param {Handle} handle
     * @returns {Generator}
     */
    static from(handle: Handle): Generator;
    /**
     * This generator for a worker thread, which shares its last ID: no ID is minted by both.
     *
     * @returns {Handle}
     */
    handle(): Handle;
    /**
     * Mints an ID. If the IDs of this tick are used up, it stops the thread until the next tick, at
     * most for `maxWaitMillis`.
     *
     * @param {number} [caller] the value of the layout's field that is given for each ID
     * @returns {bigint}
     */
    mint(caller?: number): bigint;
    /**
     * Mints an ID, and lets other tasks of the thread run while it waits.
     *
     * @param {number} [caller]
     * @returns {Promise<bigint>}
     */
    mintAsync(caller?: number): Promise<bigint>;
    /**
     * Mints an ID without waiting; throws `would-wait` if the IDs of this tick are used up.
     *
     * @param {number} [caller]
     * @returns {bigint}
     */
    tryMint(caller?: number): bigint;
}
