export { fromKsuid, fromUlid, fromUuid, toKsuid, toUlid, toUuid } from "./bridge.js";
export { decimalParts } from "./decimal-parts.js";
export { SnowflakeError } from "./error.js";
export { idType } from "./id-type.js";
export { Layout } from "./layout.js";
export { presets } from "./presets.js";
export { publicIdType } from "./public-id-type.js";
export { Text } from "./text.js";
export { compareIds, toBigInt } from "./value.js";
export type AnyId = import("./value.js").AnyId;
export type ErrorCode = import("./error.js").ErrorCode;
export type Encoding = import("./form.js").Encoding;
export type UuidForm = import("./uuid.js").UuidForm;
export type DecimalParts = import("./decimal-parts.js").DecimalParts;
export type DecimalLayout = import("./decimal-layout.js").DecimalLayout;
export type PresetName = import("./id-type.js").PresetName;
export type Id<Name extends string> = import("./id-type.js").Id<Name>;
export type NumberId<Name extends string> = import("./id-type.js").NumberId<Name>;
export type IdOf<T> = import("./id-type.js").IdOf<T>;
export type IdType<I, L extends import("./layout.js").Layout<any, any> | DecimalLayout> = import("./id-type.js").IdType<I, L>;
export type AnyIdType<I> = import("./id-type.js").AnyIdType<I>;
export type UuidIdType<I> = import("./id-type.js").UuidIdType<I>;
export type PublicIdType<I> = import("./public-id-type.js").PublicIdType<I>;
export type Decoded<NodeField extends string, SequenceField extends string> = import("./layout.js").Decoded<NodeField, SequenceField>;
export type IdRange<T> = import("./layout.js").IdRange<T>;
/** @typedef {import("./value.js").AnyId} AnyId */
/** @typedef {import("./error.js").ErrorCode} ErrorCode */
/** @typedef {import("./form.js").Encoding} Encoding */
/** @typedef {import("./uuid.js").UuidForm} UuidForm */
/** @typedef {import("./decimal-parts.js").DecimalParts} DecimalParts */
/** @typedef {import("./decimal-layout.js").DecimalLayout} DecimalLayout */
/** @typedef {import("./id-type.js").PresetName} PresetName */
/**
 * @template {string} Name
 * @typedef {import("./id-type.js").Id<Name>} Id
 */
/**
 * @template {string} Name
 * @typedef {import("./id-type.js").NumberId<Name>} NumberId
 */
/**
 * @template T
 * @typedef {import("./id-type.js").IdOf<T>} IdOf
 */
/**
 * @template I
 * @template {import("./layout.js").Layout<any, any> | DecimalLayout} L
 * @typedef {import("./id-type.js").IdType<I, L>} IdType
 */
/**
 * @template I
 * @typedef {import("./id-type.js").AnyIdType<I>} AnyIdType
 */
/**
 * @template I
 * @typedef {import("./id-type.js").UuidIdType<I>} UuidIdType
 */
/**
 * @template I
 * @typedef {import("./public-id-type.js").PublicIdType<I>} PublicIdType
 */
/**
 * @template {string} NodeField
 * @template {string} SequenceField
 * @typedef {import("./layout.js").Decoded<NodeField, SequenceField>} Decoded
 */
/**
 * @template T
 * @typedef {import("./layout.js").IdRange<T>} IdRange
 */
