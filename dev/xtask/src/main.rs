//! Chores of the workspace: `cargo xtask <task>`.

#![forbid(unsafe_code)]

mod anew;
mod api;
mod bench;
mod checks;
mod dependencies;
mod floors;
mod fuzz;
mod locked;
mod minimal;
mod mutants;
mod newest;
mod package;
mod prose;
mod release;
mod run;
mod servers;
mod site;
mod sources;
mod statements;
mod tests;
mod tools;
mod versions;
mod workflows;

use std::env;
use std::process::ExitCode;
use std::time::Instant;

use run::{Compiler, Failed};

const USAGE: &str = "\
usage: cargo xtask <task>

  quick   format, floors, lints, and the tests that need nothing but Rust: what to run
          after each change
  test    all tests but those of `frameworks`: unit, integration, documentation, README,
          examples, model checking. As root on Debian it installs missing packages, and says which;
          with `--no-install` it fails instead. Temporary files are in memory where
          /dev/shm has room for them; set TMPDIR to have them elsewhere
  with-databases <command>
          the command with PostgreSQL and MariaDB, as `test` starts them
  stores  every test that talks to a database or a store, the examples, and the soak for
          15 s on each kind. The servers are those that `SNOWFLAKE_POSTGRES_URL`,
          `SNOWFLAKE_MYSQL_URL` and `SNOWFLAKE_ETCD_URL` name; others are started with the
          programs that come first on the search path. Arguments are those of `cargo
          nextest run`; with some, only tests are run
  servers `stores` with the newest PostgreSQL, MySQL and etcd that Debian has, and again with
          MariaDB in place of MySQL; `mysql` or `mariadb` in front of the arguments for one
          of the two. The first run downloads 130 MB to `target/servers`. Not in `ci`
  soak    leases and decimal IDs on each kind of store, while processes are killed
          and stopped, clocks step, connections are cut and servers crash;
          `--seconds 3600` for an hour on each, `--help` for more
  models  every state and every interleaving of threads that the models have, and
          simulated leases, with optimisation
  fuzz    changes inputs of all that reads text or bytes until new code is reached, and
          checks what must hold, for a minute per target; `--seconds 3600` for an hour,
          names of targets for those alone, `--keep` to keep what was found. Not in `ci`
  mutants changes the code in small ways, and says which changes no test notices:
          `--changed` in what differs from `main`, `--package p` or `--file path` in
          these, `--shard 0/40` in a fortieth. Not in `ci`
  frameworks
          IDs in frameworks that need no adapter, and three pages of the guide
  ci      what must hold before a change lands: format, floors, `locked`, lints, packages,
          licences, features, `api --check`, `instructions`, `test`, `frameworks` and `site --test`
  docs    the documentation, of programs too, with warnings as errors. `api` does so for
          libraries
  site    the guide, the other pages, a playground and the API's documentation in `target/site`,
          and whether all of its links lead somewhere. `--keep-api` takes the documentation
          that was built last, `--test` opens the pages in Chromium as well
  floors  whether a module uses one above it, as each crate's FLOORS.txt has them, and
          whether SQL is put together outside of the files in dev/statements.txt
  api     writes what each published crate makes public to its public-api.txt;
          `--check` fails where the code has something else. Needs Rust 1.95
  package whether all packages can be published: their files, and each of them built
          from these alone; `--no-verify` builds nothing, as `ci` does it
  prose   whether the links of all pages lead somewhere, whether features and times in prose are those
          of manifests and reports, and whether words that readers have to read twice have become
          more; `--bless` writes how often they are there
  release <tag>
          uploads all packages, from the workflow of the same name; `--dry-run` uploads nothing
  workflows
          whether GitHub would take the files in .github/workflows, and each step that runs a
          command runs `cargo xtask`
  dependencies
          prints what each feature of snowflake-kit builds of other projects, and
          which of that has a build script or unsafe code
  locked  what a program has in its lock file by each feature of snowflake-kit: nothing that
          it does not build, and as many packages as dev/xtask/locked.txt has, which
          `--bless` rewrites
  versions
          services on other versions of frameworks than the workspace has, on SQLite and on a
          PostgreSQL that it starts: whether each resolves, builds and runs. Names of
          folders in dev/stacks for those alone. `ci` only resolves them
  minimal-versions
          builds the published packages with the lowest versions that their manifests
          ask for. Needs a nightly toolchain. Not in `ci`
  bench   the kit beside its peers, and keys in databases, which takes half an hour;
          writes BENCHMARKS.md and BENCHMARKS-DATABASES.md. `--quick` shows rough
          figures instead, and names of tables measure those alone
  instructions
          counts the instructions of the hot paths: none may take over 5 % more
          than in dev/benches/instructions.txt, which `--bless` rewrites
