//! Obstacles in the columns and in what they hold.

use std::collections::BTreeMap;

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::quoted;

use super::{Obstacle, Scene};
use crate::catalog::{Column, ColumnKind, Table};
use crate::decide::is_question;
use crate::markdown::code;
use crate::orm::Orm;

pub(super) fn find(scene: &Scene<'_>) -> Vec<Obstacle> {
    let mut all = Vec::new();
    for (name, table) in &scene.catalog.tables {
        if !scene.choices.leaves_out(name) {
            key(scene, name, table, &mut all);
        }
        for column in &table.columns {
            match scene.decision.owner(name, &column.name) {
                Some(_) => held(scene, name, column, &mut all),
                None => loose(scene, name, table, column, &mut all),
            }
        }
        for foreign in &table.foreign_keys {
            if !scene.catalog.tables.contains_key(&foreign.table) {
                all.push(Obstacle::look(
                    format!("foreign-key:{name}.{}", foreign.columns.join(",")),
                    format!("{name} refers to {}, which is in another schema", foreign.table),
                    "The column is not adopted. Adopt that schema too, with `--schema`, and widen \
                     the column by hand.",
                ));
            }
        }
    }
    for (name, table) in &scene.catalog.tables {
        for referrer in table.referrers.iter().filter(|_| scene.decision.is_owner(name, table)) {
            all.push(Obstacle::block(
                format!("foreign-key:{referrer}"),
                format!("{referrer} refers to {name} from another schema"),
                "A minted ID does not fit before it has 64 bits too. Widen it in a migration of your \
                 own, together with `widen`; on MariaDB and MySQL, drop the foreign key before and \
                 add it again after that.",
            ));
        }
    }
    for ((table, column), owners) in &scene.decision.torn {
        let owners: Vec<_> = owners.iter().map(String::as_str).collect();
        all.push(Obstacle::block(
            format!("owners:{table}.{column}"),
            format!("{table}.{column} would hold the IDs of {}", owners.join(" and of ")),
            "One column has one ID type. Make a column for each of these tables, or leave all of \
             the tables but one out (`leave_out`). Or say under [hints] that it holds IDs of \
             several tables: it then stays an integer.",
        ));
    }
    let owners = scene.decision.owners();
    let types = scene.choices.ids.iter().filter(|(table, _)| owners.contains(table.as_str()));
    for (table, id) in types.filter(|_| scene.orm == Orm::SeaOrm) {
        if ["Date", "Time"].iter().any(|word| id.name.contains(word)) {
            all.push(Obstacle::block(
                format!("name:{table}"),
                format!("SeaORM takes {} for a time, because of its name", id.name),
                format!(
                    "Give {} another name, without `Date` and `Time`.",
                    code(&format!("ids.{table}"))
                ),
            ));
        }
    }
    domains(scene, &mut all);
    if !scene.catalog.is_strict {
        all.push(Obstacle::block(
            "sql_mode".to_owned(),
            "sql_mode is not strict: when the counting has ended, a row without its key gets the \
             key 0 in place of an error"
                .to_owned(),
            "Add STRICT_TRANS_TABLES to sql_mode, on the server and for each connection.",
        ));
    }
    all
}

/// Names of domains that something else has.
fn domains(scene: &Scene<'_>, all: &mut Vec<Obstacle>) {
    let mut tables: BTreeMap<&str, &str> = BTreeMap::new();
    for owner in scene.decision.owners() {
        let Some(domain) = scene.decision.domains.get(owner) else { continue };
        let way_out = format!(
            "The domain has the name of the ID type in snake case: give {} another name.",
            code(&format!("ids.{owner}"))
        );
        if let Err(error) = quoted(Dialect::Postgres, domain) {
            let what = error.to_string();
            all.push(Obstacle::block(format!("domain:{owner}"), what, way_out));
        } else if let Some(other) = tables.insert(domain, owner) {
            all.push(Obstacle::block(
                format!("domain:{owner}"),
                format!("{domain} would be the domain of the IDs of {other} and of {owner}"),
                way_out,
            ));
        } else if scene.catalog.types.get(domain) == Some(&false) {
            all.push(Obstacle::block(
                format!("domain:{owner}"),
                format!("{domain} is a type already, and not a domain over bigint"),
                way_out,
            ));
        }
    }
}

/// Keys that are left as they are.
fn key(scene: &Scene<'_>, name: &str, table: &Table, all: &mut Vec<Obstacle>) {
    if is_question(scene.catalog, scene.choices, name) {
        all.push(Obstacle::look(
            format!("question:{name}"),
            format!("nothing counts the key of {name}, and no table refers to it"),
            format!(
                "If it is an ID, give it a type under [ids], such as {}; if another system \
                 mints it, with its layout, such as {}.",
                code(&format!("\"{name}\" = {{ name = \"…\" }}")),
                code("layout = \"discord\"")
            ),
        ));
    }
    let (what, way_out) = match table.sole_key().map(|key| key.kind) {
        Some(ColumnKind::Text) => (format!("the key of {name} is a text"), "It stays as it is."),
        Some(ColumnKind::Uuid) => (
            format!("the key of {name} is a UUID"),
            "It stays as it is. The guide's page `migrating` says how to move from UUIDs.",
        ),
        None if table.primary_key.is_empty() => {
            (format!("{name} has no key"), "Its columns that refer to other tables are adopted.")
        }
        _ => return,
    };
    all.push(Obstacle::look(format!("key:{name}"), what, way_out));
}

