//! Builds custom layouts.

use super::error::LayoutError;
use super::field::{Field, Names, Place};
use super::{Layout, Time};
use crate::time::unix_millis_of_date;

/// 1970-04-26. A number of milliseconds that is smaller would be a likely number of seconds: one
/// from 1970 until 2284.
const FIRST_EPOCH_AFTER_0: i64 = 9_936_000_000;

/// Builds a [`Layout`]; see [`Layout::builder`].
#[derive(Clone, Copy, Debug)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct LayoutBuilder {
    layout: Layout,
    epoch_is_date: bool,
    /// The fields below the time, high bits first, in the order of the calls.
    low: [Low; 3],
    named: usize,
}

#[derive(Clone, Copy, Debug)]
enum Low {
    Caller,
    Node,
    Sequence,
}

impl LayoutBuilder {
    pub(super) const fn new(name: &'static str) -> Self {
        let layout = Layout { name, ..Layout::EMPTY };
        Self { layout, epoch_is_date: true, low: [Low::Caller; 3], named: 0 }
    }

    /// Sets the instant of timestamp 0, in Unix ms. Default: 2025-01-01T00:00:00Z.
    ///
    /// An epoch after 0 and before 1970-04-26 is refused ([`LayoutError::EpochInSeconds`]), because
    /// such a number is most likely one of Unix seconds.
    pub const fn epoch_unix_millis(mut self, epoch: i64) -> Self {
        self.layout.epoch = epoch;
        self.epoch_is_date = true;
        self
    }

    /// Sets the instant of timestamp 0 to midnight UTC of a date.
    pub const fn epoch_date(mut self, year: i32, month: u8, day: u8) -> Self {
        if let Some(epoch) = unix_millis_of_date(year, month, day) {
            self.epoch_unix_millis(epoch)
        } else {
            self.epoch_is_date = false;
            self
        }
    }

    /// Sets the length of a tick, the unit of timestamps, in ms. Default: 1.
    pub const fn tick_millis(mut self, millis: u32) -> Self {
        self.layout.tick = millis;
        self
    }

    /// Sets the width of the timestamp in bits, at least 1. It is always the highest field.
    pub const fn time_bits(mut self, bits: u8) -> Self {
        self.layout.time_bits = bits;
        self
    }

    /// Sets the width of the node number, 0 to 32 bits. Default: 0.
    ///
    /// Call `node_bits`, `sequence_bits` and [`caller`](Self::caller) in the order of the fields,
    /// high bits first. Sonyflake, for example, has the node below the sequence: call
    /// `sequence_bits` first.
    pub const fn node_bits(mut self, bits: u8) -> Self {
        self.layout.node.bits = bits;
        self.name_field(Low::Node)
    }

    /// Sets the width of the sequence, 0 to 32 bits. Default: 0, which is one ID per tick.
    pub const fn sequence_bits(mut self, bits: u8) -> Self {
        self.layout.sequence.bits = bits;
        self.name_field(Low::Sequence)
    }

    /// Adds a field of 1 to 32 bits whose value the caller gives for each ID, such as the
    /// shard of the row. Default: none.
    ///
    /// ID types of this layout need the attribute `#[snowflake(layout = FEED, caller)]`.
    /// They mint with `PostId::within(shard).mint()`, and
    /// [`CallerId::caller`](crate::CallerId::caller) reads the field.
    ///
    /// IDs are unique without this field, by time, node and sequence. So one generator mints for
    /// all its values. A wrong value, or a shard that moves to another server, never makes two IDs
    /// equal. All values share the sequence: a node mints
    /// [`ids_per_second`](Layout::ids_per_second) for all of them together.
    ///
    /// If each shard mints by itself, use the shard as the node, as
    /// [`INSTAGRAM`](Layout::INSTAGRAM) does.
    ///
    /// ```
    /// use snowflake_kit_core::Layout;
    ///
    /// const FEED: Layout = Layout::builder("feed")
    ///     .time_bits(41)
    ///     .caller("shard", 8)
    ///     .node_bits(5)
    ///     .sequence_bits(9)
    ///     .build();
    ///
    /// let fields: Vec<_> = FEED.fields().map(|field| (field.name(), field.bits())).collect();
    /// assert_eq!(fields, [("time", 41), ("shard", 8), ("node", 5), ("sequence", 9)]);
    /// ```
    pub const fn caller(mut self, name: &'static str, bits: u8) -> Self {
        self.layout.caller_name = name;
        self.layout.caller.bits = bits;
        self.name_field(Low::Caller)
    }

    /// Puts a field below the fields that were named before. A field that was already named keeps
    /// its place.
    const fn name_field(mut self, field: Low) -> Self {
        let mut i = 0;
        while i < self.named {
            if self.low[i] as u8 == field as u8 {
                return self;
            }
            i += 1;
        }
        self.low[self.named] = field;
        self.named += 1;
        self
    }

