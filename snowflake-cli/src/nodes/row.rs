//! What the rows of a store say.

use std::fmt;

/// The columns of a row as texts, whatever is in them; `None` for `NULL` and for
/// what is not text.
#[derive(Debug, serde::Serialize)]
pub(super) struct RowTexts {
    pub(super) space: Option<String>,
    pub(super) node: Option<String>,
    pub(super) token: Option<String>,
    pub(super) until: Option<String>,
    /// Whether the store has the times of claims and renewals.
    #[serde(skip)]
    pub(super) keeps_times: bool,
    pub(super) claimed: Option<String>,
    pub(super) renewed: Option<String>,
    pub(super) holder: Option<String>,
}

/// A row that a lease has left behind. All times are Unix ms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeaseRecord<'a> {
    pub(super) space: &'a str,
    pub(super) node: u32,
    pub(super) token: i64,
    pub(super) until: i64,
    /// Unless the store does not keep it.
    pub(super) claimed: Option<i64>,
    pub(super) renewed: Option<i64>,
    pub(super) holder: &'a str,
}

/// What stands for a time that the store does not keep.
pub(super) const UNKNOWN: &str = "-";

/// How a node is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Standing {
    Held,
    Expired,
    Free,
}

/// A release says which timestamps were used, so it does not reach past the
/// renewal that it is, but for the difference between two clocks, in ms. An
/// expired lease reaches a term past its last renewal.
const RELEASED_WITHIN: i64 = 1_000;

impl RowTexts {
    pub(super) fn space(&self) -> Option<&str> {
        self.space.as_deref()
    }

    /// The lease, or what is wrong.
    pub(super) fn lease(&self) -> Result<LeaseRecord<'_>, String> {
        fn text<'a>(name: &str, value: Option<&'a String>) -> Result<&'a str, String> {
            value.map(String::as_str).ok_or_else(|| format!("{name} is NULL or no text"))
        }
        let number = |name: &str, value, least: i64| {
            let value = text(name, value)?;
            let number = value.parse().ok().filter(|number: &i64| *number >= least);
            number.ok_or_else(|| format!("{name} is {value:?}, and {least} or more is expected"))
        };
        let time = |name: &str, value| self.keeps_times.then(|| number(name, value, 0)).transpose();
        let node = number("node", self.node.as_ref(), 0)?;
        Ok(LeaseRecord {
            space: text("space", self.space.as_ref())?,
            node: node.try_into().map_err(|_| format!("node is {node}, past the largest one"))?,
            token: number("token", self.token.as_ref(), 1)?,
            until: number("until", self.until.as_ref(), 0)?,
            claimed: time("claimed", self.claimed.as_ref())?,
            renewed: time("renewed", self.renewed.as_ref())?,
            holder: text("holder", self.holder.as_ref())?,
        })
    }
}

/// With quotes around texts, and nothing in them that a terminal obeys.
impl fmt::Display for RowTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { space, node, token, until, keeps_times: _, claimed, renewed, holder } = self;
        let columns = [
            ("space", space),
            ("node", node),
            ("token", token),
            ("until", until),
            ("claimed", claimed),
            ("renewed", renewed),
            ("holder", holder),
        ];
        for (name, value) in columns {
            let comma = if name == "holder" { "" } else { ", " };
            match value {
                Some(value) => write!(f, "{name} {value:?}{comma}")?,
                None => write!(f, "{name} none{comma}")?,
            }
        }
        Ok(())
    }
}

impl LeaseRecord<'_> {
    /// How the node is doing at this time by the store's clock.
    pub(super) fn state(&self, now: i64) -> Standing {
        if self.until > now {
            Standing::Held
        } else if self.renewed.is_none_or(|at| self.until < at.saturating_add(RELEASED_WITHIN)) {
            Standing::Free
        } else {
            Standing::Expired
        }
    }
}
