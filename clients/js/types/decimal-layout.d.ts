export type DecimalLayout = {
    name: "decimal";
    /**
     *   takes an ID apart
     */
    decode: (id: import("./value.js").AnyId) => import("./decimal-parts.js").DecimalParts;
    /**
     * there is none: it throws
     */
    range: (from?: Date | number, to?: Date | number) => never;
};
/**
 * The layout of decimal IDs.
 *
 * @typedef {object} DecimalLayout
 * @property {"decimal"} name
 * @property {(id: import("./value.js").AnyId) => import("./decimal-parts.js").DecimalParts} decode
 *   takes an ID apart
 * @property {(from?: Date | number, to?: Date | number) => never} range there is none: it throws
 */
/** @type {Readonly<DecimalLayout>} */
export declare const decimalLayout: Readonly<DecimalLayout>;
