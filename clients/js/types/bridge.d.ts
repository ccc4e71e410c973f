import { Layout } from "./layout.js";
export type Kind = "UUID" | "ULID" | "KSUID";
export type Shape = {
    length: number;
    span: readonly [from: number, until: number];
};
/**
 * The `UUIDv7` of an ID.
 *
 * @param {import("./value.js").AnyId} id
 * @param {Layout<any, any>} layout
 * @param {import("./layout.js").DecodeOptions} [options]
 * @returns {string}
 */
export declare function toUuid(id: import("./value.js").AnyId, layout: Layout<any, any>, options?: import("./layout.js").DecodeOptions): string;
/**
 * The ID from which a UUID was made.
 *
 * @param {string} text
 * @param {Layout<any, any>} layout
 * @returns {bigint}
 */
export declare function fromUuid(text: string, layout: Layout<any, any>): bigint;
/**
 * The ULID of an ID.
 *
 * @param {import("./value.js").AnyId} id
 * @param {Layout<any, any>} layout
 * @param {import("./layout.js").DecodeOptions} [options]
 * @returns {string}
 */
export declare function toUlid(id: import("./value.js").AnyId, layout: Layout<any, any>, options?: import("./layout.js").DecodeOptions): string;
/**
 * The ID from which a ULID was made.
 *
 * @param {string} text
 * @param {Layout<any, any>} layout
 * @returns {bigint}
 */
export declare function fromUlid(text: string, layout: Layout<any, any>): bigint;
/**
 * The KSUID of an ID.
 *
 * @param {import("./value.js").AnyId} id
 * @param {Layout<any, any>} layout
 * @param {import("./layout.js").DecodeOptions} [options]
 * @returns {string}
 */
export declare function toKsuid(id: import("./value.js").AnyId, layout: Layout<any, any>, options?: import("./layout.js").DecodeOptions): string;
/**
 * The ID from which a KSUID was made.
 *
 * @param {string} text
 * @param {Layout<any, any>} layout
 * @returns {bigint}
 */
export declare function fromKsuid(text: string, layout: Layout<any, any>): bigint;
