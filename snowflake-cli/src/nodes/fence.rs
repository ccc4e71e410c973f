//! `snowflake nodes --fence`: what a store needs after it has lost commits.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use jiff::SignedDuration;
use serde::Serialize;
use snowflake_kit_core::{DecimalParts, UtcTime};
use snowflake_kit_decimal::SPACE_SUFFIX;
use snowflake_kit_lease::LeaseRow;

use super::Error;
use super::launch::LaunchObject;
use super::rule::FenceRule;
use super::snapshot::Snapshot;
use crate::{arguments, table};

/// The holder in these rows, until a process claims a node.
pub(super) const HOLDER: &str = "snowflake nodes --fence";

/// No lease reaches further: its term, its `max_lead` and its `max_skew` are a day each at
/// most. A later `until` was raised by hand.
const LONGEST: Duration = Duration::from_hours(72);

/// The options of a fence.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// End all leases, after the store has lost commits: it was restored from a backup, or
    /// a standby took over without the last commits. Read "Fencing" below first
    #[arg(long)]
    pub(super) fence: bool,

    /// With `--fence`: the duration of the longest lease that the store may have lost. At least
    /// `term` + `max_lead` + `max_skew` of any process; the defaults add up to 40 s
    #[arg(long = "for", value_name = "DURATION", requires = "fence", default_value = "1m")]
    #[arg(value_parser = duration)]
    reach: Duration,

    /// With `--fence`: the largest node number that a process may claim [default: 1023, or, if
    /// the store has a larger number, the largest one with as many bits]
    #[arg(long, value_name = "NODE", requires = "fence", value_parser = last_node)]
    last_node: Option<u32>,

    /// With `--fence`: show what would change, and change nothing
    #[arg(long, requires = "fence")]
    dry_run: bool,
}

/// What a fence is made of, from what the store has.
pub(super) type FencePlanner<'a> = &'a dyn Fn(&Snapshot) -> Result<FencePlan, Error>;

/// Rows to write, and what is reported of them.
#[derive(Debug)]
pub(super) struct FencePlan {
    rows: Vec<(String, LeaseRow)>,
    spaces: Vec<SpaceObject>,
    until: i64,
    dry_run: bool,
}

/// What became of a space. Its keys are what scripts rely on.
#[derive(Debug, Serialize)]
struct SpaceObject {
    space: String,
    /// The nodes are 0 to this one.
    last_node: u32,
    /// How many had a row.
    raised: usize,
    /// How many had none.
    added: usize,
    /// Those that give out no generator number any more.
    closed_launches: Vec<u32>,
}

impl Options {
    /// What is to be written over what the store has.
    pub(super) fn plan(
        &self,
        snapshot: &Snapshot,
        space: Option<&str>,
    ) -> Result<FencePlan, Error> {
        let leases: Vec<_> = snapshot.rows.iter().filter_map(|row| row.lease().ok()).collect();
        let corrupt = snapshot.rows.len() - leases.len();
        if corrupt > 0 {
            return Err(Error::CorruptFence { rows: corrupt });
        }
        let mut spaces: BTreeMap<&str, SpaceLeases> = BTreeMap::new();
        spaces.extend(space.map(|space| (space, SpaceLeases::default())));
        for lease in &leases {
            let name = lease.space.strip_suffix(SPACE_SUFFIX).unwrap_or(lease.space);
            if !snapshot.is_fenced_whole && space.is_some_and(|space| space != name) {
                continue;
            }
            let leases = spaces.entry(name).or_default();
            let row = LeaseRow { node: lease.node, token: lease.token, until: lease.until };
            match LaunchObject::new(lease) {
                Some(Ok(_)) => leases.launches.push(row),
                Some(Err(_)) => return Err(Error::CorruptFence { rows: 1 }),
                None => {
                    // If it does not say when it was renewed, that was before now.
                    let renewed = lease.renewed.unwrap_or(snapshot.unix_millis);
                    let reached = lease.until.saturating_sub(renewed).max(0).cast_unsigned();
                    let reached = Duration::from_millis(reached);
                    if lease.holder != HOLDER && reached > self.reach && reached <= LONGEST {
                        let (space, node) = (name.to_owned(), lease.node);
                        let wanted = self.reach;
                        return Err(Error::ShortFence { space, node, reached, wanted });
                    }
                    leases.nodes.insert(lease.node, row);
                }
            }
        }
        if spaces.is_empty() {
            return Err(Error::NoSpace);
        }
        let rule = FenceRule::new(snapshot.unix_millis, self.reach);
        let mut fence = FencePlan {
            rows: Vec::new(),
            spaces: Vec::new(),
            until: rule.until(),
            dry_run: self.dry_run,
        };
        for (space, SpaceLeases { nodes, launches }) in spaces {
            // A node number has so many bits, and processes may claim any with as many.
            let largest = nodes.keys().next_back().copied().unwrap_or(0);
            let all_bits = largest.checked_ilog2().map_or(0, |bits| u32::MAX >> (31 - bits));
            let last_node = self.last_node.unwrap_or(all_bits.clamp(1023, MOST_NODES));
            let numbers: BTreeSet<u32> = (0..=last_node).chain(nodes.keys().copied()).collect();
            let row = |node: &u32| rule.row(*node, nodes.get(node).copied());
            fence.rows.extend(numbers.iter().map(|node| (space.to_owned(), row(node))));
            let open: Vec<_> = launches.into_iter().filter(|row| row.token < GENERATORS).collect();
            let close = |row: &LeaseRow| LeaseRow { token: GENERATORS, ..*row };
            let counted = format!("{space}{SPACE_SUFFIX}");
            fence.rows.extend(open.iter().map(|row| (counted.clone(), close(row))));
            fence.spaces.push(SpaceObject {
                space: space.to_owned(),
                last_node,
                raised: nodes.len(),
                added: numbers.len() - nodes.len(),
                closed_launches: open.iter().map(|row| row.node).collect(),
            });
        }
        Ok(fence)
    }
}

