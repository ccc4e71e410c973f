//! What holds without running a test.

use crate::bench;
use crate::run::{Failed, cargo};

pub(crate) fn format() -> Result<(), Failed> {
    cargo(["fmt", "--all", "--check"]).run()?;
    cargo(["fmt", "--check"]).args(bench::PEERS).run()
}

pub(crate) fn lints() -> Result<(), Failed> {
    cargo(["clippy", "--locked", "--workspace", "--all-targets", "--all-features", "--"])
        .args(["-D", "warnings"])
        .run()
}

pub(crate) fn docs() -> Result<(), Failed> {
    cargo(["doc", "--locked", "--workspace", "--all-features", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()
}

/// Each feature alone, and none: features are only ever tested together
/// otherwise.
pub(crate) fn features() -> Result<(), Failed> {
    const CORE: &[&str] = &["", "std", "mint", "tokio", "tracing", "metrics", "test-util", "uuid"];
    const KIT: &[&str] = &[
        "",
        "mint",
        "mint,diesel",
        "mint,seaorm",
        "serde",
        "openapi",
        "schemars",
        "graphql",
        "diesel",
        "diesel-async",
        "seaorm",
        "ts-rs",
        "uuid",
        "tokio",
        "tracing",
        "metrics",
        "test-util",
    ];
    const CLI: &[&str] = &["", "nodes"];
    let packages = [("snowflake-kit-core", CORE), ("snowflake-kit", KIT), ("snowflake-cli", CLI)];
    for (package, combinations) in packages {
        for features in combinations {
            cargo(["clippy", "--locked", "--package", package, "--no-default-features"])
                .args(["--features", features, "--", "-D", "warnings"])
                .run()?;
        }
    }
    // "No dependency" is a promise of the core.
    let tree = cargo(["tree", "--locked", "--package", "snowflake-kit-core", "--edges", "normal"])
        .args(["--no-default-features", "--features", "mint", "--prefix", "none"])
        .read()?;
    if tree.trim().lines().count() != 1 {
        return Err(Failed(format!("snowflake-core has dependencies:\n{tree}")));
    }
    carried()
}

/// A program that only carries IDs compiles nothing of minting.
fn carried() -> Result<(), Failed> {
    cargo(["build", "--locked", "--package", "client"]).run()?;
    let tree = cargo(["tree", "--locked", "--package", "client", "--edges", "normal,features"])
        .args(["--prefix", "none", "--no-dedupe"])
        .read()?;
    let of_core: Vec<_> =
        tree.lines().filter(|line| line.starts_with("snowflake-kit-core")).collect();
    let mints = of_core.iter().any(|line| line.contains("feature \"mint\""));
    if of_core.is_empty() || mints {
        return Err(Failed(format!("`client` is to carry IDs and mint none:\n{tree}")));
    }
    Ok(())
}
