//! IDs taken apart and put together.

use core::ops::RangeInclusive;

use super::field::{mask, split};
use super::{FieldError, Layout};
use crate::snowflake::Snowflake;

/// The numbers in the fields of an ID.
///
/// ```
/// use snowflake_kit_core::{Layout, Parts, Snowflake};
///
/// let id = Snowflake::new(1_869_539_350_270_877_696).unwrap();
/// let parts = Layout::TWITTER.decompose(id);
/// assert_eq!(parts, Parts { timestamp: 445_732_915_466, node: 42, ..Parts::default() });
/// assert_eq!(Layout::TWITTER.unix_millis(parts.timestamp), Some(1_734_567_890_123));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parts {
    /// Ticks since the layout's epoch; in a periodic layout, since the period began.
    pub timestamp: u64,
    /// The value of the [caller's field](crate::LayoutBuilder::caller); 0 in a layout without one.
    pub caller: u32,
    /// The node number.
    pub node: u32,
    /// The sequence number in the tick.
    pub sequence: u32,
}

impl Layout {
    /// The names and values of [all fields](Self::fields) of an ID, high bits first. Works for
    /// every ID, even if the layout does not [contain](Self::contains) it.
    ///
    /// ```
    /// use snowflake_kit_core::{Layout, Snowflake};
    ///
    /// let id = Snowflake::new(1_869_539_350_270_877_696).unwrap();
    /// let fields: Vec<_> = Layout::TWITTER.split(id).collect();
    /// assert_eq!(
    ///     fields,
    ///     [("time", 445_732_915_466), ("datacenter", 1), ("worker", 10), ("sequence", 0)]
    /// );
    /// ```
    pub fn split(&self, id: Snowflake) -> impl Iterator<Item = (&'static str, u64)> + use<> {
        let (value, time_shift) = (id.to_u64(), self.time_shift());
        let mut shift = time_shift + self.time_bits;
        self.fields().map(move |field| {
            shift -= field.bits();
            let value = value >> shift;
            let is_time = shift == time_shift;
            (field.name(), if is_time { value } else { value & u64::from(field.max()) })
        })
    }

    /// Puts an ID together from its parts.
    ///
    /// # Errors
    /// [`FieldError`] if a part is larger than its field, if the layout leaves out this sequence
    /// number, or if all parts are 0.
    pub const fn compose(&self, parts: Parts) -> Result<Snowflake, FieldError> {
        let Parts { timestamp, caller, node, sequence } = parts;
        if timestamp > self.max_timestamp() {
            return Err(FieldError::TimestampOutOfRange { timestamp, max: self.max_timestamp() });
        }
        if let Err(error) = self.check_caller(caller) {
            return Err(error);
        }
        if node > self.max_node() {
            return Err(FieldError::NodeOutOfRange { node, max: self.max_node() });
        }
        if !self.has_sequence(sequence) {
            return Err(FieldError::SequenceOutOfRange { sequence, max: self.max_sequence() });
        }
        match Snowflake::new(self.join(timestamp, caller, node, sequence)) {
            Some(id) => Ok(id),
            None => Err(FieldError::Zero),
        }
    }

    /// The ID of an instant (Unix ms) with this node and sequence. A caller's field is 0.
    ///
    /// Use each node and sequence only once per instant. To give IDs to many rows, use
    /// [`Backfill`](crate::Backfill), which counts.
    ///
    /// # Errors
    /// As [`timestamp`](Self::timestamp) and [`compose`](Self::compose).
    ///
    /// ```
    /// use snowflake_kit_core::{Layout, Parts};
    ///
    /// let id = Layout::SONYFLAKE.id_at(1_767_225_600_019, 7, 3)?;
    /// let Parts { timestamp, node, sequence, .. } = Layout::SONYFLAKE.decompose(id);
    /// assert_eq!((node, sequence), (7, 3));
    /// // The time of an ID is the beginning of its tick, here of 10 ms.
    /// assert_eq!(Layout::SONYFLAKE.unix_millis(timestamp), Some(1_767_225_600_010));
    /// # Ok::<(), snowflake_kit_core::FieldError>(())
    /// ```
    pub const fn id_at(
        &self,
        unix_millis: i64,
        node: u32,
        sequence: u32,
    ) -> Result<Snowflake, FieldError> {
        match self.timestamp(unix_millis) {
            Ok(timestamp) => self.compose(Parts { timestamp, caller: 0, node, sequence }),
            Err(error) => Err(error),
        }
    }

    /// The same ID with this value in the [caller's field](crate::LayoutBuilder::caller).
    ///
    /// IDs are unique without that field, so IDs that were minted or [backfilled](crate::Backfill)
    /// with 0 there stay unique.
    ///
    /// # Errors
    /// [`FieldError::NoCaller`] if the layout has no such field, [`FieldError::FieldOutOfRange`]
    /// if the value does not fit it.
    ///
    /// ```
    /// use snowflake_kit_core::{Layout, Snowflake};
    ///
    /// const FEED: Layout = Layout::builder("feed")
    ///     .time_bits(41)
    ///     .caller("shard", 8)
    ///     .node_bits(5)
    ///     .sequence_bits(9)
    ///     .build();
    ///
    /// let id = FEED.id_at(1_767_225_600_000, 7, 0)?;
    /// let id = FEED.with_caller(id, 42)?;
    /// assert_eq!(FEED.decompose(id).caller, 42);
    ///
    /// let error = FEED.with_caller(id, 256).unwrap_err();
    /// assert_eq!(error.to_string(), "shard 256 does not fit: use 0 to 255");
    /// # Ok::<(), snowflake_kit_core::FieldError>(())
    /// ```
    pub const fn with_caller(&self, id: Snowflake, value: u32) -> Result<Snowflake, FieldError> {
        if let Err(error) = self.check_caller(value) {
            return Err(error);
        }
        if self.caller.bits == 0 {
            return Err(FieldError::NoCaller);
        }
        let others = id.to_u64() & !self.caller.put(self.caller.max());
        match Snowflake::new((others | self.caller.put(value)) as i64) {
            Some(id) => Ok(id),
            None => Err(FieldError::Zero),
        }
    }

