//! Definitions as PostgreSQL writes them, with other names of columns.

use sqlparser::dialect::PostgreSqlDialect;
use sqlparser::tokenizer::{Token, Tokenizer};

/// Replaces names of columns. `new` gets the number of the outermost parenthesis that a name is
/// in or after, from 1, or 0 before the first one, and the name.
pub(super) fn renamed<'a>(sql: &str, new: impl Fn(usize, &str) -> Option<&'a String>) -> String {
    let dialect = PostgreSqlDialect {};
    // Strings stay as they are written.
    let tokens = Tokenizer::new(&dialect, sql).with_unescape(false).tokenize();
    let tokens = tokens.unwrap_or_default();
    let (mut depth, mut group) = (0_usize, 0);
    let mut text = String::new();
    let mut before = &Token::EOF;
    for (place, token) in tokens.iter().enumerate() {
        match token {
            Token::LParen => {
                group += usize::from(depth == 0);
                depth += 1;
            }
            Token::RParen => depth = depth.saturating_sub(1),
            Token::Word(word) => {
                // Leave out functions, types, and names with a schema.
                let is_name = tokens.get(place + 1) != Some(&Token::LParen)
                    && !matches!(before, Token::DoubleColon | Token::Period);
                if let Some(new) = new(group, &word.value).filter(|_| is_name) {
                    text += &super::name(new);
                    before = token;
                    continue;
                }
            }
            _ => {}
        }
        text += &token.to_string();
        before = token;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_alone_are_renamed() {
        let wide = "id_wide".to_owned();
        let own = |group: usize, name: &str| (group > 0 && name == "id").then_some(&wide);
        for (sql, renamed_sql) in [
            (" ON shop.id USING btree (id)", " ON shop.id USING btree (\"id_wide\")"),
            (
                " ON a USING btree (lower(id), \"id\" DESC) WHERE (id > 1)",
                " ON a USING btree (lower(\"id_wide\"), \"id_wide\" DESC) WHERE (\"id_wide\" > 1)",
            ),
            ("CHECK ((id <> 'it''s id'::id))", "CHECK ((\"id_wide\" <> 'it''s id'::id))"),
            ("CHECK ((id(id) > s.id))", "CHECK ((id(\"id_wide\") > s.id))"),
        ] {
            assert_eq!(renamed(sql, own), renamed_sql);
        }
        let parent = |group: usize, name: &str| (group == 2 && name == "id").then_some(&wide);
        assert_eq!(
            renamed("FOREIGN KEY (id) REFERENCES s.id(id) ON DELETE SET NULL (id)", parent),
            "FOREIGN KEY (id) REFERENCES s.id(\"id_wide\") ON DELETE SET NULL (id)"
        );
    }
}
