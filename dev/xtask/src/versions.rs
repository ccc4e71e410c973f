//! Programs on other versions of frameworks than the workspace has: each resolves, and works.
//!
//! They have no lock file under version control: what is tested is that Cargo finds versions that
//! go together, as it must for somebody who adds the kit to such a program.

use std::fs;

use test_servers::{Database, Durability, Server};

use crate::run::{Failed, cargo, root};
use crate::tools::{self, POSTGRES};

const STACKS: &str = "dev/stacks";

/// What they have in common is built once, and without what only a debugger reads.
const SHARED: [&str; 4] = ["--target-dir", "target/stacks", "--config", "profile.dev.debug=false"];

/// Has Cargo choose the versions of each program. Nothing is built.
pub(crate) fn resolve() -> Result<(), Failed> {
    manifests()?.iter().try_for_each(|manifest| lock(manifest))
}

fn lock(manifest: &str) -> Result<(), Failed> {
    cargo(["generate-lockfile", "--quiet", "--manifest-path", manifest]).run()
}

/// Builds those of the given names, or all, and runs each, and the tests of adapters and the page of the guide
/// that it names.
pub(crate) fn run(names: &[String]) -> Result<(), Failed> {
    tools::ensure(true)?;
    let mut manifests = manifests()?;
    let manifest = |name: &String| format!("{STACKS}/{name}/Cargo.toml");
    if let Some(name) = names.iter().find(|name| !manifests.contains(&manifest(name))) {
        return Err(Failed(format!("there is no `{name}` in {STACKS}")));
    }
    if !names.is_empty() {
        manifests = names.iter().map(manifest).collect();
    }
    // None of them hides what the others show.
    let failed: Vec<_> = manifests.iter().filter_map(|manifest| works(manifest).err()).collect();
    let failed: Vec<_> = failed.into_iter().map(|Failed(why)| why).collect();
    if failed.is_empty() { Ok(()) } else { Err(Failed(failed.join("; "))) }
}

/// Each has a server of its own, whose database is empty.
fn works(manifest: &str) -> Result<(), Failed> {
    lock(manifest)?;
    let server = Server::start(Database::Postgres, Durability::Default, &[]);
    let server = server.map_err(|error| Failed(error.to_string()))?;
    let program = |task| {
        let program = cargo([task, "--locked", "--quiet", "--manifest-path", manifest]);
        program.args(SHARED).env(POSTGRES, server.url())
    };
    program("run").run()?;
    if text(manifest)?.contains("[[test]]") {
        program("test").args(["--tests"]).run()?;
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
