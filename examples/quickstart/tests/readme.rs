//! The README's first program is this one.

#[test]
fn the_readme_shows_this_program_line_for_line() {
    let program = include_str!("../src/main.rs");
    let readme = include_str!("../../../README.md");
    let shown = readme.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(shown, Some(program), "copy examples/quickstart/src/main.rs into the README");
}
