//! The limits of what stores keep, for stores of any kind.

use std::borrow::Cow;

use crate::store::StoreError;

/// The longest name of a space, in characters.
pub const SPACE_MAX_CHARS: usize = 100;

/// The space of the row that has a registry's identity: node 0, token 1, `until` 0, and the identity
/// as `holder`. No space of a user begins with white space.
pub const REGISTRY: &str = " registry";

/// The longest text about a holder, in characters.
const HOLDER_MAX_CHARS: usize = 255;

/// Checks the name of a space: 1 to [`SPACE_MAX_CHARS`] characters, no control characters, no white
/// space at the ends. Otherwise two names could be equal in one database and different in another.
///
/// # Errors
/// [`StoreError`] that says what is wrong.
pub fn space(name: &str) -> Result<&str, StoreError> {
    let wrong = if name.is_empty() {
        "is empty"
    } else if name.chars().count() > SPACE_MAX_CHARS {
        "is longer than 100 characters"
    } else if name.chars().any(char::is_control) {
        "has a control character in it"
    } else if name.trim() != name {
        "begins or ends with white space"
    } else {
        return Ok(name);
    };
    Err(StoreError::new(format!("the space {name:?} {wrong}"))
        .with_advice("name the set of IDs in 1 to 100 characters, as in \"shop\""))
}

/// The text about the holder that a store keeps: at most `HOLDER_MAX_CHARS` characters, with a
/// space for each control character. It is for people, so it never causes an error.
pub fn holder(text: &str) -> Cow<'_, str> {
    let end = text.char_indices().nth(HOLDER_MAX_CHARS).map_or(text.len(), |(at, _)| at);
    let text = &text[..end];
    if text.chars().any(char::is_control) {
        text.replace(char::is_control, " ").into()
    } else {
        text.into()
    }
}

/// The `until` that a store keeps: at least 0. That is safe, because `until` may always be later
/// than necessary, and no timestamp before 1970 is ever used.
pub fn until(unix_millis: i64) -> i64 {
    unix_millis.max(0)
}
