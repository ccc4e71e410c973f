//! Conditions, pages, pools and `Any`.

use std::time::{Duration, SystemTime};

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::pool::PoolOptions;
use sqlx::{ConnectOptions as _, Database};

use super::super::Db;
use super::Place;
use super::{PostId, UserId, sql, tables};

async fn users(db: &mut <Db as Database>::Connection, count: usize) -> Vec<UserId> {
    let mut ids = Vec::new();
    for _ in 0..count {
        let id = UserId::mint();
        let insert = sql("INSERT INTO users VALUES (?, ?)");
        sqlx::query(insert).bind(id).bind("Ada").execute(&mut *db).await.unwrap();
        ids.push(id);
    }
    ids
}

#[tokio::test]
async fn pages_follow_the_key() {
    let place = Place::new();
    let mut db = tables(&place).await;
    let ids = users(&mut db, 25).await;
    let (mut found, mut last) = (Vec::new(), None);
    loop {
        let page = sql("SELECT id FROM users WHERE id > ? ORDER BY id LIMIT 10");
        // The first page begins after no ID: no ID is 0.
        let after = last.map_or(0, UserId::get);
        let page: Vec<UserId> =
            sqlx::query_scalar(page).bind(after).fetch_all(&mut db).await.unwrap();
        let Some(id) = page.last() else { break };
        last = Some(*id);
        found.extend(page);
    }
    assert_eq!(found, ids);
}

#[tokio::test]
async fn an_interval_of_time_is_one_of_keys() {
    let place = Place::new();
    let mut db = tables(&place).await;
    let ids = users(&mut db, 3).await;
    let now = SystemTime::now();
    let hour = Duration::from_secs(3600);
    for (interval, count) in [(now - hour..now + hour, 3), (now + hour..now + 2 * hour, 0)] {
        let range = UserId::range(interval);
        let select = sql("SELECT id FROM users WHERE id BETWEEN ? AND ? ORDER BY id");
        let found: Vec<UserId> = sqlx::query_scalar(select)
            .bind(range.start())
            .bind(range.end())
            .fetch_all(&mut db)
            .await
            .unwrap();
        assert_eq!(found, ids[..count]);
    }
}

#[tokio::test]
async fn a_row_that_is_there_keeps_its_key() {
    let place = Place::new();
    let mut db = tables(&place).await;
    let [id] = users(&mut db, 1).await[..] else { panic!("one user") };
    for name in ["Grace", "Edsger"] {
        let upsert = sql(super::super::UPSERT);
        sqlx::query(upsert).bind(id).bind(name).execute(&mut db).await.unwrap();
    }
    let (found, name): (UserId, String) =
        sqlx::query_as("SELECT id, name FROM users").fetch_one(&mut db).await.unwrap();
    assert_eq!((found, name.as_str()), (id, "Edsger"));
}

#[tokio::test]
async fn a_pool_and_prepared_statements_take_ids() {
    let place = Place::new();
    let ids = users(&mut tables(&place).await, 2).await;
    let options = PoolOptions::<Db>::new().max_connections(2);
    let pool = options.connect_with(place.options()).await.unwrap();
    for id in &ids {
        for persistent in [true, false] {
            let found: UserId = sqlx::query_scalar(sql("SELECT id FROM users WHERE id = ?"))
                .bind(id)
                .persistent(persistent)
                .fetch_one(&pool)
                .await
                .unwrap();
            assert_eq!(found, *id);
        }
    }
    pool.close().await;
}

#[tokio::test]
async fn any_database_takes_ids() {
    sqlx::any::install_default_drivers();
    let place = Place::new();
    let ids = users(&mut tables(&place).await, 2).await;
    let url = place.options().to_url_lossy();
    let options: AnyConnectOptions = url.as_str().parse().unwrap();
    let pool = AnyPoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
    for id in ids {
        let (found, none): (UserId, Option<PostId>) =
            sqlx::query_as(sql("SELECT id, NULL FROM users WHERE id = ?"))
                .bind(id)
                .fetch_one(&pool)
                .await
                .unwrap();
        assert_eq!((found, none), (id, None));
    }
    pool.close().await;
}
