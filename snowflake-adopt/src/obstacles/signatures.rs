//! Functions and types that hold IDs as integers of 32 bits, by what they are called: a program may
//! call them, and no rehearsal knows with what.

use std::collections::BTreeSet;

use super::values::is_named_like_an_id;
use super::{Obstacle, Scene};
use crate::catalog::{Column, Narrow, Routine};
use crate::mentions::mentions;

pub(super) fn find(scene: &Scene<'_>) -> Vec<Obstacle> {
    let is_narrow = |&(_, column): &(&String, &Column)| column.is_narrow();
    let widened = scene.decision.widened();
    let columns: Vec<_> = widened
        .filter_map(|place| Some((&place.0, scene.catalog.column(place)?)))
        .filter(is_narrow)
        .collect();
    let names: BTreeSet<&str> = columns.iter().map(|(_, column)| column.name.as_str()).collect();
    let tables: BTreeSet<&str> = columns.iter().map(|(table, _)| table.as_str()).collect();
    let mut all = Vec::new();
    for routine in scene.catalog.routines.iter().filter(|_| !tables.is_empty()) {
        if routine.noun == "type" || tables.iter().any(|table| mentions(&routine.body, table)) {
            look_at(scene, routine, &names, &mut all);
        }
    }
    all
}

/// The name without its schema.
fn own_name(routine: &Routine) -> &str {
    routine.name.rsplit('.').next().unwrap_or_default()
}

fn is_of_ids(name: &str, names: &BTreeSet<&str>) -> bool {
    let singular = name.strip_suffix('s').unwrap_or(name);
    [name, singular].iter().any(|name| {
        is_named_like_an_id(name) || name.eq_ignore_ascii_case("id") || names.contains(name)
    })
}

/// Whether another function of the name takes what is wide in its place.
fn has_wide_twin(scene: &Scene<'_>, of: &Routine, narrow: &Narrow) -> bool {
    narrow.argument.is_some()
        && scene.catalog.routines.iter().any(|routine| {
            routine.name == of.name
                && routine.arguments == of.arguments
                && !routine.narrow.iter().any(|other| other.argument == narrow.argument)
        })
}

/// A routine or a type whose own words say that it holds IDs. What has no name may hold one.
fn look_at(scene: &Scene<'_>, of: &Routine, names: &BTreeSet<&str>, all: &mut Vec<Obstacle>) {
    for narrow in &of.narrow {
        let Narrow { name, declared, argument } = narrow;
        let is_unnamed = name.is_empty() && argument.is_some();
        let called = if name.is_empty() { own_name(of) } else { name };
        if !(is_unnamed || is_of_ids(called, names)) || has_wide_twin(scene, of, narrow) {
            continue;
        }
        let has = match (of.noun, argument) {
            ("type", _) => "has",
            (_, Some(_)) => "takes",
            _ => "returns",
        };
        let what = match (name.as_str(), is_unnamed) {
            (_, true) => format!("{declared} without a name, which may hold an ID"),
            ("", false) => format!("{declared}, which holds an ID by its name"),
            (name, _) => format!("{name} {declared}, which holds an ID by its name"),
        };
        all.push(Obstacle::block(
            format!("{}:{}", of.noun, of.name),
            format!("the {} {} {has} {what}", of.noun, of.name),
            WAY_OUT,
        ));
    }
}

const WAY_OUT: &str = "After `widen` a call with the wide column finds no such function, or the \
    value does not fit. Make it a bigint (bigint[] in place of an array), in a migration that runs \
    together with `widen`, or before it in a second function of the name. If it never holds a \
    minted ID, accept it.";
