//! What the text of a function or a view mentions. It is searched, and not parsed:
//! there are many languages, and what is found is shown to a person.

use std::collections::BTreeSet;

use regex::Regex;

/// A name, quoted in any way or not.
fn name(name: &str) -> String {
    format!("[\"`\\[]?{}[\"`\\]]?", regex::escape(name))
}

/// Whether a name is in a text as a word.
pub(crate) fn mentions(text: &str, word: &str) -> bool {
    let (text, word) = (text.to_lowercase(), word.to_lowercase());
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(&word).any(|(place, _)| {
        !text[..place].ends_with(is_of_word) && !text[place + word.len()..].starts_with(is_of_word)
    })
}

/// The words of a text, in small letters.
pub(crate) fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.map(str::to_lowercase).collect()
}

/// The column lists of all inserts into a table; empty where there is none.
pub(crate) fn inserts(text: &str, table: &str) -> Vec<String> {
    // Most are not, and a pattern takes far longer to build than a text to search.
    if !text.to_lowercase().contains(&table.to_lowercase()) {
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
    fn words_are_found_in_any_case() {
        for text in ["id", "p.ID", "\"iD\""] {
            assert!(mentions(text, "Id"), "{text}");
        }
        for other in ["", "valid", "id_", "_id", "i d"] {
            assert!(!mentions(other, "id"), "{other}");
        }
    }
}
