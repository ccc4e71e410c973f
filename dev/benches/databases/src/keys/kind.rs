//! Kinds of keys, and what tables have besides.

use std::fmt;

use snowflake_kit::Layout;
use ulid::Ulid;
use uuid::{Builder, Uuid};

use crate::store::Database;

/// What a table's key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// A snowflake in a `BIGINT`.
    Snowflake,
    /// A snowflake in a `BIGINT` of a table of SQLite's `WITHOUT ROWID`.
    SnowflakeOrdered,
    /// A number that the database counts.
    Counted,
    /// The same, with an index on the time of creation.
    CountedDated,
    /// A UUID of version 7: `uuid`, or 16 bytes.
    UuidV7,
    /// A UUID of version 4: `uuid`, or 16 bytes.
    UuidV4,
    /// A ULID as text of 26 characters.
    UlidText,
}

impl fmt::Display for KeyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Snowflake => "snowflake",
            Self::SnowflakeOrdered => "snowflake, WITHOUT ROWID",
            Self::Counted => "auto-increment",
            Self::CountedDated => "auto-increment, created_at indexed",
            Self::UuidV7 => "UUIDv7",
            Self::UuidV4 => "UUIDv4",
            Self::UlidText => "ULID as text",
        })
    }
}

/// A value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Integer(i64),
    Uuid(Uuid),
    Text(String),
}

impl KeyKind {
    /// Those of a database.
    #[must_use]
    pub const fn all(database: Database) -> &'static [Self] {
        match database {
            Database::Sqlite => &[
                Self::Snowflake,
                Self::SnowflakeOrdered,
                Self::Counted,
                Self::CountedDated,
                Self::UuidV7,
                Self::UuidV4,
                Self::UlidText,
            ],
            _ => &[
                Self::Snowflake,
                Self::Counted,
                Self::CountedDated,
                Self::UuidV7,
                Self::UuidV4,
                Self::UlidText,
            ],
        }
    }

    /// Whether it is the kit's.
    #[must_use]
    pub const fn is_snowflake(self) -> bool {
        matches!(self, Self::Snowflake | Self::SnowflakeOrdered)
    }

    /// Whether the database makes it.
    #[must_use]
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::Counted | Self::CountedDated)
    }

    /// Whether the time of creation has an index.
    #[must_use]
    pub const fn is_dated(self) -> bool {
        matches!(self, Self::CountedDated)
    }

    /// The key of a row, by its number and the time of its creation.
    pub(crate) fn key(self, number: usize, millis: u64) -> Value {
        let mut random = fastrand::Rng::with_seed(number as u64);
        match self {
            Self::Snowflake | Self::SnowflakeOrdered => {
                // One of a few nodes.
                snowflake(millis, random.u32(..4), random.u32(..4))
            }
            Self::Counted | Self::CountedDated => Value::Integer(number as i64 + 1),
            Self::UuidV7 => {
                let mut bytes = [0; 10];
                random.fill(&mut bytes);
                Value::Uuid(Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid())
            }
            Self::UuidV4 => {
                Value::Uuid(Builder::from_random_bytes(random.u128(..).to_ne_bytes()).into_uuid())
            }
            Self::UlidText => Value::Text(Ulid::from_parts(millis, random.u128(..)).to_string()),
        }
    }
}

fn snowflake(millis: u64, node: u32, sequence: u32) -> Value {
    let id = Layout::DEFAULT.id_at(millis as i64, node, sequence);
    Value::Integer(id.expect("times of the layout").get())
}
