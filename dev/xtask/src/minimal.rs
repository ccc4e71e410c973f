//! Whether the published packages build with the lowest versions that their manifests ask for.
//!
//! The lock file of the workspace has newer versions, so nothing else notices if a requirement
//! in `Cargo.toml` is too low.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::dependencies;
use crate::package;
use crate::run::{Failed, cargo, root, run};

/// A copy of the workspace: manifests without what is for tests, and links to the sources.
const COPY: &str = "target/minimal-versions/workspace";
const MANIFEST: [&str; 2] = ["--manifest-path", "target/minimal-versions/workspace/Cargo.toml"];

const BUILD: [&str; 2] = ["--target-dir", "target/minimal-versions/build"];
/// The build for loom has flags of its own, and would replace all of the other one.
const LOOM_BUILD: [&str; 2] = ["--target-dir", "target/minimal-versions/loom"];

/// Chooses the versions. The compiler of the workspace builds with them.
const NIGHTLY: [&str; 3] = ["run", "nightly", "cargo"];

/// Dependencies of dependencies have the newest versions that the compiler of the packages can
/// build.
const FALLBACK: [&str; 2] = ["--config", "resolver.incompatible-rust-versions='fallback'"];

/// Builds each package with all features, and `snowflake-kit` also with each feature alone.
pub(crate) fn check() -> Result<(), Failed> {
    if !run("rustup", NIGHTLY).args(["--version"]).works() {
        return Err(Failed(
            "only a nightly Cargo can choose minimal versions: run `rustup toolchain install \
             nightly --profile minimal`"
                .to_owned(),
        ));
    }
    let folders = package::folders()?;
    copy(&folders)?;
    run("rustup", NIGHTLY)
        .args(["generate-lockfile", "-Z", "direct-minimal-versions"])
        .args(FALLBACK)
        .args(MANIFEST)
        .run()?;
    for folder in &folders {
        check_one(&package::name(folder)?, &["--all-features"])?;
    }
    // With all features together, one may have what another one forgot to ask for.
    for feature in dependencies::features()? {
        check_one("snowflake-kit", &["--no-default-features", "--features", &feature])?;
    }
    cargo(["check", "--locked", "--package", "snowflake-mint", "--package", "snowflake-lease"])
        .args(MANIFEST)
        .args(LOOM_BUILD)
        .env("RUSTFLAGS", "--cfg loom")
        .run()
}

fn check_one(package: &str, features: &[&str]) -> Result<(), Failed> {
    cargo(["check", "--locked", "--package", package])
        .args(features)
        .args(MANIFEST)
        .args(BUILD)
        .run()
}

/// Writes the copy. Versions are also chosen for dev-dependencies, and for packages that are
/// not published, so it has neither.
fn copy(folders: &[String]) -> Result<(), Failed> {
    let failed = |error: io::Error| Failed(format!("{COPY}: {error}"));
    let copy = root().join(COPY);
    match fs::remove_dir_all(&copy) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => fs::create_dir_all(&copy).map_err(failed)?,
    }
    rewrite(&root(), &copy, workspace).map_err(failed)?;
    for folder in folders {
        let (from, to) = (root().join(folder), copy.join(folder));
        fs::create_dir(&to).map_err(failed)?;
        rewrite(&from, &to, published).map_err(failed)?;
        for name in ["src", "build.rs"] {
            if from.join(name).exists() {
                symlink(from.join(name), to.join(name)).map_err(failed)?;
            }
        }
    }
    Ok(())
}

/// Writes what becomes of a manifest to another folder.
fn rewrite(from: &Path, to: &Path, change: fn(&str) -> String) -> io::Result<()> {
    let manifest = fs::read_to_string(from.join("Cargo.toml"))?;
    fs::write(to.join("Cargo.toml"), change(&manifest))
}

/// The manifest of the workspace, with the published packages as its members.
fn workspace(manifest: &str) -> String {
    let rest = tables(manifest, |header| header.starts_with("[workspace."));
    format!("[workspace]\nresolver = \"3\"\nmembers = [\"snowflake-*\"]\n\n{rest}")
}

/// The manifest of a package, without what is for tests.
fn published(manifest: &str) -> String {
    tables(manifest, |header| !header.contains("dev-dependencies") && header != "[[test]]")
}

/// The tables whose header is to be kept. A line that begins with `[` is a header, since lists
/// continue in indented lines.
fn tables(manifest: &str, keeps: impl Fn(&str) -> bool) -> String {
    let mut kept = false;
    let mut text = String::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            kept = keeps(line);
        }
        if kept {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{published, workspace};

    #[test]
    fn a_published_manifest_has_nothing_for_tests() {
        let manifest =
            "[package]\nname = \"a\"\n[dependencies]\nb = { features = [\n    \"c\",\n] }
[dev-dependencies]\nd = \"1\"\n[target.'cfg(unix)'.dev-dependencies]\ne = \"1\"\n[[test]]
name = \"f\"\n[package.metadata.docs.rs]\nall-features = true\n";
        let expected =
            "[package]\nname = \"a\"\n[dependencies]\nb = { features = [\n    \"c\",\n] }
[package.metadata.docs.rs]\nall-features = true\n";
        assert_eq!(published(manifest), expected);
    }

    #[test]
    fn the_workspace_has_the_published_packages_alone() {
        let manifest = "[workspace]\nmembers = [\n    \"dev/a\",\n]
[workspace.dependencies]\nb = \"1\"\n[profile.release.package.a]\ncodegen-units = 1\n";
        let expected = "[workspace]\nresolver = \"3\"\nmembers = [\"snowflake-*\"]\n
[workspace.dependencies]\nb = \"1\"\n";
        assert_eq!(workspace(manifest), expected);
    }
}
