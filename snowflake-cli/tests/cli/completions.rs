//! Completions of shells, and the manual.

use crate::run;

/// The shell itself says whether it understands the script.
#[test]
fn bash_completes_commands_and_options() {
    let script = run(&["completions", "bash"]).ok();
    let ask = "COMP_WORDS=(snowflake mint --te); COMP_CWORD=2; _snowflake snowflake --te mint; \
               echo \"${COMPREPLY[@]}\"";
    let output = std::process::Command::new("bash")
        .args(["--norc", "-c", &format!("{script}\n{ask}")])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.trim(), "--text", "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn each_shell_has_all_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell]).ok();
        for command in ["decode", "mint", "convert", "unseal", "completions", "--layout"] {
            let command = command.trim_start_matches('-');
            assert!(script.contains(command), "{shell} {command}");
        }
    }
    let said = run(&["completions", "tcsh"]).refused();
    assert!(said.contains("bash, elvish, fish, powershell, zsh"), "{said}");
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let page = run(&["man"]).ok();
    assert!(page.starts_with(".ie") && page.contains(".TH snowflake 1"), "{page}");
    for command in ["decode", "mint", "convert", "man"] {
        assert!(page.contains(&format!("snowflake\\-{command}(1)")), "{command} in {page}");
        let own = run(&["man", command]).ok();
        assert!(own.contains(&format!(".TH snowflake-{command} 1")), "{own}");
    }
    let said = run(&["man", "brew"]).refused();
    assert_eq!(said, "error: unknown command \"brew\": `snowflake --help` lists the commands\n");
}
