//! SQL is put together where that is the job of a module, and names and texts get their quotes from
//! `snowflake_kit_sql::text` alone.
//!
//! Of all strings in the sources of the published crates, it looks at those that are filled: with
//! a name after a keyword (`FROM {table}`), or after the beginning of a statement. The files that
//! may have such strings are in `dev/statements.txt`, each with its reason. In no file, those
//! included, is a value put between quotes by hand, is a quote doubled, or is a body between `$$`.
//! Clippy has no lint for that, and linters of SQL see whole files of it.
//!
//! Tests are not looked at.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};

use crate::files::{list, read};
use crate::run::{Failed, none};
use crate::sources::without_tests;

/// Which files may have statements, and why: `folder or file: reason`.
const FILE: &str = "dev/statements.txt";

/// Where quotes are made.
const TEXT: &str = "snowflake-sql/src/text";

/// What a statement begins with.
const BEGINNINGS: [&str; 12] = [
    "SELECT ",
    "INSERT ",
    "UPDATE ",
    "DELETE ",
    "ALTER ",
    "CREATE ",
    "DROP ",
    "GRANT ",
    "REVOKE ",
    "COMMENT ON ",
    "LOCK TABLE ",
    "TRUNCATE ",
];

/// What a name follows.
const BEFORE_NAMES: [&str; 14] = [
    "FROM ",
    "INTO ",
    "JOIN ",
    "UPDATE ",
    "TABLE ",
    "COLUMN ",
    "VIEW ",
    "INDEX ",
    "SEQUENCE ",
    "FUNCTION ",
    "SCHEMA ",
    "CONSTRAINT ",
    "DATABASE ",
    "ROLE ",
];

/// Checks all published crates.
pub(crate) fn check() -> Result<(), Failed> {
    let allowed = read(FILE)?;
    let mut allowed: BTreeMap<&str, bool> = allowed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some((line.split_once(": ")?.0, false)))
        .collect();
    let mut wrong = Vec::new();
    for manifest in list(&[":(glob)*/Cargo.toml"])? {
        for (file, tokens) in without_tests(&manifest.replace("/Cargo.toml", "/src"))? {
            let place = file.display().to_string();
            if place.starts_with(TEXT) {
                continue;
            }
            let mut found = Findings::default();
            found.look(tokens);
            wrong.extend(found.by_hand.iter().map(|text| {
                format!("{place}: `{text}` is quoted by hand: use snowflake_kit_sql::text")
            }));
            let Some(first) = found.statements.first() else { continue };
            match allowed.iter_mut().find(|(path, _)| place.starts_with(**path)) {
                Some((_, is_used)) => *is_used = true,
                None => wrong.push(format!(
                    "{place}: `{first}` puts a statement together, and the file is not in {FILE}"
                )),
            }
        }
    }
    let unused = allowed.iter().filter(|(_, is_used)| !**is_used).map(|(path, _)| path);
    wrong.extend(unused.map(|path| format!("{FILE}: {path} has no statements: delete the line")));
    none(&wrong)
}

/// What was found in a file.
#[derive(Default)]
struct Findings {
    statements: Vec<String>,
    by_hand: Vec<String>,
}

impl Findings {
    fn look(&mut self, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                // A comment: `#[doc = "…"]`.
                TokenTree::Group(group) if group.to_string().starts_with("[doc") => {}
                TokenTree::Group(group) => self.look(group.stream()),
                TokenTree::Literal(literal) => self.judge(&unescaped(&literal.to_string())),
                // What sqlx asks of whoever sends a statement that it does not know.
                TokenTree::Ident(name)
                    if name == "AssertSqlSafe"
                        && matches!(tokens.get(at + 1), Some(TokenTree::Group(_))) =>
                {
                    self.statements.push(name.to_string());
                }
                _ => {}
            }
        }
    }

    fn judge(&mut self, literal: &str) {
        let Some(text) = content(literal) else { return };
        let begins = text
            .lines()
            .any(|line| BEGINNINGS.iter().any(|word| line.trim_start().starts_with(word)));
        let names = |word: &&str| text.contains(&format!("{word}{{")) || text.ends_with(*word);
        let is_statement = begins && has_place(text) || BEFORE_NAMES.iter().any(names);
        if is_statement {
            self.statements.push(text.to_owned());
        }
        let is_between = ["'{", "\"{", "`{"].iter().any(|open| {
            let quote = &open[..1];
            text.match_indices(open).any(|(at, _)| {
                let after = &text[at + 2..];
                after.find('}').is_some_and(|end| after[end + 1..].starts_with(quote))
            })
        });
        let is_sql = is_statement || begins;
        if is_sql && (is_between || text.contains("$$")) || ["''", "\"\"", "``"].contains(&text) {
            self.by_hand.push(text.to_owned());
        }
    }
}

/// Whether a text is filled, as `format!` does it.
fn has_place(text: &str) -> bool {
    text.replace("{{", "").contains('{')
}

/// What is between the quotes of a literal, if it is a text.
fn content(literal: &str) -> Option<&str> {
    let literal = literal.trim_start_matches(['r', 'b']).trim_matches('#');
    literal.strip_prefix('"')?.strip_suffix('"')
}

/// A literal with its quotes and line breaks as they are read.
fn unescaped(literal: &str) -> String {
    // After a line that goes on, the next one is indented.
    let text: String = literal.split("\\\n").map(str::trim_start).collect();
    text.replace("\\n", "\n").replace("\\\"", "\"").replace("\\'", "'")
}

#[cfg(test)]
mod tests {
    use super::Findings;

    fn findings(source: &str) -> (usize, usize) {
        let mut found = Findings::default();
        found.look(source.parse().unwrap());
        (found.statements.len(), found.by_hand.len())
    }

    #[test]
    fn statements_that_are_put_together_are_found() {
        for source in [
            r#"format!("SELECT {columns} FROM leases")"#,
            r#"write!(sql, "{before} FROM {table}")"#,
            r#"format!("-- Why.\nALTER TABLE {} ADD", table)"#,
            "format!(\"ALTER \\\n     TABLE {table}\")",
            r#"sql + "DELETE FROM " + name"#,
            r#"{ mod inner { let x = format!("DROP TABLE {x}"); } }"#,
            "sqlx::query(AssertSqlSafe(sql))",
        ] {
            assert_eq!(findings(source).0, 1, "{source}");
        }
        for source in [
            r#"query("SELECT node FROM leases WHERE node = ?")"#,
            r#"format!("{count} rows were read FROM the table")"#,
            r#"format!("update {name} first")"#,
            "use sqlx::AssertSqlSafe;",
            "/// `DROP TABLE {name}`\nfn f() {}",
        ] {
            assert_eq!(findings(source), (0, 0), "{source}");
        }
    }

    #[test]
    fn quotes_by_hand_are_found() {
        for source in [
            r#"format!("SELECT * FROM \"{table}\"")"#,
            r#"format!("SELECT '{text}'")"#,
            r#"format!("DROP TABLE `{table}`")"#,
            r#"format!("CREATE FUNCTION {f}() AS $$ {body} $$")"#,
            r#"name.replace('"', "\"\"")"#,
            r#"name.replace('\'', "''")"#,
        ] {
            assert_eq!(findings(source).1, 1, "{source}");
        }
        assert_eq!(findings(r#"format!("`{name}` is not a layout")"#), (0, 0));
    }
}
