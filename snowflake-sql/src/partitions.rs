//! Partitions of a table by ranges of its key.

use snowflake_kit_core::{Dialect, Layout, UtcTime};

use crate::error::SqlError;
use crate::table::Table;
use crate::text::{comment, quoted};

/// The statements for the partitions of a table whose key is an ID: each has the IDs of an
/// interval of time, such as a month.
///
/// The table is declared with `PARTITION BY RANGE (id)`. The guide of `snowflake-kit` has a page on
/// such tables.
///
/// ```
/// use snowflake_kit_sql::{Dialect, Partitions};
/// use snowflake_kit_core::Layout;
///
/// let events = Partitions::new(Dialect::Postgres, Layout::DEFAULT, "events")?;
/// // 2026-11-01 until before 2026-12-01, in Unix ms.
/// let november = events.create("2026_11", 1_793_491_200_000, 1_796_083_200_000)?;
/// assert!(november.ends_with(
///     r#"CREATE TABLE IF NOT EXISTS "events_2026_11" PARTITION OF "events"
///     FOR VALUES FROM (242437482086400000) TO (253309118054400000)"#
/// ), "{november}");
/// assert_eq!(events.drop("2026_11")?, r#"DROP TABLE IF EXISTS "events_2026_11""#);
/// # Ok::<(), snowflake_kit_sql::SqlError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Partitions<'a> {
    dialect: Dialect,
    layout: Layout,
    table: Table<'a>,
}

impl<'a> Partitions<'a> {
    /// The partitions of a table whose key has this layout.
    ///
    /// # Errors
    /// [`SqlError::NoPartitions`] if the database has no partitions,
    /// [`SqlError::Periodic`] if the layout's timestamps wrap around.
    pub fn new(
        dialect: Dialect,
        layout: Layout,
        table: impl Into<Table<'a>>,
    ) -> Result<Self, SqlError> {
        if dialect == Dialect::Sqlite {
            return Err(SqlError::NoPartitions { dialect });
        }
        if layout.is_periodic() {
            return Err(SqlError::Periodic { layout: layout.name() });
        }
        Ok(Self { dialect, layout, table: table.into() })
    }

    /// The statement that adds a partition for the IDs minted at or after `from` and before
    /// `until`, both in Unix ms. `label` is the end of its name, such as `2026_11`.
    ///
    /// In PostgreSQL and MariaDB the statement does nothing if there is a partition of that name. In
    /// MySQL it fails then. In MariaDB and MySQL partitions are added in the order of their times,
    /// and the first one has all smaller IDs too.
    ///
    /// # Errors
    /// [`SqlError::NoIds`] if the layout has no ID of that time, [`SqlError::Name`].
    pub fn create(&self, label: &str, from: i64, until: i64) -> Result<String, SqlError> {
        let layout = &self.layout;
        let name = layout.name();
        let none = SqlError::NoIds { layout: name, from, until };
        let range = layout.range(from, until).map_err(|_| SqlError::Periodic { layout: name })?;
        let (first, last) = range.into_inner();
        if first > last {
            return Err(none);
        }
        // A bound is exclusive, and the last ID of a layout may be the last integer.
        let end = last.get().checked_add(1).map_or("MAXVALUE".to_owned(), |end| end.to_string());
        let title =
            comment(&format!("IDs minted from {} until before {}", UtcTime(from), UtcTime(until)));
        let table = self.table.quoted(self.dialect)?;
        let partition = self.partition(label)?;
        if self.dialect == Dialect::Postgres {
            return Ok(format!(
                "{title}CREATE TABLE IF NOT EXISTS {partition} PARTITION OF {table}
    FOR VALUES FROM ({first}) TO ({end})"
            ));
        }
        let unless = self.when("IF NOT EXISTS ");
        Ok(format!(
            "{title}ALTER TABLE {table} ADD PARTITION {unless}(
    PARTITION {partition} VALUES LESS THAN ({end})
)"
        ))
    }

    /// The statement that drops a partition with all its rows.
    ///
    /// In PostgreSQL and MariaDB it does nothing if there is no partition of that name.
    ///
    /// # Errors
    /// [`SqlError::Name`].
    pub fn drop(&self, label: &str) -> Result<String, SqlError> {
        let partition = self.partition(label)?;
        if self.dialect == Dialect::Postgres {
            return Ok(format!("DROP TABLE IF EXISTS {partition}"));
        }
        let (table, when) = (self.table.quoted(self.dialect)?, self.when("IF EXISTS "));
        Ok(format!("ALTER TABLE {table} DROP PARTITION {when}{partition}"))
    }

    /// MySQL has no such condition for partitions.
    fn when(&self, condition: &'static str) -> &'static str {
        if self.dialect == Dialect::MariaDb { condition } else { "" }
    }

    /// A partition of PostgreSQL is a table, so its name begins with the name of the table.
    fn partition(&self, label: &str) -> Result<String, SqlError> {
        if self.dialect == Dialect::Postgres {
            let name = format!("{}_{label}", self.table.name);
            return Ok(self.table.beside(self.dialect, &name)?);
        }
        Ok(quoted(self.dialect, &format!("p{label}"))?)
    }
}
