//! Partitions of a table by ranges of its key.

use snowflake_kit_core::{Dialect, Layout, UtcTime};

use crate::error::SqlError;
use crate::table::Table;
use crate::text::{comment, quoted};

/// The statements for the partitions of a table whose key is an ID: each has the IDs of an
/// interval of time, such as a month.
///
/// The key has the time inside, so a partition by the key can be a month, which is dropped at once.
/// The table is declared with `PARTITION BY RANGE (id)`. Run the statements as its owner: what an owner
/// has put into indexes and keys of partitions may run with the rights of who changes the table.
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
///
/// # The command
///
/// ```sh
/// snowflake sql --dialect postgres --partitions events --by month --from 2026-11 --ahead 3
/// ```
///
/// ```sql
/// -- PostgreSQL: the table, once.
/// CREATE TABLE events (
///     id bigint PRIMARY KEY,
///     name text NOT NULL
/// ) PARTITION BY RANGE (id);
///
/// -- What the command writes: November, and three months after it.
/// -- IDs minted from 2026-11-01T00:00:00.000Z until before 2026-12-01T00:00:00.000Z
/// CREATE TABLE IF NOT EXISTS "events_2026_11" PARTITION OF "events"
///     FOR VALUES FROM (242437482086400000) TO (253309118054400000);
/// ```
///
/// ```sql
/// -- MariaDB and MySQL: a table needs a first partition. This one has no row.
/// CREATE TABLE events (
///     id BIGINT NOT NULL PRIMARY KEY,
///     name TEXT NOT NULL
/// ) PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (1));
///
/// -- What the command writes.
/// ALTER TABLE `events` ADD PARTITION IF NOT EXISTS (
///     PARTITION `p2026_11` VALUES LESS THAN (253309118054400000)
/// );
/// ```
///
/// `--by` is `day`, `week` (from Monday), `month` or `year`, in UTC. Without `--from`, the first
/// partition is the present one. **Name the key's layout with `--layout`**, if it is not the default.
///
/// The bound of a partition is exclusive (`TO`, `LESS THAN`), and the end of
/// [`Layout::range`](snowflake_kit_core::Layout::range) is inclusive. `snowflake range` prints both: `last`, and `end`, which is
/// one more.
///
/// # Each month
///
/// Let a job create partitions early, and drop old ones:
///
/// ```sh
/// snowflake sql --dialect postgres --partitions events --by month --ahead 3 | psql --single-transaction
/// snowflake sql --dialect postgres --partitions events --by month --drop-before 2026-08 --from 2026-01 | psql
/// ```
///
/// - **A row whose partition does not exist is refused.** So keep `--ahead` at 1 or more, because a fast
///   clock or `max_lead` can put an ID into the next partition early. Raise an alert when the newest
///   partition begins in less than a period from now.
/// - Do not drop a period as soon as it is over: a late clock still writes to it.
/// - MySQL has no `IF NOT EXISTS` for partitions: run each statement once.
/// - In PostgreSQL, creating and dropping a partition waits for transactions that use the table, and all
///   other statements wait for it. Set `lock_timeout`, and try again. Do without a `DEFAULT` partition: each new
///   partition would have to read it, under that lock.
///
/// # Queries
///
/// A query with a condition on the key reads only the partitions of that time: `id = …`, `id BETWEEN …`,
/// and `id >= snowflake_first_id_at(…)`. So add a range of the key where one is known.
///
/// # Foreign keys, and tables that exist
///
/// - PostgreSQL: before you drop a partition of a table that others refer to, delete the rows that refer to it, then
///   `ALTER TABLE events DETACH PARTITION events_2026_10`.
/// - MariaDB and MySQL: a partitioned table has no foreign keys, in either direction.
/// - A unique index has to contain the key. Put names that must be unique into a table of their own.
/// - A table that exists becomes the first partition: rename it, create the partitioned table, and
///   attach it (`ALTER TABLE events ATTACH PARTITION events_before FOR VALUES FROM (MINVALUE) TO
///   (253309118054400000)`, the first bound that the command writes). A valid `CHECK` with the same bounds
///   spares the scan under the lock. MariaDB and MySQL copy the table.
///
/// With `pg_partman` (4.7.2, tried), the interval is one of IDs, here 30 days of ms times 2^22, and without `p_epoch`:
/// `SELECT partman.create_parent('public.events', 'id', 'native', '10871635968000000')`.
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
