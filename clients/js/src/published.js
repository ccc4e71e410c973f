// The published layouts, under the names that they have in Rust.
//
// Written from `Layout::PRESETS` by the tests of `snowflake-kit-cli`:
//
//     BLESS=1 cargo test -p snowflake-kit-cli --test javascript presets

/** 41 time · 10 node · 12 sequence, 1 ms ticks since 2025-01-01T00:00:00.000Z */
export const DEFAULT = /** @type {const} */ ({
  name: "default",
  epoch: 1735689600000,
  timeBits: 41,
  nodeBits: 10,
  sequenceBits: 12,
});

/** 41 time · 5 datacenter · 5 worker · 12 sequence, 1 ms ticks since 2010-11-04T01:42:54.657Z */
export const TWITTER = /** @type {const} */ ({
  name: "twitter",
  epoch: 1288834974657,
  timeBits: 41,
  nodeBits: 10,
  nodeFields: [["datacenter", 5], ["worker", 5]],
  sequenceBits: 12,
});

/** 42 time · 5 worker · 5 process · 12 increment, 1 ms ticks since 2015-01-01T00:00:00.000Z */
export const DISCORD = /** @type {const} */ ({
  name: "discord",
  epoch: 1420070400000,
  timeBits: 42,
  nodeBits: 10,
  nodeFields: [["worker", 5], ["process", 5]],
  sequenceBits: 12,
  sequenceFields: [["increment", 12]],
  fullWidth: true,
});

/** 41 time · 13 shard · 10 sequence, 1 ms ticks since 2011-08-24T21:07:01.721Z */
export const INSTAGRAM = /** @type {const} */ ({
  name: "instagram",
  epoch: 1314220021721,
  timeBits: 41,
  nodeBits: 13,
  nodeFields: [["shard", 13]],
  sequenceBits: 10,
  fullWidth: true,
});

/** 39 time · 8 sequence · 16 machine, 10 ms ticks since 2014-09-01T00:00:00.000Z */
export const SONYFLAKE = /** @type {const} */ ({
  name: "sonyflake",
  epoch: 1409529600000,
  tickMillis: 10,
  timeBits: 39,
  nodeBits: 16,
  nodeFields: [["machine", 16]],
  sequenceBits: 8,
  order: ["sequence", "node"],
});

/** 39 time · 8 sequence · 16 machine, 10 ms ticks since 2025-01-01T00:00:00.000Z */
export const SONYFLAKE_V2 = /** @type {const} */ ({
  name: "sonyflake-v2",
  epoch: 1735689600000,
  tickMillis: 10,
  timeBits: 39,
  nodeBits: 16,
  nodeFields: [["machine", 16]],
  sequenceBits: 8,
  order: ["sequence", "node"],
});

/** 48 time · 16 tail, 1 ms ticks since 1970-01-01T00:00:00.000Z */
export const MASTODON = /** @type {const} */ ({
  name: "mastodon",
  epoch: 0,
  timeBits: 48,
  sequenceBits: 16,
  sequenceFields: [["tail", 16]],
  fullWidth: true,
});

/** 42 time · 10 node · 12 counter, 1 ms ticks since 2020-01-01T00:00:00.000Z */
export const TSID = /** @type {const} */ ({
  name: "tsid",
  epoch: 1577836800000,
  timeBits: 42,
  nodeBits: 10,
  sequenceBits: 12,
  sequenceFields: [["counter", 12]],
  fullWidth: true,
});

/** 42 time · 5 thread · 5 process · 12 increment, 1 ms ticks since 2015-01-01T00:00:00.000Z */
export const FLAKE_ID = /** @type {const} */ ({
  name: "flake-id",
  epoch: 1420070400000,
  timeBits: 42,
  nodeBits: 10,
  nodeFields: [["thread", 5], ["process", 5]],
  sequenceBits: 12,
  sequenceFields: [["increment", 12]],
  fullWidth: true,
});

/** 41 time · 10 generator · 12 sequence, 1 ms ticks since 2015-01-01T00:00:00.000Z */
export const IDGEN = /** @type {const} */ ({
  name: "idgen",
  epoch: 1420070400000,
  timeBits: 41,
  nodeBits: 10,
  nodeFields: [["generator", 10]],
  sequenceBits: 12,
});

/** 28 time · 22 worker · 13 sequence, 1000 ms ticks since 2016-05-19T16:00:00.000Z */
export const BAIDU = /** @type {const} */ ({
  name: "baidu",
  epoch: 1463673600000,
  tickMillis: 1000,
  timeBits: 28,
  nodeBits: 22,
  nodeFields: [["worker", 22]],
  sequenceBits: 13,
});

/** 25 time · 16 node · 12 chunk · 10 counter, 1000 ms ticks since 1970-01-01T00:00:00.000Z */
export const TRACE_ID = /** @type {const} */ ({
  name: "trace-id",
  epoch: 0,
  tickMillis: 1000,
  timeBits: 25,
  nodeBits: 16,
  sequenceBits: 22,
  sequenceFields: [["chunk", 12], ["counter", 10]],
  periodic: true,
  counterBits: 10,
});

/** 41 time · 5 node · 7 sequence, 1 ms ticks since 2025-01-01T00:00:00.000Z */
export const ECMASCRIPT = /** @type {const} */ ({
  name: "ecmascript",
  epoch: 1735689600000,
  timeBits: 41,
  nodeBits: 5,
  sequenceBits: 7,
});
