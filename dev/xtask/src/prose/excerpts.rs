//! Parts of programs that pages show: each is in a program that is built and run.

use super::{GUIDE, Pages, has_extension};
use crate::files::read;
use crate::run::Failed;

/// Where the programs are.
const PROGRAMS: [&str; 3] = ["dev/stacks/", "examples/", "snowflake-kit/tests/"];

/// Between two parts of one program.
const OMITTED: &str = "// …";

/// The blocks of Rust that rustdoc does not test, and that no program has.
pub(super) fn wrong(files: &[String], pages: &Pages) -> Result<Vec<String>, Failed> {
    let is_program = |file: &&String| {
        has_extension(file, "rs") && PROGRAMS.iter().any(|at| file.starts_with(at))
    };
    let mut programs = Vec::new();
    for file in files.iter().filter(is_program) {
        programs.push(flat(&read(file)?));
    }
    let mut wrong = Vec::new();
    for (file, page) in pages.iter().filter(|(file, _)| file.starts_with(GUIDE)) {
        for (_, block) in page.blocks.iter().filter(|(kind, _)| is_untested(kind)) {
            let parts = parts(block);
            if !programs.iter().any(|program| has(program, &parts)) {
                let start = block.lines().next().unwrap_or_default();
                wrong.push(format!(
                    "{}: no program in {} has the code that begins with `{start}`",
                    file.display(),
                    PROGRAMS.join(", ")
                ));
            }
        }
    }
    Ok(wrong)
}

/// Whether rustdoc takes a block for Rust and does not compile it.
fn is_untested(kind: &str) -> bool {
    kind.contains("ignore") && (kind.starts_with("rust") || kind.starts_with("ignore"))
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
    use super::{flat, has, is_untested, parts};
    use crate::prose::page::Page;

    #[test]
    fn blocks_that_nothing_compiles() {
        let page =
            "```rust\nlet a = 1;\n```\n```rust,ignore\nlet b = 2;\n```\n```sql\nSELECT 3\n```\n";
        let blocks = Page::read(page).blocks.into_iter();
        let untested: Vec<_> = blocks.filter(|(kind, _)| is_untested(kind)).collect();
        assert_eq!(untested, [("rust,ignore".into(), "let b = 2;\n".into())]);
    }

    #[test]
    fn parts_of_a_program() {
        let program = flat("fn a() {\n    let b = 2;\n\n    let c = 3;\n}\n");
        assert!(has(&program, &parts("    let c = 3;\n// …\nfn a() {\n    let b = 2;\n")));
        assert!(!has(&program, &parts("let b = 2;\n// …\nlet d = 4;\n")));
        assert!(!has(&program, &parts("")));
    }
}
