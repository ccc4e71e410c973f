//! Slots: the IDs of one node, numbered in the order in which they are minted.
//!
//! Slot 0 is the first slot of the tick at the epoch. Each tick has
//! [`slots_per_tick`](Layout::slots_per_tick) slots, and the next tick continues without a gap. So
//! "the next ID", "a number of IDs" and "the first ID of now" are arithmetic on one number for any
//! order of fields. A sequence that leaves out values (a counter from 1) needs no special case in
//! the generator.

use super::Layout;
use super::field::mask;
use crate::snowflake::Snowflake;

// For crates that mint, in this process or in a database. Not for applications.
#[doc(hidden)]
impl Layout {
    /// How many IDs a node has in a tick.
    pub const fn slots_per_tick(&self) -> u64 {
        (1 << (self.sequence.bits - self.counter_bits)) * self.counters()
    }

    const fn counters(&self) -> u64 {
        if self.counter_bits == 0 { 1 } else { mask(self.counter_bits) }
    }

    /// The first slot of a tick. `tick` is not wrapped.
    pub const fn first_slot(&self, tick: u64) -> u64 {
        if self.counter_bits == 0 {
            tick << self.sequence.bits
        } else {
            tick * self.slots_per_tick()
        }
    }

    /// The tick of a slot, not wrapped.
    pub const fn tick_of_slot(&self, slot: u64) -> u64 {
        if self.counter_bits == 0 {
            slot >> self.sequence.bits
        } else {
            slot / self.slots_per_tick()
        }
    }

    /// The last tick, not wrapped. If timestamps wrap around, it is the last tick whose slots fit a
    /// word.
    pub const fn last_tick(&self) -> u64 {
        if self.is_periodic() { (1 << 62) / self.slots_per_tick() } else { self.max_timestamp() }
    }

    /// The first slot after the last tick; at most 2^63.
    pub const fn end_slot(&self) -> u64 {
        self.first_slot(self.last_tick() + 1)
    }

    /// The ID in a slot. `slot` is above 0 and below `end_slot`; `caller` and `node` fit.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    pub const fn id_in_slot(&self, slot: u64, caller: u32, node: u32) -> Snowflake {
        let tick = self.tick_of_slot(slot);
        let index = slot - self.first_slot(tick);
        let sequence = if self.counter_bits == 0 {
            index
        } else {
            ((index / self.counters()) << self.counter_bits) | (index % self.counters() + 1)
        };
        let timestamp = if self.is_periodic() { tick & self.max_timestamp() } else { tick };
        match Snowflake::new(self.join(timestamp, caller, node, sequence as u32)) {
            Some(id) => id,
            // Not reached: slot 0 is never issued, and every other slot has a 1 in its time
            // or its sequence. The time of periodic layouts can be 0 again, but their
            // sequences all count from 1.
            None => unreachable!(),
        }
    }
}

/// For minting only.
#[doc(hidden)]
impl Layout {
    /// The first slot whose IDs are larger than those of this slot, for any nodes and callers'
    /// fields.
    pub const fn first_slot_after(&self, slot: u64) -> u64 {
        if self.is_sequence_high() {
            slot + 1
        } else {
            self.first_slot(self.tick_of_slot(slot) + 1)
        }
    }

    /// The first tick whose timestamp is not before this time, in Unix ms; at most the tick after
    /// the last.
    pub const fn tick_not_before(&self, unix_millis: i64) -> u64 {
        let epoch = self.epoch_unix_millis();
        if unix_millis <= epoch {
            return 0;
        }
        let tick = unix_millis.abs_diff(epoch).div_ceil(self.tick_millis() as u64);
        if tick > self.last_tick() { self.last_tick() + 1 } else { tick }
    }

    /// The timestamp of a tick, in Unix ms.
    pub const fn unix_millis_of_tick(&self, tick: u64) -> i64 {
        let since_epoch = tick.saturating_mul(self.tick_millis() as u64);
        self.epoch_unix_millis().saturating_add_unsigned(since_epoch)
    }

    /// The ID of a tick's first slot, with sequence 0. `None` if that is not an ID, or if sequences
    /// leave out values, because then `id_after` would be wrong.
    pub const fn first_id_of_tick(&self, tick: u64, caller: u32, node: u32) -> Option<Snowflake> {
        if self.counter_bits != 0 {
            return None;
        }
        let timestamp = if self.is_periodic() { tick & self.max_timestamp() } else { tick };
        Snowflake::new(self.join(timestamp, caller, node, 0))
    }

    /// The ID `index` slots after the first one of its tick.
    pub fn id_after(&self, first: Snowflake, index: u64) -> Snowflake {
        first.with_bits(index << self.sequence.shift)
    }
}
