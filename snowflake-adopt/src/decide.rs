//! Which column holds the IDs of which table: the closure of the foreign keys.

mod graph;

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{Catalog, Column, ForeignKey, Place, Table};
use crate::choices::Choices;
use crate::kind::KeyKind;
use graph::Graph;

/// What was decided.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decision {
    /// The columns that hold IDs, and the table whose IDs they are.
    pub(crate) columns: BTreeMap<Place, String>,
    /// The tables that have an ID type of their own, and what kind of one.
    pub(crate) kinds: BTreeMap<String, KeyKind>,
    /// Columns that would have to hold the IDs of several tables.
    pub(crate) torn: BTreeMap<Place, BTreeSet<String>>,
    /// Columns whose type is another one than that of the key that they hold.
    pub(crate) unlike: BTreeMap<Place, String>,
    /// Columns that hold IDs of several tables, as another column says: they are widened, and stay
    /// integers.
    pub(crate) polymorphic: BTreeMap<Place, BTreeSet<String>>,
    /// Columns in which 0 stands for "none", as has been accepted.
    pub(crate) or_zero: BTreeSet<Place>,
    /// The columns of views that show a column with IDs, and which one.
    pub(crate) shown: BTreeMap<Place, Place>,
}

impl Decision {
    /// The tables that have an ID type of their own.
    pub(crate) fn owners(&self) -> BTreeSet<&str> {
        self.kinds.keys().map(String::as_str).collect()
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

    /// Whether a table's rows get an ID of their own, which is minted.
    pub(crate) fn is_owner(&self, table: &str, of: &Table) -> bool {
        of.sole_key().is_some_and(|key| self.owner(table, &key.name) == Some(table))
    }

    /// What of it concerns the IDs of tables that move.
    pub(crate) fn moving(&self, choices: &Choices) -> Self {
        let mut part = self.clone();
        part.kinds.retain(|table, _| choices.moves(table));
        part.columns.retain(|_, owner| choices.moves(owner));
        part.torn.retain(|_, owners| owners.iter().any(|owner| choices.moves(owner)));
        part.unlike.retain(|_, owner| choices.moves(owner));
        part.polymorphic.retain(|_, owners| owners.iter().any(|owner| choices.moves(owner)));
        part.or_zero.retain(|place| part.columns.contains_key(place));
        part.shown.retain(|_, place| part.columns.contains_key(place));
        part
    }
}

/// Decides for all columns, with the tables as they are, or as they are when those have moved that are
/// to.
pub(crate) fn decide(catalog: &Catalog, choices: &Choices, has_moved: bool) -> Decision {
    let kind = |table: &str| key_kind(catalog, choices, table, has_moved);
    let graph = Graph::of(catalog, choices, kind);
    let mut decision = Decision::default();
    for place in &graph.places {
        let mut owners = graph.owners(place);
        let Some(owner) = owners.pop_first() else { continue };
        if !owners.is_empty() {
            owners.insert(owner);
            decision.torn.insert(place.clone(), owners);
        } else if is_like(catalog, place, &owner, has_moved && choices.moves(&owner)) {
            decision.columns.insert(place.clone(), owner);
        } else {
            decision.unlike.insert(place.clone(), owner);
        }
    }
    for (place, tables) in choices.polymorphic() {
        decision.columns.remove(&place);
        decision.torn.remove(&place);
        if graph.places.contains(&place) {
            decision.polymorphic.insert(place, tables);
        }
    }
    let kinds = decision.columns.values().filter_map(|of| Some((of.clone(), kind(of)?)));
    decision.kinds = kinds.collect();
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

/// What the keys of a table are, if they are one column that a type can hold.
fn key_kind(catalog: &Catalog, choices: &Choices, table: &str, has_moved: bool) -> Option<KeyKind> {
    let key = catalog.tables.get(table)?.sole_key().filter(|_| !choices.skips(table))?;
    let as_it_is = KeyKind::of(key.kind);
    let is_wide = as_it_is == Some(KeyKind::Counted(64));
    if choices.moves(table) && (has_moved || is_wide && key.counting.is_none()) {
        let can_move = key.is_integer() || key.kind.is_uuid_or_text();
        return can_move.then_some(KeyKind::Snowflake);
    }
    if is_wide && choices.ids.get(table).is_some_and(|id| id.layout.is_some()) {
        return Some(KeyKind::Snowflake);
    }
    as_it_is.filter(|_| !is_question(catalog, choices, table))
}

/// Whether a column has the type of the key that it holds, or can get it where that moves.
fn is_like(catalog: &Catalog, place: &Place, owner: &str, moves: bool) -> bool {
    let (Some(column), Some(key)) =
        (catalog.column(place), catalog.tables.get(owner).and_then(Table::sole_key))
    else {
        return false;
    };
    if moves && column.is_integer() && key.is_integer() {
        return true;
    }
    column.kind == key.kind
        || KeyKind::of(column.kind).is_some_and(|kind| KeyKind::of(key.kind) == Some(kind))
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

/// Whether nothing says that the number in a table's key is an ID: nothing counts it, nothing refers to
/// it, and it has not been given a type.
pub(crate) fn is_question(catalog: &Catalog, choices: &Choices, name: &str) -> bool {
    let Some(table) = catalog.tables.get(name) else { return false };
    let Some(key) = table.sole_key().filter(|key| key.is_integer()) else { return false };
    let refers = |of: &Table| of.foreign_keys.iter().any(|key| key.table == name);
    key.counting.is_none()
        && key.default.is_none()
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
        let mut catalog = Catalog::new(Dialect::Postgres, String::new());
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
                        columns: vec![name.clone()],
                        table: to.to_owned(),
                        references: vec![reference.to_owned()],
                        ..ForeignKey::default()
                    });
                }
                table.columns.push(Column {
                    name,
                    kind: ColumnKind::Integer { bits: 32, is_signed: true },
                    counting: column.ends_with('*').then_some(Counting::RowNumber),
                    ..Column::default()
                });
            }
            catalog.tables.insert(name.to_owned(), table);
        }
        catalog
    }

    fn decided(tables: &[&str], choices: &Choices) -> (String, Decision) {
        let decision = decide(&catalog(tables), choices, false);
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
    fn settings_give_hints_and_moves() {
        let choices: Choices = toml_edit::de::from_str(
            "first_minted = 1\n[hints]\n\"log.user\" = \"users\"\n\
             [ids]\nusers = { name = \"UserId\", move = \"snowflake\" }\n",
        )
        .unwrap();
        let tables = ["kinds: id*, by > users.id", "users: id*, kind > kinds.id", "log: id*, user"];
        let (columns, _) = decided(&tables, &choices);
        let all = "kinds.by=users kinds.id=kinds log.id=log log.user=users users.id=users \
                   users.kind=kinds";
        assert_eq!(columns, all);
        let decision = decide(&catalog(&tables), &choices, true);
        let kinds = [("kinds", KeyKind::Counted(32)), ("log", KeyKind::Counted(32))];
        let kinds = kinds.into_iter().chain([("users", KeyKind::Snowflake)]);
        assert!(decision.kinds.iter().map(|(table, kind)| (table.as_str(), *kind)).eq(kinds));
        let moving = decision.moving(&choices).columns;
        assert_eq!(
            moving.keys().map(|(of, _)| of.as_str()).collect::<Vec<_>>(),
            ["kinds", "log", "users"]
        );
    }
}
