//! Which columns of tables a view of MariaDB or MySQL shows, by its definition: the server writes it
//! with each column's table, and with a name for each column.

use std::collections::BTreeMap;

use snowflake_kit_core::Dialect;

use crate::catalog::Place;
use crate::token::{Token, TokenKind, tokens};

/// The columns of a view that show one as it is, and that one. None if the definition is more than
/// one `SELECT`.
pub(super) fn shows(definition: &str) -> Vec<(String, Place)> {
    let all = tokens(Dialect::MySql, definition).unwrap_or_default();
    let all: Vec<_> = all.iter().filter(|token| token.kind != TokenKind::Space).collect();
    let is_more = |token: &&&Token<'_>| token.is_word(&["union", "except", "intersect", "with"]);
    if all.iter().any(|token| is_more(&token)) {
        return Vec::new();
    }
    let (columns, from) = split(&all);
    let aliases = aliases(from);
    let shown = columns.into_iter().filter_map(|column| {
        let (names, name) = named(&column)?;
        let [.., table, column] = names.as_slice() else { return None };
        let table = aliases.get(table).unwrap_or(table).clone();
        Some((name, (table, column.clone())))
    });
    shown.collect()
}

/// What is between commas before the first `FROM`, and what comes after that.
fn split<'a, 't>(all: &'a [&'t Token<'t>]) -> (Vec<Vec<&'t Token<'t>>>, &'a [&'t Token<'t>]) {
    let (mut depth, mut columns) = (0_usize, vec![Vec::new()]);
    for (place, &token) in all.iter().enumerate() {
        match token.text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "," if depth == 0 => {
                columns.push(Vec::new());
                continue;
            }
            _ if depth == 0 && token.is_word(&["from"]) => return (columns, &all[place + 1..]),
            // `SELECT`, `DISTINCT` and the like.
            _ if depth == 0 && columns.concat().is_empty() && token.kind == TokenKind::Word => {
                continue;
            }
            _ => {}
        }
        if let Some(last) = columns.last_mut() {
            last.push(token);
        }
    }
    (columns, &[])
}

/// The names of a column such as `` `u`.`id` AS `user_id` ``, and the one that it gets.
fn named(column: &[&Token<'_>]) -> Option<(Vec<String>, String)> {
    let (before, after) = column.split_at(column.len().checked_sub(2)?);
    let [word, name] = after else { return None };
    if !word.is_word(&["as"]) || name.kind != TokenKind::Name {
        return None;
    }
    let mut names = Vec::new();
    for (place, token) in before.iter().enumerate() {
        match token.kind {
            TokenKind::Name if place % 2 == 0 => names.push(token.name()?.into_owned()),
            TokenKind::Sign if place % 2 == 1 && token.text == "." => {}
            _ => return None,
        }
    }
    Some((names, name.name()?.into_owned()))
}

/// The tables by the names that they have in the statement: `` `shop`.`users` `u` ``.
fn aliases(from: &[&Token<'_>]) -> BTreeMap<String, String> {
    let name = |token: &Token<'_>| {
        (token.kind == TokenKind::Name)
            .then(|| token.name().map(std::borrow::Cow::into_owned))
            .flatten()
    };
    let pairs = from.windows(2).filter_map(|pair| Some((name(pair[1])?, name(pair[0])?)));
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::shows;

    fn shown(definition: &str) -> String {
        let all = shows(definition).into_iter();
        let all = all.map(|(name, (table, column))| format!("{name}={table}.{column}"));
        all.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn columns_are_those_of_tables() {
        for (definition, columns) in [
            (
                "select `p`.`id` AS `post_id`,max(`p`.`n`) AS `n`,`u`.`name` AS `name`,1 AS `one` from \
                 (`db`.`posts` `p` left join `db`.`users` `u` on(`u`.`id` = `p`.`author_id`))",
                "post_id=posts.id name=users.name",
            ),
            (
                "select distinct `db`.`written`.`author_id` AS `writer` from `db`.`written`",
                "writer=written.author_id",
            ),
            ("select `a`.`id` AS `id` from `a` union select `b`.`id` AS `id` from `b`", ""),
            ("select 'open", ""),
        ] {
            assert_eq!(shown(definition), columns);
        }
    }
}
