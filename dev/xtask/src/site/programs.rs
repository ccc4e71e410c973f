//! Programs of others that build the site and open it.

use std::path::{Path, PathBuf};

use super::SOURCES;
use crate::files::{copy, list};
use crate::npm;
use crate::run::{Failed, root, run};

/// One script of the playground's modules: browsers do not load modules from a file.
pub(super) fn bundle(from: &str, to: &Path) -> Result<(), Failed> {
    run("node", [packages()?.join("node_modules/esbuild/bin/esbuild")])
        .args([root().join(SOURCES).join(from)])
        .args(["--bundle", "--format=iife", "--target=es2022", "--log-level=warning"])
        .args([format!("--outfile={}", to.display())])
        .run()
}

/// Opens the site in Chromium.
pub(super) fn test(site: &Path) -> Result<(), Failed> {
    let packages = packages()?;
    for file in list(&[format!("{SOURCES}/tests/*")])? {
        copy(&file, packages.join(Path::new(&file).file_name().unwrap_or_default()))?;
    }
    run("node", [&packages.join("test.mjs"), site]).run()
}

fn packages() -> Result<PathBuf, Failed> {
    npm::packages(SOURCES, "site-packages")
}
