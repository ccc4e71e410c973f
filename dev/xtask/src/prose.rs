//! What people read: links that lead somewhere, features and versions that exist, code that a program has, times
//! that a report has, a guide that stays short, and words that are not to spread.
//!
//! lychee, which follows links, takes minutes to compile, and knows no links of rustdoc; typos finds
//! words that do not exist, but not these.

mod excerpts;
mod features;
mod figures;
mod links;
mod page;
mod versions;
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
    wrong.extend(versions::wrong(&files)?);
    wrong.extend(too_long(&files)?);
    wrong.extend(words::grown(&files)?);
    none(&wrong)
}

/// How many words the pages of a folder may have together. The guide is about two hours of reading.
const LIMITS: [(&str, usize); 2] = [("", 45_000), (GUIDE, 19_500)];

/// What stands between white space, as `wc -w` counts: code and the bars of tables too.
fn too_long(files: &[String]) -> Result<Vec<String>, Failed> {
    let mut wrong = Vec::new();
    for (folder, limit) in LIMITS {
        let mut words = 0;
        for file in files.iter().filter(|file| is_page(file) && file.starts_with(folder)) {
            words += read(file)?.split_whitespace().count();
        }
        if let Some(more @ 1..) = words.checked_sub(limit) {
            wrong.push(format!(
                "the pages in /{folder} have {more} words more than {limit}: first take out what another page says as well"
            ));
        }
    }
    Ok(wrong)
}

fn is_page(file: &str) -> bool {
    has_extension(file, "md")
}

fn has_extension(file: &str, wanted: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == wanted)
}
