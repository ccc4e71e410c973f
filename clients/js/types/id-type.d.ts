import { Layout } from "./layout.js";
import { presets } from "./presets.js";
import { Text } from "./text.js";
export type Id<Name extends string> = string & {
    readonly __id: Name;
};
export type NumberId<Name extends string> = number & {
    readonly __id: Name;
};
export type IdOf<T> = T extends {
    readonly from: (value: unknown) => infer I;
} ? I : never;
export type PresetName = keyof typeof presets;
export type DecimalLayout = import("./decimal-layout.js").DecimalLayout;
export type LayoutOf<L> = L extends PresetName ? typeof presets[L] : L extends "decimal" ? DecimalLayout : L;
export type IdType<I, L extends Layout<any, any> | DecimalLayout> = {
    name: string;
    layout: L;
    text: Text;
    /**
     * the ID that a string in the type's form, a bigint, or a
     * number up to 2^53 - 1 is
     */
    from: (value: unknown) => I;
    /**
     * whether a value is an ID as it is
     */
    is: (value: unknown) => value is I;
    /**
     *   takes an ID apart; see `Layout`
     */
    decode: (id: I, options?: DecodeOptions) => ReturnType<L["decode"]>;
    /**
     *   the first and the last ID minted from one time until just before another; see `Layout`
     */
    range: (from?: Date | number, to?: Date | number) => import("./layout.js").IdRange<I>;
    /**
     * the order of two IDs, for `sort`
     */
    compare: (a: I, b: I) => -1 | 0 | 1;
    /**
     * the value of an ID
     */
    toBigInt: (id: I) => bigint;
    /**
     * the text of an ID, which is the ID unless it is a number
     */
    toText: (id: I) => string;
};
export type DecodeOptions = import("./layout.js").DecodeOptions;
/**
 * An ID as the server writes it: a string that TypeScript tells from other strings. `ts-rs`
 * exports the same.
 *
 * @template {string} Name
 * @typedef {string & { readonly __id: Name }} Id
 */
/**
 * An ID of a type with `json = "number"`.
 *
 * @template {string} Name
 * @typedef {number & { readonly __id: Name }} NumberId
 */
/**
 * The IDs of an ID type, public or not: `type UserId = IdOf<typeof UserId>`.
 *
 * @template T
 * @typedef {T extends { readonly from: (value: unknown) => infer I } ? I : never} IdOf
 */
/** @typedef {keyof typeof presets} PresetName */
/** @typedef {import("./decimal-layout.js").DecimalLayout} DecimalLayout */
/**
 * @template L
 * @typedef {L extends PresetName ? typeof presets[L] : L extends "decimal" ? DecimalLayout : L} LayoutOf
 */
/**
 * An ID type. Its functions need no `this`, so that they can be handed on as they are.
 *
 * @template I
 * @template {Layout<any, any> | DecimalLayout} L
 * @typedef {object} IdType
 * @property {string} name
 * @property {L} layout
 * @property {Text} text
 * @property {(value: unknown) => I} from the ID that a string in the type's form, a bigint, or a
 *   number up to 2^53 - 1 is
 * @property {(value: unknown) => value is I} is whether a value is an ID as it is
 * @property {(id: I, options?: DecodeOptions) => ReturnType<L["decode"]>} decode
 *   takes an ID apart; see `Layout`
 * @property {(from?: Date | number, to?: Date | number) => import("./layout.js").IdRange<I>} range
 *   the first and the last ID minted from one time until just before another; see `Layout`
 * @property {(a: I, b: I) => -1 | 0 | 1} compare the order of two IDs, for `sort`
 * @property {(id: I) => bigint} toBigInt the value of an ID
 * @property {(id: I) => string} toText the text of an ID, which is the ID unless it is a number
 */
/** @typedef {import("./layout.js").DecodeOptions} DecodeOptions */
/**
 * Declares an ID type, as `#[derive(SnowflakeId)]` does on the server.
 *
 * @template {string} Name
 * @template {PresetName | "decimal" | Layout<any, any>} [L="default"]
 * @template {"string" | "number"} [J="string"]
 * @param {Name} name how messages call it
 * @param {object} [options] as in `#[snowflake(…)]`
 * @param {L} [options.layout] the name of a preset, `"decimal"`, or a layout of your own
 * @param {import("./form.js").Encoding} [options.text]
 * @param {string} [options.prefix]
 * @param {J} [options.json] what an ID is in JSON, and here
 * @returns {IdType<J extends "number" ? NumberId<Name> : Id<Name>, LayoutOf<L>>}
 */
export declare function idType<Name extends string, L extends PresetName | "decimal" | Layout<any, any> = "default", J extends "string" | "number" = "string">(name: Name, options?: {
    layout?: L;
    text?: import("./form.js").Encoding;
    prefix?: string;
    json?: J;
}): IdType<J extends "number" ? NumberId<Name> : Id<Name>, LayoutOf<L>>;
