//! Which column holds the IDs of which table: the closure of the foreign keys.

mod graph;

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{Catalog, Column, ForeignKey, Place, Table};
use crate::choices::Choices;
use graph::Graph;

/// What was decided.
#[derive(Debug, Default)]
pub(crate) struct Decision {
    /// The columns that hold IDs, and the table whose IDs they are.
    pub(crate) columns: BTreeMap<Place, String>,
    /// Columns that would have to hold the IDs of several tables.
    pub(crate) torn: BTreeMap<Place, BTreeSet<String>>,
    /// Columns that hold IDs of several tables, as another column says: they are widened, and stay
    /// integers.
    pub(crate) polymorphic: BTreeMap<Place, BTreeSet<String>>,
    /// Columns in which 0 stands for "none", as has been accepted.
    pub(crate) or_zero: BTreeSet<Place>,
    /// The columns of views that show a column with IDs, and which one.
    pub(crate) shown: BTreeMap<Place, Place>,
    /// The domain of each table's IDs, if columns are to have domains.
    pub(crate) domains: BTreeMap<String, String>,
}

impl Decision {
    /// The tables that have an ID type of their own.
    pub(crate) fn owners(&self) -> BTreeSet<&str> {
        self.columns.values().map(String::as_str).collect()
    }

    pub(crate) fn owner(&self, table: &str, column: &str) -> Option<&str> {
        self.columns.get(&(table.to_owned(), column.to_owned())).map(String::as_str)
    }

    /// The columns that have to be wide enough for an ID.
    pub(crate) fn widened(&self) -> impl Iterator<Item = &Place> + Clone {
        self.columns.keys().chain(self.polymorphic.keys())
    }

    /// The column with IDs that a column of a table or of a view is or shows.
    pub(crate) fn shown(&self, table: &str, column: &str) -> Option<(&Place, &str)> {
        let place = (table.to_owned(), column.to_owned());
        let place = self.shown.get(&place).unwrap_or(&place);
        self.columns.get_key_value(place).map(|(place, owner)| (place, owner.as_str()))
    }

    /// Whether nothing forbids a column with IDs to hold 0: it is not a key, nor refers to one.
    pub(crate) fn may_hold_zero(&self, catalog: &Catalog, table: &str, column: &Column) -> bool {
        let of = catalog.tables.get(table);
        self.owner(table, &column.name).is_some()
            && of.is_some_and(|of| {
                let refers = |key: &ForeignKey| key.columns.contains(&column.name);
                !of.primary_key.contains(&column.name) && !of.foreign_keys.iter().any(refers)
            })
    }

    /// The domain that a column is to have.
    pub(crate) fn domain(&self, table: &str, column: &str) -> Option<&str> {
        // A domain refuses 0.
        if self.or_zero.contains(&(table.to_owned(), column.to_owned())) {
            return None;
        }
        self.domains.get(self.owner(table, column)?).map(String::as_str)
    }

    /// Whether a column that holds IDs is to get another type.
    pub(crate) fn retypes(&self, table: &str, column: &Column) -> bool {
        let domain = self.domain(table, &column.name);
        column.is_narrow() || (domain.is_some() && domain != column.domain.as_deref())
    }

    /// Whether a table's rows get an ID of their own, which is minted.
    pub(crate) fn is_owner(&self, table: &str, of: &Table) -> bool {
        of.sole_key().is_some_and(|key| self.owner(table, &key.name) == Some(table))
    }
}

/// Decides for all columns.
pub(crate) fn decide(catalog: &Catalog, choices: &Choices) -> Decision {
    let graph = Graph::of(catalog, choices);
    let mut decision = Decision::default();
    for place in &graph.places {
        let owners = graph.owners(place);
        match owners.len() {
            0 => {}
            1 => {
                decision.columns.insert(place.clone(), owners.into_iter().collect());
            }
            _ => {
                decision.torn.insert(place.clone(), owners);
            }
        }
    }
    for (place, tables) in choices.polymorphic() {
        decision.columns.remove(&place);
        decision.torn.remove(&place);
        if graph.places.contains(&place) {
            decision.polymorphic.insert(place, tables);
        }
    }
    decision.or_zero = zeros(catalog, choices, &decision);
    for view in &catalog.views {
        for (name, place) in &view.shows {
            let column = (view.name.clone(), name.clone());
            if let Some(place) =
                origin(catalog, place).filter(|of| decision.columns.contains_key(of))
            {
                decision.shown.insert(column, place.clone());
            }
        }
    }
    decision
}

/// The columns with IDs that hold 0, or have it as their default, which has been accepted.
fn zeros(catalog: &Catalog, choices: &Choices, decision: &Decision) -> BTreeSet<Place> {
    let places = decision.columns.keys().filter(|place| {
        let Some(column) = catalog.column(place) else { return false };
        let accepts =
            |kind: &str| choices.accepted.contains_key(&format!("{kind}:{}.{}", place.0, place.1));
        let holds = column.values.is_some_and(|(least, _)| least == 0) && accepts("values");
        let begins = column.default_number() == Some(0) && accepts("default");
        (holds || begins) && decision.may_hold_zero(catalog, &place.0, column)
    });
    places.cloned().collect()
}

/// The column of a table that a column shows, by way of any views.
fn origin<'a>(catalog: &'a Catalog, mut place: &'a Place) -> Option<&'a Place> {
    // A view is over others that were there before it, so this ends.
    for _ in 0..=catalog.views.len() {
        let Some(view) = catalog.views.iter().find(|view| view.name == place.0) else {
            return Some(place);
        };
        place = view.shows.iter().find(|(name, _)| *name == place.1).map(|(_, place)| place)?;
    }
    None
}

