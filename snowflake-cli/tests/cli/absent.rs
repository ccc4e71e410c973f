//! Subcommands that the default build leaves out.

use crate::run;

#[test]
fn an_absent_subcommand_says_how_to_install_it() {
    let install = |feature| format!("cargo install snowflake-kit-cli --features {feature}`\n");
    for command in [
        &["nodes"][..],
        &["nodes", "--help"],
        &["nodes", "--database-url", "postgres://ops@db/shop", "--json"],
    ] {
        let message = run(command).refused();
        assert!(message.ends_with(&install("nodes")), "{command:?}: {message}");
    }
    for command in [&["adopt"][..], &["adopt", "--orm", "diesel", "--check"]] {
        let message = run(command).refused();
        assert!(message.ends_with(&install("adopt")), "{command:?}: {message}");
    }
    let help = run(&["--help"]).ok();
    assert!(help.contains("needs the feature nodes"), "{help}");
    assert!(help.contains("needs the feature adopt"), "{help}");
}
