//! What a database has: plain values, without a connection.

use std::collections::{BTreeMap, BTreeSet};

use snowflake_kit_core::Dialect;

/// The comment of a column that is to be put in the place of another.
pub(crate) const UNDER_WAY: &str = "Added by widen_online of snowflake adopt";

/// What the name of a table begins with that keeps the old keys of another one.
pub(crate) const KEPT: &str = "snowflake_moved_";

/// What the names of tables begin with in which the frameworks and this kit keep books.
const BOOKS: [&str; 4] =
    ["snowflake_", "_sqlx_migrations", "__diesel_schema_migrations", "seaql_migrations"];

/// Why a table of PostgreSQL keeps its columns, as the catalog says it.
pub(crate) const PARTITIONED: &str = "is partitioned or inherits";

/// A column, by the names of its table and its own.
pub(crate) type Place = (String, String);

/// One schema of a database.
#[derive(Clone, Debug)]
pub(crate) struct Catalog {
    pub(crate) dialect: Dialect,
    /// The schema on PostgreSQL, the database on MariaDB and MySQL, empty on `SQLite`.
    pub(crate) schema: String,
    /// Whether a row without its key is an error once nothing counts.
    pub(crate) is_strict: bool,
    pub(crate) tables: BTreeMap<String, Table>,
    pub(crate) views: Vec<View>,
    pub(crate) routines: Vec<Routine>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
    pub(crate) primary_key: Vec<String>,
    pub(crate) foreign_keys: Vec<ForeignKey>,
    /// As the database estimates them.
    pub(crate) rows: Option<i64>,
    /// With its indexes.
    pub(crate) bytes: Option<i64>,
    /// On PostgreSQL: its owner, or that of a part of it, unless that is the role that reads, or a
    /// superuser.
    pub(crate) owner: Option<String>,
    /// On `SQLite`: the statement that created it.
    pub(crate) statement: Option<String>,
    /// On `SQLite`: the statements of its indexes and triggers, which go when it is copied.
    pub(crate) belongings: Vec<String>,
    /// On PostgreSQL.
    pub(crate) indexes: Vec<Index>,
    /// On PostgreSQL: foreign keys and checks.
    pub(crate) constraints: Vec<Constraint>,
    /// Columns in other schemas that refer to it, and hold no ID.
    pub(crate) referrers: Vec<(String, String)>,
    /// On PostgreSQL: the triggers that an update of each row runs, and how each is enabled in SQL.
    pub(crate) update_triggers: Vec<(String, &'static str)>,
    /// On PostgreSQL: why no column can be put in the place of another.
    pub(crate) unswappable: Vec<String>,
    /// On PostgreSQL: the publications that send its rows elsewhere.
    pub(crate) publications: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) kind: ColumnKind,
    /// Its type as the database writes it.
    pub(crate) declared: String,
    pub(crate) is_nullable: bool,
    /// Whether it is computed from others.
    pub(crate) is_generated: bool,
    /// The name of its `NOT NULL`, which is a constraint from PostgreSQL 18 on.
    pub(crate) not_null: Option<String>,
    pub(crate) default: Option<String>,
    /// On MariaDB and MySQL: whether an update of its row changes it.
    pub(crate) is_touched: bool,
    pub(crate) comment: String,
    pub(crate) counting: Option<Counting>,
    /// On PostgreSQL: the type of the sequence that its default calls.
    pub(crate) counted_as: Option<String>,
    /// On PostgreSQL: the sequence that belongs to it.
    pub(crate) sequence: Option<Sequence>,
    /// The smallest and the largest value, of columns for which it was read.
    pub(crate) values: Option<(i128, i128)>,
}

/// What a column can hold, as far as keys are concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    Integer {
        bits: u8,
        is_signed: bool,
    },
    Integers,
    Text,
    /// A UUID that drivers read as such.
    Uuid,
    /// A UUID that drivers read as a text.
    UuidText,
    /// Of PostgreSQL.
    Enumeration,
    #[default]
    Other,
}

/// How the database gives numbers to rows without a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Counting {
    /// A default of PostgreSQL, and the name of the sequence.
    Sequence(String),
    IdentityAlways,
    IdentityByDefault,
    /// MariaDB and MySQL.
    AutoIncrement,
    /// `SQLite`: the key is the row number.
    RowNumber,
}

impl ColumnKind {
    /// Whether it may hold keys that are no numbers.
    pub(crate) const fn is_uuid_or_text(self) -> bool {
        matches!(self, Self::Uuid | Self::UuidText | Self::Text)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ForeignKey {
    /// Empty on `SQLite`.
    pub(crate) name: String,
    pub(crate) columns: Vec<String>,
    pub(crate) table: String,
    pub(crate) references: Vec<String>,
    /// On MariaDB and MySQL, as is the next one.
    pub(crate) on_delete: String,
    pub(crate) on_update: String,
    /// On MariaDB and MySQL: an index of its columns alone, which the server may have made for it.
    pub(crate) index: Option<String>,
}

/// An index of PostgreSQL.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) name: String,
    pub(crate) is_unique: bool,
    /// What follows the name in `CREATE INDEX`.
    pub(crate) definition: String,
    pub(crate) columns: Vec<String>,
    /// `PRIMARY KEY` or `UNIQUE`.
    pub(crate) of_constraint: Option<String>,
    /// Whether that is deferrable, as SQL says it.
    pub(crate) deferral: String,
}

/// A foreign key or a check of PostgreSQL.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    pub(crate) name: String,
    pub(crate) definition: String,
    pub(crate) is_valid: bool,
    pub(crate) columns: Vec<String>,
    /// Of a foreign key.
    pub(crate) parent: Option<String>,
    pub(crate) parent_columns: Vec<String>,
}

