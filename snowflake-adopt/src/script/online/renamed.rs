//! Definitions as PostgreSQL writes them, with other names of columns.

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::known;

use crate::token::{TokenKind, tokens};

/// Replaces names of columns, and leaves all else as it is. `new` gets the number of the
/// outermost parenthesis that a name is in or after, from 1, or 0 before the first one, and the
/// name.
pub(super) fn renamed<'a>(sql: &str, new: impl Fn(usize, &str) -> Option<&'a String>) -> String {
    // What has no end keeps its names, and the rehearsal says what that does.
    let Some(tokens) = tokens(Dialect::Postgres, sql) else { return sql.to_owned() };
    let (mut depth, mut group) = (0_usize, 0);
    let mut text = String::new();
    for (place, token) in tokens.iter().enumerate() {
        if token.is_sign("(") {
            group += usize::from(depth == 0);
            depth += 1;
        } else if token.is_sign(")") {
            depth = depth.saturating_sub(1);
        }
        // Functions, types, and names with a schema stay.
        let before = place.checked_sub(1).and_then(|place| tokens.get(place));
        let is_after = |sign| before.is_some_and(|before| before.is_sign(sign));
        let is_call = tokens.get(place + 1).is_some_and(|next| next.is_sign("("));
        let is_column = matches!(token.kind, TokenKind::Word | TokenKind::Name)
            && !is_call
            && !is_after("::")
            && !is_after(".");
        let name = token.name().filter(|_| is_column);
        match name.and_then(|name| new(group, &name)) {
            Some(new) => text += &known(Dialect::Postgres, new),
            None => text += token.text,
        }
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
