//! A program whose keys the database counts, and one that mints them, on one table: what
//! the guide's page for Diesel says about the order of the steps.

use std::collections::BTreeSet;

use sqlx::{Database, Executor as _};

use super::super::{COUNT_AGAIN, COUNTED, Db, END_COUNTING, WIDEN};
use super::Place;
use super::{PostId, sql, tables};

type Connection = <Db as Database>::Connection;

/// The old program: inserts a row without a key, and reads the key.
async fn counted(db: &mut Connection, table: &str, text: &str) -> Result<i64, sqlx::Error> {
    let insert = sql(&format!("INSERT INTO {table} (text) VALUES (?)"));
    sqlx::query(insert).bind(text).execute(&mut *db).await?;
    let select = sql(&format!("SELECT id FROM {table} WHERE text = ?"));
    sqlx::query_scalar(select).bind(text).fetch_one(db).await
}

/// The new program.
async fn minted(db: &mut Connection, table: &str, text: &str) -> Result<PostId, sqlx::Error> {
    let id = PostId::mint();
    let insert = sql(&format!("INSERT INTO {table} (id, text) VALUES (?, ?)"));
    sqlx::query(insert).bind(id).bind(text).execute(&mut *db).await?;
    let select = sql(&format!("SELECT id FROM {table} WHERE text = ?"));
    let read: PostId = sqlx::query_scalar(select).bind(text).fetch_one(db).await?;
    assert_eq!(read, id);
    Ok(id)
}

async fn place() -> (Place, Connection) {
    let place = Place::new();
    let mut db = tables(&place).await;
    sqlx::raw_sql(COUNTED).execute(&mut db).await.unwrap();
    (place, db)
}

fn is_postgres() -> bool {
    Db::NAME == "PostgreSQL"
}

#[tokio::test]
async fn what_is_counted_after_a_minted_key() {
    let (_place, mut db) = place().await;
    assert_eq!(counted(&mut db, "notes", "old").await.unwrap(), 1);
    let id = minted(&mut db, "notes", "new").await.unwrap();
    let next = counted(&mut db, "notes", "old again").await.unwrap();
    // Anywhere but on PostgreSQL that is a key which this node may mint next.
    assert_eq!(next, if is_postgres() { 2 } else { id.get() + 1 });
}

/// On PostgreSQL while both insert; on the others after the old program was stopped.
#[tokio::test]
async fn both_programs_at_once() {
    let (place, mut old) = place().await;
    let mut new = place.connect().await;
    let mut keys = BTreeSet::new();
    if is_postgres() {
        for number in 0..200 {
            let (text, other) = (format!("old {number}"), format!("new {number}"));
            let both =
                tokio::join!(counted(&mut old, "notes", &text), minted(&mut new, "notes", &other));
            let counted = both.0.unwrap();
            assert!(counted <= 200, "{counted} is not from the sequence");
            keys.extend([counted, both.1.unwrap().get()]);
        }
    } else {
        for number in 0..200 {
            keys.insert(counted(&mut old, "notes", &format!("old {number}")).await.unwrap());
        }
    }
    old.execute(END_COUNTING).await.unwrap();
    let before = keys.len();
    for number in 0..200 {
        // An old program that was forgotten.
        counted(&mut old, "notes", &format!("late {number}")).await.unwrap_err();
        keys.insert(minted(&mut new, "notes", &format!("newer {number}")).await.unwrap().get());
    }
    assert_eq!(keys.len(), before + 200);
    let rows: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM notes").fetch_one(&mut new).await.unwrap();
    assert_eq!(rows, keys.len() as i64, "nothing that was refused is there");
}

/// Back to counting: where it goes on.
#[tokio::test]
async fn the_way_back() {
    let (_place, mut db) = place().await;
    counted(&mut db, "notes", "old").await.unwrap();
    db.execute(END_COUNTING).await.unwrap();
    let id = minted(&mut db, "notes", "new").await.unwrap();
    db.execute(COUNT_AGAIN).await.unwrap();
    let next = counted(&mut db, "notes", "old again").await.unwrap();
    assert_eq!(next, if is_postgres() { 2 } else { id.get() + 1 });
}

/// Which programs can read a key before and after it becomes wide.
#[tokio::test]
async fn keys_of_32_bits() {
    async fn reads<T>(db: &mut Connection) -> bool
    where
        T: Send + Unpin + for<'r> sqlx::Decode<'r, Db> + sqlx::Type<Db>,
    {
        let read: Result<T, _> =
            sqlx::query_scalar("SELECT id FROM small WHERE text = 'old'").fetch_one(db).await;
        read.is_ok()
    }
    let (place, mut db) = place().await;
    db.execute("INSERT INTO small (text) VALUES ('old')").await.unwrap();
    let narrow = [reads::<i32>(&mut db).await, reads::<i64>(&mut db).await];
    db.execute(WIDEN).await.unwrap();
    if is_postgres() {
        // What this connection has prepared is refused from now on, whatever it reads.
        assert!(!reads::<i64>(&mut db).await);
    }
    let mut db = place.connect().await;
    let wide = [reads::<i32>(&mut db).await, reads::<i64>(&mut db).await];
    minted(&mut db, "small", "new").await.unwrap();
    // On PostgreSQL the column and the program change together.
    let expected =
        if is_postgres() { ([true, false], [false, true]) } else { ([true, true], [true, true]) };
    assert_eq!((narrow, wide), expected);
}
