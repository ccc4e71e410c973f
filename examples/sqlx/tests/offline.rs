//! What the macros know offline is what the migrations make.

use std::fs;

use serde_json::Value;
use sqlx::{
    Connection as _, Either, Executor as _, SqlSafeStr as _, SqliteConnection, Statement as _,
};

#[tokio::test]
async fn the_queries_fit_the_migrations() {
    let mut db = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    sqlx::migrate!().run(&mut db).await.unwrap();
    let files: Vec<_> = fs::read_dir(".sqlx").unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 6);
    for file in files {
        let query: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let sql = query["query"].as_str().unwrap().to_owned();
        let prepared = db.prepare(sqlx::AssertSqlSafe(sql.clone()).into_sql_str()).await.unwrap();
        let columns = query["describe"]["columns"].as_array().unwrap();
        let expected: Vec<_> =
            columns.iter().map(|column| column["name"].as_str().unwrap()).collect();
        let found: Vec<_> = prepared.columns().iter().map(sqlx::Column::name).collect();
        assert_eq!(found, expected, "{sql}");
        let Some(Either::Right(parameters)) = prepared.parameters() else { panic!("{sql}") };
        assert_eq!(query["describe"]["parameters"]["Right"], parameters, "{sql}");
    }
}
