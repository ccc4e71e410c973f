//! Layouts as text, such as `time:39@10ms/seq:8/node:16@2014-09-01`.

mod reader;

use core::fmt;

use reader::{LayoutReader, is_name, is_reserved};

use super::error::LayoutError;
use super::field::Names;
use super::{Layout, Time};
use crate::text::Excerpt;
use crate::time::{MILLIS_PER_DAY, UtcTime, civil_from_days};

/// The name of a layout whose text has no name.
const UNNAMED: &str = "custom";

/// The epochs whose year has four digits, in Unix ms: from 0000-01-01 until before 10000-01-01.
const SAYABLE_EPOCHS: core::ops::Range<i64> = -62_167_219_200_000..253_402_300_800_000;

impl Layout {
    /// Reads a layout from its notation, which [`notation`](Self::notation) writes. The command
    /// `snowflake` and the JavaScript client read it too.
    ///
    /// Fields are separated by `/`, high bits first:
    ///
    /// | text | meaning |
    /// |---|---|
    /// | `time:41`, `node:10`, `sequence:12` | a field and its width in bits; `time` must be first, and `seq` is short for `sequence` |
    /// | `41/10/12` | the widths of time, node and sequence |
    /// | `shard:8` | one field with any other name: the [caller's](crate::LayoutBuilder::caller) |
    /// | `node:10(datacenter:5,worker:5)` | named parts of the node or the sequence |
    /// | `time:39@10ms`, `time:28@1s` | the length of a tick, in milliseconds or seconds; default 1 ms |
    /// | `@2026-01-01`, `@2010-11-04T01:42:54.657Z` | after the last field: the epoch in UTC; default 2025-01-01 |
    /// | `feed=` | before the first field: the name of the layout; default `custom` |
    ///
    /// Names start with an ASCII letter and contain ASCII letters, digits, `_` and `-`. If the
    /// fields take 64 bits, the layout is a [full-width](crate::LayoutBuilder::full_width) one.
    ///
    /// The layout keeps the names, so the text must be `'static`. Leak a text that you read at run
    /// time, once, with `String::leak`.
    ///
    /// # Errors
    /// [`LayoutParseError`] names the part of the text that is wrong and what is expected there, or
    /// says why the fields do not fit.
    ///
    /// ```
    /// use snowflake_kit_core::{Field, Layout};
    ///
    /// let layout = Layout::parse("time:39@10ms/seq:8/node:16@2014-09-01")?;
    /// assert_eq!(layout, Layout::SONYFLAKE);
    ///
    /// let feed = Layout::parse("feed=time:41/shard:8/node:5/sequence:9@2026-01-01")?;
    /// assert_eq!((feed.name(), feed.caller()), ("feed", Some(Field::new("shard", 8))));
    ///
    /// let error = Layout::parse("41/10/12@2026-02-29").unwrap_err();
    /// assert!(error.to_string().starts_with(r#""2026-02-29" at byte 9 of the layout: expected "#));
    /// # Ok::<(), snowflake_kit_core::LayoutParseError>(())
    /// ```
    pub fn parse(text: &'static str) -> Result<Self, LayoutParseError> {
        LayoutReader::new(text).layout()
    }

    /// The text that [`parse`](Self::parse) reads as this layout, with the same names.
    ///
    /// `None` if the notation cannot express the layout. Of the presets, this is only
    /// [`TRACE_ID`](Self::TRACE_ID). The reason can be:
    ///
    /// - the layout is [periodic](Self::is_periodic), or leaves out numbers of its sequence;
    /// - its epoch is outside the years 0 to 9999;
    /// - a name is not allowed in the notation.
    ///
    /// ```
    /// use snowflake_kit_core::Layout;
    ///
    /// let discord = Layout::DISCORD.notation().unwrap().to_string();
    /// assert_eq!(
    ///     discord,
    ///     "discord=time:42/node:10(worker:5,process:5)/sequence:12(increment:12)@2015-01-01"
    /// );
    /// assert_eq!(Layout::parse(discord.leak()), Ok(Layout::DISCORD));
    /// assert!(Layout::TRACE_ID.notation().is_none());
    /// ```
    pub fn notation(&self) -> Option<impl fmt::Display + use<>> {
        self.is_sayable().then_some(Notation(*self))
    }

