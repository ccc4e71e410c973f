//! Programs that use frameworks in versions for which the kit has no adapter: each resolves, and
//! works.
//!
//! They have no lock file under version control: what is tested is that Cargo finds versions that
//! go together, as it must for somebody who adds the kit to such a program.

use std::fs;

use crate::run::{Failed, cargo, root};

const STACKS: &str = "dev/stacks";

/// What they have in common is built once.
const SHARED: [&str; 2] = ["--target-dir", "target/stacks"];

/// Has Cargo choose the versions of each program. Nothing is built.
pub(crate) fn resolve() -> Result<(), Failed> {
    for manifest in manifests()? {
        cargo(["generate-lockfile", "--quiet", "--manifest-path", &manifest]).run()?;
    }
    Ok(())
}

/// Builds each of them, and runs it.
pub(crate) fn run() -> Result<(), Failed> {
    resolve()?;
    for manifest in manifests()? {
        cargo(["run", "--locked", "--quiet", "--manifest-path", &manifest]).args(SHARED).run()?;
    }
    Ok(())
}

/// The manifests of the programs.
pub(crate) fn manifests() -> Result<Vec<String>, Failed> {
    let failed = |error| Failed(format!("{STACKS}: {error}"));
    let mut manifests = Vec::new();
    for entry in fs::read_dir(root().join(STACKS)).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
        let manifest = format!("{STACKS}/{name}/Cargo.toml");
        if root().join(&manifest).exists() {
            manifests.push(manifest);
        }
    }
    manifests.sort();
    Ok(manifests)
}
