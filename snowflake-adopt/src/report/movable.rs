//! The tables that can move, one by one, with what changes beside each.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::Found;
use crate::catalog::{ColumnKind, Place, Table};
use crate::choices::toml_key;
use crate::decide::{decide, is_question};
use crate::markdown;
use crate::script::size;

/// What to write so that a table moves.
pub(super) fn movable(found: &Found<'_>) -> String {
    let (catalog, choices) = (found.catalog, found.choices);
    let can_move = |table: &Table| {
        table.sole_key().is_some_and(|key| match key.kind {
            ColumnKind::Text => ["(26)", "(32)", "(36)"].iter().any(|of| key.declared.contains(of)),
            ColumnKind::Integer { .. } => true,
            kind => kind.is_uuid_or_text(),
        })
    };
    let tables = catalog.tables.iter().filter(|(name, table)| {
        (can_move(table) && !is_question(catalog, choices, name))
            && choices.ids.get(*name).is_none_or(|id| id.layout.is_none() && !id.skip)
    });
    let possible = choices.with_moves(tables.map(|(name, _)| name));
    let moved = decide(catalog, &possible, true);
    let mut columns: BTreeMap<&str, Vec<&Place>> = BTreeMap::new();
    for (place, owner) in moved.columns.iter().filter(|(_, owner)| !choices.moves(owner)) {
        columns.entry(owner).or_default().push(place);
    }
    if columns.is_empty() {
        return String::new();
    }
    let mut text = INTRODUCTION.to_owned();
    let mut lines = toml_edit::Table::new();
    for (owner, places) in columns {
        let of = catalog.tables.get(owner).map(size).unwrap_or_default();
        let places: Vec<_> = places
            .iter()
            .map(|(table, column)| markdown::text(&format!("{table}.{column}")))
            .collect();
        let _ = writeln!(text, "| {} | {of} | {} |", markdown::text(owner), places.join(", "));
        if let Some(id) = possible.ids.get(owner) {
            lines.insert_formatted(&toml_key(owner), toml_edit::value(id.inline()));
        }
    }
    format!("{text}\n```toml\n[ids]\n{lines}```\n")
}

const INTRODUCTION: &str = "
## Moving a table

A table moves to IDs that programs mint when its line below stands under `[ids]` in adopt.toml, alone or
with others: run the command again, and this report has the steps and the way back. Only the columns that
are named here change. A program with some of its tables moved is complete, so the next can wait. A UUID
that comes from elsewhere or is public is better left as it is: after the move nobody finds it.

| table | size | columns that change |
|---|---|---|
";
