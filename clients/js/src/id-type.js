// Typed IDs: strings that say what they identify.

import { decimalLayout } from "./decimal-layout.js";
import { compareDigits, digits, number } from "./digits.js";
import { SnowflakeError } from "./error.js";
import { described } from "./excerpt.js";
import { FORMS, isFixed } from "./form.js";
import { fromInteger, order } from "./integer.js";
import { Layout } from "./layout.js";
import { invalidOption, mustBeKnown, mustBeName } from "./options.js";
import { presets } from "./presets.js";
import { reader } from "./refusal.js";
import { Text } from "./text.js";
import { isUuidForm } from "./uuid.js";
import { uuidType } from "./uuid-id-type.js";

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
export function idType(name, options = {}) {
  mustBeName(name);
  const form = /** @type {{ text?: unknown } | null} */ (options)?.text;
  const type = isUuidForm(form) ? uuidType(name, form, options) : integerType(name, options);
  return /** @type {any} */ (Object.freeze(type));
}

/** @type {(name: string, options: any) => AnyIdType<any>} */
function integerType(name, options) {
  const isCounted = options?.bits !== undefined;
  mustBeKnown(options, [isCounted ? "bits" : "layout", "text", "prefix", "json"], `the ID type ${name}`);
  const bits = bitsIn(options.bits ?? 64);
  const text = new Text(options.text, options.prefix);
  const isDecimal = text.encoding === "decimal" && text.prefix === "";
  const isNumber = isNumberIn(options.json ?? (bits < 64 && isDecimal ? "number" : "string"));
  if (isNumber && text.encoding !== "decimal" && text.prefix === "") {
    throw invalidOption(
      `${name} is a number, which as the key of a JSON map is its decimal digits, and these can ` +
        "be the text of another ID: give the text form a `prefix`, or leave it decimal",
    );
  }

  const max = largest(bits);
  const form = formOf(text.encoding, bits);
  const digitsOf = reader(form, text.prefix);
  const decimalOf = reader(formOf("decimal", bits));
  /** @type {(value: unknown) => bigint} */
  const toBigInt = (value) => {
    // The key of a JSON map is a string, so of a number it is the digits. No prefix is.
    if (isNumber && typeof value === "string" && /^[0-9]/.test(value)) {
      return BigInt(decimalOf(value, name));
    }
    if (typeof value === "string") return number(digitsOf(value, name), form.alphabet);
    return fromInteger(/** @type {any} */ (value), name, max);
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

  const type = {
    name,
    from: (/** @type {unknown} */ value) => written(toBigInt(value)),
    is,
    compare: (/** @type {any} */ a, /** @type {any} */ b) =>
      isNumber ? order(toBigInt(a), toBigInt(b)) : compareDigits(digitsOf(a, name), digitsOf(b, name)),
    toBigInt,
    toText: (/** @type {any} */ id) => text.encode(toBigInt(id)),
  };
  if (isCounted) return type;
  const layout = layoutOf(options.layout ?? "default");
  return Object.assign(type, {
    layout,
    text,
    decode: (/** @type {any} */ id, /** @type {DecodeOptions | undefined} */ options) =>
      layout.decode(toBigInt(id), options),
    range: (/** @type {any} */ from, /** @type {any} */ to) => {
      const { first, last } = layout.range(from, to);
      // An empty one is not in the layout, and its bounds are not safe integers.
      if (isNumber && first > last) return { first: Number.MAX_SAFE_INTEGER, last: 1 };
      return { first: written(first), last: written(last) };
    },
  });
}

/** @type {(bits: unknown) => Bits} */
function bitsIn(bits) {
  if (bits === 16 || bits === 32 || bits === 64) return bits;
  throw invalidOption(`an ID that a database counts has 16, 32 or 64 \`bits\`, not ${described(bits)}`);
}

/** @type {(bits: Bits) => bigint} */
function largest(bits) {
  return 2n ** BigInt(bits - 1) - 1n;
}

/** @type {(encoding: Encoding, bits: Bits) => import("./form.js").Form} */
function formOf(encoding, bits) {
  const form = FORMS[encoding];
  const last = digits(largest(bits), form.alphabet, isFixed(form) ? form.last.length : 1);
  return {
    ...form,
    last,
    // Of decimal texts alone, which have no fixed width.
    digits: form.digits.replace("{0,18}", `{0,${last.length - 1}}`),
    excess: form.excess.replace("63", String(bits - 1)),
  };
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
