// The published layouts. Written with `published.js`.

import { Layout } from "./layout.js";
import * as published from "./published.js";

export const presets = Object.freeze({
  /** 41 time · 10 node · 12 sequence, 1 ms ticks since 2025-01-01T00:00:00.000Z */
  default: new Layout(published.DEFAULT),
  /** 41 time · 5 datacenter · 5 worker · 12 sequence, 1 ms ticks since 2010-11-04T01:42:54.657Z */
  twitter: new Layout(published.TWITTER),
  /** 42 time · 5 worker · 5 process · 12 increment, 1 ms ticks since 2015-01-01T00:00:00.000Z */
  discord: new Layout(published.DISCORD),
  /** 41 time · 13 shard · 10 sequence, 1 ms ticks since 2011-08-24T21:07:01.721Z */
  instagram: new Layout(published.INSTAGRAM),
  /** 39 time · 8 sequence · 16 machine, 10 ms ticks since 2014-09-01T00:00:00.000Z */
  sonyflake: new Layout(published.SONYFLAKE),
  /** 39 time · 8 sequence · 16 machine, 10 ms ticks since 2025-01-01T00:00:00.000Z */
  "sonyflake-v2": new Layout(published.SONYFLAKE_V2),
  /** 48 time · 16 tail, 1 ms ticks since 1970-01-01T00:00:00.000Z */
  mastodon: new Layout(published.MASTODON),
  /** 42 time · 10 node · 12 counter, 1 ms ticks since 2020-01-01T00:00:00.000Z */
  tsid: new Layout(published.TSID),
  /** 42 time · 5 thread · 5 process · 12 increment, 1 ms ticks since 2015-01-01T00:00:00.000Z */
  "flake-id": new Layout(published.FLAKE_ID),
  /** 41 time · 10 generator · 12 sequence, 1 ms ticks since 2015-01-01T00:00:00.000Z */
  idgen: new Layout(published.IDGEN),
  /** 28 time · 22 worker · 13 sequence, 1000 ms ticks since 2016-05-19T16:00:00.000Z */
  baidu: new Layout(published.BAIDU),
  /** 25 time · 16 node · 12 chunk · 10 counter, 1000 ms ticks since 1970-01-01T00:00:00.000Z */
  "trace-id": new Layout(published.TRACE_ID),
  /** 41 time · 5 node · 7 sequence, 1 ms ticks since 2025-01-01T00:00:00.000Z */
  ecmascript: new Layout(published.ECMASCRIPT),
});
