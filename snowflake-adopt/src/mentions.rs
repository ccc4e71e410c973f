//! What the text of a function, a view or a migration mentions. It is searched, and not parsed:
//! there are many languages, and what is found is shown to a person.

use regex::Regex;

/// A name, quoted in any way or not.
fn name(name: &str) -> String {
    format!("[\"`\\[]?{}[\"`\\]]?", regex::escape(name))
}

fn found(pattern: &str, text: &str) -> bool {
    Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(text))
}

/// Whether a name is in a text at all. Most are not, and a pattern takes far longer to build than
/// a text to search.
fn contains(text: &str, name: &str) -> bool {
    text.to_lowercase().contains(&name.to_lowercase())
}

/// Whether a name is in a text as a word.
pub(crate) fn mentions(text: &str, word: &str) -> bool {
    let (text, word) = (text.to_lowercase(), word.to_lowercase());
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(&word).any(|(place, _)| {
        !text[..place].ends_with(is_of_word) && !text[place + word.len()..].starts_with(is_of_word)
    })
}

/// The column lists of all inserts into a table; empty where there is none.
pub(crate) fn inserts(text: &str, table: &str) -> Vec<String> {
    if !contains(text, table) {
        return Vec::new();
    }
    let table = name(table);
    let pattern = format!(
        r#"(?i)\b(?:insert|replace)\s+(?:\w+\s+){{0,2}}?into\s+(?:["`\[]?\w+["`\]]?\s*\.\s*)?{table}(?:\s*\(([^)]*)\)|\s|;|$)"#
    );
    let Ok(pattern) = Regex::new(&pattern) else { return Vec::new() };
    let lists = pattern.captures_iter(text);
    lists.map(|found| found.get(1).map_or("", |list| list.as_str()).to_owned()).collect()
}

/// The arguments of all calls of a function, each call with its own.
pub(crate) fn calls(text: &str, function: &str) -> Vec<Vec<String>> {
    if function.is_empty() || !contains(text, function) {
        return Vec::new();
    }
    let pattern = format!(r"(?i)(?:^|[^\w]){}\s*\(", name(function));
    let Ok(pattern) = Regex::new(&pattern) else { return Vec::new() };
    pattern.find_iter(text).map(|found| arguments(&text[found.end()..])).collect()
}

/// What is between commas, up to the parenthesis that ends it.
fn arguments(text: &str) -> Vec<String> {
    let (mut depth, mut all) = (0_usize, vec![String::new()]);
    for letter in text.chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' if depth == 0 => break,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                all.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = all.last_mut() {
            last.push(letter);
        }
    }
    all
}

/// Whether a column is made a number of 32 bits or less.
pub(crate) fn casts_to_int(text: &str, column: &str) -> bool {
    const NARROW: &str = "(?:int|int4|integer|int2|smallint|mediumint)";
    if !contains(text, column) || !contains(text, "int") {
        return false;
    }
    let column = name(column);
    found(&format!(r"(?i)(?:^|[^\w]){column}\s*\)?\s*::\s*{NARROW}\b"), text)
        || found(
            &format!(r#"(?i)\bcast\s*\(\s*(?:["`]?\w+["`]?\s*\.\s*)*{column}\s+as\s+{NARROW}\b"#),
            text,
        )
}

/// Whether a text has a variable, an argument or a result of 32 bits or less.
pub(crate) fn has_narrow_integers(text: &str) -> bool {
    found(r"(?i)\b(?:int|int4|integer|int2|smallint)\b", text)
}

/// Whether a migration in Rust uses entities, which change with the types of their keys.
pub(crate) fn uses_entities(text: &str) -> bool {
    found(r"\b(?:ActiveModel|Entity)\s*(?:::|\{)|\.into_active_model\(", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserts_are_found_with_their_columns() {
        let text = "INSERT INTO posts (id, title) SELECT 1; insert or ignore into \"posts\"\n\
                    VALUES (1); INSERT IGNORE INTO `shop`.`posts`(title) VALUES ('x'); \
                    INSERT INTO posts_log (a) VALUES (1)";
        assert_eq!(inserts(text, "posts"), ["id, title", "", "title"]);
        assert_eq!(inserts(text, "log"), [""; 0]);
        assert_eq!(inserts(text, "POSTS").len(), 3);
    }

    #[test]
    fn calls_are_found_with_their_arguments() {
        let text =
            "PERFORM s.touch(ARRAY(SELECT id, 1 FROM t), 2); SELECT touched(1), \"touch\" (x)";
        let found = [vec!["ARRAY(SELECT id, 1 FROM t)", " 2"], vec!["x"]];
        assert_eq!(calls(text, "touch"), found);
        assert_eq!(calls(text, ""), Vec::<Vec<String>>::new());
    }

    #[test]
    fn casts_to_32_bits_are_found() {
        for cast in [
            "id::int",
            "p.id::integer",
            "(p.id)::integer",
            "(\"id\")::int4",
            "CAST(p.id AS integer)",
            "cast(`id` as int)",
            "ID::INT",
        ] {
            assert!(casts_to_int(cast, "id"), "{cast}");
            assert!(casts_to_int(cast, "Id") && mentions(cast, "iD"), "{cast}");
        }
        for other in ["id::bigint", "valid::int", "CAST(id AS INT8)", "id", "cast(paid as int)"] {
            assert!(!casts_to_int(other, "id"), "{other}");
        }
        for other in ["", "valid", "id_", "_id", "i d"] {
            assert!(!mentions(other, "id"), "{other}");
        }
    }
}
