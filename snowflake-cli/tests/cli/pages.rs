//! What the pages say to run: the command has these options.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{run, run_with_keys};

/// The guide, and what stands beside it.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let guide = fs::read_dir(root.join("snowflake-kit/src/guide")).unwrap();
    let others = [
        "ASSURANCE.md",
        "CHANGELOG.md",
        "COMPARE.md",
        "README.md",
        "SECURITY.md",
        "SPEC.md",
        "clients/js/README.md",
        "dev/site/playground.md",
        "examples/showcase/ARCHITECTURE.md",
        "snowflake-cli/README.md",
    ];
    guide.map(|entry| entry.unwrap().path()).chain(others.map(|page| root.join(page))).collect()
}

/// The command lines in a page that run the command: lines of blocks, and code inside of text.
fn command_lines(page: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut text = String::new();
    let mut is_block = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_block = !is_block;
        } else if is_block {
            lines.push(line.to_owned());
        } else {
            text.push_str(line.trim());
            text.push(' ');
        }
    }
    lines.extend(text.split('`').skip(1).step_by(2).map(str::to_owned));
    lines
}

/// The subcommand of a command line and its options, up to a pipe or a comment.
fn options(line: &str) -> Option<(&str, Vec<&str>)> {
    let line = line.split(['|', '#', '>', '<']).next()?;
    let mut words = line.split_whitespace().skip_while(|word| *word != "snowflake").skip(1);
    let task =
        words.next().filter(|word| word.chars().all(|letter| letter.is_ascii_lowercase()))?;
    Some((task, words.filter(|word| word.starts_with("--") && word.len() > 2).collect()))
}

#[test]
fn options_in_pages_exist() {
    let mut helps = BTreeMap::new();
    let mut found = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for line in command_lines(&text) {
            let Some((task, options)) = options(&line) else { continue };
            let is_built = match task {
                "nodes" => cfg!(feature = "nodes"),
                // Its own tests read its help.
                "adopt" => false,
                _ => true,
            };
            if options.is_empty() || !is_built {
                continue;
            }
            let help = helps.entry(task.to_owned()).or_insert_with(|| run(&[task, "--help"]).ok());
            for option in options {
                let is_known = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                let is_known = is_known.into_iter().any(|word| word == option);
                assert!(is_known, "{}: {line}: {task} has no {option}", page.display());
                found += 1;
            }
        }
    }
    assert!(found > 25, "{found}");
}

#[test]
fn the_key_of_the_page_on_public_ids_opens_its_texts() {
    let page = include_str!("../../../snowflake-kit/src/guide/public.md");
    let (_, key) = page.split_once("let keys: Keys = \"").unwrap();
    let (key, _) = key.split_once('"').unwrap();
    let mut opened = 0;
    for line in command_lines(page) {
        let words: Vec<_> = line.split('#').next().unwrap().split_whitespace().collect();
        // `-` reads lines that the page does not show.
        if let ["snowflake", arguments @ ..] = &words[..]
            && let ["decode" | "seal" | "unseal", ..] = arguments
            && !arguments.contains(&"-")
        {
            let said = run_with_keys(arguments, key).ok();
            if arguments[0] != "seal" {
                assert!(said.contains("175928847299117063"), "{line}: {said}");
                opened += 1;
            }
        }
    }
    assert_eq!(opened, 2);
}
