//! Programs of others that build the site and open it.

use std::fs;
use std::path::{Path, PathBuf};

use super::{SOURCES, copy, target};
use crate::run::{Failed, cargo, root, run};

const MDBOOK: &str = "0.5.4";

/// mdBook, which is installed in `target/tools`, without its server.
pub(super) fn mdbook() -> Result<PathBuf, Failed> {
    let folder = target("tools");
    let program = folder.join("bin/mdbook");
    let is_there = |program: &Path| {
        program.exists()
            && run(program, ["--version"]).read().is_ok_and(|text| text.contains(MDBOOK))
    };
    if !is_there(&program) {
        // Not optimised: to compile it takes longer than to run it.
        cargo(["install", "mdbook", "--locked", "--debug", "--version", MDBOOK])
            .args(["--no-default-features", "--features", "search", "--root"])
            .args([&folder])
            .env("CARGO_PROFILE_DEV_DEBUG", "false")
            .run()?;
    }
    Ok(program)
}

/// One script of the playground's modules: browsers do not load modules from a file.
pub(super) fn bundle(from: &Path, to: &Path) -> Result<(), Failed> {
    let esbuild = packages()?.join("node_modules/esbuild/bin/esbuild");
    let out = format!("--outfile={}", to.display());
    let from = from.display().to_string();
    run("node", [&esbuild.display().to_string(), &from])
        .args(["--bundle", "--format=iife", "--target=es2022", "--log-level=warning"])
        .args([out])
        .run()
}

/// Opens the site in Chromium.
pub(super) fn test(site: &Path) -> Result<(), Failed> {
    let packages = packages()?;
    let tests = root().join(SOURCES).join("tests");
    let failed = |error| Failed(format!("{}: {error}", tests.display()));
    for file in fs::read_dir(&tests).map_err(failed)? {
        let file = file.map_err(failed)?;
        copy(&file.path(), &packages.join(file.file_name()))?;
    }
    run("node", [&packages.join("test.mjs"), site]).run()
}

/// A copy of the sources with the packages from npm, which must not get among the sources.
fn packages() -> Result<PathBuf, Failed> {
    let folder = target("site-packages");
    for file in ["package.json", "package-lock.json"] {
        copy(&root().join(SOURCES).join(file), &folder.join(file))?;
    }
    let lock = fs::read(folder.join("package-lock.json")).unwrap_or_default();
    // Written at the end, so that half of an installation is none.
    let installed = folder.join("node_modules/installed");
    if fs::read(&installed).ok().as_ref() != Some(&lock) {
        let prefix = folder.display().to_string();
        run("npm", ["ci", "--prefix", &prefix, "--ignore-scripts", "--no-audit", "--no-fund"])
            .run()?;
        let failed = |error| Failed(format!("{}: {error}", installed.display()));
        fs::write(&installed, lock).map_err(failed)?;
    }
    Ok(folder)
}
