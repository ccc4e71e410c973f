export type AnyId = import("./value.js").AnyId;
export type Decoded<NodeField extends string, SequenceField extends string> = import("./decoder.js").Decoded<NodeField, SequenceField>;
export type DecodeOptions = import("./decoder.js").DecodeOptions;
export type IdRange<T> = {
    first: T;
    last: T;
};
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
export declare class Layout<NodeField extends string = "node", SequenceField extends string = "sequence"> {
    #private;
    /**
     * @readonly
     * @type {string}
     */
    readonly name: string;
    /**
     * The instant of timestamp 0, in Unix ms.
     *
     * @readonly
     * @type {number}
     */
    readonly epochUnixMillis: number;
    /**
     * How long a tick lasts, in ms.
     *
     * @readonly
     * @type {number}
     */
    readonly tickMillis: number;
    /**
     * As published: with the sign bit, where that is counted.
     *
     * @readonly
     * @type {number}
     */
    readonly timeBits: number;
    /**
     * @readonly
     * @type {number}
     */
    readonly nodeBits: number;
    /**
     * @readonly
     * @type {number}
     */
    readonly sequenceBits: number;
    /**
     * So many of the sequence's lowest bits are never 0 together.
     *
     * @readonly
     * @type {number}
     */
    readonly counterBits: number;
    /**
     * The named parts of the node and their bits, high bits first.
     *
     * @readonly
     * @type {import("./fields.js").Fields<NodeField>}
     */
    readonly nodeFields: import("./fields.js").Fields<NodeField>;
    /**
     * The named parts of the sequence, likewise.
     *
     * @readonly
     * @type {import("./fields.js").Fields<SequenceField>}
     */
    readonly sequenceFields: import("./fields.js").Fields<SequenceField>;
    /**
     * The name and the width of the field that whoever mints gives for each ID, such as a shard;
     * `null` if there is none.
     *
     * @readonly
     * @type {readonly [name: string, bits: number] | null}
     */
    readonly caller: readonly [name: string, bits: number] | null;
    /**
     * The fields below the time, high bits first.
     *
     * @readonly
     * @type {readonly import("./layout-options.js").LowField[]}
     */
    readonly order: readonly import("./layout-options.js").LowField[];
    /**
     * Whether the published layout takes all 64 bits.
     *
     * @readonly
     * @type {boolean}
     */
    readonly isFullWidth: boolean;
    /**
     * Whether timestamps wrap around instead of ending.
     *
     * @readonly
     * @type {boolean}
     */
    readonly isPeriodic: boolean;
    /**
     * What the order of IDs says about the order in which they were minted.
     * `"full"`: a larger one was minted later. `"sharded"`: the same among the IDs
     * of a node, and between nodes to the tick. `"periodic"`: the same inside a
     * period of the timestamp.
     *
     * @readonly
     * @type {"full" | "sharded" | "periodic"}
     */
    readonly monotonicity: "full" | "sharded" | "periodic";
    /**
     * The largest timestamp, in ticks.
     *
     * @readonly
     * @type {number}
     */
    readonly maxTimestamp: number;
    /**
     * The largest ID.
     *
     * @readonly
     * @type {bigint}
     */
    readonly maxId: bigint;
    /**
     * The first instant without a timestamp, in Unix ms; `null` if they wrap around.
     *
     * @readonly
     * @type {number | null}
     */
    readonly endsAt: number | null;
    /**
     * After how long timestamps wrap around, in ms; `null` if they do not.
     *
     * @readonly
     * @type {number | null}
     */
    readonly periodMillis: number | null;
    /**
     * A layout from its notation, which Rust's `Layout::notation` and `snowflake layouts --json`
     * write: `time:39@10ms/seq:8/node:16@2014-09-01`.
     *
     * @param {string} text
     * @returns {Layout<string, string>}
     */
    static parse(text: string): Layout<string, string>;
    /** @param {import("./layout-options.js").LayoutOptions<NodeField, SequenceField>} options */
    constructor(options: import("./layout-options.js").LayoutOptions<NodeField, SequenceField>);
    /**
     * Takes an ID apart.
     *
     * @param {AnyId} id
     * @param {DecodeOptions} [options]
     * @returns {Decoded<NodeField, SequenceField>}
     */
    decode(id: AnyId, options?: DecodeOptions): Decoded<NodeField, SequenceField>;
    /**
     * Puts an ID together: the reverse of `decode`.
     *
     * @param {{ timestamp: number, node: number, sequence: number, caller?: number }} parts
     * @returns {bigint}
     */
    compose(parts: {
        timestamp: number;
        node: number;
        sequence: number;
        caller?: number;
    }): bigint;
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
    range(from?: Date | number, to?: Date | number): IdRange<bigint>;
}
