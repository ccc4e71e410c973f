//! Wings: what uses the kit and compiles as long as half of it. Each is a workspace of its own, so
//! that a build of the kit does not compile them.
//!
//! A wing is built into the folder of the kit's workspace, and its lock file has the same versions:
//! so what both have with the same features is built once.

use crate::files::read;
use crate::locked::{self, Locked};
use crate::run::{Compiler, Failed, Run, target};

/// A wing, by its folder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wing(&'static str);

/// All of them. Each is in `exclude` of the kit's manifest.
pub(crate) const ALL: [Wing; 4] =
    [DATABASES, Wing("examples/frameworks"), Wing("examples/showcase"), Wing("snowflake-adopt")];

/// What keys cost in databases.
pub(crate) const DATABASES: Wing = Wing("dev/benches/databases");

impl Wing {
    /// Where it is.
    pub(crate) fn folder(self) -> &'static str {
        self.0
    }

    /// Has Cargo work on it and not on the kit.
    pub(crate) fn manifest(self) -> [String; 2] {
        ["--manifest-path".to_owned(), format!("{}/Cargo.toml", self.0)]
    }

    /// A command of Cargo's that builds.
    pub(crate) fn cargo(self, compiler: Compiler, words: &[&str]) -> Run {
        compiler
            .cargo(words)
            .args(self.manifest())
            .args(["--locked", "--all-features", "--target-dir"])
            .args([target()])
    }

    /// Whether its tests talk to servers.
    pub(crate) fn has_servers(self) -> Result<bool, Failed> {
        Ok(self.lock()?.contains("\nname = \"test-servers\"\n"))
    }

    fn lock(self) -> Result<String, Failed> {
        read(format!("{}/Cargo.lock", self.0))
    }
}

/// Those that are published: they have a library and a folder at the root.
pub(crate) fn published() -> impl Iterator<Item = Wing> {
    ALL.into_iter().filter(|wing| !wing.0.contains('/'))
}

/// Whether each wing has the versions that the kit's workspace has. Those that only a wing has are
/// its own affair.
pub(crate) fn same_versions() -> Result<(), Failed> {
    let kit = read("Cargo.lock")?;
    let mut wrong = Vec::new();
    for wing in ALL {
        for (name, version, expected) in differences(&kit, &wing.lock()?) {
            let [option, manifest] = wing.manifest();
            wrong.push(format!(
                "cargo update {option} {manifest} {name}@{version} --precise {expected}"
            ));
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(Failed(format!(
        "wings have other versions than the workspace of the kit, so these would be built twice:\n  \
         {}",
        wrong.join("\n  ")
    )))
}

/// Packages of a wing whose version is not one of the kit's, which has one that takes its place.
fn differences<'a>(kit: &'a str, wing: &'a str) -> Vec<(&'a str, &'a str, &'a str)> {
    let kit = locked::packages(kit);
    let is_other = |package: &Locked<'a>| {
        let versions = kit.iter().filter(|known| known.name == package.name);
        let versions: Vec<_> = versions
            .filter(|known| compatible(known.version) == compatible(package.version))
            .map(|known| known.version)
            .collect();
        let is_there = versions.contains(&package.version);
        let expected = versions.first().filter(|_| !is_there)?;
        Some((package.name, package.version, *expected))
    };
    locked::packages(wing).iter().filter_map(is_other).collect()
}

/// What versions have in common of which Cargo takes one for all.
fn compatible(version: &str) -> &str {
    let is_zero = |part: &&str| *part == "0";
    let zeros = version.split('.').take_while(is_zero).count();
    let end = version.match_indices('.').nth(zeros).map(|(at, _)| at);
    &version[..end.unwrap_or(version.len())]
}

#[cfg(test)]
mod tests {
    use super::{compatible, differences};

    #[test]
    fn versions_are_compatible_by_their_first_number_that_is_not_zero() {
        assert_eq!(["1.2.3", "0.9.1", "0.0.4"].map(compatible), ["1", "0.9", "0.0.4"]);
    }

    #[test]
    fn another_version_is_found_where_the_kit_has_one_for_it() {
        let lock = |packages: &[(&str, &str)]| {
            let table = |(name, version): &(&str, &str)| {
                format!("[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n")
            };
            packages.iter().map(table).collect::<String>()
        };
        let kit = lock(&[("a", "1.2.3"), ("b", "0.1.0"), ("b", "0.2.0")]);
        let wing = lock(&[("a", "1.2.4"), ("b", "0.2.0"), ("b", "0.3.0"), ("c", "7.0.0")]);
        assert_eq!(differences(&kit, &wing), [("a", "1.2.4", "1.2.3")]);
    }
}
