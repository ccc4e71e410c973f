export { SnowflakeError } from "./error.js";
export declare const DEFAULT: Readonly<Decoding<"node", "sequence">>;
export declare const TWITTER: Readonly<Decoding<"datacenter" | "worker", "sequence">>;
export declare const DISCORD: Readonly<Decoding<"process" | "worker", "increment">>;
export declare const INSTAGRAM: Readonly<Decoding<"shard", "sequence">>;
export declare const SONYFLAKE: Readonly<Decoding<"machine", "sequence">>;
export declare const SONYFLAKE_V2: Readonly<Decoding<"machine", "sequence">>;
export declare const MASTODON: Readonly<Decoding<"node", "tail">>;
export declare const TSID: Readonly<Decoding<"node", "counter">>;
export declare const FLAKE_ID: Readonly<Decoding<"process" | "thread", "increment">>;
export declare const IDGEN: Readonly<Decoding<"generator", "sequence">>;
export declare const BAIDU: Readonly<Decoding<"worker", "sequence">>;
export declare const TRACE_ID: Readonly<Decoding<"node", "chunk" | "counter">>;
export declare const ECMASCRIPT: Readonly<Decoding<"node", "sequence">>;
export type Decoding<NodeField extends string, SequenceField extends string> = {
    /**
     *   takes an ID apart, as `Layout.decode` does
     */
    decode: (id: import("./value.js").AnyId, options?: import("./decoder.js").DecodeOptions) => import("./decoder.js").Decoded<NodeField, SequenceField>;
};
