// Typed IDs: strings that say what they identify.

import { decimalLayout } from "./decimal-layout.js";
import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";
import { fromInteger, order } from "./integer.js";
import { Layout } from "./layout.js";
import { invalidOption, mustBeKnown, mustBeName } from "./options.js";
import { presets } from "./presets.js";
import { Text } from "./text.js";
import { toBigInt as untyped } from "./value.js";

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
export function idType(name, options = {}) {
  mustBeName(name);
  mustBeKnown(options, ["layout", "text", "prefix", "json"], `the ID type ${name}`);
  const layout = layoutOf(options.layout ?? "default");
  const text = new Text(options.text, options.prefix);
  const isNumber = isNumberIn(options.json ?? "string");
  if (isNumber && text.encoding !== "decimal" && text.prefix === "") {
    throw invalidOption(
      `${name} is a number, which as the key of a JSON map is its decimal digits, and these can ` +
        "be the text of another ID: give the text form a `prefix`, or leave it decimal",
    );
  }

  /** @type {(value: unknown) => bigint} */
  const toBigInt = (value) => {
    // The key of a JSON map is a string, so of a number it is the digits. No prefix is.
    if (isNumber && typeof value === "string" && /^[0-9]/.test(value)) return untyped(value, name);
    if (typeof value === "string") return text.decode(value, name);
    return fromInteger(/** @type {any} */ (value), name);
  };
  /** @type {(id: bigint) => any} */
  const written = (id) => (isNumber ? toNumber(id, name) : text.encode(id));

  /**
   * @param {unknown} value
   * @returns {value is any}
   */
  const is = (value) => {
    if (typeof value !== (isNumber ? "number" : "string")) return false;
    try {
      toBigInt(value);
      return true;
    } catch {
      return false;
    }
  };

  return Object.freeze({
    name,
    layout: /** @type {any} */ (layout),
    text,
    from: (/** @type {unknown} */ value) => written(toBigInt(value)),
    is,
    decode: (id, options) => /** @type {any} */ (layout.decode(toBigInt(id), options)),
    range: (from, to) => {
      const { first, last } = layout.range(from, to);
      // An empty one is not in the layout, and its bounds are not safe integers.
      if (isNumber && first > last) return { first: Number.MAX_SAFE_INTEGER, last: 1 };
      return { first: written(first), last: written(last) };
    },
    compare: (/** @type {any} */ a, /** @type {any} */ b) =>
      isNumber ? order(toBigInt(a), toBigInt(b)) : text.compare(a, b, name),
    toBigInt,
    toText: (id) => text.encode(toBigInt(id)),
  });
}

/** @type {(layout: unknown) => Layout<any, any> | DecimalLayout} */
function layoutOf(layout) {
  if (layout instanceof Layout) return layout;
  if (layout === decimalLayout.name) return decimalLayout;
  if (typeof layout === "string" && Object.hasOwn(presets, layout)) {
    return presets[/** @type {PresetName} */ (layout)];
  }
  throw new SnowflakeError(
    "unknown-layout",
    `unknown layout ${described(layout)}; pass a \`Layout\`, or the name of a preset: ` +
      [...Object.keys(presets), decimalLayout.name].map(described).join(", "),
  );
}

/** @type {(json: unknown) => boolean} */
function isNumberIn(json) {
  if (json === "string" || json === "number") return json === "number";
  throw invalidOption(`unknown JSON form ${described(json)}; there are "string", "number"`);
}

/** @type {(id: bigint, name: string) => number} */
function toNumber(id, name) {
  if (id <= Number.MAX_SAFE_INTEGER) return Number(id);
  throw new SnowflakeError(
    "lost-bits",
    `invalid ${name} ${id}: IDs of this type are numbers, which JavaScript keeps up to ` +
      `${Number.MAX_SAFE_INTEGER} (2^53 - 1); have the server send strings, or take the layout ` +
      "`ecmascript`",
  );
}
