/** 41 time · 10 node · 12 sequence, 1 ms ticks since 2025-01-01T00:00:00.000Z */
export declare const DEFAULT: {
    readonly name: "default";
    readonly epoch: 1735689600000;
    readonly timeBits: 41;
    readonly nodeBits: 10;
    readonly sequenceBits: 12;
};
/** 41 time · 5 datacenter · 5 worker · 12 sequence, 1 ms ticks since 2010-11-04T01:42:54.657Z */
export declare const TWITTER: {
    readonly name: "twitter";
    readonly epoch: 1288834974657;
    readonly timeBits: 41;
    readonly nodeBits: 10;
    readonly nodeFields: readonly [readonly ["datacenter", 5], readonly ["worker", 5]];
    readonly sequenceBits: 12;
};
/** 42 time · 5 worker · 5 process · 12 increment, 1 ms ticks since 2015-01-01T00:00:00.000Z */
export declare const DISCORD: {
    readonly name: "discord";
    readonly epoch: 1420070400000;
    readonly timeBits: 42;
    readonly nodeBits: 10;
    readonly nodeFields: readonly [readonly ["worker", 5], readonly ["process", 5]];
    readonly sequenceBits: 12;
    readonly sequenceFields: readonly [readonly ["increment", 12]];
    readonly fullWidth: true;
};
/** 41 time · 13 shard · 10 sequence, 1 ms ticks since 2011-08-24T21:07:01.721Z */
export declare const INSTAGRAM: {
    readonly name: "instagram";
    readonly epoch: 1314220021721;
    readonly timeBits: 41;
    readonly nodeBits: 13;
    readonly nodeFields: readonly [readonly ["shard", 13]];
    readonly sequenceBits: 10;
    readonly fullWidth: true;
};
/** 39 time · 8 sequence · 16 machine, 10 ms ticks since 2014-09-01T00:00:00.000Z */
export declare const SONYFLAKE: {
    readonly name: "sonyflake";
    readonly epoch: 1409529600000;
    readonly tickMillis: 10;
    readonly timeBits: 39;
    readonly nodeBits: 16;
    readonly nodeFields: readonly [readonly ["machine", 16]];
    readonly sequenceBits: 8;
    readonly order: readonly ["sequence", "node"];
};
/** 39 time · 8 sequence · 16 machine, 10 ms ticks since 2025-01-01T00:00:00.000Z */
export declare const SONYFLAKE_V2: {
    readonly name: "sonyflake-v2";
    readonly epoch: 1735689600000;
    readonly tickMillis: 10;
    readonly timeBits: 39;
    readonly nodeBits: 16;
    readonly nodeFields: readonly [readonly ["machine", 16]];
    readonly sequenceBits: 8;
    readonly order: readonly ["sequence", "node"];
};
/** 48 time · 16 tail, 1 ms ticks since 1970-01-01T00:00:00.000Z */
export declare const MASTODON: {
    readonly name: "mastodon";
    readonly epoch: 0;
    readonly timeBits: 48;
    readonly sequenceBits: 16;
    readonly sequenceFields: readonly [readonly ["tail", 16]];
    readonly fullWidth: true;
};
/** 42 time · 10 node · 12 counter, 1 ms ticks since 2020-01-01T00:00:00.000Z */
export declare const TSID: {
    readonly name: "tsid";
    readonly epoch: 1577836800000;
    readonly timeBits: 42;
    readonly nodeBits: 10;
    readonly sequenceBits: 12;
    readonly sequenceFields: readonly [readonly ["counter", 12]];
    readonly fullWidth: true;
};
/** 42 time · 5 thread · 5 process · 12 increment, 1 ms ticks since 2015-01-01T00:00:00.000Z */
export declare const FLAKE_ID: {
    readonly name: "flake-id";
    readonly epoch: 1420070400000;
    readonly timeBits: 42;
    readonly nodeBits: 10;
    readonly nodeFields: readonly [readonly ["thread", 5], readonly ["process", 5]];
    readonly sequenceBits: 12;
    readonly sequenceFields: readonly [readonly ["increment", 12]];
    readonly fullWidth: true;
};
/** 41 time · 10 generator · 12 sequence, 1 ms ticks since 2015-01-01T00:00:00.000Z */
export declare const IDGEN: {
    readonly name: "idgen";
    readonly epoch: 1420070400000;
    readonly timeBits: 41;
    readonly nodeBits: 10;
    readonly nodeFields: readonly [readonly ["generator", 10]];
    readonly sequenceBits: 12;
};
/** 28 time · 22 worker · 13 sequence, 1000 ms ticks since 2016-05-19T16:00:00.000Z */
export declare const BAIDU: {
    readonly name: "baidu";
    readonly epoch: 1463673600000;
    readonly tickMillis: 1000;
    readonly timeBits: 28;
    readonly nodeBits: 22;
    readonly nodeFields: readonly [readonly ["worker", 22]];
    readonly sequenceBits: 13;
};
/** 25 time · 16 node · 12 chunk · 10 counter, 1000 ms ticks since 1970-01-01T00:00:00.000Z */
export declare const TRACE_ID: {
    readonly name: "trace-id";
    readonly epoch: 0;
    readonly tickMillis: 1000;
    readonly timeBits: 25;
    readonly nodeBits: 16;
    readonly sequenceBits: 22;
    readonly sequenceFields: readonly [readonly ["chunk", 12], readonly ["counter", 10]];
    readonly periodic: true;
    readonly counterBits: 10;
};
/** 41 time · 5 node · 7 sequence, 1 ms ticks since 2025-01-01T00:00:00.000Z */
export declare const ECMASCRIPT: {
    readonly name: "ecmascript";
    readonly epoch: 1735689600000;
    readonly timeBits: 41;
    readonly nodeBits: 5;
    readonly sequenceBits: 7;
};
