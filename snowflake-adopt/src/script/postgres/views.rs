//! The views that are in the way of a column's change, dropped and created again.

use std::collections::BTreeSet;

use super::super::Statement;
use crate::catalog::{Catalog, Place, View};
use crate::obstacles::Obstacle;

/// Statements that drop the views over these columns, and that create them again.
pub(in crate::script) fn dropped_and_created(
    catalog: &Catalog,
    changes: impl Fn(&Place) -> bool,
) -> (Vec<Statement>, Vec<Statement>) {
    let views = views(catalog, changes);
    let drop = views.iter().rev().map(|view| drop_view(view));
    let create = views.iter().flat_map(|view| created(view));
    (drop.collect(), create.collect())
}

/// The views that these statements drop, and that this user cannot give to their owners again.
pub(in crate::script) fn views_of_others(catalog: &Catalog, up: &[Statement]) -> Vec<Obstacle> {
    let is_dropped = |view: &&View| up.iter().any(|of| of.sql == drop_view(view).sql);
    let of_others = catalog.views.iter().filter(is_dropped).filter_map(|view| {
        let (name, owner) = (&view.name, view.owner.as_ref()?);
        Some(Obstacle::block(
            format!("view-owner:{name}"),
            format!("the view {name} is dropped and created again, and this user cannot give it to {owner} again"),
            "Join that role WITH INHERIT and SET, and let it CREATE there, or drop the view before.",
        ))
    });
    of_others.collect()
}

fn drop_view(view: &View) -> Statement {
    Statement::new(format!("DROP VIEW {}", view.qualified))
}

/// The view with all that goes when it is dropped.
fn created(view: &View) -> impl Iterator<Item = Statement> {
    let definition = view.definition.trim().trim_end_matches(';');
    let options = match view.options.as_str() {
        "" => String::new(),
        options => format!(" WITH ({options})"),
    };
    let create = format!("CREATE VIEW {}{options} AS\n{definition}", view.qualified);
    [Statement::new(create)].into_iter().chain(view.belongings.iter().map(Statement::new))
}

/// The views over these columns, and the views over these, each after those that it uses.
fn views(catalog: &Catalog, changes: impl Fn(&Place) -> bool) -> Vec<&View> {
    let mut chosen: BTreeSet<&str> = BTreeSet::new();
    let mut order = Vec::new();
    // A view is over tables, or over views that have been chosen in an earlier round.
    loop {
        let next: Vec<_> = catalog
            .views
            .iter()
            .filter(|view| !view.is_materialized && !chosen.contains(view.name.as_str()))
            .filter(|view| {
                view.uses.iter().any(|used| changes(used) || chosen.contains(used.0.as_str()))
            })
            .collect();
        if next.is_empty() {
            break;
        }
        chosen.extend(next.iter().map(|view| view.name.as_str()));
        order.extend(next);
    }
    // One that is over a table may be over a later view as well.
    let mut sorted: Vec<&View> = Vec::new();
    loop {
        let (ready, rest): (Vec<_>, Vec<_>) = order.iter().partition(|view: &&&View| {
            view.uses.iter().all(|(used, _)| !order.iter().any(|other| other.name == *used))
        });
        if ready.is_empty() {
            sorted.extend(rest);
            return sorted;
        }
        sorted.extend(ready);
        order = rest;
    }
}
