//! The rows of a rehearsal: as few values as a table asks for.

use std::collections::BTreeSet;

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{known, literal};

use super::Proposal;
use crate::catalog::{Column, ColumnKind, Counting, Table};
use crate::token::{Token, tokens};

/// From this number on, a row has other values than its defaults.
pub(super) const EXPLICIT: u8 = 31;

/// Who inserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writer {
    /// Leaves the key to the database.
    Keyless,
    /// Gives a key, as a program does that numbers rows itself.
    Numbering,
    /// Gives a key that is minted.
    Minting,
}

/// The tables, each after those that it refers to, as far as that is possible.
pub(super) fn in_order<'a>(proposal: &Proposal<'a>) -> Vec<(&'a str, &'a Table)> {
    let mut rest: Vec<_> =
        proposal.catalog.tables.iter().map(|(name, table)| (name.as_str(), table)).collect();
    let mut done = BTreeSet::new();
    let mut order = Vec::new();
    while !rest.is_empty() {
        let is_ready = |&(name, table): &(&str, &Table)| {
            table.foreign_keys.iter().all(|key| {
                let parent = key.table.as_str();
                parent == name
                    || done.contains(parent)
                    || !proposal.catalog.tables.contains_key(parent)
            })
        };
        let (mut ready, mut later): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_ready);
        if ready.is_empty() {
            // Tables that refer to each other.
            ready.push(later.remove(0));
        }
        done.extend(ready.iter().map(|(name, _)| *name));
        order.append(&mut ready);
        rest = later;
    }
    order
}

/// An insert of one row. Rows of other numbers have other values.
pub(super) fn insert(
    proposal: &Proposal<'_>,
    name: &str,
    table: &Table,
    writer: Writer,
    number: u8,
) -> String {
    let dialect = proposal.catalog.dialect;
    let mut columns = Vec::new();
    let mut values = Vec::new();
    let mut overriding = "";
    let mut parents = Vec::new();
    for column in &table.columns {
        if let Some(value) = value(proposal, name, table, column, writer, number, &mut parents) {
            if writer != Writer::Minting && column.counting == Some(Counting::IdentityAlways) {
                // As it is after `widen`, so that what else refuses the row is known before.
                overriding = "OVERRIDING SYSTEM VALUE ";
            }
            columns.push(known(dialect, &column.name));
            values.push(value);
        }
    }
    let table = qualified(proposal, name);
    if columns.is_empty() && !matches!(dialect, Dialect::Postgres | Dialect::Sqlite) {
        return format!("INSERT INTO {table} () VALUES ()");
    }
    if columns.is_empty() {
        return format!("INSERT INTO {table} DEFAULT VALUES");
    }
    let (columns, values) = (columns.join(", "), values.join(", "));
    let parents = parents.concat();
    format!("{parents}INSERT INTO {table} ({columns}) {overriding}VALUES ({values})")
}

pub(super) fn qualified(proposal: &Proposal<'_>, table: &str) -> String {
    let catalog = proposal.catalog;
    let table = known(catalog.dialect, table);
    match catalog.dialect {
        Dialect::Postgres => format!("{}.{table}", known(catalog.dialect, &catalog.schema)),
        _ => table,
    }
}

/// What an insert gives a column, if it does. What is to run before the insert is added to `parents`.
fn value(
    proposal: &Proposal<'_>,
    name: &str,
    table: &Table,
    column: &Column,
    writer: Writer,
    number: u8,
    parents: &mut Vec<String>,
) -> Option<String> {
    if column.is_generated {
        return None;
    }
    let minted = || (proposal.choices.first_minted + i64::from(number)).to_string();
    let owner = proposal.decision.owner(name, &column.name);
    if owner == Some(name) && table.sole_key().is_some_and(|key| key.name == column.name) {
        return match writer {
            Writer::Keyless => None,
            Writer::Numbering => Some(plain(proposal.catalog.dialect, column, number)),
            Writer::Minting => Some(minted()),
        };
    }
    let foreign = table.foreign_keys.iter().find_map(|key| {
        let place = key.columns.iter().position(|of| *of == column.name)?;
        Some((key, key.references.get(place)?))
    });
    if let Some((key, reference)) = foreign
        && key.table != name
        && proposal.catalog.tables.contains_key(&key.table)
    {
        // The last one is minted, or belongs to no row yet.
        let is_last = writer == Writer::Minting || number > 10;
        let order = if is_last { "DESC" } else { "ASC" };
        let (of, parent) =
            (known(proposal.catalog.dialect, reference), qualified(proposal, &key.table));
        // Of UUIDs, not each server knows the smallest.
        let query = format!(
            "(SELECT {of} FROM {parent} WHERE {of} IS NOT NULL ORDER BY {of} {order} LIMIT 1)"
        );
        if matches!(proposal.catalog.dialect, Dialect::Postgres | Dialect::Sqlite) {
            return Some(query);
        }
        // MariaDB and MySQL refuse a trigger that changes a table which its statement reads. So the
        // parent is read before: programs know theirs too.
        let variable = format!("@parent_{}", parents.len());
        parents.push(format!("SET {variable} = {query}; "));
        return Some(variable);
    }
    // A row without a parent in the same table. Its default may be one that is not there, and
    // MySQL 9.7 takes a parent 0 for the row itself, whose number is not counted yet.
    if foreign.is_some_and(|(key, _)| key.table == name) && column.is_nullable {
        return column.default.is_some().then(|| "NULL".to_owned());
    }
    let is_key = table.primary_key.contains(&column.name);
    // A key that is a constant by default is in one row alone.
    let is_constant = |default: &String| is_key && !default.contains('(');
    let has_default = column.default.as_ref().is_some_and(|default| !is_constant(default));
    let is_left_out = if has_default { number < EXPLICIT } else { column.is_nullable && !is_key };
    if column.counting.is_some() || is_left_out {
        return None;
    }
    if owner.is_some() && writer == Writer::Minting {
        return Some(minted());
    }
    let permitted =
        permitted(table, column).and_then(|text| literal(proposal.catalog.dialect, &text).ok());
    Some(permitted.unwrap_or_else(|| plain(proposal.catalog.dialect, column, number)))
}