    const fn has_empty_caller(&self) -> bool {
        !self.layout.caller_name.is_empty() && self.layout.caller.bits == 0
    }

    /// Allows 64 bits in total, for published layouts that count the sign bit as the timestamp's
    /// highest bit, as Discord and Instagram do. Here that bit stays 0, so the layout ends when
    /// half of its timestamps are used.
    pub const fn full_width(mut self) -> Self {
        self.layout.full_width = true;
        self
    }

    /// Names the parts of the node, high bits first. Their widths must add up to `node_bits`.
    pub const fn node_fields(self, fields: &'static [Field]) -> Self {
        self.node_names(Names::Listed(fields))
    }

    /// Names the parts of the sequence, high bits first. Their widths must add up to
    /// `sequence_bits`.
    pub const fn sequence_fields(self, fields: &'static [Field]) -> Self {
        self.sequence_names(Names::Listed(fields))
    }

    pub(super) const fn node_names(mut self, names: Names) -> Self {
        self.layout.node_fields = names;
        self
    }

    pub(super) const fn sequence_names(mut self, names: Names) -> Self {
        self.layout.sequence_fields = names;
        self
    }

    pub(super) const fn periodic(mut self) -> Self {
        self.layout.time = Time::Wraps;
        self
    }

    /// Makes the lowest bits of the sequence a counter that starts at 1.
    pub(super) const fn counter_from_one(mut self, bits: u8) -> Self {
        self.layout.counter_bits = bits;
        self
    }

    /// Returns the layout.
    ///
    /// # Panics
    /// If the fields do not fit. In a `const` this is a compile error with the same text. Use
    /// [`try_build`](Self::try_build) if the layout is known only at run time.
    #[track_caller]
    pub const fn build(self) -> Layout {
        match self.try_build() {
            Ok(layout) => layout,
            Err(error) => panic!("{}", error.message(self.layout.name).as_str()),
        }
    }

    /// Returns the layout, or what is wrong with it.
    ///
    /// # Errors
    /// [`LayoutError`] says which field does not fit and by how much.
    ///
    /// ```
    /// use snowflake_kit_core::{Layout, LayoutError};
    ///
    /// let too_wide = Layout::builder("orders").time_bits(42).node_bits(10).sequence_bits(12);
    /// assert_eq!(too_wide.try_build(), Err(LayoutError::TooManyBits { bits: 64 }));
    /// ```
    pub const fn try_build(self) -> Result<Layout, LayoutError> {
        let mut layout = self.layout;
        if !self.epoch_is_date {
            return Err(LayoutError::NoSuchDate);
        }
        if 0 < layout.epoch && layout.epoch < FIRST_EPOCH_AFTER_0 {
            return Err(LayoutError::EpochInSeconds { epoch: layout.epoch });
        }
        if layout.time_bits == 0 {
            return Err(LayoutError::NoTimeBits);
        }
        if layout.node.bits > 32 {
            return Err(LayoutError::NodeTooWide { bits: layout.node.bits });
        }
        if layout.sequence.bits > 32 {
            return Err(LayoutError::SequenceTooWide { bits: layout.sequence.bits });
        }
        if layout.caller.bits > 32 || self.has_empty_caller() {
            return Err(LayoutError::CallerWidth { bits: layout.caller.bits });
        }
        let bits = layout.total_bits();
        if bits > if layout.full_width { 64 } else { 63 } {
            return Err(LayoutError::TooManyBits { bits });
        }
        if layout.tick == 0 {
            return Err(LayoutError::NoTick);
        }
        let fields = layout.node_fields.total_bits();
        if !layout.node_fields.is_empty() && fields != layout.node.bits as u32 {
            return Err(LayoutError::NodeFields { fields, bits: layout.node.bits });
        }
        let fields = layout.sequence_fields.total_bits();
        if !layout.sequence_fields.is_empty() && fields != layout.sequence.bits as u32 {
            return Err(LayoutError::SequenceFields { fields, bits: layout.sequence.bits });
        }
        let mut shift = 0;
        let mut i = self.named;
        while i > 0 {
            i -= 1;
            let place = match self.low[i] {
                Low::Caller => &mut layout.caller,
                Low::Node => &mut layout.node,
                Low::Sequence => &mut layout.sequence,
            };
            *place = Place::above(shift, place.bits);
            shift += place.bits;
        }
        let ticks = layout.max_timestamp() as i128 + 1;
        let end = layout.epoch as i128 + ticks * layout.tick as i128;
        if end > i64::MAX as i128 {
            return Err(LayoutError::EndOutOfRange);
        }
        Ok(layout)
    }
}
