//! What people read: links that lead somewhere, features that exist, code that a program has, times
//! that a report has, a guide that stays short, and words that are not to spread.
//!
//! lychee, which follows links, takes minutes to compile, and knows no links of rustdoc; typos finds
//! words that do not exist, but not these.

mod excerpts;
mod features;
mod figures;
mod links;
mod page;
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use self::page::Page;
use crate::files::{list, read};
use crate::run::{Failed, none};

const GUIDE: &str = "snowflake-kit/src/guide/";

type Pages = BTreeMap<PathBuf, Page>;

/// Checks all pages.
pub(crate) fn check() -> Result<(), Failed> {
    let files = list(&["."])?;
    let mut pages = Pages::new();
    for file in files.iter().filter(|file| is_page(file)) {
        pages.insert(file.into(), Page::read(&read(file)?));
    }
    let mut wrong = links::wrong(&pages);
    wrong.extend(excerpts::wrong(&files, &pages)?);
    wrong.extend(features::wrong(&files)?);
    wrong.extend(figures::wrong(&pages)?);
    wrong.extend(too_long(&files)?);
    wrong.extend(words::grown(&files)?);
    none(&wrong)
}

/// How many words the pages of the guide may have together: about two hours of reading.
const LIMIT: usize = 20_500;

/// What stands between white space, as `wc -w` counts: code and the bars of tables too.
fn too_long(files: &[String]) -> Result<Option<String>, Failed> {
    let mut words = 0;
    for file in files.iter().filter(|file| is_page(file) && file.starts_with(GUIDE)) {
        words += read(file)?.split_whitespace().count();
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
