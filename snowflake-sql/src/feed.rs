//! A feed of the rows of a table that misses none.

use snowflake_kit_core::Dialect;

use crate::error::SqlError;
use crate::table::Table;
use crate::text::{comment, quoted};

/// The statements for a feed of a table: its rows in an order in which no row ever appears before
/// one that was already read.
///
/// A search index or a mail job wants to see each new row once. "Everything after the last ID that I
/// have seen" **loses rows**: an ID is minted before its row is committed, so while a slow transaction
/// is open, a quick one with a larger ID commits.
///
/// | dialect | what [`up`](Self::up) adds | the order | what a slow transaction does |
/// |---|---|---|---|
/// | [`Postgres`](Dialect::Postgres), from version 13 | a column `feed_xid` with the number of the transaction, and an index | of transaction numbers, and of IDs in each | all later rows wait for it |
/// | [`Sqlite`](Dialect::Sqlite) | a table `…_feed` and a trigger | of commits | no other transaction can write meanwhile |
/// | [`MariaDb`](Dialect::MariaDb) from 10.6, [`MySql`](Dialect::MySql) from 8.0 | tables `…_feed` and `…_outbox`, a trigger, and a procedure `…_feed_take` that gives committed rows their numbers | of these numbers | its rows come later |
///
/// Each committed row is read once, if the reader saves its cursor and its work in one transaction. To
/// see changes too, insert a row for each change.
///
/// ```
/// use snowflake_kit_sql::{Dialect, Feed};
///
/// let feed = Feed::new(Dialect::Postgres, "posts", "id")?;
/// assert_eq!(feed.up()[1], r#"CREATE INDEX "posts_feed" ON "posts" ("feed_xid", "id")"#);
/// # Ok::<(), snowflake_kit_sql::SqlError>(())
/// ```
///
/// The command writes the same statements:
///
/// ```sh
/// snowflake sql --dialect postgres --feed posts > up.sql
/// snowflake sql --dialect postgres --feed posts --down > down.sql
/// ```
///
/// # PostgreSQL
///
/// ```sql
/// -- Rows that are there already get 0, without a rewrite of the table.
/// ALTER TABLE "posts"
///     ADD COLUMN "feed_xid" pg_catalog.xid8 NOT NULL DEFAULT '0',
///     ALTER COLUMN "feed_xid" SET DEFAULT pg_catalog.pg_current_xact_id();
///
/// CREATE INDEX "posts_feed" ON "posts" ("feed_xid", "id");
/// ```
///
/// The cursor is the transaction's number and the ID of the last row, at first 0 and 0:
///
/// ```sql
/// SELECT posts.feed_xid::text, id, text FROM posts
/// WHERE (posts.feed_xid, id) > ($1::text::xid8, $2)
///     AND posts.feed_xid < pg_snapshot_xmin(pg_current_snapshot())
/// ORDER BY posts.feed_xid, id LIMIT 1000
/// ```
///
/// **Write `posts.` before the column**: `ORDER BY feed_xid` alone is the *text* in the result, and as
/// a text `10` comes before `9`, so rows would be missed. Bind and read the number as text.
///
/// `pg_snapshot_xmin(pg_current_snapshot())` is the horizon: the oldest transaction that has not
/// ended. **One long or prepared transaction** that has written to any database of the server delays
/// the feed until it ends. Nothing is lost. Raise an alert when the horizon is older than a minute;
/// `idle_in_transaction_session_timeout` ends forgotten transactions:
///
/// ```sql
/// SELECT pid, now() - xact_start AS age, query FROM pg_stat_activity
/// WHERE backend_xid IS NOT NULL ORDER BY xact_start LIMIT 1;
///
/// SELECT gid, now() - prepared AS age FROM pg_prepared_xacts ORDER BY prepared LIMIT 1;
/// ```
///
/// **A dump that is restored** brings numbers of the old server into one whose numbers begin from the
/// start. Before the switch, stop the writers and let each reader read to the end. After it:
///
/// ```sql
/// UPDATE posts SET feed_xid = '0';
/// ```
///
/// Then set each cursor to `0` and 9223372036854775807: after all old rows. After `pg_upgrade`,
/// nothing has to be done. With logical replication, read the feed from the publisher.
///
/// **Ask once a second**, even if `NOTIFY` wakes you: a notification can be lost, or arrive before the
/// horizon.
///
/// # SQLite
///
/// The cursor is the number, at first 0:
///
/// ```sql
/// SELECT number, posts.* FROM posts_feed JOIN posts USING (id)
/// WHERE number > ? ORDER BY number LIMIT 1000
/// ```
///
/// Rows of `posts_feed` that each reader has read can be deleted.
///
/// # MariaDB and MySQL
///
/// They show no horizon. So the trigger writes the ID into an outbox in the row's transaction, and the
/// procedure numbers the rows that *are* committed. Each reader calls it before it reads, outside of a
/// transaction:
///
/// ```sql
/// CALL posts_feed_take(1000);
///
/// SELECT number, posts.* FROM posts_feed JOIN posts USING (id)
/// WHERE number > ? ORDER BY number LIMIT 1000;
/// ```
///
/// The cursor is the number. Roles that read need `EXECUTE` on the procedure and `SELECT` on
/// `posts_feed`.
#[derive(Clone, Debug)]
pub struct Feed {
    dialect: Dialect,
    names: Names,
}

