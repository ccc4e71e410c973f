//! What the keys of a table are in the program.

use crate::catalog::ColumnKind;

/// What the keys of a table are in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum KeyKind {
    Snowflake,
    /// Of so many bits.
    Counted(u8),
    Uuid,
}

impl KeyKind {
    /// What a driver reads from a column as it is.
    pub(crate) const fn of(column: ColumnKind) -> Option<Self> {
        match column {
            ColumnKind::Integer { bits: 16, is_signed: true } => Some(Self::Counted(16)),
            ColumnKind::Integer { bits: 24 | 32, is_signed: true } => Some(Self::Counted(32)),
            ColumnKind::Integer { bits: 64, is_signed: true } => Some(Self::Counted(64)),
            ColumnKind::Uuid => Some(Self::Uuid),
            _ => None,
        }
    }

    /// The name of the derive.
    pub(crate) const fn derive(self) -> &'static str {
        match self {
            Self::Snowflake => "SnowflakeId",
            Self::Counted(_) => "CountedId",
            Self::Uuid => "UuidId",
        }
    }

    pub(crate) const fn texts(self) -> &'static [&'static str] {
        match self {
            Self::Snowflake | Self::Counted(_) => &["decimal", "base62", "base32", "hex"],
            Self::Uuid => &["hyphenated", "typeid"],
        }
    }

    /// The SQL type of its columns, for Diesel.
    pub(crate) const fn diesel(self) -> &'static str {
        match self {
            Self::Counted(16) => "SmallIntKey",
            Self::Counted(32) => "IntegerKey",
            Self::Snowflake | Self::Counted(_) => "Key",
            Self::Uuid => "UuidKey",
        }
    }
}