/// The first text in a check of a column alone, such as the first of those that it permits.
fn permitted(table: &Table, column: &Column) -> Option<String> {
    let own = table.constraints.iter().find(|check| {
        check.parent.is_none()
            && check.columns == [column.name.as_str()]
            && column.kind == ColumnKind::Text
    });
    let definition = &own?.definition;
    tokens(Dialect::Postgres, definition)?.iter().find_map(Token::string)
}

/// Statements that change the rows of a table, so that its triggers run: each column becomes what it
/// is, and what others do not use another value.
pub(super) fn changes(
    proposal: &Proposal<'_>,
    name: &str,
    table: &Table,
) -> Vec<(&'static str, String)> {
    let dialect = proposal.catalog.dialect;
    let table_name = qualified(proposal, name);
    let set = |changes: Vec<String>, of: &str| {
        format!("UPDATE {table_name} SET {}{of}", changes.join(", "))
    };
    // One row, since what is unique cannot have the same value in two.
    let last = table.primary_key.last().map(|key| {
        let key = known(dialect, key);
        format!(
            " WHERE {key} = (SELECT last FROM (SELECT {key} AS last FROM {table_name} ORDER BY {key} DESC \
             LIMIT 1) l)"
        )
    });
    let columns = table
        .columns
        .iter()
        .filter(|column| !column.is_generated && column.counting != Some(Counting::IdentityAlways));
    let same = columns.clone().map(|column| {
        let column = known(dialect, &column.name);
        format!("{column} = {column}")
    });
    let refers = |name: &String| table.foreign_keys.iter().any(|key| key.columns.contains(name));
    let free = columns.filter(|column| {
        !table.primary_key.contains(&column.name)
            && !refers(&column.name)
            && proposal.decision.owner(name, &column.name).is_none()
            && permitted(table, column).is_none()
    });
    let other = free
        .map(|column| format!("{} = {}", known(dialect, &column.name), plain(dialect, column, 21)));
    let (same, other): (Vec<_>, Vec<_>) = (same.collect(), other.collect());
    let both = [("update", same, String::new()), ("change", other, last.unwrap_or_default())];
    let changes = both.into_iter().filter(|(_, changes, _)| !changes.is_empty());
    changes.map(|(what, changes, of)| (what, set(changes, &of))).collect()
}

/// A value of a type.
fn plain(dialect: Dialect, column: &Column, number: u8) -> String {
    let declared = column.declared.to_ascii_lowercase();
    let text = |text: &str| literal(dialect, text).unwrap_or_default();
    match column.kind {
        ColumnKind::Integer { .. } => return number.to_string(),
        ColumnKind::Uuid | ColumnKind::UuidText => {
            // Some have a time.
            let begin =
                if number.is_multiple_of(2) { "01980000-0000-7000" } else { "00000000-0000-4000" };
            let uuid = format!("{begin}-8000-{number:012}");
            if column.kind == ColumnKind::Uuid && dialect != Dialect::Postgres {
                return format!("X'{}'", uuid.replace('-', ""));
            }
            return text(&uuid);
        }
        ColumnKind::Text => return text(&number.to_string()),
        // The first value.
        ColumnKind::Enumeration => return format!("(enum_range(NULL::{}))[1]", column.declared),
        ColumnKind::Integers | ColumnKind::Other => {}
    }
    match declared.split(['(', ' ']).next().unwrap_or_default() {
        _ if declared.ends_with("[]") => text("{}"),
        "boolean" | "bool" if dialect == Dialect::Postgres => "true".to_owned(),
        "date" => text("2024-01-01"),
        "time" => text("12:00"),
        "timestamp" | "timestamptz" | "datetime" => text("2024-01-01 12:00:00"),
        "json" | "jsonb" => text("{}"),
        "inet" | "cidr" => text(&format!("192.0.2.{number}")),
        "hstore" => text(""),
        kind if kind.ends_with("range") => text("empty"),
        // As a text, a number is one of most other types. Otherwise the server says what it thinks.
        _ => text(&number.to_string()),
    }
}
