export type LayoutOptions<NodeField extends string, SequenceField extends string> = {
    /**
     * shows in error messages
     */
    name: string;
    /**
     * the instant of timestamp 0, a date or Unix ms; default:
     * 2025-01-01T00:00:00Z
     */
    epoch?: Date | number;
    /**
     * how long a tick lasts, in ms; default: 1
     */
    tickMillis?: number;
    /**
     * how wide the timestamp is; it is always the highest field
     */
    timeBits: number;
    /**
     * how wide the node number is, 0 (default) to 32 bits
     */
    nodeBits?: number;
    /**
     * the named parts of the node and their bits, high
     * bits first
     */
    nodeFields?: Fields<NodeField>;
    /**
     * how wide the sequence is, 0 (default) to 32 bits
     */
    sequenceBits?: number;
    /**
     * likewise
     */
    sequenceFields?: Fields<SequenceField>;
    /**
     * a field that whoever mints gives for
     * each ID, such as a shard, 1 to 32 bits
     */
    caller?: readonly [name: string, bits: number] | null;
    /**
     * the fields below the time, high bits first; default:
     * `["caller", "node", "sequence"]`
     */
    order?: readonly LowField[];
    /**
     * all fields together take 64 bits, the sign bit included
     */
    fullWidth?: boolean;
    /**
     * timestamps wrap around instead of ending
     */
    periodic?: boolean;
    /**
     * so many lowest bits of the sequence are a counter that never
     * is 0
     */
    counterBits?: number;
};
export type Fields<Name extends string> = import("./fields.js").Fields<Name>;
export type LowField = "caller" | "node" | "sequence";
export type ErrorCode = import("./error.js").ErrorCode;
/**
 * The options with their defaults, checked.
 *
 * @template {string} NodeField
 * @template {string} SequenceField
 * @param {LayoutOptions<NodeField, SequenceField>} options
 */
export declare function complete<NodeField extends string, SequenceField extends string>(options: LayoutOptions<NodeField, SequenceField>): {
    name: string;
    epoch: number;
    tickMillis: number;
    timeBits: number;
    nodeBits: number;
    sequenceBits: number;
    counterBits: number;
    nodeFields: Fields<NodeField>;
    sequenceFields: Fields<SequenceField>;
    caller: readonly [name: string, bits: number] | null;
    order: LowField[];
    widths: {
        caller: number;
        node: number;
        sequence: number;
    };
    fullWidth: boolean;
    periodic: boolean;
    maxTimestamp: number;
};
