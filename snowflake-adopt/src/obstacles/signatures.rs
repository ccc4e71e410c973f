//! Functions and types that hold IDs as integers of 32 bits, by what they are called and by who
//! calls them. A call needs no row to be found: whether a server finds a function depends on the
//! types of its arguments alone.

use std::collections::BTreeSet;

use super::values::is_named_like_an_id;
use super::{Obstacle, Scene};
use crate::catalog::{Column, Narrow, Routine};
use crate::mentions::{calls, mentions};

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
    let narrow = scene.catalog.routines.iter().filter(|routine| !routine.narrow.is_empty());
    for routine in narrow {
        let uses = || tables.iter().any(|table| mentions(&routine.body, table));
        if !tables.is_empty() && (routine.noun == "type" || uses()) {
            look_at(scene, routine, &names, &mut all);
        }
        for caller in scene.catalog.routines.iter().filter(|caller| caller.name != routine.name) {
            look_at_calls(scene, routine, caller, &names, &mut all);
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

/// A routine or a type whose own words say that it holds IDs.
fn look_at(scene: &Scene<'_>, of: &Routine, names: &BTreeSet<&str>, all: &mut Vec<Obstacle>) {
    for narrow in &of.narrow {
        let Narrow { name, declared, argument } = narrow;
        let called = if name.is_empty() && argument.is_none() { own_name(of) } else { name };
        if !is_of_ids(called, names) || has_wide_twin(scene, of, narrow) {
            continue;
        }
        let has = match (of.noun, argument) {
            ("type", _) => "has",
            (_, Some(_)) => "takes",
            _ => "returns",
        };
        let what = if name.is_empty() { declared.clone() } else { format!("{name} {declared}") };
        all.push(Obstacle::block(
            format!("{}:{}", of.noun, of.name),
            format!("the {} {} {has} {what}, which holds an ID by its name", of.noun, of.name),
            WAY_OUT,
        ));
    }
}

/// Calls that pass a column that is widened to an argument that is not.
fn look_at_calls(
    scene: &Scene<'_>,
    of: &Routine,
    caller: &Routine,
    names: &BTreeSet<&str>,
    all: &mut Vec<Obstacle>,
) {
    let arguments = of.narrow.iter().filter_map(|narrow| Some((narrow, narrow.argument?)));
    for (narrow, place) in arguments.filter(|(narrow, _)| !has_wide_twin(scene, of, narrow)) {
        for passed in calls(&caller.body, own_name(of)) {
            let passed = passed.get(place).map_or("", String::as_str);
            let Some(column) = names.iter().find(|name| mentions(passed, name)) else { continue };
            all.push(Obstacle::block(
                format!("{}:{}", caller.noun, caller.name),
                format!(
                    "the {} {} passes {column} to {}, which takes {}",
                    caller.noun, caller.name, of.name, narrow.declared
                ),
                WAY_OUT,
            ));
        }
    }
}

const WAY_OUT: &str = "After `widen` a call with the wide column finds no such function, or the \
    value does not fit. Make it a bigint (bigint[] in place of an array), in a migration that runs \
    together with `widen`, or before it in a second function of the name. If it never holds a \
    minted ID, accept it.";
