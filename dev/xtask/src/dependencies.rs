//! Who else's code a user of the kit builds and trusts, feature by feature.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

use crate::run::{Failed, cargo, cargo_home, root};

/// A package from the registry, as `serde_core v1.0.229`.
type Package = String;

/// What of a package is worth a look.
struct Traits {
    /// Runs a program of its own while it is built.
    has_build_script: bool,
    /// Says `unsafe` somewhere in its sources.
    has_unsafe: bool,
}

/// Prints, as Markdown, what each feature of `snowflake-kit` brings with it on this platform.
pub(crate) fn print() -> Result<(), Failed> {
    let mut known = BTreeMap::new();
    println!("| feature | packages | with `unsafe` | with a build script |\n|---|---|---|---|");
    for feature in features()? {
        let packages = packages(&feature)?;
        for package in &packages {
            if !known.contains_key(package) {
                known.insert(package.clone(), traits(package)?);
            }
        }
        let scripts = packages.iter().filter(|name| known[*name].has_build_script);
        let scripts: Vec<_> = scripts.map(|name| bare(name)).collect();
        let unsafes = packages.iter().filter(|name| known[*name].has_unsafe).count();
        let feature = if feature.is_empty() { "none" } else { &feature };
        println!("| {feature} | {} | {unsafes} | {} |", packages.len(), scripts.join(", "));
    }
    Ok(())
}

fn bare(package: &str) -> &str {
    package.split(' ').next().unwrap_or(package)
}

/// The features of the kit, as its manifest has them; the first one is none.
pub(crate) fn features() -> Result<Vec<String>, Failed> {
    let manifest = read(&root().join("snowflake-kit/Cargo.toml"))?;
    let lines = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let names = lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" = ["))
        .map(|(name, _)| name.to_owned());
    Ok([String::new()].into_iter().chain(names).collect())
}

/// What a feature makes Cargo build, without the kit's own crates.
fn packages(feature: &str) -> Result<BTreeSet<Package>, Failed> {
    let tree = cargo(["tree", "--locked", "--package", "snowflake-kit", "--edges", "normal,build"])
        .args(["--prefix", "none", "--format", "{p}", "--no-default-features"])
        .args(["--features", feature])
        .read()?;
    let names = tree.lines().filter(|line| !line.is_empty() && !line.starts_with("snowflake-"));
    Ok(names.map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect())
}

fn traits(package: &Package) -> Result<Traits, Failed> {
    let folder = sources(package)?;
    let manifest = read(&folder.join("Cargo.toml"))?;
    let has_build_script =
        says_build_script(&manifest).unwrap_or_else(|| folder.join("build.rs").exists());
    // A few have their library in the folder itself, and that may lead to `src`.
    let library = folder.join("lib.rs");
    let has_unsafe =
        is_unsafe_below(&folder.join("src"))? || library.exists() && is_unsafe_in(&library)?;
    Ok(Traits { has_build_script, has_unsafe })
}

/// What a published manifest says. Those written by an older Cargo may say nothing, and then
/// `build.rs` is the script if it is there.
fn says_build_script(manifest: &str) -> Option<bool> {
    let package = manifest.lines().skip_while(|line| *line != "[package]").skip(1);
    let mut package = package.take_while(|line| !line.starts_with('['));
    package.find_map(|line| line.strip_prefix("build = ")).map(|script| script != "false")
}

/// Where Cargo has unpacked a package.
fn sources(package: &str) -> Result<PathBuf, Failed> {
    let registries = cargo_home().join("registry/src");
    let name = package.replace(" v", "-");
    fs::read_dir(&registries)
        .into_iter()
        .flatten()
        .flatten()
        .map(|registry| registry.path().join(&name))
        .find(|folder| folder.exists())
        .ok_or_else(|| {
            Failed(format!("{name} is not in {}: run `cargo fetch`", registries.display()))
        })
}

fn is_unsafe_below(folder: &Path) -> Result<bool, Failed> {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        if path.is_dir() && is_unsafe_below(&path)? || is_source && is_unsafe_in(&path)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_unsafe_in(file: &Path) -> Result<bool, Failed> {
    // Some packages have templates that are not Rust, and say nothing of it.
    Ok(read(file)?.parse().is_ok_and(is_unsafe))
}

/// Without comments and strings, where the word is harmless.
fn is_unsafe(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "unsafe",
        TokenTree::Group(group) => is_unsafe(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn read(path: &Path) -> Result<String, Failed> {
    fs::read_to_string(path).map_err(|error| Failed(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::{is_unsafe, says_build_script};

    #[test]
    fn words_in_comments_and_lints_are_harmless() {
        let harmless = "#![deny(unsafe_code)] // unsafe
            fn f() -> &'static str { \"unsafe\" }";
        assert!(!is_unsafe(harmless.parse().unwrap()));
        assert!(is_unsafe("mod inner { fn f() { unsafe { g() } } }".parse().unwrap()));
    }

    #[test]
    fn a_manifest_of_an_older_cargo_says_nothing_of_a_script() {
        let says = |line| says_build_script(&format!("[package]\n{line}\n[features]\nbuild = []"));
        assert_eq!(says("build = \"build.rs\""), Some(true));
        assert_eq!(says("build = false"), Some(false));
        assert_eq!(says("name = \"a\""), None);
    }
}