";

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let task = arguments.next();
    let rest: Vec<_> = arguments.collect();
    let began = Instant::now();
    anew::start(task.as_deref().unwrap_or_default());
    let result = match task.as_deref() {
        Some("test") => test(&rest),
        Some("quick") => quick(),
        Some("with-databases") => tests::with_databases(&rest),
        Some("stores") => stores(&rest),
        Some("servers") => servers(&rest),
        Some("soak") => soak(&rest),
        Some("models") => tests::models(),
        Some("frameworks") => tests::frameworks(),
        Some("fuzz") => fuzz::fuzz(&rest),
        Some("mutants") => mutants::mutants(&rest),
        Some("ci") => ci(&rest),
        Some("docs") => checks::docs(),
        Some("site") => site::site(&rest),
        Some("floors") => floors::check().and_then(|()| statements::check()),
        Some("api") => api::api(&rest),
        Some("package") => package::package(&rest),
        Some("prose") => prose::check(&rest),
        Some("release") => release::release(&rest),
        Some("workflows") => workflows::check(),
        Some("dependencies") => dependencies::print(),
        Some("locked") => locked::check(&rest),
        Some("versions") => versions::run(&rest),
        Some("minimal-versions") => minimal::check(),
        Some("bench") => bench::all(&rest),
        Some("instructions") => instructions(&rest),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let task = task.unwrap_or_default();
    match result {
        Ok(()) => {
            eprintln!("\nxtask {task}: passed in {} s", began.elapsed().as_secs());
            ExitCode::SUCCESS
        }
        Err(Failed(what)) => {
            eprintln!("\nxtask {task}: failed: {what}");
            ExitCode::FAILURE
        }
    }
}

/// Format, floors, lints, and the tests that need nothing but Rust.
fn quick() -> Result<(), Failed> {
    checks::format()?;
    floors::check()?;
    statements::check()?;
    tests::quick()
}

fn test(arguments: &[String]) -> Result<(), Failed> {
    tests::all(installs(arguments)?, Compiler::Rustc)
}

/// Whether missing packages are installed: unless the arguments say otherwise.
fn installs(arguments: &[String]) -> Result<bool, Failed> {
    match arguments {
        [] => Ok(true),
        [argument] if argument == "--no-install" => Ok(false),
        _ => Err(Failed(format!("expected `--no-install` or nothing, not {arguments:?}"))),
    }
}

fn ci(arguments: &[String]) -> Result<(), Failed> {
    let install = installs(arguments)?;
    tools::ensure(install)?;
    checks::format()?;
    floors::check()?;
    statements::check()?;
    prose::check(&[])?;
    workflows::check()?;
    locked::check(&[])?;
    versions::resolve()?;
    checks::lints()?;
    package::check()?;
    let mut unchecked = vec![checks::licences()?];
    // The one compiles, and the other mostly counts, one path after the other.
    tests::task("instructions").beside(|| {
        unchecked.push(api::check(Compiler::Clippy)?);
        checks::features()
    })?;
    tests::all(install, Compiler::Clippy)?;
    tests::frameworks()?;
    site::check(Compiler::Clippy)?;
    // Last, where it is not lost among the tests.
    for why in unchecked.into_iter().flatten() {
        eprintln!("\n{why}");
    }
    Ok(())
}

fn stores(arguments: &[String]) -> Result<(), Failed> {
    tools::ensure(true)?;
    tests::stores(arguments)
}

fn servers(arguments: &[String]) -> Result<(), Failed> {
    tools::ensure(true)?;
    newest::test(arguments)
}

fn soak(arguments: &[String]) -> Result<(), Failed> {
    tools::ensure(true)?;
    tests::soak(arguments)
}

fn instructions(arguments: &[String]) -> Result<(), Failed> {
    tools::ensure(true)?;
    bench::instructions(arguments)
}