/// All quoted.
#[derive(Clone, Debug)]
struct Names {
    table: String,
    /// Without its schema.
    bare_table: String,
    key: String,
    /// The index of PostgreSQL, and the table of the others.
    feed: String,
    /// Without its schema.
    bare_feed: String,
    outbox: String,
    trigger: String,
    take: String,
}

impl Feed {
    /// The feed of a table with this key column.
    ///
    /// # Errors
    /// [`SqlError::Name`] if the database would refuse or cut a name.
    pub fn new<'a>(
        dialect: Dialect,
        table: impl Into<Table<'a>>,
        key: &str,
    ) -> Result<Self, SqlError> {
        let table = table.into();
        let beside = |end: &str| table.beside(dialect, &format!("{}_{end}", table.name));
        let names = Names {
            table: table.quoted(dialect)?,
            bare_table: quoted(dialect, table.name)?,
            key: quoted(dialect, key)?,
            feed: beside("feed")?,
            bare_feed: quoted(dialect, &format!("{}_feed", table.name))?,
            outbox: beside("outbox")?,
            trigger: beside("feed_insert")?,
            take: beside("feed_take")?,
        };
        Ok(Self { dialect, names })
    }

    /// The statements that add the feed to a table. Run them one by one, in this order. Rows that
    /// are there already are in the feed, before all others.
    pub fn up(&self) -> Vec<String> {
        let Names { table, bare_table, key, feed, bare_feed, outbox, trigger, take } = &self.names;
        match self.dialect {
            Dialect::Postgres => {
                let what = comment(
                    "The transaction that inserted the row. Rows that are there already get 0, \
                     without a rewrite of the table.",
                );
                // The name of an index has no schema: it is in that of its table.
                vec![
                    format!(
                        "{what}ALTER TABLE {table}
    ADD COLUMN \"feed_xid\" pg_catalog.xid8 NOT NULL DEFAULT '0',
    ALTER COLUMN \"feed_xid\" SET DEFAULT pg_catalog.pg_current_xact_id()"
                    ),
                    format!("CREATE INDEX {bare_feed} ON {table} (\"feed_xid\", {key})"),
                ]
            }
            Dialect::Sqlite => vec![
                format!(
                    "CREATE TABLE {feed} (number INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL)"
                ),
                format!("INSERT INTO {feed} (id) SELECT {key} FROM {table} ORDER BY {key}"),
                format!(
                    "CREATE TRIGGER {trigger} AFTER INSERT ON {bare_table} BEGIN
    INSERT INTO {bare_feed} (id) VALUES (NEW.{key});
END"
                ),
            ],
            _ => vec![
                format!(
                    "CREATE TABLE {feed} (number BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, id BIGINT NOT NULL)
    ENGINE = InnoDB"
                ),
                format!(
                    "{}CREATE TABLE {outbox} (id BIGINT NOT NULL PRIMARY KEY) ENGINE = InnoDB",
                    comment("Rows without a number yet. The session that gives numbers locks row 0.")
                ),
                format!("INSERT INTO {outbox} (id) VALUES (0)"),
                format!(
                    "CREATE TRIGGER {trigger} AFTER INSERT ON {table} FOR EACH ROW
BEGIN
    INSERT IGNORE INTO {outbox} (id) VALUES (NEW.{key});
END"
                ),
                format!("INSERT IGNORE INTO {outbox} (id) SELECT {key} FROM {table}"),
                format!(
                    "{}CREATE PROCEDURE {take}(most INT)
BEGIN
    DECLARE turn, numbered BIGINT;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
    START TRANSACTION;
    SELECT id INTO turn FROM {outbox} WHERE id = 0 FOR UPDATE;
    SELECT COALESCE(MAX(number), 0) INTO numbered FROM {feed};
    INSERT INTO {feed} (id) SELECT id FROM {outbox} WHERE id > 0 ORDER BY id LIMIT most;
    DELETE {outbox} FROM {feed} STRAIGHT_JOIN {outbox} ON {outbox}.id = {feed}.id
        WHERE {feed}.number > numbered;
    COMMIT;
END",
                    comment(
                        "Gives numbers to rows that are committed. One session at a time does so, \
                         and none waits for a row that is not committed yet."
                    )
                ),
            ],
        }
    }

    /// The statements that remove what [`up`](Self::up) has added.
    pub fn down(&self) -> Vec<String> {
        let Names { table, feed, outbox, trigger, take, .. } = &self.names;
        match self.dialect {
            Dialect::Postgres => {
                vec![
                    format!("DROP INDEX {feed}"),
                    format!("ALTER TABLE {table} DROP COLUMN \"feed_xid\""),
                ]
            }
            Dialect::Sqlite => {
                vec![format!("DROP TRIGGER {trigger}"), format!("DROP TABLE {feed}")]
            }
            _ => vec![
                format!("DROP TRIGGER {trigger}"),
                format!("DROP PROCEDURE {take}"),
                format!("DROP TABLE {outbox}"),
                format!("DROP TABLE {feed}"),
            ],
        }
    }

    /// The statement to run before each [`read`](Self::read), outside of a transaction: it gives
    /// numbers to up to 1,000 committed rows. Only MariaDB and MySQL need one.
    pub fn take(&self) -> Option<String> {
        let take = &self.names.take;
        match self.dialect {
            Dialect::MariaDb | Dialect::MySql => Some(format!("CALL {take}(1000)")),
            _ => None,
        }
    }

    /// The query for the next keys.
    ///
    /// | dialect | parameters | columns |
    /// |---|---|---|
    /// | PostgreSQL | `$1` and `$2`: the cursor, which is `feed_xid` (text) and `id` of the last row, at first `0` and 0; `$3`: at most how many rows | `feed_xid` (text), `id` |
    /// | the others | the cursor, which is `number` of the last row, at first 0; at most how many rows | `number`, `id` |
    pub fn read(&self) -> String {
        let Names { table, key, feed, .. } = &self.names;
        if self.dialect == Dialect::Postgres {
            // With the table's name: `ORDER BY feed_xid` alone would be the text in the result, and
            // as a text '10' is before '9'.
            return format!(
                "SELECT {table}.\"feed_xid\"::text AS feed_xid, {table}.{key} AS id FROM {table}
WHERE ({table}.\"feed_xid\", {table}.{key}) > ($1::text::pg_catalog.xid8, $2)
    AND {table}.\"feed_xid\" < pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())
ORDER BY {table}.\"feed_xid\", {table}.{key} LIMIT $3"
            );
        }
        format!("SELECT number, id FROM {feed} WHERE number > ? ORDER BY number LIMIT ?")
    }
}
