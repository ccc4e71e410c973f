//! What must hold for every error message.

use std::fmt::Display;

/// The most bytes of a message. Whoever sends garbage cannot fill the log: messages
/// quote the start of a text.
const LONGEST: usize = 1_000;

/// Checks that a message says something, in few words, and has nothing in it that moves
/// the cursor of a terminal or begins a new line of a log.
pub(crate) fn check(error: &impl Display) {
    let message = error.to_string();
    assert!(!message.is_empty(), "an empty message");
    assert!(message.len() <= LONGEST, "{} bytes: {message:?}", message.len());
    assert!(!message.contains(char::is_control), "a control character: {message:?}");
}
