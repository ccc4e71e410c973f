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

/// Copies of the workspace: manifests without what is for tests, and links to the sources.
const COPY: &str = "target/minimal-versions";
const BUILD: [&str; 2] = ["--target-dir", "target/minimal-versions/build"];
/// The build for loom has flags of its own, and would replace all of the other one.
const LOOM_BUILD: [&str; 2] = ["--target-dir", "target/minimal-versions/loom"];

/// Chooses the versions. The compiler of the workspace builds with them.
const NIGHTLY: [&str; 3] = ["run", "nightly", "cargo"];

/// Dependencies of dependencies have the newest versions that the compiler of the packages can
/// build.
const FALLBACK: [&str; 2] = ["--config", "resolver.incompatible-rust-versions='fallback'"];

/// What is chosen together. The programs have TLS, which asks for more than the libraries need
/// alone, so their versions are chosen apart.
#[derive(Clone, Copy, PartialEq)]
enum Copied {
    Libraries,
    Programs,
}

impl Copied {
    const PROGRAMS: [&str; 2] = ["snowflake-adopt", "snowflake-cli"];

    fn has(self, folder: &str) -> bool {
        (self == Self::Programs) == Self::PROGRAMS.contains(&folder)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Libraries => "libraries",
            Self::Programs => "programs",
        }
    }

    fn manifest(self) -> [String; 2] {
        ["--manifest-path".to_owned(), format!("{COPY}/{}/Cargo.toml", self.name())]
    }

    fn choose(self) -> Result<(), Failed> {
        run("rustup", NIGHTLY)
            .args(["generate-lockfile", "-Z", "direct-minimal-versions"])
            .args(FALLBACK)
            .args(self.manifest())
            .run()
    }

    fn check(self, package: &str, features: &[&str]) -> Result<(), Failed> {
        cargo(["check", "--locked", "--package", package])
            .args(features)
            .args(self.manifest())
            .args(BUILD)
            .run()
    }
}

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
    for copied in [Copied::Libraries, Copied::Programs] {
        copy(copied, &folders)?;
        copied.choose()?;
    }
    for copied in [Copied::Libraries, Copied::Programs] {
        for folder in folders.iter().filter(|folder| copied.has(folder)) {
            copied.check(&package::name(folder)?, &["--all-features"])?;
        }
    }
    // With all features together, one may have what another one forgot to ask for.
    for feature in dependencies::features()? {
        let alone = ["--no-default-features", "--features", &feature];
        Copied::Libraries.check("snowflake-kit", &alone)?;
    }
    cargo([
        "check",
        "--locked",
        "--package",
        "snowflake-kit-mint",
        "--package",
        "snowflake-kit-lease",
    ])
    .args(["--features", "loom"])
    .args(Copied::Libraries.manifest())
    .args(LOOM_BUILD)
    .env("RUSTFLAGS", "--cfg loom")
    .run()
}

/// Writes a copy. Versions are also chosen for dev-dependencies, and for packages that are not
/// published, so it has neither.
fn copy(copied: Copied, folders: &[String]) -> Result<(), Failed> {
    let copy = root().join(COPY).join(copied.name());
    let failed = |error: io::Error| Failed(format!("{}: {error}", copy.display()));
    match fs::remove_dir_all(&copy) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => fs::create_dir_all(&copy).map_err(failed)?,
    }
    rewrite(&root(), &copy, |manifest| workspace(copied, manifest)).map_err(failed)?;
    for folder in folders.iter().filter(|folder| copied.has(folder)) {
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
fn rewrite(from: &Path, to: &Path, change: impl Fn(&str) -> String) -> io::Result<()> {
    let manifest = fs::read_to_string(from.join("Cargo.toml"))?;
    fs::write(to.join("Cargo.toml"), change(&manifest))
}

/// The manifest of a copied workspace. The programs find the libraries in the other copy.
fn workspace(copied: Copied, manifest: &str) -> String {
    let mut rest = tables(manifest, |header| header.starts_with("[workspace."));
    if copied == Copied::Programs {
        rest = rest.replace("path = \"", "path = \"../libraries/");
    }
    format!("[workspace]\nresolver = \"3\"\nmembers = [\"snowflake-*\"]\n\n{rest}")
}

/// The manifest of a package, without what is for tests. A wing is a member of the copy, in which it
/// finds the libraries where the workspace has them.
fn published(manifest: &str) -> String {
    let is_for_tests = |header: &str| header.contains("dev-dependencies") || header == "[[test]]";
    let is_kept = |header: &str| {
        !is_for_tests(header) && !header.starts_with("[profile.") && header != "[workspace]"
    };
    tables(manifest, is_kept).replace("path = \"../", "path = \"../../libraries/")
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
    use super::{Copied, published, workspace};

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
    fn a_copied_workspace_has_published_packages_alone() {
        let manifest = "[workspace]\nmembers = [\n    \"dev/a\",\n]
[workspace.dependencies]\nb = \"1\"\n[profile.release.package.a]\ncodegen-units = 1\n";
        let expected = "[workspace]\nresolver = \"3\"\nmembers = [\"snowflake-*\"]\n
[workspace.dependencies]\nb = \"1\"\n";
        assert_eq!(workspace(Copied::Libraries, manifest), expected);
    }

    #[test]
    fn programs_find_the_libraries() {
        let manifest = "[workspace.dependencies]\ns = { path = \"snowflake-sql\" }\n";
        let expected = "[workspace]\nresolver = \"3\"\nmembers = [\"snowflake-*\"]\n
[workspace.dependencies]\ns = { path = \"../libraries/snowflake-sql\" }\n";
        assert_eq!(workspace(Copied::Programs, manifest), expected);
        let wing = "[workspace]\n\n[package]\nname = \"a\"\n[dependencies]
s = { path = \"../snowflake-sql\" }\n[profile.dev]\ndebug = false\n";
        let expected = "[package]\nname = \"a\"\n[dependencies]
s = { path = \"../../libraries/snowflake-sql\" }\n";
        assert_eq!(published(wing), expected);
    }
}
