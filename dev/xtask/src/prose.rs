//! What people read: links that lead somewhere, features that exist, code that a program has, times
//! that a report has, a guide that stays short, and words that are not to spread.

mod excerpts;
mod features;
mod figures;
mod length;
mod links;
mod words;

use std::path::Path;

use crate::run::{Failed, root, run};
use crate::sources::read;

/// Checks all pages; with `--bless`, writes how often the words are there.
pub(crate) fn check(bless: bool) -> Result<(), Failed> {
    let files = files()?;
    let mut wrong = links::wrong(&files)?;
    wrong.extend(excerpts::wrong(&files)?);
    wrong.extend(features::wrong(&files)?);
    wrong.extend(figures::wrong(&files)?);
    wrong.extend(length::wrong(&files)?);
    wrong.extend(words::grown(&files, bless)?);
    if wrong.is_empty() { Ok(()) } else { Err(Failed(wrong.join("\n  "))) }
}

/// The pages and sources under version control.
fn files() -> Result<Vec<String>, Failed> {
    let list = run("git", ["ls-files", "--cached", "--others", "--exclude-standard"]).read()?;
    let exists = |file: &&str| root().join(file).exists();
    Ok(list.lines().filter(exists).map(str::to_owned).collect())
}

fn is_page(file: &str) -> bool {
    has_extension(file, "md")
}

fn has_extension(file: &str, wanted: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == wanted)
}

fn text(file: &str) -> Result<String, Failed> {
    read(&root().join(file))
}
