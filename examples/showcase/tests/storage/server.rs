//! The servers of this suite, and the storage on them.

use std::env;
use std::sync::Arc;

use sea_orm::ConnectionTrait;
use showcase::database::Orm;
use showcase::storage::{self, Storage};
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
    pub(crate) async fn open(&self) -> Arc<dyn Storage> {
        self.open_with(self.orm).await
    }

    pub(crate) async fn open_with(&self, orm: Orm) -> Arc<dyn Storage> {
        storage::open(&self.url.parse().unwrap(), orm).await.unwrap()
    }

    /// What neither ORM would do.
    pub(crate) async fn execute(&self, sql: &str) {
        let db = self.connect().await;
        db.execute_unprepared(sql).await.unwrap();
        db.close().await.unwrap();
    }
}
