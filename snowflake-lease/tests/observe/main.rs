//! What operators see of leases: the events and the metrics, by their names.

#![cfg(not(loom))]

mod lease;
#[expect(dead_code, reason = "other tests have more of its trouble")]
#[path = "../leases/memory.rs"]
mod memory;
mod minting_subscriber;
mod never_answered;
mod panicking_subscriber;

use snowflake_kit_mint::publish_metrics;
use test_processes::operator::{self, Operator};

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

fn observed(body: impl FnOnce(&Operator)) {
    operator::observed(publish_metrics, body);
}
