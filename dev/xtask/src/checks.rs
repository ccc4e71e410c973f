//! What holds without running a test.

use std::{fs, iter};

use crate::files::{list, read};
use crate::locked;
use crate::package;
use crate::run::{Compiler, Failed, cargo, cargo_home, run};
use crate::tests;
use crate::tools;
use crate::wings;

pub(crate) fn format() -> Result<(), Failed> {
    cargo(["fmt", "--all", "--check"]).run()?;
    for manifest in list(&["*/Cargo.toml"])? {
        if read(&manifest)?.contains("[workspace]") {
            cargo(["fmt", "--check", "--manifest-path", &manifest]).run()?;
        }
    }
    no_half_merged_file()
}

/// rustfmt reads Rust alone, and Markdown with the marks of a merge is valid Markdown.
fn no_half_merged_file() -> Result<(), Failed> {
    let marks = ["grep", "--line-number", "--extended-regexp", "^(<{7}|>{7}) "];
    if run("git", marks).works() {
        let what = "files have the marks of a merge that stopped at a conflict: `git grep -nE \
                    '^(<{7}|>{7}) '` lists them";
        return Err(Failed(what.to_owned()));
    }
    Ok(())
}

/// Builds everything but the wings, and lints it. Their [`tests`] do that for each of them.
pub(crate) fn lints() -> Result<(), Failed> {
    Compiler::Clippy.cargo(["build", "--all-targets"]).args(tests::EVERYTHING).run()
}

/// The licences, sources and known vulnerabilities of dependencies, as `deny.toml` has them.
/// Returns what it could not check, and what to install for it.
pub(crate) fn licences() -> Result<Option<String>, Failed> {
    const CHECKS: [&str; 3] = ["bans", "licenses", "sources"];
    if !cargo(["deny", "--version"]).works() {
        return Ok(Some(
            "the licences and advisories of dependencies were NOT checked: run `cargo install \
             cargo-deny --locked`"
                .to_owned(),
        ));
    }
    let checks = |manifest: &[String]| {
        let deny = cargo(["deny"]).args(manifest).args(["--locked"]);
        deny.args(["check", "--config", "deny.toml", "--hide-inclusion-graph"])
    };
    checks(&[]).args(CHECKS).run()?;
    for wing in wings::ALL {
        // A wing need not have all licences of the list.
        checks(&wing.manifest()).args(["--allow", "license-not-encountered"]).args(CHECKS).run()?;
    }
    if !has_advisories() {
        return Ok(Some(
            "the advisories of dependencies were NOT checked: run `cargo deny fetch db`".to_owned(),
        ));
    }
    // Never fetched here: `ci` needs no network beside the registry.
    let own = iter::once(Vec::new());
    for manifest in own.chain(wings::ALL.map(|wing| wing.manifest().to_vec())) {
        let outcome = checks(&[&manifest[..], &["--offline".to_owned()]].concat());
        outcome.args(["advisories"]).run().map_err(|Failed(what)| {
            Failed(format!("{what}; if the copy is too old, run `cargo deny fetch db`"))
        })?;
    }
    Ok(None)
}

/// Whether cargo-deny has a copy of the database of advisories. A fetch that failed leaves
/// folders without any.
fn has_advisories() -> bool {
    let copies = fs::read_dir(cargo_home().join("advisory-dbs"));
    copies.into_iter().flatten().flatten().any(|copy| copy.path().join("crates").exists())
}

/// Each feature alone, and none: features are only ever tested together otherwise.
pub(crate) fn features(compiler: Compiler) -> Result<(), Failed> {
    const PACKAGES: [&str; 8] = [
        "snowflake-kit-core",
        "snowflake-kit-mint",
        "snowflake-kit-lease",
        "snowflake-kit-decimal",
        "snowflake-kit-public",
        "snowflake-kit-arbitrary",
        "snowflake-kit",
        "snowflake-kit-cli",
    ];
    // What is more than the two alone.
    const TOGETHER: [&str; 6] = [
        "mint,diesel",
        // As if another crate had switched it on, and not the kit.
        "mint,snowflake-kit-mint/tokio",
        // Its leases wait on tokio's timer.
        "sea_orm_2-lease,tokio",
        "sqlx_0_8-lease,sqlx_0_8-sqlite",
        "mint,sqlx_0_9-sqlite",
        "sqlx_0_9-lease,sqlx_0_9-sqlite",
    ];
    tools::subcommand("hack")?;
    // Loom takes the place of the atomics, which `models` does. The command with `nodes` has all of its
    // features: `package` builds it with the features of its dependencies alone.
    cargo(["hack", "clippy", "--locked", "--each-feature", "--exclude-all-features"])
        .args(["--exclude-features", "default,loom,nodes"])
        .args(PACKAGES.iter().flat_map(|package| ["--package", package]))
        .args(["--", "-D", "warnings"])
        .run()?;
    for features in TOGETHER {
        cargo(["clippy", "--locked", "--package", "snowflake-kit", "--no-default-features"])
            .args(["--features", features, "--", "-D", "warnings"])
            .run()?;
    }
    // The command as it is installed, without drivers of databases. All other packages have their
    // features, so that most of what it depends on is built already.
    let mut with = Vec::new();
    for folder in package::members()?.into_iter().filter(|folder| folder != "snowflake-cli") {
        let name = package::name(&folder)?;
        let features = locked::features_of(&folder)?;
        with.extend(features.into_iter().map(|feature| format!("{name}/{feature}")));
    }
    compiler
        .cargo(["test", "--locked", "--workspace", "--test", "cli"])
        .args(["--features", &with.join(",")])
        .run()
}