    fn is_sayable(&self) -> bool {
        let is_plain = matches!(self.time, Time::Ends) && self.counter_bits == 0;
        is_plain
            && is_name(self.name)
            && SAYABLE_EPOCHS.contains(&self.epoch)
            && self.has_sayable_names()
    }

    fn has_sayable_names(&self) -> bool {
        for (i, name) in self.given_names().enumerate() {
            if !is_name(name) || is_reserved(name) {
                return false;
            }
            for before in self.given_names().take(i) {
                if before == name {
                    return false;
                }
            }
        }
        true
    }

    /// The names of the caller's field and of the named parts.
    fn given_names(&self) -> impl Iterator<Item = &'static str> {
        let mut caller = self.caller();
        let mut parts = [self.node_fields, self.sequence_fields];
        core::iter::from_fn(move || {
            loop {
                let field = if let Some(caller) = caller.take() {
                    caller
                } else {
                    let rest = &mut parts[usize::from(parts[0].is_empty())];
                    let (first, others) = rest.split_first()?;
                    *rest = others;
                    first
                };
                if field.bits() > 0 {
                    return Some(field.name());
                }
            }
        })
    }
}

/// Why a text is not the [notation](Layout::parse) of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LayoutParseError {
    /// A part of the text is not what is expected at its place.
    Text {
        /// The part. Empty if something is missing.
        found: &'static str,
        /// Where it starts, in bytes from the start of the text.
        at: usize,
        /// What is expected, with an example.
        expected: &'static str,
    },
    /// The fields do not form a layout.
    Layout {
        /// The layout's name.
        name: &'static str,
        /// Why they do not.
        error: LayoutError,
    },
}

impl fmt::Display for LayoutParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Text { found: "", at, expected } => {
                write!(f, "nothing at byte {at} of the layout: expected {expected}")
            }
            Self::Text { found, at, expected } => {
                let found = Excerpt::new(found.as_bytes());
                write!(f, "{found} at byte {at} of the layout: expected {expected}")
            }
            Self::Layout { name, error } => f.write_str(error.message(name).as_str()),
        }
    }
}

impl core::error::Error for LayoutParseError {}

struct Notation(Layout);

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(layout) = self;
        if layout.name != UNNAMED {
            write!(f, "{}=", layout.name)?;
        }
        write!(f, "time:{}", layout.time_bits)?;
        match layout.tick {
            1 => Ok(()),
            millis if millis % 1_000 == 0 => write!(f, "@{}s", millis / 1_000),
            millis => write!(f, "@{millis}ms"),
        }?;
        for (name, place, parts) in layout.low_fields() {
            if place.bits > 0 {
                write!(f, "/{name}:{}", place.bits)?;
                write_parts(f, parts)?;
            }
        }
        match layout.epoch.rem_euclid(MILLIS_PER_DAY) {
            0 => {
                let (year, month, day) = civil_from_days(layout.epoch.div_euclid(MILLIS_PER_DAY));
                write!(f, "@{year:04}-{month:02}-{day:02}")
            }
            _ => write!(f, "@{}", UtcTime(layout.epoch)),
        }
    }
}

fn write_parts(f: &mut fmt::Formatter<'_>, parts: Names) -> fmt::Result {
    let mut mark = '(';
    for part in parts.iter() {
        if part.bits() > 0 {
            write!(f, "{mark}{}:{}", part.name(), part.bits())?;
            mark = ',';
        }
    }
    if mark == ',' { f.write_str(")") } else { Ok(()) }
}
