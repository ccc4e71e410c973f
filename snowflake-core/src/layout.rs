//! How the bits of an ID are divided.

mod builder;
mod error;
mod field;
mod message;
mod monotonicity;
mod notation;
mod parts;
mod preset;
mod slot;
mod time;

use core::fmt;

pub use builder::LayoutBuilder;
pub use error::LayoutError;
pub use field::{Field, FieldError};
use field::{Names, Place, mask};
pub use monotonicity::Monotonicity;
pub use notation::LayoutParseError;
pub use parts::Parts;

use crate::snowflake::Snowflake;
use crate::time::UtcTime;

/// How the bits of an ID are divided, how long a tick is, and when time begins.
///
/// A layout is a `const` value. Use a preset, or build your own; a layout whose fields do not fit
/// does not compile:
///
/// ```
/// use snowflake_kit_core::Layout;
///
/// const ORDERS: Layout = Layout::builder("orders")
///     .epoch_date(2026, 1, 1)
///     .tick_millis(10)
///     .time_bits(40)
///     .node_bits(12)
///     .sequence_bits(11)
///     .build();
///
/// assert_eq!(ORDERS.max_node(), 4095);
/// assert_eq!(ORDERS.ids_per_second(), 204_800);
/// ```
///
/// ```compile_fail
/// # use snowflake_kit_core::Layout;
/// // error: layout `orders`: all fields together take 65 bits, but a positive
/// // i64 has 63; use fewer bits in a field
/// const ORDERS: Layout = Layout::builder("orders").time_bits(41).node_bits(12).sequence_bits(12).build();
/// ```
///
/// Two layouts are equal if every number means the same in both. The names of layouts and fields do
/// not matter.
///
/// # Presets
///
/// "Ends" is the first instant whose timestamp does not fit a positive `i64`. [`Monotonicity`] says
/// what the order of IDs means.
///
/// | preset | fields in bits, high to low | tick | epoch | ends |
/// |---|---|---|---|---|
/// | [`DEFAULT`](Layout::DEFAULT) | 41 time · 10 node · 12 sequence | 1 ms | 2025-01-01 | 2094-09-07 |
/// | [`TWITTER`](Layout::TWITTER) | 41 time · 5 datacenter · 5 worker · 12 sequence | 1 ms | 2010-11-04T01:42:54.657Z | 2080-07-10 |
/// | [`DISCORD`](Layout::DISCORD) | 42 time · 5 worker · 5 process · 12 increment | 1 ms | 2015-01-01 | 2084-09-06 |
/// | [`INSTAGRAM`](Layout::INSTAGRAM) | 41 time · 13 shard · 10 sequence | 1 ms | 2011-08-24T21:07:01.721Z | 2046-06-27 |
/// | [`SONYFLAKE`](Layout::SONYFLAKE) | 39 time · 8 sequence · 16 machine | 10 ms | 2014-09-01 | 2188-11-16 |
/// | [`SONYFLAKE_V2`](Layout::SONYFLAKE_V2) | 39 time · 8 sequence · 16 machine | 10 ms | 2025-01-01 | 2199-03-19 |
/// | [`MASTODON`](Layout::MASTODON) | 48 time · 16 tail | 1 ms | 1970-01-01 | 6429-10-17 |
/// | [`TSID`](Layout::TSID) | 42 time · 10 node · 12 counter | 1 ms | 2020-01-01 | 2089-09-06 |
/// | [`FLAKE_ID`](Layout::FLAKE_ID) | 42 time · 5 thread · 5 process · 12 increment | 1 ms | 2015-01-01 | 2084-09-06 |
/// | [`IDGEN`](Layout::IDGEN) | 41 time · 10 generator · 12 sequence | 1 ms | 2015-01-01 | 2084-09-06 |
/// | [`BAIDU`](Layout::BAIDU) | 28 time · 22 worker · 13 sequence | 1 s | 2016-05-19T16:00:00Z | 2024-11-20, over |
/// | [`TRACE_ID`](Layout::TRACE_ID) | 25 time · 16 node · 12 chunk · 10 counter | 1 s | 1970-01-01 | wraps every 388.36 days |
/// | [`ECMASCRIPT`](Layout::ECMASCRIPT) | 41 time · 5 node · 7 sequence | 1 ms | 2025-01-01 | 2094-09-07 |
#[derive(Clone, Copy)]
pub struct Layout {
    name: &'static str,
    epoch: i64,
    tick: u32,
    time_bits: u8,
    node: Place,
    sequence: Place,
    caller: Place,
    /// The name of the caller's field.
    caller_name: &'static str,
    /// The lowest bits of the sequence that count from 1; 0 if the sequence starts at 0.
    counter_bits: u8,
    full_width: bool,
    time: Time,
    node_fields: Names,
    sequence_fields: Names,
}

