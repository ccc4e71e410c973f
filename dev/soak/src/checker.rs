//! Reads what was minted.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use snowflake_kit::core::UtcTime;
use snowflake_kit::lease::Grant;
use snowflake_kit::{Layout, Snowflake};

use crate::arena::Folder;
use crate::counted::{Counted, Grants};
use crate::pauses::{Outages, Pauses};

/// The layouts in use, by the extension of the files with their IDs.
const LAYOUTS: [(&str, Layout); 2] =
    [("default", Layout::DEFAULT), ("sonyflake", Layout::SONYFLAKE)];

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    pub(crate) ids: usize,
    pub(crate) lives: usize,
    pub(crate) claims: usize,
    /// Claims of a process that had a lease before.
    pub(crate) losses: usize,
    pub(crate) nodes: usize,
    pub(crate) pauses: Pauses,
    pub(crate) counted: Counted,
}

/// IDs that a process has minted one after the other by one grant. A process that loses
/// its node may get the same one again, and another may have had it in between.
#[derive(Debug)]
struct Run {
    first: i64,
    last: i64,
    process: String,
    grant: Grant,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last, process, grant } = self;
        let (from, until) = (UtcTime(grant.from.max(0)), UtcTime(grant.until));
        write!(
            f,
            "{process} has {first} to {last} by its grant with the token {}, {from} to {until}",
            grant.token
        )
    }
}

/// Checks what all processes have written into a folder: no ID twice, each
/// inside a grant of its node that the process had, and those of a process
/// growing; and no process pausing for longer than it may.
///
/// # Why this finds an ID that is there twice
///
/// The IDs of a process grow, which is checked for each of them. So those of a
/// grant make runs, and an ID twice on a node makes two runs of which neither
/// ends before the other begins, which is looked for. IDs of two nodes are
/// different numbers.
pub(crate) fn check(
    folder: &Folder,
    outages: &Outages,
    shares_a_file: bool,
) -> Result<Checked, Box<dyn Error>> {
    let mut checked = Checked::default();
    let mut all = Grants::new();
    let mut runs: BTreeMap<(&str, u32), Vec<Run>> = BTreeMap::new();
    for process in with_extension(folder.path(), "grants")? {
        let name = process.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let grants = granted(&process)?;
        checked.lives += 1;
        checked.claims += grants.len();
        checked.losses += grants.len().saturating_sub(1);
        for (key, grant) in &grants {
            if all.insert(*key, *grant).is_some() {
                return Err(format!("{name}: {key:?} was claimed by another process too").into());
            }
        }
        for (extension, layout) in LAYOUTS {
            let ids = ids(&process.with_extension(extension));
            checked.ids += ids.len();
            let new = runs_of(&ids, layout, &grants, &name)?;
            for run in new {
                runs.entry((extension, run.grant.node)).or_default().push(run);
            }
        }
        // One that was killed at once has none.
        let numbers = process.with_extension("numbers");
        let numbers = if numbers.exists() { granted(&numbers)? } else { Grants::new() };
        checked.counted.add(&name, &numbers, &ids(&process.with_extension("decimal")))?;
        let (number, _) = name.split_once('-').ok_or("a process has a number and a life")?;
        let pauses = process.with_extension("pauses");
        checked.pauses.add(&name, number.parse()?, &pauses, outages, shares_a_file)?;
    }
    disjoint(&all)?;
    checked.nodes = all.keys().map(|(node, _)| node).collect::<BTreeSet<_>>().len();
    for ((layout, node), mut runs) in runs {
        apart(&mut runs).map_err(|meet| format!("{layout}, node {node}: {meet}"))?;
    }
    Ok(checked)
}

/// Whether each run ends before the next begins; else which two do not.
fn apart(runs: &mut [Run]) -> Result<(), String> {
    runs.sort_by_key(|run| run.first);
    for pair in runs.windows(2) {
        if pair[1].first <= pair[0].last {
            return Err(format!("{}, and {}", pair[0], pair[1]));
        }
    }
    Ok(())
}

/// The runs of a process, each ID of which is checked.
fn runs_of(
    ids: &[i64],
    layout: Layout,
    grants: &Grants,
    process: &str,
) -> Result<Vec<Run>, Box<dyn Error>> {
    let mut runs: Vec<Run> = Vec::new();
    let mut last = 0;
    for &value in ids {
        if value <= last {
            return Err(format!("{process}: {value} comes after {last}").into());
        }
        last = value;
        let parts = layout.decompose(Snowflake::try_from(value)?);
        let unix_millis = layout.unix_millis(parts.timestamp).ok_or("a time before 1970")?;
        let of_node = (parts.node, i64::MIN)..=(parts.node, i64::MAX);
        let mut of_node = grants.range(of_node).map(|(_, grant)| *grant);
        let Some(grant) = of_node.find(|grant| grant.allows(unix_millis)) else {
            let (node, at) = (parts.node, UtcTime(unix_millis));
            return Err(format!("{process}: {value} of node {node} at {at} has no grant").into());
        };
        match runs.last_mut() {
            Some(run) if (run.grant.node, run.grant.token) == (grant.node, grant.token) => {
                run.last = value;
            }
            _ => {
                let process = process.to_owned();
                runs.push(Run { first: value, last: value, process, grant });
            }
        }
    }
    Ok(runs)
}

