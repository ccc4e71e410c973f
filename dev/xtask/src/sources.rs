//! Rust's files, as text and as tokens.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;

use crate::run::Failed;

pub(crate) fn read(path: &Path) -> Result<String, Failed> {
    fs::read_to_string(path).map_err(|error| Failed(format!("{}: {error}", path.display())))
}

pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

pub(crate) fn parse(path: &Path) -> Result<TokenStream, Failed> {
    let wrong = |error| Failed(format!("{}: {error}", path.display()));
    read(path)?.parse().map_err(wrong)
}
