import { Layout } from "./layout.js";
export declare const presets: Readonly<{
    /** 41 time · 10 node · 12 sequence, 1 ms ticks since 2025-01-01T00:00:00.000Z */
    default: Layout<"node", "sequence">;
    /** 41 time · 5 datacenter · 5 worker · 12 sequence, 1 ms ticks since 2010-11-04T01:42:54.657Z */
    twitter: Layout<"datacenter" | "worker", "sequence">;
    /** 42 time · 5 worker · 5 process · 12 increment, 1 ms ticks since 2015-01-01T00:00:00.000Z */
    discord: Layout<"process" | "worker", "increment">;
    /** 41 time · 13 shard · 10 sequence, 1 ms ticks since 2011-08-24T21:07:01.721Z */
    instagram: Layout<"shard", "sequence">;
    /** 39 time · 8 sequence · 16 machine, 10 ms ticks since 2014-09-01T00:00:00.000Z */
    sonyflake: Layout<"machine", "sequence">;
    /** 39 time · 8 sequence · 16 machine, 10 ms ticks since 2025-01-01T00:00:00.000Z */
    "sonyflake-v2": Layout<"machine", "sequence">;
    /** 48 time · 16 tail, 1 ms ticks since 1970-01-01T00:00:00.000Z */
    mastodon: Layout<"node", "tail">;
    /** 42 time · 10 node · 12 counter, 1 ms ticks since 2020-01-01T00:00:00.000Z */
    tsid: Layout<"node", "counter">;
    /** 42 time · 5 thread · 5 process · 12 increment, 1 ms ticks since 2015-01-01T00:00:00.000Z */
    "flake-id": Layout<"process" | "thread", "increment">;
    /** 41 time · 10 generator · 12 sequence, 1 ms ticks since 2015-01-01T00:00:00.000Z */
    idgen: Layout<"generator", "sequence">;
    /** 28 time · 22 worker · 13 sequence, 1000 ms ticks since 2016-05-19T16:00:00.000Z */
    baidu: Layout<"worker", "sequence">;
    /** 25 time · 16 node · 12 chunk · 10 counter, 1000 ms ticks since 1970-01-01T00:00:00.000Z */
    "trace-id": Layout<"node", "chunk" | "counter">;
    /** 41 time · 5 node · 7 sequence, 1 ms ticks since 2025-01-01T00:00:00.000Z */
    ecmascript: Layout<"node", "sequence">;
}>;