/// A sequence of PostgreSQL.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    /// With its schema, as SQL writes it.
    pub(crate) name: String,
    pub(crate) options: String,
    /// The statements that grant it.
    pub(crate) rights: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    /// With its schema, if that is another one.
    pub(crate) name: String,
    pub(crate) definition: String,
    pub(crate) is_materialized: bool,
    /// On PostgreSQL: which columns it uses, of tables and of other views.
    pub(crate) uses: Vec<Place>,
    /// Its name as SQL writes it, with its schema on PostgreSQL.
    pub(crate) qualified: String,
    /// On PostgreSQL: its owner, if this user cannot drop it and give it to that role again.
    pub(crate) owner: Option<String>,
    /// On PostgreSQL: what is between the parentheses of `WITH`.
    pub(crate) options: String,
    /// On PostgreSQL: what goes with it when it is dropped, as statements.
    pub(crate) belongings: Vec<String>,
    /// Its columns that show one of a table or of another view as it is, and that one.
    pub(crate) shows: Vec<(String, Place)>,
}

/// A function, a procedure, a trigger or an event; on PostgreSQL also a composite type.
#[derive(Clone, Debug, Default)]
pub(crate) struct Routine {
    /// `function`, `trigger` and so on.
    pub(crate) noun: String,
    /// With its schema, if that is another one.
    pub(crate) name: String,
    pub(crate) body: String,
    /// The arguments and results that hold integers of 32 bits or less.
    pub(crate) narrow: Vec<Narrow>,
    /// The number of its arguments.
    pub(crate) arguments: usize,
    /// What distinguishes it from others of its name: `touch(int4)`.
    pub(crate) signature: String,
    /// The tables and views that call it: in triggers, defaults, checks and the like.
    pub(crate) used_by: Vec<String>,
}

/// An argument or a result of a routine.
#[derive(Clone, Debug)]
pub(crate) struct Narrow {
    /// Empty if it has none.
    pub(crate) name: String,
    pub(crate) declared: String,
    /// Its place among the arguments of a call, if it is one.
    pub(crate) argument: Option<usize>,
}

impl Catalog {
    pub(crate) const fn new(dialect: Dialect, schema: String) -> Self {
        Self {
            dialect,
            schema,
            is_strict: true,
            tables: BTreeMap::new(),
            views: Vec::new(),
            routines: Vec::new(),
        }
    }

    /// Leaves out the books of frameworks and of this kit, and the columns of a widening that is under way.
    pub(crate) fn without_books(mut self) -> Self {
        self.tables.retain(|name, _| !BOOKS.iter().any(|books| name.starts_with(books)));
        let mut under_way: BTreeSet<Place> = BTreeSet::new();
        for (of, table) in &mut self.tables {
            let added = table.columns.extract_if(.., |column| column.comment == UNDER_WAY);
            under_way.extend(added.map(|column| (of.clone(), column.name)));
        }
        let is_old = |of: &str, names: &[String]| {
            !names.iter().any(|name| under_way.contains(&(of.to_owned(), name.clone())))
        };
        for (of, table) in &mut self.tables {
            table
                .foreign_keys
                .retain(|key| is_old(of, &key.columns) && is_old(&key.table, &key.references));
            table.indexes.retain(|index| is_old(of, &index.columns));
            table.constraints.retain(|constraint| {
                let parent = constraint.parent.as_deref().unwrap_or_default();
                is_old(of, &constraint.columns) && is_old(parent, &constraint.parent_columns)
            });
        }
        self
    }

    pub(crate) fn column(&self, (table, column): &Place) -> Option<&Column> {
        self.tables.get(table)?.column(column)
    }

    pub(crate) fn column_mut(&mut self, (table, column): &Place) -> Option<&mut Column> {
        self.tables.get_mut(table)?.column_mut(column)
    }
}

impl Table {
    pub(crate) fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    pub(crate) fn column_mut(&mut self, name: &str) -> Option<&mut Column> {
        self.columns.iter_mut().find(|column| column.name == name)
    }

    /// Its key, if that is one column.
    pub(crate) fn sole_key(&self) -> Option<&Column> {
        match self.primary_key.as_slice() {
            [name] => self.column(name),
            _ => None,
        }
    }
}

impl Column {
    pub(crate) const fn is_integer(&self) -> bool {
        matches!(self.kind, ColumnKind::Integer { .. })
    }

    /// The number of a default such as `0`, `'0'::integer` or `(-1)`.
    pub(crate) fn default_number(&self) -> Option<i128> {
        let value = self.default.as_deref()?.split("::").next().unwrap_or_default();
        value.trim_matches(|letter: char| "()' ".contains(letter)).parse().ok()
    }

    /// Whether an ID does not fit, or is of another type for drivers.
    pub(crate) const fn is_narrow(&self) -> bool {
        matches!(self.kind, ColumnKind::Integer { bits, is_signed } if bits < 64 || !is_signed)
    }
}
