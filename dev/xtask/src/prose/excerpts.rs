//! Parts of programs that pages show: each is in a program that is built and run.

use super::{has_extension, is_page, text};
use crate::run::Failed;

/// Which pages rustdoc tests, and which it only shows.
const GUIDE: &str = "snowflake-kit/src/guide.rs";

/// Where the programs are.
const PROGRAMS: [&str; 3] = ["dev/stacks/", "examples/", "snowflake-kit/tests/"];

/// Between two parts of one program.
const OMITTED: &str = "// …";

/// The blocks of Rust that rustdoc does not test, and that no program has.
pub(super) fn wrong(files: &[String]) -> Result<Vec<String>, Failed> {
    let is_program = |file: &&String| {
        has_extension(file, "rs") && PROGRAMS.iter().any(|at| file.starts_with(at))
    };
    let mut programs = Vec::new();
    for file in files.iter().filter(is_program) {
        programs.push(flat(&text(file)?));
    }
    let guide = text(GUIDE)?;
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| is_page(file) && file.contains("/src/guide/")) {
        let only_shown = shown(&guide).any(|page| file.ends_with(page));
        for block in untested(&text(file)?, only_shown) {
            let parts = parts(&block);
            if !programs.iter().any(|program| has(program, &parts)) {
                let start = block.lines().next().unwrap_or_default();
                wrong.push(format!(
                    "{file}: no program in {} has the code that begins with `{start}`",
                    PROGRAMS.join(", ")
                ));
            }
        }
    }
    Ok(wrong)
}

/// The pages that are no doc tests, as `/frameworks.md`.
fn shown(guide: &str) -> impl Iterator<Item = &str> {
    let attributes = guide.split("not(doctest), doc = include_str!(\"guide").skip(1);
    attributes.filter_map(|rest| rest.split('"').next())
}

/// The blocks that rustdoc takes for Rust and does not compile.
fn untested(page: &str, only_shown: bool) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block: Option<(bool, String)> = None;
    for line in page.lines() {
        match (line.trim_start().strip_prefix("```"), &mut block) {
            (Some(_), Some(_)) => {
                if let Some((true, code)) = block.take() {
                    blocks.push(code);
                }
            }
            (Some(kind), None) => {
                let is_rust = kind.is_empty() || kind.starts_with("rust");
                let is_untested = only_shown || kind.contains("ignore");
                block = Some((is_rust && is_untested, String::new()));
            }
            (None, Some((_, code))) => {
                code.push_str(line);
                code.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

/// What stands in a program line by line, between the marks of what is left out.
fn parts(block: &str) -> Vec<String> {
    let parts = block.split(OMITTED).map(flat);
    parts.filter(|part| !part.is_empty()).collect()
}

/// The lines without indentation, each with its end.
fn flat(code: &str) -> String {
    let lines = code.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Whether a program has all parts, in any order.
fn has(program: &str, parts: &[String]) -> bool {
    !parts.is_empty() && parts.iter().all(|part| program.contains(part.as_str()))
}

#[cfg(test)]
mod tests {
    use super::{flat, has, parts, shown, untested};

    #[test]
    fn pages_that_are_only_shown() {
        let guide = "#[doc = include_str!(\"guide/sql.md\")]\n\
                     #[cfg_attr(not(doctest), doc = include_str!(\"guide/grpc.md\"))]";
        assert_eq!(shown(guide).collect::<Vec<_>>(), ["/grpc.md"]);
    }

    #[test]
    fn blocks_that_nothing_compiles() {
        let page =
            "```rust\nlet a = 1;\n```\n```rust,ignore\nlet b = 2;\n```\n```sql\nSELECT 3\n```\n";
        assert_eq!(untested(page, false), ["let b = 2;\n"]);
        assert_eq!(untested(page, true), ["let a = 1;\n", "let b = 2;\n"]);
    }

    #[test]
    fn parts_of_a_program() {
        let program = flat("fn a() {\n    let b = 2;\n\n    let c = 3;\n}\n");
        assert!(has(&program, &parts("    let c = 3;\n// …\nfn a() {\n    let b = 2;\n")));
        assert!(!has(&program, &parts("let b = 2;\n// …\nlet d = 4;\n")));
        assert!(!has(&program, &parts("")));
    }
}
