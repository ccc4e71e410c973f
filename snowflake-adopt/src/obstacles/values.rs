//! Obstacles in the columns and in what they hold.

use std::collections::BTreeSet;

use snowflake_kit_sql::text::shown;

use super::{Obstacle, Scene};
use crate::catalog::{Column, ColumnKind, Table};
use crate::choices::toml_key;
use crate::decide::is_question;
use crate::markdown::code;
use crate::orm::Orm;

pub(super) fn find(scene: &Scene<'_>) -> Vec<Obstacle> {
    let mut all = Vec::new();
    for (name, table) in &scene.catalog.tables {
        key(scene, name, table, &mut all);
        for column in &table.columns {
            if scene.all.owner(name, &column.name).is_some() {
                held(scene, name, column, &mut all);
            } else {
                loose(scene, name, table, column, &mut all);
            }
        }
        for foreign in &table.foreign_keys {
            if !scene.catalog.tables.contains_key(&foreign.table) {
                all.push(Obstacle::look(
                    format!("foreign-key:{name}.{}", foreign.columns.join(",")),
                    format!("{name} refers to {}, which is in another schema", foreign.table),
                    "The column gets no type. Run the command for that schema too, with `--schema`.",
                ));
            }
        }
    }
    elsewhere(scene, &mut all);
    for (place, owners) in &scene.all.torn {
        let names: Vec<_> = owners.iter().map(String::as_str).collect();
        all.push(Obstacle {
            blocks: scene.decision.torn.contains_key(place),
            ..Obstacle::look(
                format!("owners:{}.{}", place.0, place.1),
                format!("{}.{} would hold the IDs of {}", place.0, place.1, names.join(" and of ")),
                "One column has one ID type. Make a column for each of these tables, or say under [hints] \
                 that it holds IDs of several tables: it then stays an integer.",
            )
        });
    }
    for (place, owner) in &scene.all.unlike {
        let [declared, of_key] = [
            scene.catalog.column(place),
            scene.catalog.tables.get(owner).and_then(Table::sole_key),
        ]
        .map(|column| column.map_or("", |column| column.declared.as_str()));
        all.push(Obstacle {
            blocks: scene.decision.unlike.contains_key(place),
            ..Obstacle::look(
                format!("unlike:{}.{}", place.0, place.1),
                format!(
                    "{}.{} is a {declared}, and the key of {owner} that it holds is a {of_key}",
                    place.0, place.1
                ),
                "It gets no ID type: change its type in a migration of your own, and run the command again.",
            )
        });
    }
    for (table, id) in &scene.choices.ids {
        let is_taken_for_a_time = ["Date", "Time"].iter().any(|word| id.name.contains(word));
        if scene.orm == Orm::SeaOrm && is_taken_for_a_time && scene.all.kinds.contains_key(table) {
            all.push(Obstacle::look(
                format!("name:{table}"),
                format!("SeaORM takes {} for a time, because of its name", id.name),
                format!(
                    "Give {} another name, without `Date` and `Time`.",
                    code(&format!("ids.{table}"))
                ),
            ));
        }
    }
    if !scene.catalog.is_strict && !scene.decision.columns.is_empty() {
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

/// Columns of other schemas that refer to a key that moves.
fn elsewhere(scene: &Scene<'_>, all: &mut Vec<Obstacle>) {
    let moving = scene.catalog.tables.iter().filter(|(n, of)| scene.decision.is_owner(n, of));
    let referrers = moving.flat_map(|(name, of)| of.referrers.iter().map(move |by| (name, by)));
    let lines: BTreeSet<_> = referrers.clone().map(|(_, by)| shown(&by.1)).collect();
    let lines = Vec::from_iter(lines).join("\n  ");
    for (name, (referrer, _)) in referrers {
        all.push(Obstacle::block(
            format!("foreign-key:{referrer}"),
            format!("{referrer} refers to {name} from another schema"),
            format!(
                "A minted ID does not fit before they have 64 bits too. Widen them with the tables, as \
                 their owners (MariaDB, MySQL: drop the key, and add it again).\n\n  ```sql\n  {lines}\n  ```"
            ),
        ));
    }
}

const MOVE: &str = ", move = \"snowflake\"";

/// Keys that get no type.
fn key(scene: &Scene<'_>, name: &str, table: &Table, all: &mut Vec<Obstacle>) {
    let paste = |options: &str| {
        let taken = BTreeSet::new();
        let name_of_type = crate::name::type_name(name, &taken);
        code(&format!("{} = {{ name = \"{name_of_type}\"{options} }}", toml_key(name)))
    };
    let Some(key) = table.sole_key().filter(|_| !scene.choices.skips(name)) else { return };
    let (what, way_out) = match key.kind {
        _ if is_question(scene.catalog, scene.choices, name) => (
            "is counted by nothing, and no table refers to it",
            format!(
                "If it is an ID, say so under [ids]: {}; if another system mints it, with its layout: {}.",
                paste(""),
                paste(", layout = \"discord\"")
            ),
        ),
        _ if scene.all.owner(name, &key.name).is_some() || key.is_generated => return,
        ColumnKind::Integer { .. } => (
            "is an integer that no ID type holds",
            format!("It gets a type when it moves: {} under [ids].", paste(MOVE)),
        ),
        ColumnKind::UuidText | ColumnKind::Text => (
            "is a text",
            format!("If it holds UUIDs or ULIDs, the table can move: {} under [ids].", paste(MOVE)),
        ),
        _ => return,
    };
    let what = format!("the key {name}.{} ({}) {what}", key.name, key.declared);
    all.push(Obstacle::look(format!("question:{name}"), what, way_out));
}

/// A column that is to hold IDs.
fn held(scene: &Scene<'_>, table: &str, column: &Column, all: &mut Vec<Obstacle>) {
    let place = format!("{table}.{}", column.name);
    let moves = scene.decision.owner(table, &column.name).is_some();
    if let Some(values) = column.values.filter(|_| moves) {
        range(scene, table, column, values, all);
    }
    if let Some(default) = &column.default
        && column.counting.is_none()
        && column.default_number().is_some_and(|number| number <= 0)
    {
        let item = Obstacle::look(
            format!("default:{place}"),
            format!("{place} has the default {default}: an ID is 1 or more"),
            format!(
                "Drop the default, make the column nullable, and write NULL for \"none\".{}",
                or_zero(scene, table, column)
            ),
        );
        all.push(Obstacle { blocks: moves, ..item });
    }
}

/// What to do with a column that holds 0 and may go on so: one that no key forbids it.
fn or_zero(scene: &Scene<'_>, table: &str, column: &Column) -> String {
    if !scene.all.may_hold_zero(scene.catalog, table, column) {
        return String::new();
    }
    let kind = scene.all.owner(table, &column.name).and_then(|of| scene.choices.ids.get(of));
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
        let what = format!(
            "{place} holds {greatest}, not below first_minted in adopt.toml, and is still counted"
        );
        let way_out = "If these keys are minted, end the counting; on MariaDB, MySQL and SQLite stop what inserts \
            without a key before: the counter continues after the largest key, so counted keys can equal \
            minted ones. If they are counted, choose a layout whose IDs of today are larger, and change \
            first_minted.";
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
            "No foreign key says whose. If a table of these IDs moves, change it to bigint[] in a \
             migration of your own, and its type in the program.",
        ));
    }
    let at = (table.to_owned(), column.name.clone());
    let is_named = scene.all.polymorphic.contains_key(&at)
        || scene.all.torn.contains_key(&at)
        || scene.all.unlike.contains_key(&at);
    let foreign = of.foreign_keys.iter().find(|key| key.columns.contains(&column.name));
    let is_question = of.sole_key().is_some_and(|key| key.name == column.name);
    let may_be_a_key =
        column.is_integer() || matches!(column.kind, ColumnKind::Uuid | ColumnKind::UuidText);
    // Of a key without a type the item says enough.
    let is_of_such = foreign.is_some_and(|key| {
        let parent = scene.catalog.tables.get(&key.table);
        parent.is_some_and(|parent| parent.sole_key().is_some())
    });
    let is_open = may_be_a_key && !is_named && !is_question && !is_of_such;
    if is_open && is_named_like_an_id(&column.name) {
        let is_key = of.primary_key.contains(&column.name);
        let part = if is_key { "; it is part of a key" } else { "" };
        let has = match foreign {
            Some(key) => format!("its foreign key to {} leads to no key with a type", key.table),
            None => "has no foreign key".to_owned(),
        };
        let owners = scene.all.owners();
        let lower = column.name.to_lowercase();
        let word = lower.trim_end_matches("id").trim_end_matches('_');
        let is_of = |owner: &&&str| {
            let owner = owner.to_lowercase();
            let one = pluralizer::pluralize(&owner, 1, false);
            [owner, one].iter().any(|name| word == name || word.ends_with(&format!("_{name}")))
        };
        let perhaps = owners.iter().filter(is_of).max_by_key(|of| of.len()).copied().unwrap_or("…");
        let [one, several] = [format!("\"{perhaps}\""), format!("[\"{perhaps}\", \"…\"]")]
            .map(|whose| code(&format!("\"{place}\" = {whose}")));
        let blocks = column.is_narrow() && scene.decision.kinds.contains_key(perhaps);
        let narrow = if blocks { "; it cannot hold a minted one" } else { "" };
        let what = format!("{place} looks like an ID and {has}{part}{narrow}");
        let way_out = format!(
            "If it holds IDs, say whose: {one} under [hints], or {several} for IDs of several tables."
        );
        all.push(Obstacle { blocks, ..Obstacle::look(format!("unknown:{place}"), what, way_out) });
    }
}
