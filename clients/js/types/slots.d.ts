/**
 * A node of a layout. Its IDs are numbered, and each number is a slot: those of a tick follow each
 * other, and the next tick goes on without a gap. It keeps no state and reads no clock.
 */
export declare class Slots {
    #private;
    /**
     * How many IDs a node has in a tick.
     *
     * @readonly
     * @type {bigint}
     */
    readonly perTick: bigint;
    /**
     * @param {import("./layout.js").Layout<any, any>} layout
     * @param {number} node
     * @param {number} maxRollbackMillis how far the clock may step back while the node goes on in the
     *   last tick
     * @param {"zero" | "continue"} sequenceStart where a tick begins
     */
    constructor(layout: import("./layout.js").Layout<any, any>, node: number, maxRollbackMillis: number, sequenceStart: "zero" | "continue");
    /**
     * Ms since the epoch, where the layout has a timestamp.
     *
     * @param {number} unixMillis
     * @returns {number}
     */
    sinceEpoch(unixMillis: number): number;
    /**
     * The slot after the last one at a time, or how long until there is one. This is `Rules::take` of
     * Rust's `snowflake-kit-mint`.
     *
     * @param {bigint} last
     * @param {number} now ms since the epoch
     * @returns {{ slot: bigint | undefined, waitMillis: number }}
     */
    take(last: bigint, now: number): {
        slot: bigint | undefined;
        waitMillis: number;
    };
    /**
     * The ID in a slot.
     *
     * @param {bigint} slot
     * @param {number} [caller] the value of the layout's field that is given for each ID
     * @returns {bigint}
     */
    id(slot: bigint, caller?: number): bigint;
    /**
     * The slot of an ID of this node, from its time and its sequence.
     *
     * @param {{ unixMillis: number, sequence: number }} decoded
     * @returns {bigint}
     */
    of({ unixMillis, sequence }: {
        unixMillis: number;
        sequence: number;
    }): bigint;
}
