//! Texts for people to read.

use std::borrow::Cow;
use std::fmt::Write;

/// A text of which all is seen: characters that a terminal obeys, that change the direction of
/// what follows, or that have no shape (line breaks, ESC, bidi controls, joiners, other spaces)
/// are written as in JSON, `\u001b`.
///
/// ```
/// use snowflake_kit_sql::text::shown;
///
/// assert_eq!(shown("naïve \u{202e}\x1b[31m"), "naïve \\u202e\\u001b[31m");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if is_plain || text.chars().all(is_shown_as_it_is) {
        return text.into();
    }
    let mut all = String::with_capacity(2 * text.len());
    for character in text.chars() {
        if is_shown_as_it_is(character) {
            all.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            let _ = write!(all, "\\u{unit:04x}");
        }
    }
    all.into()
}

/// Whether [`shown`] leaves a character as it is.
pub fn is_shown_as_it_is(character: char) -> bool {
    if character.is_ascii() {
        return character == ' ' || character.is_ascii_graphic();
    }
    // Letters of Latin scripts, and lines of tables: nearly all that is printed.
    if matches!(character, '\u{ae}'..='\u{24f}' | '\u{2500}'..='\u{257f}') {
        return true;
    }
    // The standard library knows what is not printable. After a letter, it leaves marks that
    // belong to one as they are.
    let mut buffer = [b'a'; 5];
    let length = 1 + character.encode_utf8(&mut buffer[1..]).len();
    let text = core::str::from_utf8(&buffer[..length]).unwrap_or_default();
    character.escape_debug().len() == 1 || text.escape_debug().eq(text.chars())
}
