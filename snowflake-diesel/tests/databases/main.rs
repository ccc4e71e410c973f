//! One suite on three databases, waiting and async, with typed and with plain
//! columns.
//!
//! `cargo xtask test` starts the servers. Without it, name them:
//! `SNOWFLAKE_POSTGRES_URL` and `SNOWFLAKE_MYSQL_URL`.

mod backends;
mod columns;
mod database;
mod every_key;
mod graph;
mod guide;
mod hygiene;
mod ids;
mod rolling;
mod row_numbers;
mod way;

use database::{Database, mariadb, postgres};

/// In memory.
fn sqlite() -> Database {
    Database::new(":memory:".to_owned(), || {})
}

/// The suite for one connection and one kind of column.
///
/// The tests are in files that are the same for all; what a database or its
/// driver cannot do is in files of its own.
macro_rules! suite {
    ($columns:ident, $way:ident, $open:ident, [$($extra:literal),* $(,)?]) => {
        mod $columns {
            use crate::columns::$columns::*;
            use crate::way::$way::{self as way, RunQueryDsl, SimpleConnection, go, test};
            use super::Connection;
            use crate::$open as open;

            include!("suite/rows.rs");
            include!("suite/conditions.rs");
            include!("suite/expressions.rs");
            include!("suite/joins.rs");
            include!("suite/structs.rs");
            include!("suite/changes.rs");
            include!("suite/refusals.rs");
            include!("suite/or_zero.rs");
            $(include!($extra);)*
        }
    };
}

mod sqlite {
    type Connection = diesel::SqliteConnection;

    suite!(
        typed,
        waiting,
        sqlite,
        ["suite/batches.rs", "suite/returning.rs", "suite/conflicts.rs", "suite/casts.rs"]
    );
    suite!(
        plain,
        waiting,
        sqlite,
        ["suite/batches.rs", "suite/returning.rs", "suite/conflicts.rs"]
    );
}

mod sqlite_async {
    // Without batches: this driver does not take several rows at once. Without plain columns: it is
    // the connection of the module above on another thread.
    type Connection =
        diesel_async::sync_connection_wrapper::SyncConnectionWrapper<diesel::SqliteConnection>;

    suite!(
        typed,
        waits_not,
        sqlite,
        ["suite/returning.rs", "suite/conflicts.rs", "suite/casts.rs"]
    );
}

mod postgres {
    type Connection = diesel::PgConnection;

    suite!(
        typed,
        waiting,
        postgres,
        [
            "suite/batches.rs",
            "suite/returning.rs",
            "suite/conflicts.rs",
            "suite/arrays.rs",
            "suite/copies.rs",
            "suite/casts.rs"
        ]
    );
    suite!(
        plain,
        waiting,
        postgres,
        [
            "suite/batches.rs",
            "suite/returning.rs",
            "suite/conflicts.rs",
            "suite/arrays.rs",
            "suite/copies.rs"
        ]
    );
}

mod postgres_async {
    // Without `COPY`, which this driver does not have.
    type Connection = diesel_async::AsyncPgConnection;

    suite!(
        typed,
        waits_not,
        postgres,
        [
            "suite/batches.rs",
            "suite/returning.rs",
            "suite/conflicts.rs",
            "suite/arrays.rs",
            "suite/casts.rs"
        ]
    );
    // Plain columns are those of the module above: to Diesel the two drivers are one backend.
}

mod mariadb {
    // Diesel's own client needs a library in C; to Diesel this one is the same.
    type Connection = diesel_async::async_connection_wrapper::AsyncConnectionWrapper<
        diesel_async::AsyncMysqlConnection,
    >;

    suite!(typed, waiting, mariadb, ["suite/batches.rs", "suite/duplicates.rs", "suite/casts.rs"]);
    // Plain columns have the same driver in the module below.
}

mod mariadb_async {
    type Connection = diesel_async::AsyncMysqlConnection;

    suite!(
        typed,
        waits_not,
        mariadb,
        ["suite/batches.rs", "suite/duplicates.rs", "suite/casts.rs"]
    );
    suite!(plain, waits_not, mariadb, ["suite/batches.rs", "suite/duplicates.rs"]);
}
