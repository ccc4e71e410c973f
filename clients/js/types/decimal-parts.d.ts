export type DecimalParts = {
    /**
     * counts the IDs of a generator, 1 to 922337202
     */
    counter: number;
    /**
     * a number that is used once, 0 to 99999
     */
    generator: number;
    /**
     * the launch of the service, 1 to 99999; 0 in tests
     */
    launch: number;
};
/**
 * @typedef {object} DecimalParts
 * @property {number} counter counts the IDs of a generator, 1 to 922337202
 * @property {number} generator a number that is used once, 0 to 99999
 * @property {number} launch the launch of the service, 1 to 99999; 0 in tests
 */
/**
 * The parts of a `DecimalId`, counter · 10^10 + generator · 10^5 + launch.
 *
 * @param {import("./value.js").AnyId} id
 * @returns {DecimalParts}
 */
export declare function decimalParts(id: import("./value.js").AnyId): DecimalParts;
