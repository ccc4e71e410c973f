//! The values of IDs of all kinds, as frameworks take them.

/// How wide the values of an ID type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// 1 to 2^15 - 1.
    I16,
    /// 1 to 2^31 - 1.
    I32,
    /// 1 to 2^63 - 1.
    I64,
    /// A UUID.
    U128,
}

impl Width {
    /// The largest integer; 0 for a UUID, which is none.
    #[must_use]
    pub const fn max(self) -> u64 {
        match self {
            Self::I16 => i16::MAX as u64,
            Self::I32 => i32::MAX as u64,
            Self::I64 => i64::MAX as u64,
            Self::U128 => 0,
        }
    }

    /// The value of this width, if the integer fits.
    #[must_use]
    pub fn integer(self, value: i64) -> Option<Raw> {
        match self {
            Self::I16 => i16::try_from(value).ok().map(Raw::I16),
            Self::I32 => i32::try_from(value).ok().map(Raw::I32),
            Self::I64 => Some(Raw::I64(value)),
            Self::U128 => None,
        }
    }
}

/// The value of an ID without its type. Adapters match it, so that what they do with IDs is written
/// once for all types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Raw {
    /// Of a `CountedId`.
    I16(i16),
    /// Of a `CountedId`.
    I32(i32),
    /// Of a `SnowflakeId`, `DecimalId` or `CountedId`.
    I64(i64),
    /// Of a `UuidId`: its 16 bytes, most significant first.
    Uuid(u128),
}

impl Raw {
    /// The integer; `None` for a UUID.
    #[must_use]
    pub const fn to_i64(self) -> Option<i64> {
        match self {
            Self::I16(value) => Some(value as i64),
            Self::I32(value) => Some(value as i64),
            Self::I64(value) => Some(value),
            Self::Uuid(_) => None,
        }
    }
}
