export type LayoutOptions = import("./layout-options.js").LayoutOptions<string, string>;
export type LowField = import("./layout-options.js").LowField;
export type Word = {
    text: string;
    at: number;
};
/**
 * The options that a text stands for.
 *
 * @param {string} text
 * @returns {LayoutOptions}
 */
export declare function read(text: string): LayoutOptions;
