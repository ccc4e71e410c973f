//! The upload of a release, by its tag.

use crate::files::read;
use crate::package;
use crate::run::{Failed, cargo, run};
use crate::task::Given;
use crate::wings;

/// Uploads all packages, and the module for JavaScript, or does all but the upload.
pub(crate) fn release(mut given: Given) -> Result<(), Failed> {
    let is_dry_run = given.flag("--dry-run");
    let given = given.all()?;
    let [tag] = &given[..] else { return Err(Failed("which tag? Such as v0.1.0".to_owned())) };
    let manifest = read("Cargo.toml")?;
    let changelog = read("CHANGELOG.md")?;
    expect_ready(tag, &manifest, &changelog)?;
    package::check()?;
    let dry_run = is_dry_run.then_some("--dry-run");
    cargo(["publish", "--workspace", "--locked"]).args(dry_run).run()?;
    for wing in wings::published() {
        if is_dry_run {
            eprintln!("{} is uploaded once what it depends on is there", wing.folder());
        } else {
            cargo(["publish", "--locked"]).args(wing.manifest()).run()?;
        }
    }
    run("npm", ["publish", "./clients/js"]).args(dry_run).run()
}

/// Whether the manifest has the version of the tag, and the changelog a date for it.
fn expect_ready(tag: &str, manifest: &str, changelog: &str) -> Result<(), Failed> {
    let version = tag.strip_prefix('v').unwrap_or_default();
    let is_version = |line: &str| line == format!("version = \"{version}\"");
    if version.is_empty() || !manifest.lines().any(is_version) {
        return Err(Failed(format!(
            "the tag {tag} does not name the version in [workspace.package] of Cargo.toml: set \
             the version, or delete the tag"
        )));
    }
    let heading = format!("## {version} ");
    let dated = changelog.lines().find_map(|line| line.strip_prefix(&*heading));
    if dated.is_none_or(|rest| !rest.contains(|character: char| character.is_ascii_digit())) {
        return Err(Failed(format!(
            "CHANGELOG.md has no heading `## {version} (date)`: give the version its date"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::expect_ready;

    #[test]
    fn a_release_needs_its_version_and_its_date() {
        let manifest = "[workspace.package]\nversion = \"0.1.0\"\n";
        let changelog = "# Changelog\n\n## 0.1.0 (2026-12-01)\n";
        assert!(expect_ready("v0.1.0", manifest, changelog).is_ok());
        for (tag, changelog) in [
            ("0.1.0", changelog),
            ("v0.1.1", changelog),
            ("v", changelog),
            ("v0.1.0", "## 0.1.0 (not released)\n"),
            ("v0.1.0", "## 0.1.0\n"),
            ("v0.1.0", "## 0.2.0 (2026-12-01)\n"),
        ] {
            assert!(expect_ready(tag, manifest, changelog).is_err(), "{tag}, {changelog}");
        }
    }
}
