//! What must not compile does not, and says why in the user's terms.
//!
//! The cases are compiled with the libraries as the workspace's tests have them: with any other
//! features, both frameworks would be built a second time.
//!
//! `INSTA_UPDATE=always` writes the messages anew.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What the cases name.
const LIBRARIES: [&str; 3] = ["diesel", "sea_orm", "snowflake_kit"];

/// What differs from machine to machine, and from one edit to the next in a file that is
/// none of the cases.
const FILTERS: [(&str, &str); 11] = [
    (r"(-->|:::) \S+/registry/src/[^/]+/(\S+?)-[0-9.]+/(\S+?):\d+:\d+", "$1 <registry>/$2/$3"),
    (r"(-->|:::) /\S+/library/(\S+?):\d+:\d+", "$1 <rust>/$2"),
    (r"(-->|:::) (\S+/src/\S+?):\d+:\d+", "$1 $2"),
    (r"(-->|:::) dev/compile-errors/", "$1 "),
    // As wide as the largest line number.
    (r"(?m)^ *\d* \|", "   |"),
    (r"(?m)^ +(-->|:::)", "  $1"),
    // rustc quotes the standard library where its sources are installed.
    (r"(<rust>/\S+\n)(   \|.*\n)+", "$1"),
    (r"(?m)^ += (note|help)", "   = $1"),
    (r"(?m)^ {8,}", "            "),
    (r"and \d+ others", "and <n> others"),
    (r"(?m)^ *= note: the full name for the type has been written to .*\n", ""),
];

#[test]
fn compile_errors_are_as_pinned() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = package.ancestors().nth(2).unwrap();
    let libraries = libraries(workspace);
    insta::with_settings!({
        filters => FILTERS,
        omit_expression => true,
        prepend_module_to_snapshot => false,
    }, {
        insta::glob!("*/*.rs", |case| {
            let output = Command::new("rustc")
                .current_dir(workspace)
                .args(["--edition=2024", "--emit=metadata", "--out-dir", env!("CARGO_TARGET_TMPDIR")])
                .args(["--diagnostic-width=140", "--allow=dead_code"])
                .args(&libraries)
                .arg(case.strip_prefix(workspace).unwrap())
                .output()
                .unwrap();
            assert!(!output.status.success(), "{} compiles", case.display());
            insta::assert_snapshot!(String::from_utf8(output.stderr).unwrap());
        });
    });
}

/// Where the libraries are, as arguments of the compiler.
fn libraries(workspace: &Path) -> Vec<String> {
    let mut cargo = Command::new(env!("CARGO"));
    // Build scripts would run again, since they look at what Cargo says to a test.
    let said = env::vars_os().map(|(name, _)| name).filter(|name| {
        let name = name.to_string_lossy();
        name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
    });
    for name in said {
        cargo.env_remove(name);
    }
    if let Ok(wrapper) = env::var("SNOWFLAKE_BUILT_WITH") {
        cargo.args(["--config", &format!("build.rustc-workspace-wrapper='{wrapper}'")]);
    }
    let built = env::var("SNOWFLAKE_BUILT");
    let built = built.as_deref().unwrap_or("--locked --workspace --all-features --bins --tests");
    let output = cargo
        .current_dir(workspace)
        .arg("build")
        .args(built.split(' '))
        .arg("--message-format=json")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    // A build script or a macro has the same library with fewer features.
    let mut named: BTreeMap<_, (usize, PathBuf)> = BTreeMap::new();
    let mut folders = BTreeSet::new();
    for line in output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let artifact: Value = serde_json::from_slice(line).unwrap();
        // The cases are for the newest version of a framework.
        let is_old = artifact["package_id"].as_str().is_some_and(|id| id.contains("#sea-orm@1."));
        let files = artifact["filenames"].as_array().into_iter().flatten();
        for file in files.filter_map(Value::as_str).map(Path::new) {
            folders.extend(file.parent().map(Path::to_owned));
            let name = artifact["target"]["name"].as_str().unwrap();
            let library = LIBRARIES.into_iter().find(|library| *library == name);
            let is_meant = !is_old && file.extension() == Some("rlib".as_ref());
            if let (Some(library), true) = (library, is_meant) {
                let features = artifact["features"].as_array().map_or(0, Vec::len);
                let best = named.entry(library).or_default();
                *best = (features, file.to_owned()).max(best.clone());
            }
        }
    }
    let named = named.iter().map(|(name, (_, file))| format!("--extern={name}={}", file.display()));
    let folders = folders.iter().map(|folder| format!("-Ldependency={}", folder.display()));
    named.chain(folders).collect()
}
