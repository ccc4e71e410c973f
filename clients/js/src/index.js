// 64-bit snowflake IDs: what is in them, and types that keep them apart.

export { fromKsuid, fromUlid, fromUuid, toKsuid, toUlid, toUuid } from "./bridge.js";
export { decimalParts } from "./decimal-parts.js";
export { SnowflakeError } from "./error.js";
export { idType } from "./id-type.js";
export { Layout } from "./layout.js";
export { presets } from "./presets.js";
export { publicIdType } from "./public-id-type.js";
export { Text } from "./text.js";
export { compareIds, toBigInt } from "./value.js";

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
