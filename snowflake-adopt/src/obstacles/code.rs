//! Obstacles in views, functions, triggers and migrations.

use std::collections::BTreeMap;

use snowflake_core::Dialect;

use super::{Obstacle, Scene};
use crate::catalog::{Routine, View};
use crate::mentions::{casts_to_int, has_narrow_integers, inserts, mentions, uses_entities};

pub(super) fn find(scene: &Scene<'_>, all: &mut Vec<Obstacle>) {
    let owners = owners(scene);
    for (owner, tables) in &owners {
        let Some(owner) = owner else { continue };
        let (name, tables) = (format!("owner:{owner}"), tables.join(", "));
        let what = format!("the role {owner}, which does not run this command, owns {tables}");
        // Among tables of others it may have been put there for this.
        let obstacle: fn(String, String, &'static str) -> Obstacle =
            if owners.len() > 1 { Obstacle::block } else { Obstacle::look };
        all.push(obstacle(name, what, OWNER));
    }
    for view in &scene.catalog.views {
        look_at_view(scene, view, all);
    }
    for routine in &scene.catalog.routines {
        look_at_routine(scene, routine, all);
    }
    for source in scene.sources.iter().filter(|source| !source.is_ours()) {
        if source.is_rust && uses_entities(&source.text) {
            all.push(Obstacle::block(
                format!("seed:{}", source.name),
                format!("the migration {} uses entities of the program", source.name),
                "Their types change, and with them what an old migration does. Write its rows as \
                 SQL, or with columns that are declared in the migration.",
            ));
        }
        for table in keyless(scene, &source.text) {
            all.push(Obstacle::look(
                format!("seed:{}", source.name),
                format!("the migration {} inserts into {table} without a key", source.name),
                "That works as long as it runs before the counting ends. Seeds that run later have \
                 to give the key.",
            ));
        }
    }
    publications(scene, all);
}

/// Tables whose rows are sent elsewhere.
fn publications(scene: &Scene<'_>, all: &mut Vec<Obstacle>) {
    let mut sent: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, table) in &scene.catalog.tables {
        if scene.decision.widened().any(|(of, _)| of == name) {
            for publication in &table.publications {
                sent.entry(publication).or_default().push(name);
            }
        }
    }
    for (publication, tables) in sent {
        all.push(Obstacle::look(
            format!("publication:{publication}"),
            format!("the publication {publication} sends rows of {}", tables.join(", ")),
            "The tables of its subscribers need columns of 64 bits before the first ID is minted: \
             widen them first.",
        ));
    }
}

const OWNER: &str = "What the owner has put into these tables (checks, generated columns, triggers, \
    types) runs in the migrations, with the rights of the role that runs them. Run the migrations as the \
    owner, and never as a superuser; or, if you do not trust the owner with your rights, leave the \
    tables out (`leave_out`).";

/// The owners of the tables that a migration changes; `None` is the role that reads, or a superuser.
fn owners<'a>(scene: &Scene<'a>) -> BTreeMap<Option<&'a str>, Vec<&'a str>> {
    let mut owners: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (name, table) in &scene.catalog.tables {
        if scene.decision.widened().any(|(of, _)| of == name) {
            owners.entry(table.owner.as_deref()).or_default().push(name.as_str());
        }
    }
    owners
}

/// The tables that rows are inserted into without their keys.
fn keyless<'a>(scene: &'a Scene<'_>, text: &str) -> Vec<&'a str> {
    let tables = scene.catalog.tables.iter();
    let owners = tables.filter(|(name, table)| scene.decision.is_owner(name, table));
    let keyless = owners.filter(|(name, table)| {
        let key = table.sole_key().map_or("", |key| key.name.as_str());
        inserts(text, name).iter().any(|columns| !mentions(columns, key))
    });
    keyless.map(|(name, _)| name.as_str()).collect()
}

/// The columns with IDs that a text makes numbers of 32 bits.
fn narrowed(scene: &Scene<'_>, text: &str) -> Vec<String> {
    // On SQLite integers have 64 bits, whatever they are called.
    if scene.catalog.dialect == Dialect::Sqlite {
        return Vec::new();
    }
    let narrowed = scene
        .decision
        .widened()
        .filter(|(table, column)| mentions(text, table) && casts_to_int(text, column));
    narrowed.map(|(table, column)| format!("{table}.{column}")).collect()
}

fn look_at_view(scene: &Scene<'_>, view: &View, all: &mut Vec<Obstacle>) {
    let name = format!("view:{}", view.name);
    for column in narrowed(scene, &view.definition) {
        all.push(Obstacle::block(
            name.clone(),
            format!("the view {} makes {column} an integer of 32 bits", view.name),
            "A minted ID does not fit: each query of the view would fail. Remove the cast, or cast to \
             bigint.",
        ));
    }
}

fn look_at_routine(scene: &Scene<'_>, routine: &Routine, all: &mut Vec<Obstacle>) {
    let Routine { noun, name, body, .. } = routine;
    let key = format!("{noun}:{name}");
    for table in keyless(scene, body) {
        all.push(Obstacle::block(
            key.clone(),
            format!("the {noun} {name} inserts into {table} without a key"),
            match scene.catalog.dialect {
                Dialect::Sqlite => {
                    "When the counting has ended, that is an error. Nothing mints inside of SQLite: \
                     let the program insert that row, with its key."
                }
                _ => {
                    "When the counting has ended, that is an error. Let it give the key: `snowflake \
                     sql` writes functions that mint inside of the database, with a node of their \
                     own."
                }
            },
        ));
    }
    let narrowed = narrowed(scene, body);
    for column in &narrowed {
        all.push(Obstacle::block(
            key.clone(),
            format!("the {noun} {name} makes {column} an integer of 32 bits"),
            "A minted ID does not fit. Remove the cast, or cast to bigint.",
        ));
    }
    let owners = scene.decision.owners();
    let used = owners.iter().find(|table| mentions(body, table));
    if let Some(table) = used
        && scene.catalog.dialect != Dialect::Sqlite
        && narrowed.is_empty()
        && !all.iter().any(|known| known.name == key)
        && has_narrow_integers(body)
    {
        all.push(Obstacle::look(
            key,
            format!("the {noun} {name} uses {table}, and integers of 32 bits"),
            "If one of its arguments, variables or results is an ID, make that a bigint.",
        ));
    }
}
