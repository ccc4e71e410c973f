//! The help: what it shows runs, and prints what it shows.

use std::path::Path;
use std::process::Command as Process;

use crate::run;

const COMMANDS: [&str; 11] = [
    "decode",
    "mint",
    "convert",
    "keygen",
    "seal",
    "unseal",
    "range",
    "layouts",
    "sql",
    "completions",
    "man",
];

/// The examples of a help text, each with the lines of output shown for it.
fn examples(help: &str) -> Vec<(&str, String)> {
    let mut examples: Vec<(&str, String)> = Vec::new();
    let from_first = help.lines().skip_while(|line| !line.starts_with("Examples:"));
    for line in from_first.skip(1).take_while(|line| !line.is_empty()) {
        match (line.strip_prefix("  $ "), examples.last_mut()) {
            (Some(example), _) => examples.push((example, String::new())),
            (None, Some((_, output))) => {
                output.push_str(line.trim_start());
                output.push('\n');
            }
            (None, None) => panic!("output without an example: {line}"),
        }
    }
    examples
}

#[cfg(unix)]
#[test]
fn examples_run_and_print_what_is_shown() {
    let folder = Path::new(env!("CARGO_BIN_EXE_snowflake")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let helps = COMMANDS.map(|command| run(&[command, "--help"]).ok());
    for help in helps.iter().chain([&run(&["--help"]).ok()]) {
        let examples = examples(help);
        assert!(!examples.is_empty(), "{help}");
        for (example, shown) in examples {
            let output = Process::new("sh")
                .args(["-c", example])
                .env("PATH", &path)
                .env("SNOWFLAKE_PUBLIC_KEY", "01".repeat(32))
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            let errors = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success() && errors.is_empty(), "{example}: {errors}");
            assert!(!printed.is_empty(), "{example}");
            assert!(shown.is_empty() || shown == printed, "{example}: {printed}");
        }
    }
}

#[test]
fn help_fits_a_terminal_and_has_no_colours() {
    for command in COMMANDS {
        for option in ["-h", "--help"] {
            let help = run(&[command, option]).ok();
            assert!(!help.contains('\u{1b}'));
            assert!(help.contains("Usage: snowflake "), "{help}");
        }
    }
}
