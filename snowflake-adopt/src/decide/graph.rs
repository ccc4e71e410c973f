//! The foreign keys as a graph of columns.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{Catalog, Place, Table};
use crate::choices::Choices;
use crate::kind::KeyKind;

/// Columns, and to which ones each refers.
pub(super) struct Graph {
    pub(super) places: BTreeSet<Place>,
    arrows: BTreeMap<Place, BTreeSet<Place>>,
    /// Columns that are the whole key of their table.
    sole_keys: BTreeSet<Place>,
}

impl Graph {
    pub(super) fn of(
        catalog: &Catalog,
        choices: &Choices,
        kind: impl Fn(&str) -> Option<KeyKind>,
    ) -> Self {
        let mut graph =
            Self { places: BTreeSet::new(), arrows: BTreeMap::new(), sole_keys: BTreeSet::new() };
        for (name, table) in &catalog.tables {
            let columns = table.columns.iter().map(|column| (name.clone(), column.name.clone()));
            graph.places.extend(columns);
            // What no type holds, and what refers to it, holds no IDs. What refers from there to other
            // tables does.
            if let Some(key) = table.sole_key().filter(|_| kind(name).is_some()) {
                graph.sole_keys.insert((name.clone(), key.name.clone()));
            }
        }
        for (name, table) in &catalog.tables {
            for key in &table.foreign_keys {
                for (column, reference) in key.columns.iter().zip(&key.references) {
                    let from = (name.clone(), column.clone());
                    graph.add(from, (key.table.clone(), reference.clone()));
                }
            }
        }
        for (from, table) in choices.hints() {
            let key = catalog.tables.get(&table).and_then(Table::sole_key);
            if let Some(key) = key {
                graph.add(from, (table, key.name.clone()));
            }
        }
        graph
    }

    fn add(&mut self, from: Place, to: Place) {
        if from != to && self.places.contains(&from) {
            self.arrows.entry(from).or_default().insert(to);
        }
    }

    /// The tables at the end of all ways from a column.
    pub(super) fn owners(&self, from: &Place) -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        let mut ends = BTreeSet::new();
        while let Some(place) = open.pop() {
            if !seen.insert(place) || !self.places.contains(place) {
                continue;
            }
            match self.arrows.get(place) {
                Some(next) => open.extend(next),
                None => {
                    ends.insert(place);
                }
            }
        }
        let tables = |places: &BTreeSet<&Place>| -> BTreeSet<String> {
            let keys = places.iter().filter(|place| self.sole_keys.contains(**place));
            keys.map(|(table, _)| table.clone()).collect()
        };
        if ends.is_empty() {
            // Tables whose keys refer to each other have one kind of ID.
            return tables(&seen).into_iter().take(1).collect();
        }
        tables(&ends)
    }
}
