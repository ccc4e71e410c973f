//! Why a layout cannot be built.

use core::fmt;

use super::message::Message;

/// Why a layout cannot be built. A value that does not fit a layout is a
/// [`FieldError`](crate::FieldError).
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
}

impl LayoutError {
    /// The text, with the layout's name.
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
        }
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The error does not hold the name. A preset never fails, so the layout is a custom one.
        f.write_str(self.message("custom").as_str())
    }
}

impl core::error::Error for LayoutError {}
