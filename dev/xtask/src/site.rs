//! The site: the guide, the other pages and a playground as a book, with the API's documentation.
//!
//! The pages are those that rustdoc tests. A copy of them is made for mdBook, with links that lead to
//! each other and to the API's documentation. mdBook has no check of links; lychee takes minutes to
//! compile, and linkinator knows headings only with a newer Node.js than Debian's.

mod documentation;
mod links;
mod markdown;
mod pages;

use std::path::Path;

use crate::files::{copy, empty, list};
use crate::npm;
use crate::package;
use crate::run::{Compiler, Failed, root, run, target};
use crate::tools;

use self::documentation::Documentation;

/// The settings, the looks, the playground and the tests.
const SOURCES: &str = "dev/site";

/// Where shared views of an ID have their looks.
const INSPECTOR: &str = "clients/inspector";

/// Builds the site in `target/site`, with the API's documentation by a compiler, or as it was built
/// last. `test` opens the pages in Chromium as well.
pub(crate) fn site(compiler: Option<Compiler>, test: bool) -> Result<(), Failed> {
    let documentation = compiler.map_or_else(|| Ok(Documentation::last()), Documentation::build)?;
    let (book, site) = (target().join("site-book"), target().join("site"));
    empty(&book)?;
    pages::write_book(&book.join("src"), &documentation)?;
    for (folder, file) in [
        (SOURCES, "book.toml"),
        (SOURCES, "site.css"),
        (SOURCES, "site.js"),
        (INSPECTOR, "colours.css"),
        (INSPECTOR, "inspector.css"),
    ] {
        copy(format!("{folder}/{file}"), book.join(file))?;
    }
    let packages = npm::packages(SOURCES, "site-packages")?;
    // One script of the playground's modules: browsers do not load modules from a file.
    run("node", [packages.join("node_modules/esbuild/bin/esbuild")])
        .args([root().join(SOURCES).join("playground/playground.js")])
        .args(["--bundle", "--format=iife", "--target=es2022", "--log-level=warning"])
        .args([format!("--outfile={}", book.join("src/playground.js").display())])
        .run()?;
    // Without its server.
    let mdbook = tools::installed(("mdbook", "0.5.4"), "mdbook", "search")?;
    empty(&site)?;
    run(mdbook, ["build".as_ref(), book.as_os_str(), "--dest-dir".as_ref(), site.as_os_str()])
        .env("MDBOOK_OUTPUT__HTML__GIT_REPOSITORY_URL", package::repository()?)
        .run()?;
    documentation.copy_to(&site.join("api"))?;
    run("node", [root().join(SOURCES).join("links.mjs"), site.clone()]).run()?;
    if !test {
        return Ok(());
    }
    for file in list(&[format!("{SOURCES}/tests/*")])? {
        copy(&file, packages.join(Path::new(&file).file_name().unwrap_or_default()))?;
    }
    run("node", [packages.join("test.mjs"), site]).run()
}
