/**
 * The digits of a number, the highest first.
 *
 * @param {bigint} value
 * @param {string} alphabet
 * @param {number} width how many digits there are at least
 * @returns {string}
 */
export declare function digits(value: bigint, alphabet: string, width: number): string;
/**
 * The number that digits are, the first being the highest.
 *
 * @param {string} digits all of them in the alphabet
 * @param {string} alphabet
 * @returns {bigint}
 */
export declare function number(digits: string, alphabet: string): bigint;
/**
 * The order of the numbers of digits, which are in the order of ASCII in each form.
 *
 * @param {string} a
 * @param {string} b
 * @returns {-1 | 0 | 1}
 */
export declare function compareDigits(a: string, b: string): -1 | 0 | 1;
