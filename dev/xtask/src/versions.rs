//! Programs on other versions of frameworks than the workspace has: each resolves, and works.
//!
//! They have no lock file under version control: what is tested is that Cargo finds versions that
//! go together, as it must for somebody who adds the kit to such a program.

use test_servers::{Database, Durability, Server};

use crate::files::{list, read};
use crate::run::{Failed, all_of, cargo};
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
    all_of(manifests.iter().map(|manifest| works(manifest)))
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
    if read(manifest)?.contains("[[test]]") {
        program("test").args(["--tests"]).run()?;
    }
    Ok(())
}

/// The manifests of the programs.
fn manifests() -> Result<Vec<String>, Failed> {
    list(&[format!(":(glob){STACKS}/*/Cargo.toml")])
}
