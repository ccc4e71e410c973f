export type PublicIdType<I> = {
    name: string;
    /**
     * the ID that a string of the right shape is; throws for
     * everything else. Whether the server made it, only the server can tell.
     */
    from: (value: unknown) => I;
    /**
     * whether a value is such a string
     */
    is: (value: unknown) => value is I;
};
export type Form = import("./form.js").Form;
export type Shape = {
    longest: number;
    /**
     * for messages
     */
    expected: string;
    fits: (character: string, at: number) => boolean;
    reasonOf: (digits: string) => import("./error.js").ErrorCode | undefined;
};
/**
 * An ID type with a public form. Its functions need no `this`.
 *
 * @template I
 * @typedef {object} PublicIdType
 * @property {string} name
 * @property {(value: unknown) => I} from the ID that a string of the right shape is; throws for
 *   everything else. Whether the server made it, only the server can tell.
 * @property {(value: unknown) => value is I} is whether a value is such a string
 */
/** @typedef {import("./form.js").Form} Form */
/**
 * What follows the prefix in a public form: its longest text, its characters, and why digits are refused
 * that have these.
 *
 * @typedef {object} Shape
 * @property {number} longest
 * @property {string} expected for messages
 * @property {(character: string, at: number) => boolean} fits
 * @property {(digits: string) => import("./error.js").ErrorCode | undefined} reasonOf
 */
/**
 * Declares an ID type with `#[snowflake(public = "…")]` on the server.
 *
 * @template {string} Name
 * @param {Name} name how messages call it
 * @param {object} [options] as in `#[snowflake(…)]`
 * @param {"sealed" | "permuted"} [options.public] `"sealed"` if it is left out
 * @param {import("./form.js").Encoding} [options.text]
 * @param {string} [options.prefix]
 * @returns {PublicIdType<import("./id-type.js").Id<Name>>}
 */
export declare function publicIdType<Name extends string>(name: Name, options?: {
    public?: "sealed" | "permuted";
    text?: import("./form.js").Encoding;
    prefix?: string;
}): PublicIdType<import("./id-type.js").Id<Name>>;
