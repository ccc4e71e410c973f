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
export type AnyIdType<I> = {
    name: string;
    /**
     * the ID that a string in the type's form is, and unless IDs are
     * UUIDs, a bigint or a number up to 2^53 - 1
     */
    from: (value: unknown) => I;
    /**
     * whether a value is an ID as it is
     */
    is: (value: unknown) => value is I;
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
export type WithLayout<I, L extends Layout<any, any> | DecimalLayout> = {
    layout: L;
    text: Text;
    /**
     *   takes an ID apart; see `Layout`
     */
    decode: (id: I, options?: DecodeOptions) => ReturnType<L["decode"]>;
    /**
     *   the first and the last ID minted from one time until just before another; see `Layout`
     */
    range: (from?: Date | number, to?: Date | number) => import("./layout.js").IdRange<I>;
};
export type IdType<I, L extends Layout<any, any> | DecimalLayout> = AnyIdType<I> & WithLayout<I, L>;
export type UuidIdType<I> = AnyIdType<I> & WithTime<I>;
export type WithTime<I> = {
    /**
     * when a UUID of version 7 was minted
     */
    decode: (id: I) => {
        unixMillis: number;
        time: Date;
    };
    /**
     *   the first and the last UUID of version 7 from one time until just before another
     */
    range: (from?: Date | number, to?: Date | number) => import("./layout.js").IdRange<I>;
};
export type Encoding = import("./form.js").Encoding;
export type UuidForm = import("./uuid.js").UuidForm;
export type Bits = 16 | 32 | 64;
export type DefaultJson<T, P, B> = [B, T, P] extends [16 | 32, "decimal", ""] ? "number" : "string";
export type IdIn<Name extends string, J> = [J] extends ["number"] ? NumberId<Name> : Id<Name>;
export type IdTypeOf<Name extends string, L extends PresetName | "decimal" | Layout<any, any>, J, T, P, B> = [T] extends [UuidForm] ? UuidIdType<Id<Name>> : [B] extends [Bits] ? AnyIdType<IdIn<Name, [J] extends [string] ? J : DefaultJson<T, P, B>>> : IdType<IdIn<Name, J>, LayoutOf<L>>;
export type DecodeOptions = import("./layout.js").DecodeOptions;
/**
 * An ID as the server writes it: a string that TypeScript tells from other strings. `ts-rs`
 * exports the same.
 *
 * @template {string} Name
 * @typedef {string & { readonly __id: Name }} Id
 */
/**
 * An ID of a type that is a number in JSON.
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
 * What ID types of all kinds can do. The functions need no `this`, so that they can be handed on as they
 * are.
 *
 * @template I
 * @typedef {object} AnyIdType
 * @property {string} name
 * @property {(value: unknown) => I} from the ID that a string in the type's form is, and unless IDs are
 *   UUIDs, a bigint or a number up to 2^53 - 1
 * @property {(value: unknown) => value is I} is whether a value is an ID as it is
 * @property {(a: I, b: I) => -1 | 0 | 1} compare the order of two IDs, for `sort`
 * @property {(id: I) => bigint} toBigInt the value of an ID
 * @property {(id: I) => string} toText the text of an ID, which is the ID unless it is a number
 */
/**
 * An ID type with a layout.
 *
 * @template I
 * @template {Layout<any, any> | DecimalLayout} L
 * @typedef {object} WithLayout
 * @property {L} layout
 * @property {Text} text
 * @property {(id: I, options?: DecodeOptions) => ReturnType<L["decode"]>} decode
 *   takes an ID apart; see `Layout`
 * @property {(from?: Date | number, to?: Date | number) => import("./layout.js").IdRange<I>} range
 *   the first and the last ID minted from one time until just before another; see `Layout`
 */
/**
 * @template I
 * @template {Layout<any, any> | DecimalLayout} L
 * @typedef {AnyIdType<I> & WithLayout<I, L>} IdType
 */
/**
 * An ID type over UUIDs.
 *
 * @template I
 * @typedef {AnyIdType<I> & WithTime<I>} UuidIdType
 */
/**
 * @template I
 * @typedef {object} WithTime
 * @property {(id: I) => { unixMillis: number, time: Date }} decode when a UUID of version 7 was minted
 * @property {(from?: Date | number, to?: Date | number) => import("./layout.js").IdRange<I>} range
 *   the first and the last UUID of version 7 from one time until just before another
 */
/** @typedef {import("./form.js").Encoding} Encoding */
/** @typedef {import("./uuid.js").UuidForm} UuidForm */
/** @typedef {16 | 32 | 64} Bits */
/**
 * Whether IDs are numbers by default: counted ones that fit, if all their JSON forms are decimal digits.
 *
 * @template T
 * @template P
 * @template B
 * @typedef {[B, T, P] extends [16 | 32, "decimal", ""] ? "number" : "string"} DefaultJson
 */
/**
 * @template {string} Name
 * @template J
 * @typedef {[J] extends ["number"] ? NumberId<Name> : Id<Name>} IdIn
 */
/**
 * @template {string} Name
 * @template {PresetName | "decimal" | Layout<any, any>} L
 * @template J
 * @template T
 * @template P
 * @template B
 * @typedef {[T] extends [UuidForm] ? UuidIdType<Id<Name>>
 *   : [B] extends [Bits] ? AnyIdType<IdIn<Name, [J] extends [string] ? J : DefaultJson<T, P, B>>>
 *   : IdType<IdIn<Name, J>, LayoutOf<L>>} IdTypeOf
 */
/** @typedef {import("./layout.js").DecodeOptions} DecodeOptions */
/**
 * Declares an ID type, as `#[derive(SnowflakeId)]`, `CountedId` and `UuidId` do on the server.
 *
 * @template {string} Name
 * @template {PresetName | "decimal" | Layout<any, any>} [L="default"]
 * @template {"string" | "number" | undefined} [J=undefined]
 * @template {Encoding | UuidForm} [T="decimal"]
 * @template {string} [P=""]
 * @template {Bits | undefined} [B=undefined]
 * @param {Name} name how messages call it
 * @param {object} [options] as in `#[snowflake(…)]`, `#[counted_id(…)]` or `#[uuid_id(…)]`
 * @param {L} [options.layout] the name of a preset, `"decimal"`, or a layout of your own
 * @param {T} [options.text]
 * @param {P} [options.prefix]
 * @param {J} [options.json] what an ID is in JSON, and here
 * @param {B} [options.bits] how wide keys are that a database counts, which have no layout
 * @param {boolean} [options.nil] whether the nil and the max UUID are IDs
 * @returns {IdTypeOf<Name, L, J, T, P, B>}
 */
export declare function idType<Name extends string, L extends PresetName | "decimal" | Layout<any, any> = "default", J extends "string" | "number" | undefined = undefined, T extends Encoding | UuidForm = "decimal", P extends string = "", B extends Bits | undefined = undefined>(name: Name, options?: {
    layout?: L;
    text?: T;
    prefix?: P;
    json?: J;
    bits?: B;
    nil?: boolean;
}): IdTypeOf<Name, L, J, T, P, B>;
