//! The numbers that a layout and limits come to.

use core::time::Duration;

use snowflake_kit_core::{Layout, Limits, SequenceStart};

/// A layout and limits as numbers of SQL, all of which fit its `bigint`.
pub(super) struct SqlNumbers {
    /// In Unix ms.
    pub(super) epoch: i64,
    /// In ms.
    pub(super) tick: u32,
    pub(super) max_timestamp: u64,
    pub(super) max_id: i64,
    pub(super) sequence_bits: u8,
    pub(super) sequence_mask: u32,
    pub(super) node_mask: u32,
    pub(super) caller_mask: u32,
    pub(super) time_shift: u8,
    pub(super) caller_shift: u8,
    pub(super) node_shift: u8,
    pub(super) sequence_shift: u8,
    /// All IDs of a tick differ in these bits only.
    pub(super) below_time: u64,
    /// The last slot there is.
    pub(super) max_slot: u64,
    /// In ticks.
    pub(super) max_lead: u64,
    /// In ticks, at least 1: by so much a clock can seem to step back when two
    /// cores read it.
    pub(super) max_rollback: u64,
    /// In ms.
    pub(super) max_wait: u64,
    pub(super) start: SequenceStart,
}

impl SqlNumbers {
    pub(super) fn new(layout: &Layout, limits: &Limits) -> Self {
        let max_timestamp = layout.max_timestamp();
        let ticks = |span: Duration| {
            let ticks = span.as_millis() / u128::from(layout.tick_millis());
            ticks.min(u128::from(max_timestamp)) as u64
        };
        Self {
            epoch: layout.epoch_unix_millis(),
            tick: layout.tick_millis(),
            max_timestamp,
            max_id: layout.max_id().get(),
            sequence_bits: layout.sequence_bits(),
            sequence_mask: layout.max_sequence(),
            node_mask: layout.max_node(),
            caller_mask: layout.caller().map_or(0, |field| field.max()),
            time_shift: layout.time_shift(),
            caller_shift: layout.caller_shift(),
            node_shift: layout.node_shift(),
            sequence_shift: layout.sequence_shift(),
            below_time: (1 << layout.time_shift()) - 1,
            max_slot: layout.end_slot() - 1,
            max_lead: ticks(limits.max_lead),
            max_rollback: ticks(limits.max_rollback).max(1),
            // More than a hundred years are as good as for ever.
            max_wait: limits.max_wait.as_millis().min(1 << 42) as u64,
            start: limits.sequence_start,
        }
    }

    /// The one of this name in a template.
    pub(super) fn named(&self, name: &str) -> Option<String> {
        Some(match name {
            "epoch" => self.epoch.to_string(),
            "tick_millis" => self.tick.to_string(),
            "max_slot" => self.max_slot.to_string(),
            "max_timestamp" => self.max_timestamp.to_string(),
            "sequence_bits" => self.sequence_bits.to_string(),
            "sequence_mask" => self.sequence_mask.to_string(),
            "time_shift" => self.time_shift.to_string(),
            "sequence_shift" => self.sequence_shift.to_string(),
            "max_lead" => self.max_lead.to_string(),
            "max_rollback" => self.max_rollback.to_string(),
            "max_wait" => self.max_wait.to_string(),
            _ => return None,
        })
    }

    /// How many sequence numbers a tick may start at.
    pub(super) fn starts(&self) -> u64 {
        ((u64::from(self.sequence_mask) + 1) / 4).max(1)
    }
}
