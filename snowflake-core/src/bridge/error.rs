//! Why a value does not convert to an ID.

use core::fmt;

use super::{Ksuid, Ulid};
use crate::layout::FieldError;
use crate::time::UtcTime;

/// Why a UUID, ULID or KSUID does not convert to an ID of a layout.
///
/// ```
/// use snowflake_kit_core::Snowflake;
/// use snowflake_kit_core::bridge::BridgedId;
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// pub struct UserId(Snowflake);
///
/// let error = UserId::from_ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV".parse()?).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the ULID 01ARZ3NDEKTSV4RRFFQ69G5FAV does not convert to UserId of the layout `default`: \
///      2016-07-30T23:54:10.259Z is before the layout's epoch 2025-01-01T00:00:00.000Z",
/// );
/// # Ok::<(), snowflake_kit_core::bridge::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BridgeError {
    given: Given,
    layout: &'static str,
    name: Option<&'static str>,
    kind: BridgeErrorKind,
}

/// What is wrong with a value that does not convert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BridgeErrorKind {
    /// This is not an RFC 9562 UUID of any version.
    Variant {
        /// The two highest bits of its ninth byte. UUIDs of the RFC have `0b10`.
        found: u8,
    },
    /// The UUID's version is not 7.
    Version {
        /// Its version, 0 to 15.
        found: u8,
    },
    /// The time is before the layout's epoch or after its end.
    Time(FieldError),
    /// No tick of the layout begins at this time.
    BetweenTicks {
        /// Its time, in Unix ms.
        unix_millis: i64,
        /// How long a tick lasts, in ms.
        tick: u32,
    },
    /// The check is wrong: the value was made elsewhere, or from an ID of another layout.
    Check,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    Uuid([u8; 16]),
    Ulid(Ulid),
    Ksuid(Ksuid),
}

impl BridgeError {
    pub(super) const fn new(given: Given, layout: &'static str, kind: BridgeErrorKind) -> Self {
        Self { given, layout, name: None, kind }
    }

    /// The same error with the name of the ID type.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_name(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    /// What is wrong.
    pub const fn kind(&self) -> BridgeErrorKind {
        self.kind
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ulid(ulid) => write!(f, "the ULID {ulid}"),
            Self::Ksuid(ksuid) => write!(f, "the KSUID {ksuid}"),
            Self::Uuid(bytes) => {
                f.write_str("the UUID ")?;
                for (at, byte) in bytes.iter().enumerate() {
                    let hyphen = if matches!(at, 4 | 6 | 8 | 10) { "-" } else { "" };
                    write!(f, "{hyphen}{byte:02x}")?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for BridgeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Variant { found } => {
                write!(f, "its variant bits are {found:02b}, and those of RFC 9562 are 10")
            }
            Self::Version { found } => {
                write!(f, "its version is {found}, and only version 7 can be converted")
            }
            Self::Time(error) => error.fmt(f),
            Self::BetweenTicks { unix_millis, tick } => {
                write!(f, "no ID has its time {}, since ticks last {tick} ms", UtcTime(unix_millis))
            }
            Self::Check => f.write_str(
                "its last bits do not come from an ID of this layout: it was made elsewhere, or \
                 from an ID of another layout",
            ),
        }
    }
}

impl fmt::Display for BridgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { given, layout, name, kind } = self;
        write!(
            f,
            "{given} does not convert to {} of the layout `{layout}`: {kind}",
            name.unwrap_or("an ID")
        )
    }
}

impl core::error::Error for BridgeError {}
