//! `snowflake nodes`, which the default build leaves out.

use crate::run;

#[test]
fn an_absent_subcommand_says_how_to_install_it() {
    for command in [
        &["nodes"][..],
        &["nodes", "--help"],
        &["nodes", "--database-url", "postgres://ops@db/shop", "--json"],
    ] {
        let message = run(command).refused();
        let install =
            "cargo install --path snowflake-cli --features nodes` in a clone of its repository\n";
        assert!(message.ends_with(install), "{command:?}: {message}");
    }
    let help = run(&["--help"]).ok();
    assert!(help.contains("needs the feature nodes"), "{help}");
}
