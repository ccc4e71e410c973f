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

use crate::files::{copy, empty};
use crate::run::{Compiler, Failed, root, run, target};
use crate::tools;

use self::documentation::Documentation;

/// The settings, the looks, the playground and the tests.
const SOURCES: &str = "dev/site";

/// Where shared views of an ID have their looks.
const INSPECTOR: &str = "clients/inspector";

/// Builds the site in `target/site`. `keep` is for the API's documentation as it was built last, and
/// `test` opens the pages in Chromium as well.
pub(crate) fn site(keep: bool, test: bool) -> Result<(), Failed> {
    build(&if keep { Documentation::last() } else { Documentation::build(Compiler::Rustc)? })?;
    if test { programs::test(&target().join("site")) } else { Ok(()) }
}

/// What `ci` checks: builds it with what the compiler has built already, and tests it.
pub(crate) fn check(compiler: Compiler) -> Result<(), Failed> {
    build(&Documentation::build(compiler)?)?;
    programs::test(&target().join("site"))
}

fn build(documentation: &Documentation) -> Result<(), Failed> {
    let (book, site) = (target().join("site-book"), target().join("site"));
    empty(&book)?;
    pages::write_book(&book.join("src"), documentation)?;
    for (folder, file) in [
        (SOURCES, "book.toml"),
        (SOURCES, "site.css"),
        (SOURCES, "site.js"),
        (INSPECTOR, "colours.css"),
        (INSPECTOR, "inspector.css"),
    ] {
        copy(format!("{folder}/{file}"), book.join(file))?;
    }
    programs::bundle("playground/playground.js", &book.join("src/playground.js"))?;
    // Without its server.
    let mdbook = tools::installed(("mdbook", "0.5.4"), "mdbook", "search")?;
    empty(&site)?;
    run(mdbook, ["build".as_ref(), book.as_os_str(), "--dest-dir".as_ref(), site.as_os_str()])
        .run()?;
    documentation.copy_to(&site.join("api"))?;
    run("node", [root().join(SOURCES).join("links.mjs"), site]).run()
}