/// A column that is to hold IDs.
fn held(scene: &Scene<'_>, table: &str, column: &Column, all: &mut Vec<Obstacle>) {
    let place = format!("{table}.{}", column.name);
    if let Some(values) = column.values {
        range(scene, table, column, values, all);
    }
    if let Some(default) = &column.default
        && column.counting.is_none()
        && column.default_number().is_some_and(|number| number <= 0)
    {
        all.push(Obstacle::block(
            format!("default:{place}"),
            format!("{place} has the default {default}: an ID is 1 or more"),
            format!(
                "Drop the default, make the column nullable, and write NULL for \"none\".{}",
                or_zero(scene, table, column)
            ),
        ));
    }
    if let ColumnKind::Integer { bits: 8 | 16, .. } = column.kind {
        all.push(Obstacle::look(
            format!("small:{place}"),
            format!("{place} is a {}: the rows may be constants of the program", column.declared),
            "If the table is a list of fixed values, add it to `leave_out`.",
        ));
    }
}

/// What to do with a column that holds 0 and may go on so: one that no key forbids it.
fn or_zero(scene: &Scene<'_>, table: &str, column: &Column) -> String {
    if !scene.decision.may_hold_zero(scene.catalog, table, column) {
        return String::new();
    }
    let kind = scene.decision.owner(table, &column.name).and_then(|of| scene.choices.ids.get(of));
    let kind = code(&format!("OrZero<{}>", kind.map_or("", |id| id.name.as_str())));
    format!(" Or accept it: the files then have the type {kind}, in which 0 is `None`.")
}

fn range(
    scene: &Scene<'_>,
    table: &str,
    column: &Column,
    (least, greatest): (i128, i128),
    all: &mut Vec<Obstacle>,
) {
    let place = format!("{table}.{}", column.name);
    if least <= 0 {
        all.push(Obstacle::block(
            format!("values:{place}"),
            format!("{place} holds {least}: an ID is 1 or more"),
            format!(
                "Give that row another key, or use NULL in place of a number that means \"none\".{}",
                or_zero(scene, table, column)
            ),
        ));
    }
    if greatest > i128::from(i64::MAX) {
        all.push(Obstacle::block(
            format!("values:{place}"),
            format!("{place} holds {greatest}: an ID is at most {}", i64::MAX),
            "Give that row another key.",
        ));
    } else if greatest >= i128::from(scene.choices.first_minted) && column.counting.is_some() {
        let danger = match scene.catalog.dialect {
            Dialect::Postgres => "Continue with the rollout.",
            _ => {
                "Here the counter continues after the largest key, minted keys included, so \
                 counted keys can equal minted ones. Stop what inserts without a key, and end the \
                 counting."
            }
        };
        let what = format!(
            "{place} holds {greatest}, not below first_minted in adopt.toml, and is still counted"
        );
        let way_out = format!(
            "If these keys are minted: {danger} If they are counted: choose a layout whose IDs \
             of today are larger, and change first_minted."
        );
        all.push(Obstacle::look(format!("minted:{place}"), what, way_out));
    }
}

/// Whether a name is one such as `author_id` or `authorId`.
pub(super) fn is_named_like_an_id(name: &str) -> bool {
    let before = name.strip_suffix("Id").or_else(|| name.strip_suffix("ID"));
    name.to_ascii_lowercase().ends_with("_id")
        || before.is_some_and(|before| before.ends_with(|last: char| last.is_lowercase()))
}

/// A column that is not to hold IDs, and may look like one that does.
fn loose(scene: &Scene<'_>, table: &str, of: &Table, column: &Column, all: &mut Vec<Obstacle>) {
    let place = format!("{table}.{}", column.name);
    let lower = column.name.to_ascii_lowercase();
    if column.kind == ColumnKind::Integers && (lower.ends_with("ids") || lower.ends_with("_id")) {
        all.push(Obstacle::look(
            format!("array:{place}"),
            format!("{place} is an array that may hold IDs"),
            "No foreign key says whose. Change it to bigint[] in a migration of your own, and its \
             type in the program.",
        ));
    }
    let is_known =
        scene.decision.polymorphic.contains_key(&(table.to_owned(), column.name.clone()));
    let is_torn =
        is_known || scene.decision.torn.contains_key(&(table.to_owned(), column.name.clone()));
    let foreign = of.foreign_keys.iter().find(|key| key.columns.contains(&column.name));
    // It was decided that this holds no ID.
    let is_left_out = foreign.is_some_and(|key| scene.choices.leaves_out(&key.table));
    if column.is_integer() && is_named_like_an_id(&column.name) && !is_torn && !is_left_out {
        let is_key = of.primary_key.contains(&column.name);
        let part = if is_key { "; it is part of a key" } else { "" };
        let has = match foreign {
            Some(key) => format!("its foreign key to {} leads to no adopted column", key.table),
            None => "has no foreign key to an adopted table".to_owned(),
        };
        let owners = scene.decision.owners();
        let lower = column.name.to_lowercase();
        let word = lower.trim_end_matches("id").trim_end_matches('_');
        let is_of = |owner: &&&str| {
            let owner = owner.to_lowercase();
            owner == word || pluralizer::pluralize(&owner, 1, false) == word
        };
        let perhaps = owners.iter().find(is_of).or(owners.first()).copied().unwrap_or_default();
        let other = owners.iter().find(|owner| **owner != perhaps).copied().unwrap_or("…");
        let [one, several] = [format!("\"{perhaps}\""), format!("[\"{perhaps}\", \"{other}\"]")]
            .map(|whose| code(&format!("\"{place}\" = {whose}")));
        all.push(Obstacle::look(
            format!("unknown:{place}"),
            format!("{place} looks like an ID and {has}{part}"),
            format!("If it holds IDs, say whose: {one} under [hints], or {several} for IDs of several tables."),
        ));
    }
}