/// How many generator numbers a launch has.
const GENERATORS: i64 = DecimalParts::MAX_GENERATOR as i64 + 1;

/// The largest node number for which rows are added: each claim reads all rows of a space.
const MOST_NODES: u32 = (1 << 20) - 1;

/// What the store has of a space.
#[derive(Default)]
struct SpaceLeases {
    nodes: BTreeMap<u32, LeaseRow>,
    launches: Vec<LeaseRow>,
}

impl FencePlan {
    /// What it does, as a report on the store of this name.
    pub(super) fn report(&self, store: String, snapshot: &Snapshot) -> Report<'_> {
        Report {
            store,
            time: UtcTime(snapshot.unix_millis).to_string(),
            unix_ms: snapshot.unix_millis,
            skew_ms: snapshot.skew,
            until: UtcTime(self.until).to_string(),
            until_unix_ms: self.until,
            dry_run: self.dry_run,
            spaces: &self.spaces,
        }
    }

    /// The rows to write.
    pub(super) fn writes(&self) -> Vec<(&str, LeaseRow)> {
        let rows = self.rows.iter().filter(|_| !self.dry_run);
        rows.map(|(space, row)| (space.as_str(), *row)).collect()
    }
}

/// The whole report. Its keys are what scripts rely on.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    store: String,
    time: String,
    unix_ms: i64,
    skew_ms: i64,
    until: String,
    until_unix_ms: i64,
    dry_run: bool,
    spaces: &'a [SpaceObject],
}

impl Report<'_> {
    /// Writes it for people.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let done = if self.dry_run { "would be fenced" } else { "fenced" };
        writeln!(out, "{} at {}", self.store, self.time)?;
        writeln!(out, "{done} until {}: before that, no process can claim a node\n", self.until)?;
        let head = ["space", "nodes", "raised", "added"].map(str::to_owned).to_vec();
        let row = |space: &SpaceObject| {
            vec![
                format!("{:?}", space.space),
                format!("0 to {}", space.last_node),
                space.raised.to_string(),
                space.added.to_string(),
            ]
        };
        let rows = self.spaces.iter().map(row);
        table::write(out, &std::iter::once(head).chain(rows).collect::<Vec<_>>())?;
        let closed = if self.dry_run { "would be closed" } else { "closed" };
        for space in self.spaces.iter().filter(|space| !space.closed_launches.is_empty()) {
            let launches: Vec<_> = space.closed_launches.iter().map(u32::to_string).collect();
            writeln!(
                out,
                "\nspace {:?}: {closed}: launch {}. Start processes that mint decimal IDs with a \
                 launch number that no process has ever had",
                space.space,
                launches.join(", ")
            )?;
        }
        Ok(())
    }
}

/// Reads a duration, such as `90s`.
fn duration(text: &str) -> Result<Duration, String> {
    let duration = text.parse().ok().and_then(|duration: SignedDuration| duration.try_into().ok());
    duration
        .filter(|duration: &Duration| (Duration::from_millis(1)..=LONGEST).contains(duration))
        .ok_or_else(|| "expected a duration up to 72h, as in `--for 90s` or `--for 5m`".to_owned())
}

fn last_node(text: &str) -> Result<u32, String> {
    let node = arguments::node(text)?;
    if node <= MOST_NODES {
        return Ok(node);
    }
    Err(format!(
        "rows are added for nodes up to {MOST_NODES} only: with more numbers, stop all processes \
         for that long instead"
    ))
}