    /// Checks that a value fits the caller's field. In a layout without one, only 0 fits.
    const fn check_caller(&self, value: u32) -> Result<(), FieldError> {
        let max = self.caller.max();
        if value <= max {
            return Ok(());
        }
        match self.caller() {
            None => Err(FieldError::NoCaller),
            Some(field) => Err(FieldError::FieldOutOfRange {
                field: field.name(),
                value: value as u64,
                min: 0,
                max,
            }),
        }
    }

    /// Takes an ID apart. This works for every ID. If the layout does not [contain](Self::contains)
    /// the ID, its timestamp can be above [`max_timestamp`](Self::max_timestamp).
    pub const fn decompose(&self, id: Snowflake) -> Parts {
        let value = id.to_u64();
        Parts {
            timestamp: value >> self.time_shift(),
            caller: self.caller.of(value),
            node: self.node.of(value),
            sequence: self.sequence.of(value),
        }
    }

    /// The named parts of a node number, high bits first; nothing if the layout has none.
    ///
    /// ```
    /// use snowflake_kit_core::Layout;
    ///
    /// let fields: Vec<_> = Layout::TWITTER.split_node(378).collect();
    /// assert_eq!(fields, [("datacenter", 11), ("worker", 26)]);
    /// ```
    pub fn split_node(&self, node: u32) -> impl ExactSizeIterator<Item = (&'static str, u32)> {
        split(self.node_fields, node)
    }

    /// The named parts of a sequence number, high bits first; nothing if the layout has none.
    pub fn split_sequence(
        &self,
        sequence: u32,
    ) -> impl ExactSizeIterator<Item = (&'static str, u32)> {
        split(self.sequence_fields, sequence)
    }

    /// The node number with these values in its named parts, high bits first.
    ///
    /// # Errors
    /// [`FieldError::FieldCount`] if the number of values is not the number of named parts,
    /// [`FieldError::FieldOutOfRange`] if a value does not fit.
    ///
    /// ```
    /// use snowflake_kit_core::Layout;
    ///
    /// assert_eq!(Layout::DISCORD.join_node(&[1, 0]), Ok(32));
    /// assert!(Layout::DISCORD.join_node(&[1, 32]).is_err());
    /// ```
    pub const fn join_node(&self, values: &[u32]) -> Result<u32, FieldError> {
        let count = self.node_fields.count();
        if values.len() != count {
            return Err(FieldError::FieldCount { given: values.len(), fields: count });
        }
        let mut fields = self.node_fields;
        let mut node = 0;
        let mut i = 0;
        while let Some((field, others)) = fields.split_first() {
            let value = values[i];
            if value > field.max() {
                return Err(FieldError::FieldOutOfRange {
                    field: field.name(),
                    value: value as u64,
                    min: 0,
                    max: field.max(),
                });
            }
            node = (node << field.bits()) | value as u64;
            fields = others;
            i += 1;
        }
        Ok(node as u32)
    }

    /// The range of node numbers with these values in their highest named parts. Use it if, for
    /// example, each region leases its node numbers from a store of its own.
    ///
    /// # Errors
    /// [`FieldError::NoSuchField`] if the node has no part with this name at this place,
    /// [`FieldError::FieldOutOfRange`] if a value does not fit.
    ///
    /// ```
    /// use snowflake_kit_core::{Field, Layout};
    ///
    /// /// 8 regions with 512 workers each.
    /// const FLEET: Layout = Layout::builder("fleet")
    ///     .time_bits(41)
    ///     .node_bits(12)
    ///     .node_fields(&[Field::new("region", 3), Field::new("worker", 9)])
    ///     .sequence_bits(10)
    ///     .build();
    ///
    /// assert_eq!(FLEET.nodes_within(&[("region", 3)])?, 1_536..=2_047);
    /// assert!(FLEET.nodes_within(&[("region", 8)]).is_err());
    /// # Ok::<(), snowflake_kit_core::FieldError>(())
    /// ```
    pub fn nodes_within(
        &self,
        parts: &[(&'static str, u32)],
    ) -> Result<RangeInclusive<u32>, FieldError> {
        let (mut first, mut rest) = (0, self.node.bits);
        let mut fields = self.node_fields.iter();
        for &(name, value) in parts {
            let Some(field) = fields.next().filter(|field| field.name() == name) else {
                return Err(FieldError::NoSuchField { field: name });
            };
            if value > field.max() {
                let (value, max) = (value.into(), field.max());
                return Err(FieldError::FieldOutOfRange { field: name, value, min: 0, max });
            }
            rest -= field.bits();
            first |= u64::from(value) << rest;
        }
        Ok(first as u32..=(first | mask(rest)) as u32)
    }

    /// Joins fields that fit.
    pub(super) const fn join(&self, timestamp: u64, caller: u32, node: u32, sequence: u32) -> i64 {
        let time = timestamp << self.time_shift();
        let low = self.caller.put(caller) | self.node.put(node) | self.sequence.put(sequence);
        (time | low) as i64
    }

    pub(super) const fn has_sequence(&self, sequence: u32) -> bool {
        let counter = mask(self.counter_bits);
        sequence <= self.max_sequence() && (counter == 0 || sequence as u64 & counter != 0)
    }
}
