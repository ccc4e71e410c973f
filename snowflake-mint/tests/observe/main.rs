//! What operators see of minting and of clocks: the events and the metrics, by their names.

#![cfg(not(loom))]

mod mint;
mod names;

use snowflake_kit_mint::publish_metrics;
use test_processes::operator::{self, Operator};

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

fn observed(body: impl FnOnce(&Operator)) {
    operator::observed(publish_metrics, body);
}
