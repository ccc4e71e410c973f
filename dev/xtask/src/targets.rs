//! Targets on which programs carry IDs and mint none: without a clock, or without 64-bit atomics.

use std::path::Path;

use crate::run::{Failed, Run, cargo, run};

struct Target {
    name: &'static str,
    /// How what mints begins to say why it does not compile.
    refusal: &'static str,
}

const TARGETS: [Target; 2] = [
    Target { name: "wasm32-unknown-unknown", refusal: "this target has no clock" },
    Target { name: "armv5te-unknown-linux-gnueabi", refusal: "this target has no 64-bit atomics" },
];

/// Whether what carries IDs compiles for each target, and what mints says why it does not. Returns
/// what it could not check, and what to install for it.
pub(crate) fn check() -> Result<Option<String>, Failed> {
    let sysroot = run("rustc", ["--print", "sysroot"]).read()?;
    let libraries = Path::new(sysroot.trim()).join("lib/rustlib");
    let has_source = libraries.join("src/rust/library").exists();
    let mut unchecked = Vec::new();
    for target in &TARGETS {
        let has_std = libraries.join(target.name).exists();
        if has_std || has_source {
            target.check(!has_std)?;
        } else {
            unchecked.push(format!(
                "{name} was NOT checked: run `rustup target add {name}`, or `rustup component add \
                 rust-src`, with which Cargo builds its standard library",
                name = target.name,
            ));
        }
    }
    Ok((!unchecked.is_empty()).then(|| unchecked.join("\n")))
}

impl Target {
    fn check(&self, builds_std: bool) -> Result<(), Failed> {
        self.cargo(builds_std, "snowflake-kit", "serde,bridges,public").run()?;
        let (mints, said) = (self.cargo(builds_std, "snowflake-kit-mint", ""), self.refusal);
        if mints.fails()?.contains(&format!("error: {said}")) {
            return Ok(());
        }
        Err(Failed(format!("snowflake-kit-mint does not say on {}: {said}", self.name)))
    }

    fn cargo(&self, builds_std: bool, package: &str, features: &str) -> Run {
        // A folder of its own: `RUSTC_BOOTSTRAP` would have Cargo build all else again.
        let command = cargo(["check", "--locked", "--target-dir", "target/targets"])
            .args(["--target", self.name, "--package", package])
            .args(["--no-default-features", "--features", features]);
        if builds_std {
            command.args(["-Z", "build-std=std,panic_abort"]).env("RUSTC_BOOTSTRAP", "1")
        } else {
            command
        }
    }
}
