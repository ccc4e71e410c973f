//! The old keys: what they are, and rows that have them.

use snowflake_kit::core::bridge::Ulid;
use uuid::Builder;

use super::backfill::OldKeys;

/// A kind of old keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OldKey {
    UuidV7,
    Ulid,
    UuidV4,
}

impl OldKey {
    pub(crate) fn sql_type(self) -> &'static str {
        if self == Self::Ulid { "text" } else { "uuid" }
    }

    /// The row of the guide's table about these keys.
    pub(crate) fn old_keys(self) -> OldKeys {
        let start = match self {
            Self::UuidV7 => "`UUIDv7`",
            Self::Ulid => "a ULID as text",
            Self::UuidV4 => "`UUIDv4`",
        };
        let cells = super::GUIDE.lines().filter_map(|line| line.strip_prefix("| "));
        let row = cells.clone().find(|row| row.starts_with(start)).unwrap();
        // A `|` in a cell is written `\|`.
        let row = row.replace("\\|", "\0");
        let cells = row.split(" |").map(|cell| cell.trim().replace('\0', "|"));
        let code = |cell: String| -> &'static str { cell.trim_matches('`').to_owned().leak() };
        let [_, created, order, _] = cells.collect::<Vec<_>>().try_into().unwrap();
        OldKeys { sql_type: self.sql_type(), created: code(created), order: code(order) }
    }

    /// A key of a row that was created at this time; another for each number.
    pub(crate) fn key(self, unix_millis: i64, number: u64) -> String {
        let random = (u128::from(mix(number)) << 64 | u128::from(mix(!number))).to_be_bytes();
        let millis = u64::try_from(unix_millis).unwrap();
        match self {
            Self::UuidV4 => Builder::from_random_bytes(random).into_uuid().to_string(),
            Self::UuidV7 => {
                let random = random.first_chunk().unwrap();
                Builder::from_unix_timestamp_millis(millis, random).into_uuid().to_string()
            }
            Self::Ulid => {
                let random = u128::from_be_bytes(random) >> 48;
                let ulid = u128::from(millis) << 80 | random;
                Ulid::from_bytes(ulid.to_be_bytes()).to_string()
            }
        }
    }
}

/// `SplitMix64`, so that keys are random and always the same.
fn mix(number: u64) -> u64 {
    let mut x = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
