//! What people read: links that lead somewhere, features that exist, code that a program has, times
//! that a report has, a guide that stays short, and words that are not to spread.
//!
//! lychee, which follows links, takes minutes to compile, and knows no links of rustdoc; typos finds
//! words that do not exist, but not these.

mod excerpts;
mod features;
mod figures;
mod links;
mod words;

use std::path::Path;

use crate::run::{Failed, root, run};
use crate::sources::read;

const GUIDE: &str = "snowflake-kit/src/guide/";

/// Checks all pages; with `--bless`, writes how often the words are there.
pub(crate) fn check(bless: bool) -> Result<(), Failed> {
    let files = files()?;
    let mut wrong = links::wrong(&files)?;
    wrong.extend(excerpts::wrong(&files)?);
    wrong.extend(features::wrong(&files)?);
    wrong.extend(figures::wrong(&files)?);
    wrong.extend(too_long(&files)?);
    wrong.extend(words::grown(&files, bless)?);
    if wrong.is_empty() { Ok(()) } else { Err(Failed(wrong.join("\n  "))) }
}

/// The pages and sources under version control.
fn files() -> Result<Vec<String>, Failed> {
    let list = run("git", ["ls-files", "--cached", "--others", "--exclude-standard"]).read()?;
    let exists = |file: &&str| root().join(file).exists();
    Ok(list.lines().filter(exists).map(str::to_owned).collect())
}

/// How many words the pages of the guide may have together: about two hours of reading.
const LIMIT: usize = 20_000;

/// What stands between white space, as `wc -w` counts: code and the bars of tables too.
fn too_long(files: &[String]) -> Result<Option<String>, Failed> {
    let mut words = 0;
    for file in files.iter().filter(|file| is_page(file) && file.starts_with(GUIDE)) {
        words += text(file)?.split_whitespace().count();
    }
    Ok(words.checked_sub(LIMIT).filter(|more| *more > 0).map(|more| {
        format!("the pages in {GUIDE} have {more} words more than {LIMIT}: first take out what another page says as well")
    }))
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
