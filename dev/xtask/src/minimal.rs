//! Whether the kit builds with the lowest versions that its manifests ask for.
//!
//! The lock file of the workspace has newer versions, so nothing else notices if a requirement in
//! `Cargo.toml` is too low. The versions are chosen for a program with one feature, since those of
//! two frameworks need not go together. `cargo-minimal-versions` would take those of all features at
//! once.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::files::{read, write};
use crate::locked;
use crate::run::{Failed, cargo};

/// All features build into one folder.
const BUILD: &str = "target/minimal-versions";

/// Builds a program with each feature of the kit, and the lowest versions of what the kit's own
/// packages then depend on. All other versions are those of the workspace, where they fit.
pub(crate) fn check() -> Result<(), Failed> {
    let manifest = read("Cargo.toml")?;
    for feature in locked::features()? {
        let program = locked::Program::with(&feature)?;
        let pins = pins(&manifest, &program.asked_for())?;
        let manifest = read(&program.manifest)?;
        write(&program.manifest, format!("{manifest}\n[dependencies]\n{pins}"))?;
        cargo(["check", "--target-dir", BUILD, "--manifest-path", &program.manifest]).run()?;
    }
    Ok(())
}

/// Dependencies on the lowest versions of these packages, which are written as `serde_core
/// v1.0.229`.
fn pins(manifest: &str, packages: &BTreeSet<String>) -> Result<String, Failed> {
    let mut pins = String::new();
    for (number, package) in packages.iter().enumerate() {
        let (name, version) = package.split_once(" v").unwrap_or((package, ""));
        let lowest = lowest(manifest, name, version).ok_or_else(|| {
            Failed(format!("no line of [workspace.dependencies] asks for {package}"))
        })?;
        let _ = writeln!(
            pins,
            "lowest_{number} = {{ package = \"{name}\", version = \"={lowest}\", \
             default-features = false }}"
        );
    }
    Ok(pins)
}

/// The lowest version of a package that the workspace asks for. There may be several lines for a
/// package; it is the last one whose lowest version is not above this version.
fn lowest(manifest: &str, name: &str, version: &str) -> Option<String> {
    let lines = manifest.lines().skip_while(|line| *line != "[workspace.dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let of_package = lines.filter_map(|line| {
        let (key, rest) = line.split_once(" = ")?;
        (between(rest, "package = \"").unwrap_or(key) == name).then_some(rest)
    });
    let version = numbers(version);
    let lowest = of_package.filter_map(|rest| {
        let required = between(rest, "version = \"").or_else(|| rest.split('"').nth(1))?;
        let lowest = required.split(',').next()?.trim_start_matches(['^', '=', '>', ' ']);
        Some(numbers(lowest))
    });
    let lowest = lowest.filter(|lowest| *lowest <= version).max()?;
    Some(lowest.map(|number| number.to_string()).join("."))
}

/// What follows a text, up to the next quote.
fn between<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    text.split_once(start)?.1.split('"').next()
}

/// A version, with zeros for what it does not say.
fn numbers(version: &str) -> [u64; 3] {
    let mut numbers = version.split(['.', '-', '+']).map(|number| number.parse().unwrap_or(0));
    [(); 3].map(|()| numbers.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::lowest;

    #[test]
    fn the_lowest_version_is_that_of_the_version_in_use() {
        let manifest = "[workspace.package]\nversion = \"0.1.0\"\n[workspace.dependencies]
# A comment.\nserde = { version = \"1.0.228\", default-features = false }
rusqlite = { version = \">=0.32, <0.44\" }\nquote = \"1.0.35\"\nsqlx = { version = \"0.9\" }
sqlx_0_8 = { package = \"sqlx\", version = \"0.8.1\" }\n[profile.dev]\ntokio = { version = \"1\" }\n";
        let lowest = |name, version| lowest(manifest, name, version);
        assert_eq!(lowest("serde", "1.0.230").as_deref(), Some("1.0.228"));
        assert_eq!(lowest("rusqlite", "0.39.0").as_deref(), Some("0.32.0"));
        assert_eq!(lowest("quote", "1.0.46").as_deref(), Some("1.0.35"));
        assert_eq!(lowest("sqlx", "0.9.2").as_deref(), Some("0.9.0"));
        assert_eq!(lowest("sqlx", "0.8.6").as_deref(), Some("0.8.1"));
        assert_eq!(lowest("sqlx_0_8", "0.8.6"), None);
        assert_eq!(lowest("tokio", "1.0.0"), None);
    }
}