#[derive(Clone, Copy)]
enum Time {
    Ends,
    Wraps,
}

impl Layout {
    /// What a builder starts from. It is not a layout yet, because it has no time.
    const EMPTY: Self = Self {
        name: "",
        epoch: 1_735_689_600_000,
        tick: 1,
        time_bits: 0,
        node: Place::NOWHERE,
        sequence: Place::NOWHERE,
        caller: Place::NOWHERE,
        caller_name: "",
        counter_bits: 0,
        full_width: false,
        time: Time::Ends,
        node_fields: Names::NONE,
        sequence_fields: Names::NONE,
    };

    /// Starts a layout of your own. Error messages contain the name.
    pub const fn builder(name: &'static str) -> LayoutBuilder {
        LayoutBuilder::new(name)
    }

    /// The layout's name, such as `twitter`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The instant of timestamp 0, in Unix ms.
    pub const fn epoch_unix_millis(&self) -> i64 {
        self.epoch
    }

    /// How long a tick lasts, in ms.
    pub const fn tick_millis(&self) -> u32 {
        self.tick
    }

    /// The width of the timestamp as published, in bits. In a [full-width](Self::is_full_width)
    /// layout the highest of them is the sign bit, which stays 0.
    pub const fn time_bits(&self) -> u8 {
        self.time_bits
    }

    /// The width of the node number, in bits.
    pub const fn node_bits(&self) -> u8 {
        self.node.bits
    }

    /// The width of the sequence, in bits.
    pub const fn sequence_bits(&self) -> u8 {
        self.sequence.bits
    }

    /// The field whose value the [caller gives](LayoutBuilder::caller), if there is one.
    pub const fn caller(&self) -> Option<Field> {
        match self.caller.bits {
            0 => None,
            bits => Some(Field::new(self.caller_name, bits)),
        }
    }

    /// Whether the published layout uses all 64 bits.
    pub const fn is_full_width(&self) -> bool {
        self.full_width
    }

    /// Whether timestamps wrap around. IDs of such a layout are unique and ordered only inside one
    /// period; see [`Monotonicity`].
    pub const fn is_periodic(&self) -> bool {
        matches!(self.time, Time::Wraps)
    }

    /// The named parts of the node, high bits first. Empty if the node is one number.
    pub fn node_fields(&self) -> impl ExactSizeIterator<Item = Field> + use<> {
        self.node_fields.iter()
    }

    /// The named parts of the sequence, high bits first. Empty if it is one number.
    pub fn sequence_fields(&self) -> impl ExactSizeIterator<Item = Field> + use<> {
        self.sequence_fields.iter()
    }

    /// All fields that have bits, high bits first. In place of a node or sequence with named parts,
    /// these are the parts.
    ///
    /// ```
    /// use snowflake_kit_core::Layout;
    ///
    /// let fields: Vec<_> = Layout::TWITTER.fields().map(|f| (f.name(), f.bits())).collect();
    /// assert_eq!(fields, [("time", 41), ("datacenter", 5), ("worker", 5), ("sequence", 12)]);
    /// ```
    pub fn fields(&self) -> impl Iterator<Item = Field> + use<> {
        let mut time = Some(Field::new("time", self.time_bits));
        let mut low = self.low_fields().into_iter();
        let mut parts = Names::NONE;
        // One closure in place of adapters of adapters, each of which is compiled with this crate.
        core::iter::from_fn(move || {
            loop {
                let field = if let Some(time) = time.take() {
                    time
                } else if let Some((part, others)) = parts.split_first() {
                    parts = others;
                    part
                } else {
                    let (name, place, named) = low.next()?;
                    parts = named;
                    // Nothing, if its parts follow.
                    Field::new(name, if named.is_empty() { place.bits } else { 0 })
                };
                if field.bits() > 0 {
                    return Some(field);
                }
            }
        })
    }

