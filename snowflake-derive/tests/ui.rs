//! What must not compile does not, and says why in the user's terms.

use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// Set for the process that compiles the cases.
const COMPILES: &str = "SNOWFLAKE_UI_COMPILES";

#[test]
fn compile_errors_are_as_pinned() {
    if env::var_os(COMPILES).is_none() {
        return again_without_sources_of_the_standard_library();
    }
    let cases = trybuild::TestCases::new();
    // A case that passes makes all of them be built rather than checked, which
    // is what it takes to see assertions about constants.
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}

/// rustc quotes the standard library where its sources are installed, as the component
/// `rust-src` does. So the cases are compiled with a folder for rustc that has none.
fn again_without_sources_of_the_standard_library() {
    let status = Command::new(env::current_exe().unwrap())
        .args(["--exact", "compile_errors_are_as_pinned", "--nocapture"])
        .env(COMPILES, "1")
        .env("RUSTC_WORKSPACE_WRAPPER", wrapper().unwrap())
        .status()
        .unwrap();
    assert!(status.success(), "what must not compile does, or says something else: {status}");
}

/// A program that calls the compiler with a folder that has its libraries, and nothing else.
fn wrapper() -> io::Result<PathBuf> {
    let output = Command::new("rustc").args(["--print", "target-libdir"]).output()?;
    // `lib/rustlib/<target>/lib`
    let libraries = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim_end());
    let target = libraries.parent().ok_or(io::ErrorKind::NotFound)?;
    let name = target.file_name().ok_or(io::ErrorKind::NotFound)?;
    let sysroot = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sysroot");
    let link = sysroot.join("lib/rustlib").join(name);
    fs::create_dir_all(sysroot.join("lib/rustlib"))?;
    // It may lead to a toolchain that was updated.
    let _ = fs::remove_file(&link);
    symlink(target, &link)?;
    let wrapper = sysroot.join("rustc");
    fs::write(&wrapper, format!("#!/bin/sh\nexec \"$@\" '--sysroot={}'\n", sysroot.display()))?;
    fs::set_permissions(&wrapper, Permissions::from_mode(0o755))?;
    Ok(wrapper)
}
