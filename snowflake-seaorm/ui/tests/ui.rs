//! What must not compile does not, and says why in the user's terms.

#[test]
fn compile_errors_are_as_pinned() {
    trybuild::TestCases::new().compile_fail("cases/*.rs");
}
