/** The last instant of a `Date`, in Unix ms; the first is its negative. */
export declare const LAST_INSTANT = 8640000000000000n;
/**
 * @param {Date | number} time
 * @returns {number}
 */
export declare function unixMillis(time: Date | number): number;
