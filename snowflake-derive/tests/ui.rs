//! What must not compile does not, and says why in the user's terms.

#[test]
fn compile_errors_are_as_pinned() {
    let cases = trybuild::TestCases::new();
    // A case that passes makes all of them be built rather than checked, which
    // is what it takes to see assertions about constants.
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
