//! Reads what was minted.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use snowflake_kit::lease::Grant;
use snowflake_kit::{Layout, Snowflake, UtcTime};

use crate::arena::Folder;
use crate::counted::Counted;

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
    /// In ms.
    pub(crate) longest_pause: u64,
    pub(crate) counted: Counted,
}

/// IDs of a node that a process has minted one after the other.
struct Run {
    first: i64,
    last: i64,
    process: String,
}

/// The grants of a process, by node and token.
pub(crate) type Grants = BTreeMap<(u32, i64), Grant>;

/// Checks what all processes have written into a folder: no ID twice, each
/// inside a grant of its node that the process had, and those of a process
/// growing.
///
/// # Why this finds an ID that is there twice
///
/// The IDs of a process grow, which is checked for each of them. So those of a
/// node make runs, and an ID twice on a node makes two runs of which neither
/// ends before the other begins, which is looked for. IDs of two nodes are
/// different numbers.
pub(crate) fn check(folder: &Folder) -> Result<Checked, Box<dyn Error>> {
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
            for (node, run) in new {
                runs.entry((extension, node)).or_default().push(run);
            }
        }
        // One that was killed at once has none.
        let numbers = process.with_extension("numbers");
        let numbers = if numbers.exists() { granted(&numbers)? } else { Grants::new() };
        checked.counted.add(&name, &numbers, &ids(&process.with_extension("decimal")))?;
        let pauses = fs::read_to_string(process.with_extension("pauses")).unwrap_or_default();
        let longest = pauses.lines().filter_map(|line| line.parse().ok()).max();
        checked.longest_pause = checked.longest_pause.max(longest.unwrap_or(0));
    }
    disjoint(&all)?;
    checked.nodes =
        all.keys().map(|(node, _)| node).collect::<std::collections::BTreeSet<_>>().len();
    for ((layout, node), mut runs) in runs {
        runs.sort_by_key(|run| run.first);
        for pair in runs.windows(2) {
            if pair[1].first <= pair[0].last {
                let (one, other) = (&pair[0], &pair[1]);
                return Err(format!(
                    "{layout}, node {node}: {} has {} to {}, and {} has {} to {}",
                    one.process, one.first, one.last, other.process, other.first, other.last
                )
                .into());
            }
        }
    }
    Ok(checked)
}

/// The runs of a process, each ID of which is checked.
fn runs_of(
    ids: &[i64],
    layout: Layout,
    grants: &Grants,
    process: &str,
) -> Result<Vec<(u32, Run)>, Box<dyn Error>> {
    let mut runs: Vec<(u32, Run)> = Vec::new();
    let mut last = 0;
    for &value in ids {
        if value <= last {
            return Err(format!("{process}: {value} comes after {last}").into());
        }
        last = value;
        let parts = layout.decompose(Snowflake::try_from(value)?);
        let unix_millis = layout.unix_millis(parts.timestamp).ok_or("a time before 1970")?;
        let of_node = (parts.node, i64::MIN)..=(parts.node, i64::MAX);
        if !grants.range(of_node).any(|(_, grant)| grant.allows(unix_millis)) {
            let (node, at) = (parts.node, UtcTime(unix_millis));
            return Err(format!("{process}: {value} of node {node} at {at} has no grant").into());
        }
        match runs.last_mut() {
            Some((node, run)) if *node == parts.node => run.last = value,
            _ => {
                let run = Run { first: value, last: value, process: process.to_owned() };
                runs.push((parts.node, run));
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
                grant.until = grant.until.max(until.parse()?);
            }
            ["releasing", node, token, until] => {
                let key = (node.parse()?, token.parse()?);
                let grant = grants.get_mut(&key).ok_or("a release without a claim")?;
                grant.until = until.parse()?;
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