/// Whether nothing says that a table's key is an ID: nothing counts it, nothing refers to it, it
/// has held no minted ID, and has not been given a type.
pub(crate) fn is_question(catalog: &Catalog, choices: &Choices, name: &str) -> bool {
    let Some(table) = catalog.tables.get(name) else { return false };
    let Some(key) = table.sole_key().filter(|key| key.is_integer()) else { return false };
    let is_minted = key.values.is_some_and(|(_, most)| most >= choices.first_minted.into());
    let refers = |of: &Table| of.foreign_keys.iter().any(|key| key.table == name);
    key.counting.is_none()
        && key.default.is_none()
        && !is_minted
        && !choices.ids.contains_key(name)
        && !table.foreign_keys.iter().any(|foreign| foreign.columns.contains(&key.name))
        && !catalog.tables.values().any(refers)
        && !choices.hints().any(|(_, table)| table == name)
}

#[cfg(test)]
mod tests {
    use snowflake_kit_core::Dialect;

    use super::*;
    use crate::catalog::{ColumnKind, Counting};

    /// `users: id* name` is a table and its key, `a > users.id` a reference.
    fn catalog(tables: &[&str]) -> Catalog {
        let mut catalog = Catalog {
            dialect: Dialect::Postgres,
            schema: String::new(),
            is_strict: true,
            tables: BTreeMap::new(),
            views: Vec::new(),
            routines: Vec::new(),
            index_names: Vec::new(),
            types: BTreeMap::new(),
        };
        for table in tables {
            let (name, columns) = table.split_once(": ").unwrap();
            let mut table = Table::default();
            for word in columns.split(", ") {
                let mut words = word.split(" > ");
                let column = words.next().unwrap();
                let name = column.trim_end_matches('*').to_owned();
                if column.ends_with('*') {
                    table.primary_key.push(name.clone());
                }
                for (to, reference) in words.map(|to| to.split_once('.').unwrap()) {
                    table.foreign_keys.push(ForeignKey {
                        name: String::new(),
                        columns: vec![name.clone()],
                        table: to.to_owned(),
                        references: vec![reference.to_owned()],
                        on_delete: String::new(),
                        on_update: String::new(),
                        index: None,
                    });
                }
                table.columns.push(Column {
                    name,
                    kind: ColumnKind::Integer { bits: 32, is_signed: true },
                    declared: String::new(),
                    domain: None,
                    sequence: None,
                    counted_as: None,
                    is_nullable: false,
                    is_generated: false,
                    not_null: None,
                    default: None,
                    comment: String::new(),
                    counting: column.ends_with('*').then_some(Counting::RowNumber),
                    values: None,
                });
            }
            catalog.tables.insert(name.to_owned(), table);
        }
        catalog
    }

    fn decided(tables: &[&str], choices: &Choices) -> (String, Decision) {
        let decision = decide(&catalog(tables), choices);
        let columns = decision.columns.iter();
        let columns = columns.map(|((table, column), owner)| format!("{table}.{column}={owner}"));
        (columns.collect::<Vec<_>>().join(" "), decision)
    }

    #[test]
    fn columns_hold_what_their_foreign_keys_lead_to() {
        let none = Choices::default();
        for (tables, columns) in [
            (
                &["users: id*, age", "posts: id*, author > users.id, reply_to > posts.id"][..],
                "posts.author=users posts.id=posts posts.reply_to=posts users.id=users",
            ),
            // A sole key that is a foreign key, and a reference to it.
            (
                &[
                    "users: id*",
                    "profiles: user_id* > users.id",
                    "pics: id*, of > profiles.user_id",
                ],
                "pics.id=pics pics.of=users profiles.user_id=users users.id=users",
            ),
            // A junction, and what refers to it.
            (
                &["a: id*", "b: id*", "ab: a* > a.id, b* > b.id", "note: id*, a > ab.a, b > ab.b"],
                "a.id=a ab.a=a ab.b=b b.id=b note.a=a note.b=b note.id=note",
            ),
            // A number within a composite key is not an ID.
            (&["a: id*", "lines: a* > a.id, number*"], "a.id=a lines.a=a"),
            // Two tables whose keys are each other's.
            (&["a: id* > b.id", "b: id* > a.id"], "a.id=a b.id=a"),
        ] {
            assert_eq!(decided(tables, &none).0, columns);
        }
    }

    #[test]
    fn a_column_of_two_tables_is_torn() {
        let (columns, decision) =
            decided(&["a: id*", "b: id*", "c: id*, of > a.id > b.id"], &Choices::default());
        assert_eq!(columns, "a.id=a b.id=b c.id=c");
        assert_eq!(decision.torn.len(), 1);
    }

    #[test]
    fn settings_leave_tables_out_and_give_hints() {
        let choices: Choices = toml_edit::de::from_str(
            "first_minted = 1\nleave_out = [\"kinds\"]\n[hints]\n\"log.user\" = \"users\"\n",
        )
        .unwrap();
        let tables = ["kinds: id*, by > users.id", "users: id*, kind > kinds.id", "log: id*, user"];
        let (columns, _) = decided(&tables, &choices);
        assert_eq!(columns, "kinds.by=users log.id=log log.user=users users.id=users");
    }
}
