//! The public API of each published crate, as a list under version control.

use std::path::{Path, PathBuf};
use std::{fs, iter};

use crate::package;
use crate::run::{Compiler, Failed, Run, cargo, root, run, target};
use crate::tests::EVERYTHING;
use crate::wings;

/// The workspace of the program that lists an API. It is not this one, so that tests here
/// have the features of `serde_json` that users have.
pub(crate) const LISTER: [&str; 2] = ["--manifest-path", "dev/list-public-api/Cargo.toml"];

/// The list in a crate's folder.
const LIST: &str = "public-api.txt";

/// What `public-api` in `dev/list-public-api/Cargo.toml` reads of rustdoc, and the compiler
/// that writes it. Both move together.
const FORMAT: &str = r#""format_version":57"#;
const COMPILER: &str = "Rust 1.95";

/// A crate whose API differs from its list, or from none.
struct Changed {
    list: PathBuf,
    now: String,
    difference: String,
}

/// Writes the lists; with `--check`, fails where one is not what the code has.
pub(crate) fn api(check: bool) -> Result<(), Failed> {
    match (check, compare(Compiler::Rustc)?) {
        (_, Err(unread)) => Err(Failed(unread)),
        (true, Ok(changed)) => expect_none(&changed),
        (false, Ok(changed)) => changed.iter().try_for_each(|Changed { list, now, difference }| {
            eprintln!("\n{}:\n{difference}", list.display());
            fs::write(root().join(list), now)
                .map_err(|error| Failed(format!("{}: {error}", list.display())))
        }),
    }
}

/// What `ci` checks. Returns why it could not, with a compiler whose JSON cannot be read.
pub(crate) fn check(compiler: Compiler) -> Result<Option<String>, Failed> {
    match compare(compiler)? {
        Err(unread) => Ok(Some(unread)),
        Ok(changed) => expect_none(&changed).map(|()| None),
    }
}

fn expect_none(changed: &[Changed]) -> Result<(), Failed> {
    if changed.is_empty() {
        return Ok(());
    }
    let each = changed.iter().map(|Changed { list, difference, .. }| {
        format!("{} differs from the code:\n{difference}", list.display())
    });
    Err(Failed(format!(
        "the public API has changed:\n\n{}\nif this is meant, run `cargo xtask api` and commit \
         the lists, with a line in CHANGELOG.md for what users see",
        each.collect::<Vec<_>>().join("\n")
    )))
}

/// Holds each crate against its list, or says why that cannot be done.
fn compare(compiler: Compiler) -> Result<Result<Vec<Changed>, String>, Failed> {
    let documents = documents(compiler)?;
    let lister = build_lister()?;
    let mut changed = Vec::new();
    let mut libraries = package::folders()?;
    libraries.retain(|folder| root().join(folder).join("src/lib.rs").exists());
    for folder in libraries {
        let json = documents.join(package::library(&folder)?).with_extension("json");
        if !read(&json)?.contains(FORMAT) {
            let compiler = run("rustc", ["--version"]).read()?;
            return Ok(Err(format!(
                "the public API was NOT compared with {LIST}: `dev/list-public-api` reads the \
                 JSON of {COMPILER}, not that of {}. Run `cargo +1.95 xtask api --check`",
                compiler.trim()
            )));
        }
        let now = run(&lister, [&json]).read()?;
        let list = Path::new(&folder).join(LIST);
        // A new crate has none.
        let before = fs::read_to_string(root().join(&list)).unwrap_or_default();
        if now != before {
            let difference = difference(&before, &now);
            changed.push(Changed { list, now, difference });
        }
    }
    Ok(Ok(changed))
}

/// Writes JSON about all libraries, and returns the folder where it is. Fails with the warnings
/// of rustdoc, as [`docs`](crate::checks::docs) does.
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

fn read(file: &Path) -> Result<String, Failed> {
    fs::read_to_string(file).map_err(|error| Failed(format!("{}: {error}", file.display())))
}

/// What is gone, with `-`, and what is new, with `+`.
fn difference(before: &str, now: &str) -> String {
    let only = |sign: &str, one: &str, other: &str| -> String {
        let lines = one.lines().filter(|line| !other.lines().any(|known| known == *line));
        lines.flat_map(|line| [sign, line, "\n"]).collect()
    };
    only("- ", before, now) + &only("+ ", now, before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_what_is_gone_and_what_is_new() {
        let before = "pub fn one()\npub fn two()\n";
        let now = "pub fn one()\npub fn two(u8)\npub fn three()\n";
        let shown = "- pub fn two()\n+ pub fn two(u8)\n+ pub fn three()\n";
        assert_eq!(difference(before, now), shown);
    }
}
