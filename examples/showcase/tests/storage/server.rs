//! The servers of this suite, and the storage on them.

use std::env;

use sea_orm::ConnectionTrait;
use showcase::storage::Storage;
use test_servers::Database;

use crate::place::Place;

/// The URL of one that is there.
pub(crate) fn url(database: Database) -> String {
    let variable = match database {
        Database::Postgres => "SNOWFLAKE_POSTGRES_URL",
        Database::MySql => "SNOWFLAKE_MYSQL_URL",
    };
    let Ok(url) = env::var(variable) else {
        panic!("{variable} is not set: run `cargo xtask test`, or set it to a server's URL");
    };
    url
}

impl Place {
    pub(crate) async fn open(&self) -> Storage {
        Storage::open(&self.url.parse().unwrap()).await.unwrap()
    }

    /// What the storage would not do.
    pub(crate) async fn execute(&self, sql: &str) {
        let db = self.connect().await;
        db.execute_unprepared(sql).await.unwrap();
        db.close().await.unwrap();
    }
}
