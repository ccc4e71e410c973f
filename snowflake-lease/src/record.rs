//! What a store keeps: the limits of what goes in, for stores of any kind.

use std::borrow::Cow;

use super::StoreError;

/// The longest name of a space, in characters.
pub const SPACE_MAX_CHARS: usize = 100;

/// The longest text about a holder, in characters.
pub const HOLDER_MAX_CHARS: usize = 255;

/// The name of a space, if it is one: 1 to [`SPACE_MAX_CHARS`] characters, none
/// of them a control character, with no white space around them. What two
/// databases would take for the same name in one case and not in the other is
/// none.
///
/// # Errors
/// [`StoreError`] that says what is wrong with it.
#[inline]
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

/// What is kept of a text about the holder: at most [`HOLDER_MAX_CHARS`]
/// characters, with a space for each control character. It is for people, so
/// nothing fails by it.
///
/// ```
/// use snowflake_lease::record;
///
/// assert_eq!(record::holder("web-1\nhttp://[::1]:8080"), "web-1 http://[::1]:8080");
/// ```
#[inline]
pub fn holder(text: &str) -> Cow<'_, str> {
    let end = text.char_indices().nth(HOLDER_MAX_CHARS).map_or(text.len(), |(at, _)| at);
    let text = &text[..end];
    if text.chars().any(char::is_control) {
        text.replace(char::is_control, " ").into()
    } else {
        text.into()
    }
}

/// What is kept of an `until`: 0, where it is less. A row may always say a later
/// one than it has to, and no timestamp before 1970 is ever used.
#[inline]
pub fn until(unix_millis: i64) -> i64 {
    unix_millis.max(0)
}
