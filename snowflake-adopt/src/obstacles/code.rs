//! Obstacles beside the columns: whose code runs in a migration, and which roles get its rows.

use std::collections::BTreeMap;

use snowflake_kit_core::Dialect;

use super::{Obstacle, Scene};
use crate::catalog::{Place, Routine, Table};

pub(super) fn find(scene: &Scene<'_>, all: &mut Vec<Obstacle>) {
    // `None` is the role that reads, or a superuser.
    let owners = changed_by(scene, |table| vec![table.owner.as_deref()]);
    for (owner, tables) in &owners {
        let Some(owner) = owner else { continue };
        let (name, tables) = (format!("owner:{owner}"), tables.join(", "));
        let what = format!(
            "the role {owner}, which does not run this command, owns {tables} or a part of it"
        );
        all.push(Obstacle::block(name, what, OWNER));
    }
    for (publication, tables) in changed_by(scene, |table| table.publications.iter().collect()) {
        all.push(Obstacle::look(
            format!("publication:{publication}"),
            format!("the publication {publication} sends rows of {}", tables.join(", ")),
            "The tables of its subscribers need columns of 64 bits before the first ID is minted: \
             widen them first.",
        ));
    }
    if matches!(scene.catalog.dialect, Dialect::MariaDb | Dialect::MySql) {
        let is_counted = |of: &Table| of.sole_key().is_some_and(|key| key.counting.is_some());
        for ((), tables) in changed_by(scene, |of| Vec::from_iter(is_counted(of).then_some(()))) {
            all.push(Obstacle::look(
                "memory".to_owned(),
                format!("the way back loses the counters of {}", tables.join(", ")),
                "Each goes on after the largest key that is there then: the key of a row that was deleted \
                 is given again. If something outside of the database may still have it, raise \
                 AUTO_INCREMENT after the way back.",
            ));
        }
    }
    // PostgreSQL rewrites a table without its triggers, and SQLite copies it.
    for name in
        scene.decision.columns.keys().filter(|place| is_updated(scene, place)).map(|(of, _)| of)
    {
        let on_it = |of: &&Routine| of.noun == "trigger" && of.used_by.contains(name);
        for trigger in scene.catalog.routines.iter().filter(on_it) {
            all.push(Obstacle::block(
                format!("update:{}", trigger.name),
                format!("the migration `replace` updates each row of {name}, which has the trigger {}", trigger.name),
                "If the trigger acts on updates, it runs for each row. Drop it in a migration before, and \
                 create it again after that; or accept the name, if that is meant or it does not.",
            ));
        }
    }
}

/// Whether the rows of a column's table are updated.
fn is_updated(scene: &Scene<'_>, place: &Place) -> bool {
    matches!(scene.catalog.dialect, Dialect::MariaDb | Dialect::MySql)
        && scene.catalog.column(place).is_some_and(|column| !column.is_integer())
}

const OWNER: &str = "What the owner has put into these tables (checks, generated columns, triggers, \
    types, expressions of indexes) runs in the migrations, and some of it when a row is read, with \
    the rights of the role that does so. So no row of them is read before the item is accepted. Run \
    this command and the migrations as the owner, and never as a superuser. If you trust the owner \
    with your rights, accept the item; otherwise do not move the tables.";

/// The tables that a migration changes, by what they have.
fn changed_by<'a, K: Ord>(
    scene: &Scene<'a>,
    of: impl Fn(&'a Table) -> Vec<K>,
) -> BTreeMap<K, Vec<&'a str>> {
    let mut all: BTreeMap<K, Vec<_>> = BTreeMap::new();
    for (name, table) in &scene.catalog.tables {
        if scene.decision.widened().any(|(of, _)| of == name) {
            for key in of(table) {
                all.entry(key).or_default().push(name.as_str());
            }
        }
    }
    all
}
