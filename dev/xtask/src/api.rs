//! The public API of each published crate, as a list under version control.
//!
//! `cargo-public-api` needs a nightly compiler, and documents all dependencies; the library that it
//! is made of lists the API from what Cargo has built already.

use std::iter;
use std::path::{Path, PathBuf};

use crate::files::{read, write};
use crate::package;
use crate::run::{Compiler, Failed, Run, cargo, root, run, target};
use crate::tests::EVERYTHING;
use crate::wings;

/// The workspace of the program that lists an API. It is not this one, so that tests here
/// have the features of `serde_json` that users have.
const LISTER: [&str; 2] = ["--manifest-path", "dev/list-public-api/Cargo.toml"];

/// The list in a crate's folder.
const LIST: &str = "public-api.txt";

/// What `public-api` in `dev/list-public-api/Cargo.toml` reads of rustdoc, and the compiler
/// that writes it. Both move together.
const FORMAT: &str = r#""format_version":57"#;
const COMPILER: &str = "Rust 1.95";

/// Writes the lists; with `--check`, fails where one is not what the code has.
pub(crate) fn api(check: bool) -> Result<(), Failed> {
    let unread = if check {
        self::check(Compiler::Rustc)?
    } else {
        lists(Compiler::Rustc, |list, now| write(list, now))?
    };
    unread.map_or(Ok(()), |why| Err(Failed(why)))
}

/// What `ci` checks. Returns why it could not, with a compiler whose JSON cannot be read.
pub(crate) fn check(compiler: Compiler) -> Result<Option<String>, Failed> {
    let mut changed = Vec::new();
    let unread = lists(compiler, |list, now| {
        let new = target().join("api").join(LIST);
        write(&new, now)?;
        let difference = ["diff", "--no-index", "--unified=0", "--"];
        if run("git", difference).args([list, &new]).run().is_err() {
            changed.push(list.display().to_string());
        }
        Ok(())
    })?;
    if changed.is_empty() {
        return Ok(unread);
    }
    Err(Failed(format!(
        "the public API has changed, see above: {}\nif this is meant, run `cargo xtask api` and \
         commit the lists, with a line in CHANGELOG.md for what users see",
        changed.join(", ")
    )))
}

/// Does something with the list of each crate and what it should be, or says why that cannot be
/// known.
fn lists(
    compiler: Compiler,
    mut each: impl FnMut(&Path, &str) -> Result<(), Failed>,
) -> Result<Option<String>, Failed> {
    let documents = documents(compiler)?;
    let lister = build_lister()?;
    for folder in package::libraries()? {
        let json = documents.join(package::library(&folder)?).with_extension("json");
        if !read(&json)?.contains(FORMAT) {
            let compiler = run("rustc", ["--version"]).read()?;
            return Ok(Some(format!(
                "the public API was NOT compared with {LIST}: `dev/list-public-api` reads the \
                 JSON of {COMPILER}, not that of {}. Run `cargo +1.95 xtask api --check`",
                compiler.trim()
            )));
        }
        each(&root().join(folder).join(LIST), &run(&lister, [&json]).read()?)?;
    }
    Ok(None)
}

/// Writes JSON about all libraries, and returns the folder where it is. Fails with the warnings
/// of rustdoc.
///
/// Cargo calls rustdoc for the tests in documentation, which need what all other tests need:
/// `cargo doc` checks all dependencies again.
fn documents(compiler: Compiler) -> Result<PathBuf, Failed> {
    let documents = target().join("api");
    rustdoc(compiler, |run| run.env("RUSTDOC_FORMAT", "json").env("RUSTDOC_OUT", &documents))?;
    Ok(documents)
}

/// Has Cargo call rustdoc for all libraries, as it does for their tests.
pub(crate) fn rustdoc(compiler: Compiler, told: impl Fn(Run) -> Run) -> Result<(), Failed> {
    let kit = compiler.cargo(["test", "--doc"]).args(EVERYTHING);
    let wings = wings::published().map(|wing| wing.cargo(compiler, &["test", "--doc"]));
    iter::once(kit).chain(wings).try_for_each(|run| {
        told(run)
            .env("RUSTDOC", root().join("dev/list-public-api/rustdoc-instead-of-tests"))
            .env("RUSTDOCFLAGS", "-D warnings")
            .run()
    })
}

fn build_lister() -> Result<PathBuf, Failed> {
    const TARGET: &str = "target/list-public-api";
    cargo(["build", "--locked", "--target-dir", TARGET]).args(LISTER).run()?;
    Ok(root().join(TARGET).join("debug/list-public-api"))
}
