//! Markdown: texts of a database that are read as texts, also in a table, and also where HTML is
//! read.

use snowflake_kit_sql::text::shown;

/// A text in a paragraph, in an item of a list or in a cell.
pub(crate) fn text(text: &str) -> String {
    let letters: Vec<char> = shown(text).chars().collect();
    let mut escaped = String::with_capacity(text.len());
    for (place, &letter) in letters.iter().enumerate() {
        let is_letter = |place: Option<usize>| {
            place.and_then(|place| letters.get(place)).is_some_and(|at| at.is_alphanumeric())
        };
        let is_markup = match letter {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '&' | '~' | '$' => true,
            // In a word it is one: `post_id`.
            '_' => !is_letter(place.checked_sub(1)) || !is_letter(Some(place + 1)),
            // A heading, or an item of a list.
            '#' | '+' | '-' | '=' => place == 0,
            '.' | ')' => place > 0 && letters[..place].iter().all(char::is_ascii_digit),
            _ => false,
        };
        if is_markup {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// A text as code. Not for a cell, where `|` would end it.
pub(crate) fn code(text: &str) -> String {
    let text = shown(text);
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let needs_space = text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let space = if needs_space { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use test_databases::hostile::{self, NAMES, TEXTS};

    use super::*;

    #[test]
    fn plain_names_stay() {
        for plain in ["post_tags", "posts.author_id", "a-b 2.5 (c)", "bigint, counted"] {
            assert_eq!(text(plain), plain);
            assert_eq!(code(plain), format!("`{plain}`"));
        }
        assert_eq!(text("_a_ # <b> | c\n1."), "\\_a\\_ # \\<b\\> \\| c\\\\u000a1.");
        assert_eq!(text("12. a"), "12\\. a");
        assert_eq!(code("a``b`"), "``` a``b` ```");
    }

    #[test]
    fn a_hostile_text_has_no_markup() {
        for hostile in NAMES.iter().chain(TEXTS) {
            let text = text(hostile);
            assert!(!text.contains('\n') && hostile::obeyed(&text).is_empty(), "{text:?}");
            let mut letters = text.chars();
            while let Some(letter) = letters.next() {
                assert!(!"`*[]<>|&~$".contains(letter), "{text}");
                if letter == '\\' {
                    letters.next();
                }
            }
            let code = code(hostile);
            let fence: String = code.chars().take_while(|letter| *letter == '`').collect();
            let inside = &code[fence.len()..code.len() - fence.len()];
            assert!(!inside.contains(&fence) && !code.contains('\n'), "{code}");
        }
    }
}