/// Whether all grants of a node are disjoint.
fn disjoint(all: &Grants) -> Result<(), Box<dyn Error>> {
    for (one, other) in all.values().zip(all.values().skip(1)) {
        // In the order of the tokens, in which they were given.
        if one.node == other.node && other.from < one.until {
            return Err(format!("{one:?} and {other:?} overlap").into());
        }
    }
    Ok(())
}

/// What a process was granted: a line per claim and per renewal that the store
/// has acknowledged, and one before it is asked to have the node back.
fn granted(file: &Path) -> Result<Grants, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let mut grants = Grants::new();
    let mut released = BTreeSet::new();
    // A process that was killed may have left half a line.
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["claimed", node, token, from, until] => {
                let (node, token) = (node.parse()?, token.parse()?);
                let (from, until) = (from.parse()?, until.parse()?);
                grants.insert((node, token), Grant { node, token, from, until });
            }
            ["renewed", node, token, until] => {
                let key = (node.parse()?, token.parse()?);
                let grant = grants.get_mut(&key).ok_or("a renewal without a claim")?;
                // An operation that was given up may be answered after the release, by
                // which nothing more is minted.
                if !released.contains(&key) {
                    grant.until = grant.until.max(until.parse()?);
                }
            }
            ["releasing", node, token, until] => {
                let key = (node.parse()?, token.parse()?);
                let grant = grants.get_mut(&key).ok_or("a release without a claim")?;
                grant.until = until.parse()?;
                released.insert(key);
            }
            _ => return Err(format!("{}: {line:?}", file.display()).into()),
        }
    }
    Ok(grants)
}

fn ids(file: &Path) -> Vec<i64> {
    // Without a file nothing was minted of this layout.
    let bytes = fs::read(file).unwrap_or_default();
    // A process that was killed may have left half an ID.
    let (ids, _) = bytes.as_chunks();
    ids.iter().map(|id| i64::from_le_bytes(*id)).collect()
}

fn with_extension(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension() == Some(OsStr::new(extension)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-01-01T00:00:00Z
    const NOW: i64 = 1_767_225_600_000;

    fn grant(token: i64, from: i64, until: i64) -> ((u32, i64), Grant) {
        ((9, token), Grant { node: 9, token, from: NOW + from, until: NOW + until })
    }

    /// The ID of node 9 with this time.
    fn id(millis: i64) -> i64 {
        let timestamp = (NOW + millis - Layout::DEFAULT.epoch_unix_millis()).unsigned_abs();
        ((timestamp << 22) | (9 << 12)).cast_signed()
    }

    fn runs(grants: &Grants, process: &str, times: &[i64]) -> Vec<Run> {
        let ids: Vec<_> = times.iter().map(|millis| id(*millis)).collect();
        runs_of(&ids, Layout::DEFAULT, grants, process).unwrap()
    }

    /// It lost the node, another process had it, and it got it again.
    #[test]
    fn a_process_that_gets_its_node_again_has_two_runs() {
        let grants = Grants::from([grant(1, 0, 100), grant(3, 200, 300)]);
        let mut all = runs(&grants, "15-0000", &[10, 20, 99, 200, 250]);
        let spans: Vec<_> = all.iter().map(|run| (run.first, run.last, run.grant.token)).collect();
        assert_eq!(spans, [(id(10), id(99), 1), (id(200), id(250), 3)]);
        all.extend(runs(&Grants::from([grant(2, 100, 200)]), "12-0001", &[100, 150, 199]));
        apart(&mut all).unwrap();
    }

    #[test]
    fn grants_that_meet_are_named() {
        let mut all = runs(&Grants::from([grant(1, 0, 200)]), "15-0000", &[10, 150]);
        all.extend(runs(&Grants::from([grant(2, 100, 200)]), "12-0001", &[100, 199]));
        let (a, b, c, d) = (id(10), id(150), id(100), id(199));
        assert_eq!(
            apart(&mut all).unwrap_err(),
            format!(
                "15-0000 has {a} to {b} by its grant with the token 1, 2026-01-01T00:00:00.000Z \
                 to 2026-01-01T00:00:00.200Z, and 12-0001 has {c} to {d} by its grant with the \
                 token 2, 2026-01-01T00:00:00.100Z to 2026-01-01T00:00:00.200Z"
            )
        );
    }

    #[test]
    fn an_id_outside_of_all_grants_is_found() {
        let grants = Grants::from([grant(1, 0, 100)]);
        let error = runs_of(&[id(10), id(100)], Layout::DEFAULT, &grants, "15-0000").unwrap_err();
        assert!(error.to_string().ends_with("at 2026-01-01T00:00:00.100Z has no grant"), "{error}");
    }
}
