//! Why a layout, or a value for one, does not fit.

use core::fmt;

use super::message::Message;
use crate::time::UtcTime;

/// Why a layout does not fit, or a value does not fit a layout.
///
/// In a `const`, a layout that does not fit is a compile error with the same text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LayoutError {
    /// The timestamp has no bits.
    NoTimeBits,
    /// All fields together are wider than a positive `i64`.
    TooManyBits {
        /// The bits of all fields added up.
        bits: u32,
    },
    /// The node field is wider than 32 bits.
    NodeTooWide {
        /// Its width in bits.
        bits: u8,
    },
    /// The sequence field is wider than 32 bits.
    SequenceTooWide {
        /// Its width in bits.
        bits: u8,
    },
    /// The caller's field has no bits, or more than 32.
    CallerWidth {
        /// Its width in bits.
        bits: u8,
    },
    /// A tick of 0 ms.
    NoTick,
    /// The named fields of the node do not add up to the node's width.
    NodeFields {
        /// The widths of the named fields added up, in bits.
        fields: u32,
        /// The width of the node, in bits.
        bits: u8,
    },
    /// The named fields of the sequence do not add up to its width.
    SequenceFields {
        /// The widths of the named fields added up, in bits.
        fields: u32,
        /// The width of the sequence, in bits.
        bits: u8,
    },
    /// The layout would end later than an `i64` of Unix ms can express.
    EndOutOfRange,
    /// The epoch is not a date of the calendar.
    NoSuchDate,
    /// The epoch is after 0 and before 1970-04-26, so it was most likely given in seconds.
    EpochInSeconds {
        /// The epoch, in Unix ms.
        epoch: i64,
    },
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

impl LayoutError {
    /// The text of an error about the layout itself. `Display` writes those about values.
    pub(super) const fn message(&self, layout: &str) -> Message {
        let message = Message::new().text("layout `").text(layout).text("`: ");
        match *self {
            Self::NoTimeBits => message.text("no bits for the timestamp; set `time_bits`"),
            Self::TooManyBits { bits } => message
                .text("all fields together take ")
                .number(bits as u64)
                .text(" bits, but a positive i64 has 63; use fewer bits in a field")
                .text(if bits == 64 {
                    " (or say `full_width()` if the published layout counts the sign bit)"
                } else {
                    ""
                }),
            Self::NodeTooWide { bits } => {
                message.text("the node has ").number(bits as u64).text(" bits; at most 32 fit")
            }
            Self::SequenceTooWide { bits } => {
                message.text("the sequence has ").number(bits as u64).text(" bits; at most 32 fit")
            }
            Self::CallerWidth { bits } => message
                .text("the caller's field has ")
                .number(bits as u64)
                .text(" bits; give it 1 to 32"),
            Self::NoTick => message.text("the tick is 0 ms; set `tick_millis` to 1 or more"),
            Self::NodeFields { fields, bits } => message
                .text("the node's fields add up to ")
                .number(fields as u64)
                .text(" bits, but `node_bits` is ")
                .number(bits as u64),
            Self::SequenceFields { fields, bits } => message
                .text("the sequence's fields add up to ")
                .number(fields as u64)
                .text(" bits, but `sequence_bits` is ")
                .number(bits as u64),
            Self::EndOutOfRange => message.text(
                "it would end later than an i64 of Unix milliseconds can express; use fewer \
                 `time_bits` or a shorter tick",
            ),
            Self::NoSuchDate => message.text("the epoch is not a calendar date"),
            Self::EpochInSeconds { epoch } => message
                .text("the epoch, ")
                .number(epoch.unsigned_abs())
                .text(" ms, is in the first weeks of 1970; if these are seconds, write ")
                .number(epoch.unsigned_abs().saturating_mul(1_000))
                .text(", which is Unix milliseconds"),
            _ => message.text("the value does not fit"),
        }
    }
}

impl fmt::Display for LayoutError {
    #[inline]
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
            // The rest is about the layout itself, whose name the caller knows.
            _ => f.write_str(self.message("custom").as_str()),
        }
    }
}

impl core::error::Error for LayoutError {}
