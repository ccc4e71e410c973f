//! The views that are in the way of a column's change, dropped and created again.

use std::collections::BTreeSet;

use super::super::Statement;
use crate::catalog::{Catalog, Place, View};

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

pub(in crate::script) fn drop_view(view: &View) -> Statement {
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
    while !order.is_empty() {
        let before = order.len();
        let (ready, rest): (Vec<_>, Vec<_>) = order.iter().partition(|view: &&&View| {
            view.uses.iter().all(|(used, _)| !order.iter().any(|other| other.name == *used))
        });
        sorted.extend(ready);
        order = rest;
        if order.len() == before {
            sorted.append(&mut order);
        }
    }
    sorted
}
