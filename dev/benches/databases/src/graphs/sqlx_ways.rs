//! The ways of sqlx, with SQL from its query builder.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::ConnectOptions as _;
use sqlx::mysql::{MySqlConnectOptions, MySqlSslMode};
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use super::rows::{NewChild, Parent, name, new_children};
use super::{Inserter, Orm, Way};
use crate::Failure;
use crate::store::{Database, PRAGMAS};

/// Those that a database can be gone with.
pub(crate) const fn ways(database: Database) -> &'static [(Orm, Way)] {
    match database {
        Database::Sqlite | Database::Postgres => &[
            (Orm::Sqlx, Way::Minted),
            (Orm::Sqlx, Way::Counted),
            (Orm::Sqlx, Way::MintedTogether),
            (Orm::Sqlx, Way::CountedTogether),
        ],
        // As with the others: the key of one row, and none of many.
        Database::MariaDb => {
            &[(Orm::Sqlx, Way::Minted), (Orm::Sqlx, Way::Counted), (Orm::Sqlx, Way::MintedTogether)]
        }
    }
}

/// A way, connected.
pub(crate) fn connect(database: Database, url: &str, way: Way) -> Result<Inserter, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let sent = Arc::<AtomicU64>::default();
    let counter = Arc::clone(&sent);
    let insert: Box<dyn FnMut(usize) -> Result<(), Failure>> = match database {
        Database::Sqlite => {
            let options = SqliteConnectOptions::new().filename(url).create_if_missing(true);
            let mut connection = runtime.block_on(async {
                let mut connection = options.connect().await?;
                sqlx::raw_sql(PRAGMAS).execute(&mut connection).await?;
                Ok::<_, sqlx::Error>(connection)
            })?;
            Box::new(move |graphs| {
                Ok(runtime.block_on(sqlite::insert(&mut connection, way, graphs, &counter))?)
            })
        }
        Database::Postgres => {
            let options: PgConnectOptions = url.parse()?;
            let mut connection = runtime.block_on(options.connect())?;
            Box::new(move |graphs| {
                Ok(runtime.block_on(postgres::insert(&mut connection, way, graphs, &counter))?)
            })
        }
        Database::MariaDb => {
            // Without what only the other client understands.
            let options: MySqlConnectOptions = url.split('?').next().unwrap_or(url).parse()?;
            // Newer servers have a certificate, and what is sent is read on its way.
            let options = options.ssl_mode(MySqlSslMode::Disabled);
            let mut connection = runtime.block_on(options.connect())?;
            Box::new(move |graphs| {
                Ok(runtime.block_on(mariadb::insert(&mut connection, way, graphs, &counter))?)
            })
        }
    };
    let sent = Box::new(move || sent.swap(0, Ordering::Relaxed));
    Ok(Inserter { orm: Orm::Sqlx, way, insert, sent })
}

/// The same for each database: sqlx has no bounds that say "a database with `i64`".
macro_rules! ways {
    ($module:ident, $connection:ident, $database:ident, $keys:expr) => {
        mod $module {
            use sqlx::{Connection as _, QueryBuilder, $connection as Connection, $database};

            use super::{AtomicU64, NewChild, Ordering, Parent, Way, name, new_children};

            pub(super) async fn insert(
                connection: &mut Connection,
                way: Way,
                graphs: usize,
                sent: &AtomicU64,
            ) -> Result<(), sqlx::Error> {
                let all = 0..graphs;
                match way {
                    Way::MintedTogether => minted(connection, all.collect(), sent).await,
                    Way::CountedTogether => counted(connection, all.collect(), sent).await,
                    _ => {
                        for number in all {
                            if way.is_minted() {
                                minted(connection, vec![number], sent).await?;
                            } else {
                                counted(connection, vec![number], sent).await?;
                            }
                        }
                        Ok(())
                    }
                }
            }

            /// A statement for each table.
            async fn minted(
                connection: &mut Connection,
                numbers: Vec<usize>,
                sent: &AtomicU64,
            ) -> Result<(), sqlx::Error> {
                let parents: Vec<_> = numbers.into_iter().map(Parent::mint).collect();
                let children = parents.iter().flat_map(Parent::mint_children);
                let mut insert =
                    QueryBuilder::<$database>::new("INSERT INTO minted_parents (id, name) ");
                insert.push_values(&parents, |mut row, parent| {
                    row.push_bind(parent.id).push_bind(&parent.name);
                });
                let mut insert_children = QueryBuilder::<$database>::new(
                    "INSERT INTO minted_children (id, parent_id, text) ",
                );
                insert_children.push_values(children, |mut row, child| {
                    row.push_bind(child.id).push_bind(child.parent_id).push_bind(child.text);
                });
                let mut transaction = connection.begin().await?;
                insert.build().execute(&mut *transaction).await?;
                insert_children.build().execute(&mut *transaction).await?;
                sent.fetch_add(2, Ordering::Relaxed);
                transaction.commit().await
            }

            /// The parents, whose keys the database tells, and their children.
            async fn counted(
                connection: &mut Connection,
                numbers: Vec<usize>,
                sent: &AtomicU64,
            ) -> Result<(), sqlx::Error> {
                let mut insert =
                    QueryBuilder::<$database>::new("INSERT INTO counted_parents (name) ");
                insert.push_values(numbers, |mut row, number| {
                    row.push_bind(name(number));
                });
                let mut transaction = connection.begin().await?;
                let keys: Vec<i64> = $keys(&mut *transaction, insert).await?;
                let children: Vec<NewChild> = keys.into_iter().flat_map(new_children).collect();
                let mut insert = QueryBuilder::<$database>::new(
                    "INSERT INTO counted_children (parent_id, text) ",
                );
                insert.push_values(children, |mut row, child| {
                    row.push_bind(child.parent_id).push_bind(child.text);
                });
                insert.build().execute(&mut *transaction).await?;
                sent.fetch_add(2, Ordering::Relaxed);
                transaction.commit().await
            }
        }
    };
}

ways!(sqlite, SqliteConnection, Sqlite, super::returning_sqlite);
ways!(postgres, PgConnection, Postgres, super::returning_postgres);
ways!(mariadb, MySqlConnection, MySql, super::last_insert_id);

async fn returning_sqlite(
    connection: &mut sqlx::SqliteConnection,
    mut insert: sqlx::QueryBuilder<sqlx::Sqlite>,
) -> Result<Vec<i64>, sqlx::Error> {
    insert.push(" RETURNING id").build_query_scalar().fetch_all(connection).await
}

async fn returning_postgres(
    connection: &mut sqlx::PgConnection,
    mut insert: sqlx::QueryBuilder<sqlx::Postgres>,
) -> Result<Vec<i64>, sqlx::Error> {
    insert.push(" RETURNING id").build_query_scalar().fetch_all(connection).await
}

/// The key of one row, which the answer has.
async fn last_insert_id(
    connection: &mut sqlx::MySqlConnection,
    mut insert: sqlx::QueryBuilder<sqlx::MySql>,
) -> Result<Vec<i64>, sqlx::Error> {
    let done = insert.build().execute(connection).await?;
    Ok(vec![done.last_insert_id().cast_signed()])
}
