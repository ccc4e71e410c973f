//! The site: the guide, the other pages and a playground as a book, with the API's documentation.
//!
//! The pages are those that rustdoc tests. A copy of them is made for mdBook, with links that lead to
//! each other and to the API's documentation. mdBook has no check of links; lychee takes minutes to
//! compile, and linkinator knows headings only with a newer Node.js than Debian's.

mod documentation;
mod links;
mod markdown;
mod pages;
mod programs;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Compiler, Failed, root, run};

use self::documentation::Documentation;
use self::pages::Pages;

/// The settings, the looks, the playground and the tests.
const SOURCES: &str = "dev/site";

/// Where shared views of an ID have their looks.
const INSPECTOR: &str = "clients/inspector";

/// Builds the site in `target/site`. `keep` is for the API's documentation as it was built last, and
/// `test` opens the pages in Chromium as well.
pub(crate) fn site(keep: bool, test: bool) -> Result<(), Failed> {
    let documentation = target("site-api");
    let documentation = if keep {
        Documentation::of(documentation)
    } else {
        Documentation::build(documentation, Compiler::Rustc)?
    };
    build(&documentation)?;
    if test { programs::test(&target("site")) } else { Ok(()) }
}

/// What `ci` checks: builds it with what the compiler has built already, and tests it.
pub(crate) fn check(compiler: Compiler) -> Result<(), Failed> {
    build(&Documentation::build(target("site-api"), compiler)?)?;
    programs::test(&target("site"))
}

fn build(documentation: &Documentation) -> Result<(), Failed> {
    let (book, site) = (target("site-book"), target("site"));
    empty(&book)?;
    let pages = Pages::collect()?;
    pages.write(&book.join("src"), documentation)?;
    let page = root().join(SOURCES);
    for (from, to) in [
        (page.join("book.toml"), "book.toml"),
        (page.join("site.css"), "site.css"),
        (page.join("site.js"), "site.js"),
        (root().join(INSPECTOR).join("colours.css"), "colours.css"),
        (root().join(INSPECTOR).join("inspector.css"), "inspector.css"),
    ] {
        copy(&from, &book.join(to))?;
    }
    programs::bundle(&page.join("playground/playground.js"), &book.join("src/playground.js"))?;
    let mdbook = programs::mdbook()?;
    empty(&site)?;
    run(mdbook, ["build".as_ref(), book.as_os_str(), "--dest-dir".as_ref(), site.as_os_str()])
        .run()?;
    documentation.copy_to(&site.join("api"))?;
    run("node", [root().join(SOURCES).join("links.mjs"), site]).run()
}

/// A folder that is built.
fn target(name: &str) -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root().join(target).join(name)
}

/// Makes a folder without anything in it.
fn empty(folder: &Path) -> Result<(), Failed> {
    let failed = |error| Failed(format!("{}: {error}", folder.display()));
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)
}

fn copy(from: &Path, to: &Path) -> Result<(), Failed> {
    let failed = |error| Failed(format!("{} to {}: {error}", from.display(), to.display()));
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::copy(from, to).map(drop).map_err(failed)
}
