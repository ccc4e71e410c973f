//! Programs on other versions of frameworks than the workspace has: each resolves, and works.
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

/// Builds each of them, and runs it, and the tests of adapters that it names.
pub(crate) fn run() -> Result<(), Failed> {
    resolve()?;
    for manifest in manifests()? {
        let program =
            |task| cargo([task, "--locked", "--quiet", "--manifest-path", &manifest]).args(SHARED);
        program("run").run()?;
        if text(&manifest)?.contains("[[test]]") {
            program("test").args(["--tests"]).run()?;
        }
    }
    Ok(())
}

fn text(manifest: &str) -> Result<String, Failed> {
    fs::read_to_string(root().join(manifest))
        .map_err(|error| Failed(format!("{manifest}: {error}")))
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
