//! Packages from npm, in a folder of `target`: they must not get among the sources.

use std::path::PathBuf;

use crate::files::{bytes, copy, write};
use crate::run::{Failed, run, target};

/// The folder with what the `package.json` of a folder names.
pub(crate) fn packages(of: &str, folder: &str) -> Result<PathBuf, Failed> {
    let folder = target().join(folder);
    for file in ["package.json", "package-lock.json"] {
        copy(format!("{of}/{file}"), folder.join(file))?;
    }
    let lock = bytes(folder.join("package-lock.json"))?;
    // Written at the end, so that half of an installation is none.
    let installed = folder.join("node_modules/installed");
    if bytes(&installed).ok().as_ref() != Some(&lock) {
        let prefix = folder.display().to_string();
        run("npm", ["ci", "--prefix", &prefix, "--ignore-scripts", "--no-audit", "--no-fund"])
            .run()?;
        write(&installed, lock)?;
    }
    Ok(folder)
}
