//! How much a program has in its lock file by each feature of the kit.
//!
//! Cargo also resolves what it never builds: optional dependencies that a weak feature
//! (`package?/feature`) names, and those of other targets. Their versions then have to go together
//! with all else that the program uses: a driver that is off can keep another one out. cargo-deny and
//! `cargo tree` see what is built.
//!
//! The counts also hold that the layers up to decimal IDs depend on nothing, and that a program that
//! only carries IDs compiles nothing of minting.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::files::{copy, read, write};
use crate::run::{Failed, cargo, root};

/// The counts, as they were when somebody last looked at them.
const BASELINE: &str = "dev/xtask/locked.txt";
/// A program for each feature.
const PROGRAMS: &str = "target/locked";

/// A package in a lock file, and what it depends on.
pub(crate) struct Locked<'a> {
    pub(crate) name: &'a str,
    pub(crate) version: &'a str,
    is_ours: bool,
    dependencies: Vec<&'a str>,
}

/// Compares with the file, or writes it.
pub(crate) fn check(blesses: bool) -> Result<(), Failed> {
    let mut text = String::from(
        "# Packages in the lock file of a program with one feature of snowflake-kit, and what the\n\
         # kit's own packages ask for. `cargo xtask locked` compares; `--bless` writes this file.\n",
    );
    let mut common = BTreeSet::new();
    for feature in features()? {
        let program = Program::with(&feature)?;
        let packages = packages(&program.lock);
        let name = if feature.is_empty() { "none" } else { &feature };
        let asked = asked_for(&packages);
        if let Some(idle) = asked.difference(&program.built).next() {
            return Err(Failed(format!(
                "a program with the feature `{name}` has {idle} in its lock file, and does not \
                 build it: look for `?/` in the features, and for dependencies of one target"
            )));
        }
        if feature.is_empty() {
            common.clone_from(&asked);
        }
        let asked = asked.difference(&common).map(|package| bare(package)).collect::<Vec<_>>();
        let line = format!("{name} {} {}", packages.len() - 1, asked.join(" "));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if blesses {
        return write(BASELINE, text);
    }
    let baseline = read(BASELINE)?;
    let new: Vec<_> =
        text.lines().filter(|line| !baseline.lines().any(|old| old == *line)).collect();
    if baseline == text {
        Ok(())
    } else {
        Err(Failed(format!(
            "lock files have something else than in {BASELINE}:\n  {}\nif that is right, run \
             `cargo xtask locked --bless` and commit it",
            new.join("\n  ")
        )))
    }
}

/// The features of the kit; the first one is none.
pub(crate) fn features() -> Result<Vec<String>, Failed> {
    Ok([String::new()].into_iter().chain(features_of("snowflake-kit")?).collect())
}

/// The features that the manifest in a folder has.
pub(crate) fn features_of(folder: &str) -> Result<Vec<String>, Failed> {
    let manifest = read(format!("{folder}/Cargo.toml"))?;
    let lines = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let names = lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" = ["))
        .map(|(name, _)| name.to_owned());
    Ok(names.collect())
}

/// A program with one feature of the kit.
pub(crate) struct Program {
    /// Where its manifest is, from the root of the workspace.
    pub(crate) manifest: String,
    lock: String,
    /// What Cargo builds of it on this platform, as `serde_core v1.0.229`.
    built: BTreeSet<String>,
}

impl Program {
    /// Its lock file has the versions of the workspace, so neither a registry nor its newest releases
    /// play a part.
    pub(crate) fn with(feature: &str) -> Result<Self, Failed> {
        let name = if feature.is_empty() { "none" } else { feature };
        let folder = format!("{PROGRAMS}/{name}");
        let file = format!("{folder}/Cargo.toml");
        write(&file, manifest(feature))?;
        write(format!("{folder}/lib.rs"), "")?;
        copy("Cargo.lock", format!("{folder}/Cargo.lock"))?;
        let tree = cargo(["tree", "--offline", "--edges", "normal,build", "--prefix", "none"])
            .args(["--quiet", "--format", "{p}", "--manifest-path", &file])
            .read()?;
        Ok(Self {
            lock: read(format!("{folder}/Cargo.lock"))?,
            manifest: file,
            built: built(&tree),
        })
    }

