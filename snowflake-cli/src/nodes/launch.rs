//! Generator numbers of decimal IDs, which stand beside the leases of nodes.

use serde::Serialize;
use snowflake_kit_core::{DecimalParts, UtcTime};
use snowflake_kit_decimal::SPACE_SUFFIX;
use snowflake_kit_lease::__private::record;

use super::row::{LeaseRecord, UNKNOWN};

/// What a store has about a launch.
#[derive(Serialize)]
pub(super) struct LaunchObject<'a> {
    space: &'a str,
    launch: u32,
    /// How many generator numbers have been given out: 0 and so on.
    generators: i64,
    left: i64,
    holder: &'a str,
    claimed: Option<String>,
    claimed_unix_ms: Option<i64>,
}

impl<'a> LaunchObject<'a> {
    /// The row of a launch, if it is one, or what is wrong with it.
    pub(super) fn new(lease: &LeaseRecord<'a>) -> Option<Result<Self, String>> {
        const ALL: i64 = DecimalParts::MAX_GENERATOR as i64 + 1;

        let space = lease.space.strip_suffix(SPACE_SUFFIX)?;
        let &LeaseRecord { node: launch, token: generators, until, holder, claimed, .. } = lease;
        Some(if launch > DecimalParts::MAX_LAUNCH {
            Err(format!("launch {launch} is past the largest one"))
        } else if generators > ALL {
            Err(format!("token is {generators}, and a launch has {ALL} generator numbers"))
        } else if until != i64::MAX {
            Err(format!("until is {until}, and the end of time, {}, is expected", i64::MAX))
        } else {
            Ok(Self {
                space,
                launch,
                generators,
                left: ALL - generators,
                holder,
                claimed: claimed.map(|claimed| UtcTime(claimed).to_string()),
                claimed_unix_ms: claimed,
            })
        })
    }

    pub(super) const fn space(&self) -> &'a str {
        self.space
    }

    /// Where it stands among the others.
    pub(super) const fn place(&self) -> (&'a str, u32) {
        (self.space, self.launch)
    }

    pub(super) const HEAD: [&'static str; 5] =
        ["launch", "last generator", "left", "claimed", "holder"];

    pub(super) fn row(&self) -> Vec<String> {
        vec![
            self.launch.to_string(),
            (self.generators - 1).to_string(),
            self.left.to_string(),
            self.claimed.clone().unwrap_or_else(|| UNKNOWN.to_owned()),
            // Control characters would be the terminal's to obey.
            record::holder(self.holder).into_owned(),
        ]
    }
}
