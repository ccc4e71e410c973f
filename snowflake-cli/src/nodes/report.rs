//! The list, as JSON and for people.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde::Serialize;
use snowflake_kit_core::UtcTime;
use snowflake_kit_sql::text::shown;

use super::launch::LaunchObject;
use super::location::Location;
use super::row::{LeaseRecord, RowTexts, Standing, UNKNOWN};
use super::snapshot::Snapshot;
use crate::table;

/// What a store has. Its keys are what scripts rely on.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    store: String,
    time: String,
    unix_ms: i64,
    skew_ms: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    registry: Option<&'a str>,
    nodes: Vec<NodeObject<'a>>,
    launches: Vec<LaunchObject<'a>>,
    /// The space that was asked for.
    #[serde(skip)]
    space: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum NodeObject<'a> {
    Leased(LeaseObject<'a>),
    Corrupt(CorruptObject<'a>),
}

#[derive(Serialize)]
struct LeaseObject<'a> {
    space: &'a str,
    node: u32,
    state: Standing,
    holder: &'a str,
    token: i64,
    until: String,
    until_unix_ms: i64,
    claimed: Option<String>,
    claimed_unix_ms: Option<i64>,
    renewed: Option<String>,
    renewed_unix_ms: Option<i64>,
}

#[derive(Serialize)]
struct CorruptObject<'a> {
    state: &'static str,
    problem: String,
    row: &'a RowTexts,
}

impl<'a> LeaseObject<'a> {
    fn new(lease: &LeaseRecord<'a>, now: i64) -> Self {
        let time = |millis| UtcTime(millis).to_string();
        Self {
            space: lease.space,
            node: lease.node,
            state: lease.state(now),
            holder: lease.holder,
            token: lease.token,
            until: time(lease.until),
            until_unix_ms: lease.until,
            claimed: lease.claimed.map(time),
            claimed_unix_ms: lease.claimed,
            renewed: lease.renewed.map(time),
            renewed_unix_ms: lease.renewed,
        }
    }

    fn row(&self, now: i64) -> Vec<String> {
        let state = match self.state {
            Standing::Held => format!("held, {} left", span(self.until_unix_ms - now)),
            Standing::Expired => format!("expired {} ago", span(now - self.until_unix_ms)),
            Standing::Free => "free".to_owned(),
        };
        vec![
            self.node.to_string(),
            state,
            self.until.clone(),
            self.renewed.clone().unwrap_or_else(|| UNKNOWN.to_owned()),
            self.token.to_string(),
            self.holder.to_owned(),
        ]
    }
}

impl<'a> Report<'a> {
    pub(super) fn new(store: &Location, snapshot: &'a Snapshot, space: Option<&'a str>) -> Self {
        let now = snapshot.unix_millis;
        let (mut leases, mut launches) = (Vec::new(), Vec::new());
        let (mut corrupt, mut seen) = (Vec::new(), BTreeSet::new());
        for row in &snapshot.rows {
            let lease = match row.lease() {
                Ok(lease) if !seen.insert((lease.space, lease.node)) => {
                    Err(format!("node {} is there twice", lease.node))
                }
                lease => lease,
            };
            let sorted = lease.and_then(|lease| {
                match LaunchObject::new(&lease).transpose()? {
                    Some(launch) => launches.push(launch),
                    None => leases.push(LeaseObject::new(&lease, now)),
                }
                Ok(())
            });
            if let Err(problem) = sorted {
                corrupt.push(CorruptObject { state: "corrupt", problem, row });
            }
        }
        leases.sort_unstable_by_key(|lease| (lease.space, lease.node));
        launches.sort_unstable_by_key(LaunchObject::place);
        let leases = leases.into_iter().map(NodeObject::Leased);
        let corrupt = corrupt.into_iter().map(NodeObject::Corrupt);
        Self {
            store: store.to_string(),
            time: UtcTime(now).to_string(),
            unix_ms: now,
            skew_ms: snapshot.skew,
            registry: snapshot.registry.as_deref(),
            nodes: leases.chain(corrupt).collect(),
            launches,
            space,
        }
    }

    /// How many rows are corrupt.
    pub(super) fn corrupt(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, NodeObject::Corrupt(_))).count()
    }

    /// Writes it for people.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let skew = match self.skew_ms {
            0 => "as this machine's clock".to_owned(),
            ahead @ 1.. => format!("{} ahead of this machine's clock", span(ahead)),
            behind => format!("{} behind this machine's clock", span(-behind)),
        };
        writeln!(out, "{} at {}, {skew}", self.store, self.time)?;
        if let Some(registry) = self.registry {
            writeln!(out, "registry {}", shown(registry))?;
        }
        if self.nodes.is_empty() && self.launches.is_empty() {
            match self.space {
                Some(space) => writeln!(out, "\nno node of the space {space:?} has been claimed")?,
                None => writeln!(out, "\nno node has been claimed")?,
            }
        }
        let leases: Vec<_> = self.nodes.iter().filter_map(NodeObject::lease).collect();
        for space in leases.chunk_by(|one, next| one.space == next.space) {
            writeln!(out, "\nspace {:?}", space[0].space)?;
            let head = ["node", "state", "until", "last renewal", "token", "holder"];
            let head = head.map(str::to_owned).to_vec();
            let rows = space.iter().map(|lease| lease.row(self.unix_ms));
            table::write(out, &std::iter::once(head).chain(rows).collect::<Vec<_>>())?;
        }
        for space in self.launches.chunk_by(|one, next| one.space() == next.space()) {
            writeln!(out, "\nspace {:?}, generator numbers of decimal IDs", space[0].space())?;
            let head = LaunchObject::HEAD.map(str::to_owned).to_vec();
            let rows = space.iter().map(LaunchObject::row);
            table::write(out, &std::iter::once(head).chain(rows).collect::<Vec<_>>())?;
        }
        for node in &self.nodes {
            if let NodeObject::Corrupt(CorruptObject { problem, row, .. }) = node {
                writeln!(out, "\ncorrupt: {problem}\n  {row}")?;
            }
        }
        Ok(())
    }
}

impl<'a> NodeObject<'a> {
    const fn lease(&self) -> Option<&LeaseObject<'a>> {
        match self {
            Self::Leased(lease) => Some(lease),
            Self::Corrupt(_) => None,
        }
    }
}

/// A span of so many ms, about.
fn span(millis: i64) -> String {
    let (seconds, minutes) = (millis / 1_000, millis / 60_000);
    match minutes {
        0 if seconds == 0 => format!("{millis} ms"),
        ..2 => format!("{seconds}.{} s", millis / 100 % 10),
        2..120 => format!("{minutes} min"),
        120..2_880 => format!("{} h", minutes / 60),
        2_880.. => format!("{} days", minutes / 1_440),
    }
}