    /// What the kit's own packages depend on of other projects, as `serde_core v1.0.229`.
    pub(crate) fn asked_for(&self) -> BTreeSet<String> {
        asked_for(&packages(&self.lock))
    }
}

fn manifest(feature: &str) -> String {
    let kit = root().join("snowflake-kit");
    format!(
        "[package]\nname = \"program\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n\n\
         [workspace]\n\n[dependencies.snowflake-kit]\npath = {:?}\ndefault-features = false\n\
         features = [{feature:?}]\n",
        kit.display().to_string()
    )
    .replace("features = [\"\"]", "features = []")
}

/// The packages of a lock file.
pub(crate) fn packages(lock: &str) -> Vec<Locked<'_>> {
    let tables = lock.split("[[package]]\n").skip(1);
    tables.filter_map(package).collect()
}

/// A table of a lock file.
fn package(table: &str) -> Option<Locked<'_>> {
    let value = |key: &str| {
        let mut lines = table.lines();
        lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'))
    };
    let listed = |line: &'_ str| line.starts_with(" \"");
    let dependencies = table.lines().filter(|line| listed(line));
    let name = value("name")?;
    Some(Locked {
        name,
        version: value("version")?,
        is_ours: name.starts_with("snowflake-") && value("source").is_none(),
        dependencies: dependencies.map(|line| line.trim_matches([' ', '"', ','])).collect(),
    })
}

/// What the kit's own packages depend on of other projects, as `serde_core v1.0.229`.
fn asked_for(packages: &[Locked<'_>]) -> BTreeSet<String> {
    let ours = packages.iter().filter(|package| package.is_ours);
    ours.flat_map(|package| &package.dependencies)
        .filter_map(|dependency| {
            // With the version where there are several.
            let (name, version) = dependency.split_once(' ').unwrap_or((dependency, ""));
            packages.iter().find(|package| {
                !package.is_ours
                    && package.name == name
                    && (version.is_empty() || package.version == version)
            })
        })
        .map(|package| format!("{} v{}", package.name, package.version))
        .collect()
}

/// The packages of a tree of Cargo.
fn built(tree: &str) -> BTreeSet<String> {
    let words = tree.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>());
    words.map(|words| words.join(" ")).collect()
}

fn bare(package: &str) -> &str {
    package.split(' ').next().unwrap_or(package)
}

#[cfg(test)]
mod tests {
    use super::{asked_for, built, packages};

    const LOCK: &str = "version = 4\n\n[[package]]\nname = \"program\"\nversion = \"0.0.0\"
dependencies = [\n \"snowflake-kit\",\n]\n
[[package]]\nname = \"snowflake-kit\"\nversion = \"0.1.0\"
dependencies = [\n \"rusqlite\",\n \"snowflake-kit-mint\",\n \"tokio 1.54.0\",\n]\n
[[package]]\nname = \"snowflake-kit-mint\"\nversion = \"0.1.0\"\n
[[package]]\nname = \"rusqlite\"\nversion = \"0.39.0\"\nsource = \"registry\"
dependencies = [\n \"libsqlite3-sys\",\n]\n
[[package]]\nname = \"libsqlite3-sys\"\nversion = \"0.37.0\"\nsource = \"registry\"\n
[[package]]\nname = \"tokio\"\nversion = \"0.2.0\"\nsource = \"registry\"\n
[[package]]\nname = \"tokio\"\nversion = \"1.54.0\"\nsource = \"registry\"\n";

    #[test]
    fn a_lock_file_says_what_the_kit_asks_for() {
        let packages = packages(LOCK);
        assert_eq!(packages.len(), 7);
        let asked = asked_for(&packages);
        assert_eq!(asked.iter().collect::<Vec<_>>(), ["rusqlite v0.39.0", "tokio v1.54.0"]);
        let tree = "program v0.0.0 (/tmp)\nrusqlite v0.39.0\ntokio v0.2.0\n";
        let idle: Vec<_> = asked.difference(&built(tree)).cloned().collect();
        assert_eq!(idle, ["tokio v1.54.0"]);
    }
}
