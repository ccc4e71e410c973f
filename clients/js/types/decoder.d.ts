export type LayoutOptions<NodeField extends string, SequenceField extends string> = import("./layout-options.js").LayoutOptions<NodeField, SequenceField>;
export type LowField = import("./layout-options.js").LowField;
export type Decoded<NodeField extends string, SequenceField extends string> = {
    /**
     * ticks since the epoch, or since the period began
     */
    timestamp: number;
    /**
     * when the ID was minted, the beginning of its tick
     */
    unixMillis: number;
    /**
     * the same
     */
    time: Date;
    node: number;
    /**
     * the named parts of the node; one without parts is
     * called `node`, and a layout without a node has none
     */
    nodeFields: Record<NodeField, number>;
    sequence: number;
    /**
     * likewise
     */
    sequenceFields: Record<SequenceField, number>;
    /**
     * the value of the field that is given for each ID, if the layout has
     * one
     */
    caller?: number;
    /**
     * where timestamps wrap around: when the period began in
     * which the ID is taken to have been minted
     */
    assumedPeriodStart?: Date;
};
export type DecodeOptions = {
    /**
     * where timestamps wrap around, and only there:
     * a time that is not before the ID was minted, and by less than a period after it; the present
     * will do for young IDs
     */
    reference?: Date | number | undefined;
};
/**
 * @template {string} NodeField
 * @template {string} SequenceField
 * @typedef {import("./layout-options.js").LayoutOptions<NodeField, SequenceField>} LayoutOptions
 */
/** @typedef {import("./layout-options.js").LowField} LowField */
/**
 * An ID taken apart.
 *
 * @template {string} NodeField
 * @template {string} SequenceField
 * @typedef {object} Decoded
 * @property {number} timestamp ticks since the epoch, or since the period began
 * @property {number} unixMillis when the ID was minted, the beginning of its tick
 * @property {Date} time the same
 * @property {number} node
 * @property {Record<NodeField, number>} nodeFields the named parts of the node; one without parts is
 *   called `node`, and a layout without a node has none
 * @property {number} sequence
 * @property {Record<SequenceField, number>} sequenceFields likewise
 * @property {number} [caller] the value of the field that is given for each ID, if the layout has
 *   one
 * @property {Date} [assumedPeriodStart] where timestamps wrap around: when the period began in
 *   which the ID is taken to have been minted
 */
/**
 * @typedef {object} DecodeOptions
 * @property {Date | number | undefined} [reference] where timestamps wrap around, and only there:
 *   a time that is not before the ID was minted, and by less than a period after it; the present
 *   will do for young IDs
 */
/** @type {readonly LowField[]} */
export declare const ORDER: readonly LowField[];
/** 2025-01-01T00:00:00Z. */
export declare const EPOCH = 1735689600000;
/**
 * A function that takes IDs of a layout apart.
 *
 * @template {string} NodeField
 * @template {string} SequenceField
 * @param {LayoutOptions<NodeField, SequenceField>} layout options that fit
 * @returns {(id: bigint, options?: DecodeOptions) => Decoded<NodeField, SequenceField>}
 */
export declare function decoder<NodeField extends string, SequenceField extends string>(layout: LayoutOptions<NodeField, SequenceField>): (id: bigint, options?: DecodeOptions) => Decoded<NodeField, SequenceField>;
export type Place = {
    name: string;
    shift: number;
    mask: number;
};
