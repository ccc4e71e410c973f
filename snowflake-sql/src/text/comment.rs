//! Comments.

use super::shown;

/// The width of a comment, in bytes.
const WIDTH: usize = 90;

/// A text as lines of comment, each after `--` and a space, and with a line break at its end. An
/// empty text has none.
///
/// No database and no client ends such a line early: a carriage return, which ends one in
/// PostgreSQL, is white space here, and so is each other break.
pub fn comment(text: &str) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let word = shown(word);
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            lines = lines + "--" + &line + "\n";
            line.clear();
        }
        line.push(' ');
        line += &word;
    }
    if line.is_empty() { lines } else { lines + "--" + &line + "\n" }
}

/// Up to 40 letters and digits of ASCII of a text, with `_` for all else: it can be inside a
/// string, a body or a comment of any kind, and ends none.
pub fn plain(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    text.chars().take(40).map(plain).collect()
}
