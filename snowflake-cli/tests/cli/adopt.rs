//! `snowflake adopt`, which is a program of its own. What it does, its tests look at.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::{command, finish, run};

#[test]
fn without_the_program_it_says_how_to_install_it() {
    for arguments in
        [&["adopt"][..], &["adopt", "--orm", "diesel", "--check"], &["adopt", "--help"]]
    {
        let mut command = command(arguments);
        command.env("PATH", "/nowhere");
        let message = finish(command).refused();
        assert!(
            message.ends_with(
                "run `cargo install --path snowflake-adopt` in a clone of its repository\n"
            ),
            "{message}"
        );
    }
    let help = run(&["--help"]).ok();
    assert!(help.contains("by the program snowflake-adopt"), "{help}");
}

#[test]
fn the_program_gets_all_arguments_and_decides_how_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("snowflake-adopt");
    fs::write(&program, "#!/bin/sh\nprintf '[%s]' \"$@\"\necho 'error: no plan' >&2\nexit 7\n")
        .unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = command(&["adopt", "--orm", "a b", "--help"]);
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    command.env("PATH", path);
    let run = finish(command);
    assert_eq!((run.code, &*run.stdout), (7, "[--orm][a b][--help]"));
    assert_eq!(run.stderr, "error: no plan\n");
}