    /// The fields below the time with their named parts, high bits first.
    fn low_fields(&self) -> [(&'static str, Place, Names); 3] {
        let mut low = [
            (self.caller_name, self.caller, Names::NONE),
            ("node", self.node, self.node_fields),
            ("sequence", self.sequence, self.sequence_fields),
        ];
        // The library's sort, compiled for three fields, is larger than all of this file.
        for (above, below) in [(0, 1), (1, 2), (0, 1)] {
            if low[above].1.shift < low[below].1.shift {
                (low[above], low[below]) = (low[below], low[above]);
            }
        }
        low
    }

    /// The largest timestamp, in ticks.
    pub const fn max_timestamp(&self) -> u64 {
        // The sign bit of a full-width layout stays 0.
        let usable = if self.total_bits() == 64 { self.time_bits - 1 } else { self.time_bits };
        mask(usable)
    }

    /// The largest node number.
    pub const fn max_node(&self) -> u32 {
        self.node.max()
    }

    /// The largest sequence number.
    pub const fn max_sequence(&self) -> u32 {
        self.sequence.max()
    }

    /// The largest ID of this layout.
    pub const fn max_id(&self) -> Snowflake {
        let value = (self.max_timestamp() << self.time_shift()) | mask(self.time_shift());
        match Snowflake::new(value as i64) {
            Some(id) => id,
            // Not reached: a layout has at least one bit of time.
            None => Snowflake::MAX,
        }
    }

    /// How many IDs one node can mint per second without running ahead of the clock.
    pub const fn ids_per_second(&self) -> u64 {
        self.slots_per_tick() * 1_000 / self.tick as u64
    }

    /// Whether an ID is possible in this layout: its timestamp fits, and the layout uses its
    /// sequence number.
    pub const fn contains(&self, id: Snowflake) -> bool {
        let parts = self.decompose(id);
        parts.timestamp <= self.max_timestamp() && self.has_sequence(parts.sequence)
    }

    const fn total_bits(&self) -> u32 {
        let low = self.caller.bits as u32 + self.node.bits as u32 + self.sequence.bits as u32;
        self.time_bits as u32 + low
    }

    #[doc(hidden)]
    pub const fn time_shift(&self) -> u8 {
        self.caller.bits + self.node.bits + self.sequence.bits
    }

    #[doc(hidden)]
    pub const fn caller_shift(&self) -> u8 {
        self.caller.shift
    }

    #[doc(hidden)]
    pub const fn node_shift(&self) -> u8 {
        self.node.shift
    }

    #[doc(hidden)]
    pub const fn sequence_shift(&self) -> u8 {
        self.sequence.shift
    }

    /// Whether the sequence is directly below the time, so that the IDs of a tick are in the order
    /// of their sequence.
    const fn is_sequence_high(&self) -> bool {
        self.sequence.bits > 0 && self.sequence.shift + self.sequence.bits == self.time_shift()
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.meaning() == other.meaning()
    }
}

impl Eq for Layout {}

impl core::hash::Hash for Layout {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.meaning().hash(state);
    }
}

impl Layout {
    /// Everything that decides what a number means: the epoch, and the rest in one word, so that a
    /// mint compares only two numbers.
    #[doc(hidden)]
    pub const fn meaning(&self) -> (i64, u64) {
        let Self { node, sequence, caller, .. } = *self;
        let order = (node.shift > sequence.shift) as u32
            | ((caller.shift > node.shift) as u32) << 1
            | ((caller.shift > sequence.shift) as u32) << 2;
        // The time has at most 63 bits, and the other fields at most 32 each, so this is
        // below 2^31: the highest bit is free for code that compares.
        let mut shape = self.max_timestamp().trailing_ones();
        shape = shape * 33 + node.bits as u32;
        shape = shape * 33 + sequence.bits as u32;
        shape = shape * 33 + caller.bits as u32;
        shape = shape * 33 + self.counter_bits as u32;
        shape = shape * 8 + order;
        shape = shape * 2 + self.time as u32;
        (self.epoch, (self.tick as u64) << 32 | shape as u64)
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layout")
            .field("name", &self.name)
            .field("epoch_unix_millis", &self.epoch)
            .field("tick_millis", &self.tick)
            .field("time_bits", &self.time_bits)
            .field("caller", &self.caller)
            .field("node", &self.node)
            .field("sequence", &self.sequence)
            .finish_non_exhaustive()
    }
}

/// One line: `twitter: 41 time · 5 datacenter · 5 worker · 12 sequence, 1 ms ticks since
/// 2010-11-04T01:42:54.657Z`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.name)?;
        for (i, field) in self.fields().enumerate() {
            let separator = if i == 0 { "" } else { " ·" };
            write!(f, "{separator} {} {}", field.bits(), field.name())?;
        }
        write!(f, ", {} ms ticks since {}", self.tick, UtcTime(self.epoch))
    }
}
