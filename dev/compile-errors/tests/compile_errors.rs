//! What must not compile does not, and says why in the user's terms.
//!
//! `TRYBUILD=overwrite` writes the messages anew.

#[test]
fn compile_errors_are_as_pinned() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/diesel/*.rs");
    cases.compile_fail("tests/seaorm/*.rs");
}
