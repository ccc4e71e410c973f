//! Why a value does not fit a layout.

use core::fmt;

use crate::time::UtcTime;

/// Why a value does not fit the fields of a layout: a part of an ID, a time, or an ID itself. A
/// layout that cannot be built is a [`LayoutError`](crate::LayoutError).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FieldError {
    /// The instant is before the layout's epoch.
    BeforeEpoch {
        /// The instant, in Unix ms.
        unix_millis: i64,
        /// The layout's epoch, in Unix ms.
        epoch: i64,
    },
    /// The instant is past the last one whose timestamp fits.
    AfterEnd {
        /// The instant, in Unix ms.
        unix_millis: i64,
        /// The layout's end: the first instant that does not fit, in Unix ms.
        ends_at: i64,
    },
    /// The timestamp is too large.
    TimestampOutOfRange {
        /// The timestamp, in ticks.
        timestamp: u64,
        /// The largest that fits.
        max: u64,
    },
    /// The node number is too large.
    NodeOutOfRange {
        /// The node number.
        node: u32,
        /// The largest that fits.
        max: u32,
    },
    /// The sequence number is too large, or the layout leaves it out.
    SequenceOutOfRange {
        /// The sequence number.
        sequence: u32,
        /// The largest that fits.
        max: u32,
    },
    /// A value does not fit its named field.
    FieldOutOfRange {
        /// The field's name.
        field: &'static str,
        /// The value.
        value: u64,
        /// The smallest that fits.
        min: u32,
        /// The largest that fits.
        max: u32,
    },
    /// The number of values is not the number of fields.
    FieldCount {
        /// How many were given.
        given: usize,
        /// How many the layout has.
        fields: usize,
    },
    /// The node has no part with this name at this place.
    NoSuchField {
        /// The name.
        field: &'static str,
    },
    /// The ID's time does not fit into a UUID, ULID or KSUID.
    OutsideSpan {
        /// `UUID`, `ULID` or `KSUID`.
        name: &'static str,
        /// The ID's time, in Unix ms.
        unix_millis: i64,
        /// The first time that fits, in Unix ms.
        from: i64,
        /// The first time that no longer fits, in Unix ms.
        until: i64,
    },
    /// The layout has no field of the caller's for this value.
    NoCaller,
    /// All parts are 0, and 0 is not an ID.
    Zero,
    /// The layout's timestamps wrap around, so it has no absolute times.
    Periodic,
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::BeforeEpoch { unix_millis, epoch } => write!(
                f,
                "{} is before the layout's epoch {}",
                UtcTime(unix_millis),
                UtcTime(epoch)
            ),
            Self::AfterEnd { unix_millis, ends_at } => write!(
                f,
                "{} is past the layout's end: timestamps fit until just before {}",
                UtcTime(unix_millis),
                UtcTime(ends_at)
            ),
            Self::TimestampOutOfRange { timestamp, max } => {
                write!(f, "timestamp {timestamp} does not fit: use 0 to {max} ticks")
            }
            Self::NodeOutOfRange { node, max } => {
                write!(f, "node {node} does not fit: use 0 to {max}")
            }
            Self::SequenceOutOfRange { sequence, max } => {
                write!(f, "sequence {sequence} does not fit: use at most {max}")
            }
            Self::FieldOutOfRange { field, value, min, max } => {
                write!(f, "{field} {value} does not fit: use {min} to {max}")
            }
            Self::FieldCount { given, fields } => {
                write!(f, "{given} field values were given for {fields} fields")
            }
            Self::OutsideSpan { name, unix_millis, from, until } => write!(
                f,
                "the ID's time {} does not fit into a {name}, whose times are from {} until just \
                 before {}",
                UtcTime(unix_millis),
                UtcTime(from),
                UtcTime(until)
            ),
            Self::NoSuchField { field } => write!(
                f,
                "the layout's node has no part `{field}` at this place: name the parts in the \
                 order of `LayoutBuilder::node_fields`, the highest first"
            ),
            Self::NoCaller => f.write_str(
                "the layout has no caller's field: leave the value out, or declare one with \
                 `LayoutBuilder::caller`",
            ),
            Self::Zero => f.write_str("all parts are 0, and 0 is not an ID"),
            Self::Periodic => f.write_str(
                "the layout's timestamp wraps around, so its IDs have no absolute time and no \
                 range",
            ),
        }
    }
}

impl core::error::Error for FieldError {}
