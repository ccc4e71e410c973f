//! What is published: the packages, and whether each is complete.

use crate::files::{list, read};
use crate::run::{Failed, cargo, root};
use crate::wings;

/// What every package has, beside its sources.
const FILES: [&str; 3] = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// The module for JavaScript, a package of npm.
const JAVASCRIPT: &str = "clients/js";

/// `cargo publish` for all packages, up to the upload. Each is built as its users will
/// build it, from what is in the package alone.
const PUBLISH: [&str; 5] = ["publish", "--workspace", "--dry-run", "--locked", "--quiet"];

/// The folders of the packages that are published.
pub(crate) fn folders() -> Result<Vec<String>, Failed> {
    let manifests = list(&[":(glob)snowflake-*/Cargo.toml"])?;
    Ok(manifests.iter().map(|manifest| manifest.replace("/Cargo.toml", "")).collect())
}

/// Those of them that the workspace of the kit has.
pub(crate) fn members() -> Result<Vec<String>, Failed> {
    let mut members = folders()?;
    members.retain(|folder| wings::published().all(|wing| wing.folder() != folder));
    Ok(members)
}

/// Those that have a library.
pub(crate) fn libraries() -> Result<Vec<String>, Failed> {
    let mut libraries = folders()?;
    libraries.retain(|folder| root().join(folder).join("src/lib.rs").exists());
    Ok(libraries)
}

/// Before a release: builds every package with all features. Asks for a clean work tree,
/// since a release has what is committed.
pub(crate) fn build() -> Result<(), Failed> {
    lists()?;
    cargo(PUBLISH).args(["--all-features"]).run()?;
    // What they depend on is in no registry yet.
    let here = folders()?.into_iter().map(|folder| {
        Ok(format!("patch.crates-io.{}.path='{}'", name(&folder)?, root().join(&folder).display()))
    });
    let here = here.collect::<Result<Vec<_>, Failed>>()?;
    let here = || here.iter().flat_map(|patch| ["--config", patch]);
    wings::published().try_for_each(|wing| {
        let pack = cargo(["package", "--quiet"]).args(wing.manifest()).args(here());
        pack.args(["--exclude-lockfile", "--all-features"]).run()
    })
}

/// What `ci` checks: packs without building anything, also what is not committed yet. It asks no
/// registry.
pub(crate) fn check() -> Result<(), Failed> {
    lists()?;
    let mut pack = cargo(["package", "--locked", "--quiet", "--no-verify", "--allow-dirty"]);
    for folder in members()? {
        pack = pack.args(["--package", &name(&folder)?]);
    }
    pack.run()?;
    // Its lock file would have to be of a registry that has the others.
    wings::published().try_for_each(|wing| {
        cargo(["package", "--quiet", "--no-verify", "--allow-dirty", "--exclude-lockfile"])
            .args(wing.manifest())
            .run()
    })
}

/// The name of the package in a folder.
pub(crate) fn name(folder: &str) -> Result<String, Failed> {
    value(&format!("{folder}/Cargo.toml"), "name")
}

/// The address of the repository.
pub(crate) fn repository() -> Result<String, Failed> {
    value("Cargo.toml", "repository")
}

/// The first value of a key, a string.
fn value(manifest: &str, key: &str) -> Result<String, Failed> {
    let (text, start) = (read(manifest)?, format!("{key} = \""));
    let value = text.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix('"'));
    value.map(str::to_owned).ok_or_else(|| Failed(format!("{manifest} has no {key}")))
}

/// The name of the library in a folder: that of its package.
pub(crate) fn library(folder: &str) -> Result<String, Failed> {
    Ok(name(folder)?.replace('-', "_"))
}

/// Whether each package has its files, and leaves its tests out.
fn lists() -> Result<(), Failed> {
    for folder in folders()?.iter().map(String::as_str).chain([JAVASCRIPT]) {
        // That of the kit is the repository's: Cargo looks for what a manifest names.
        let own = &FILES[usize::from(folder == "snowflake-kit")..];
        if let Some(missing) = own.iter().find(|name| !root().join(folder).join(name).exists()) {
            return Err(Failed(format!("{folder} would be published without {missing}")));
        }
        if folder != JAVASCRIPT && !read(format!("{folder}/Cargo.toml"))?.contains("\ninclude") {
            return Err(Failed(format!("{folder} would be published with its tests")));
        }
    }
    // npm follows no links, so the licences are copies there.
    for licence in &FILES[1..] {
        if read(format!("{JAVASCRIPT}/{licence}"))? != read(licence)? {
            return Err(Failed(format!("{JAVASCRIPT}/{licence} is not a copy of {licence}")));
        }
    }
    Ok(())
}
