// IDs of published layouts taken apart, and nothing else: less than half as large as the whole module. A
// bundler keeps only the layouts that a program names.

import { decoder } from "./decoder.js";
import * as published from "./published.js";
import { toBigInt } from "./value.js";

export { SnowflakeError } from "./error.js";

export const DEFAULT = /* @__PURE__ */ decoding(published.DEFAULT);
export const TWITTER = /* @__PURE__ */ decoding(published.TWITTER);
export const DISCORD = /* @__PURE__ */ decoding(published.DISCORD);
export const INSTAGRAM = /* @__PURE__ */ decoding(published.INSTAGRAM);
export const SONYFLAKE = /* @__PURE__ */ decoding(published.SONYFLAKE);
export const SONYFLAKE_V2 = /* @__PURE__ */ decoding(published.SONYFLAKE_V2);
export const MASTODON = /* @__PURE__ */ decoding(published.MASTODON);
export const TSID = /* @__PURE__ */ decoding(published.TSID);
export const FLAKE_ID = /* @__PURE__ */ decoding(published.FLAKE_ID);
export const IDGEN = /* @__PURE__ */ decoding(published.IDGEN);
export const BAIDU = /* @__PURE__ */ decoding(published.BAIDU);
export const TRACE_ID = /* @__PURE__ */ decoding(published.TRACE_ID);
export const ECMASCRIPT = /* @__PURE__ */ decoding(published.ECMASCRIPT);

/**
 * A layout that only takes IDs apart.
 *
 * @template {string} NodeField
 * @template {string} SequenceField
 * @typedef {object} Decoding
 * @property {(id: import("./value.js").AnyId, options?: import("./decoder.js").DecodeOptions) => import("./decoder.js").Decoded<NodeField, SequenceField>} decode
 *   takes an ID apart, as `Layout.decode` does
 */

/**
 * @template {string} [NodeField="node"]
 * @template {string} [SequenceField="sequence"]
 * @param {import("./layout-options.js").LayoutOptions<NodeField, SequenceField>} layout
 * @returns {Readonly<Decoding<NodeField, SequenceField>>}
 */
function decoding(layout) {
  const decode = decoder(layout);
  return Object.freeze({ decode: (id, options) => decode(toBigInt(id), options) });
}
