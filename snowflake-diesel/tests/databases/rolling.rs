//! Two versions of a program on one table: the old one has keys that the database counts, the
//! new one mints them. The steps are those of the guide's page on counted keys.

use std::collections::BTreeSet;
use std::thread;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use diesel_async::AsyncMysqlConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;

use crate::database;
use crate::guide::sql;
use crate::ids::{self, UserId};

mod old {
    diesel::table! {
        users (id) {
            id -> BigInt,
            name -> Text,
        }
    }

    #[derive(diesel::Insertable)]
    #[diesel(table_name = users)]
    pub(super) struct NewUser {
        pub(super) name: String,
    }
}

mod new {
    use crate::ids::UserId;

    diesel::table! {
        use diesel::sql_types::Text;
        use snowflake_kit_diesel::Key;
        use crate::ids::UserId;

        users (id) {
            id -> Key<UserId>,
            name -> Text,
        }
    }

    #[derive(diesel::Insertable)]
    #[diesel(table_name = users)]
    pub(super) struct NewUser {
        pub(super) id: UserId,
        pub(super) name: String,
    }
}

/// What each version does, on each kind of connection.
macro_rules! programs {
    ($($server:ident: $connection:ty;)*) => {$(
        mod $server {
            use super::*;

            /// How many rows a process inserts.
            pub(super) const ROWS: usize = 100;

            pub(super) fn connect(url: &str) -> $connection {
                <$connection>::establish(url).unwrap()
            }

            pub(super) fn counted(db: &mut $connection, name: String) -> QueryResult<i64> {
                let row = old::NewUser { name };
                diesel::insert_into(old::users::table).values(&row).execute(db)?;
                let stored = old::users::table.filter(old::users::name.eq(&row.name));
                stored.select(old::users::id).first(db)
            }

            pub(super) fn minted(db: &mut $connection, name: String) -> QueryResult<UserId> {
                let row = new::NewUser { id: UserId::mint(), name };
                diesel::insert_into(new::users::table).values(&row).execute(db)?;
                let stored = new::users::table.filter(new::users::name.eq(&row.name));
                assert_eq!(stored.select(new::users::id).first::<UserId>(db)?, row.id);
                Ok(row.id)
            }

            /// A process of the old version.
            pub(super) fn old_process(url: &str, process: usize) -> Vec<i64> {
                let mut db = connect(url);
                let rows = 0..ROWS;
                rows.map(|row| counted(&mut db, format!("old {process} {row}")).unwrap()).collect()
            }

            /// A process of the new version.
            pub(super) fn new_process(url: &str, process: usize) -> Vec<i64> {
                let mut db = connect(url);
                let rows = 0..ROWS;
                rows.map(|row| minted(&mut db, format!("new {process} {row}")).unwrap().get())
                    .collect()
            }

            /// All keys, as the old version reads them.
            pub(super) fn keys(db: &mut $connection) -> Vec<i64> {
                old::users::table.select(old::users::id).order(old::users::id).load(db).unwrap()
            }
        }
    )*};
}

programs! {
    postgres: PgConnection;
    mariadb: AsyncConnectionWrapper<AsyncMysqlConnection>;
}

#[test]
fn both_versions_insert_at_once_on_postgres() {
    use postgres::*;

    ids::install();
    let database = database::postgres();
    let url = database.url();
    let mut db = connect(url);
    let tables = "CREATE TABLE users (id BIGSERIAL PRIMARY KEY, name TEXT NOT NULL)";
    db.batch_execute(tables).unwrap();

    let (old, new) = thread::scope(|scope| {
        let old = [0, 1].map(|process| scope.spawn(move || old_process(url, process)));
        let new = [0, 1].map(|process| scope.spawn(move || new_process(url, process)));
        (old.map(|process| process.join().unwrap()), new.map(|process| process.join().unwrap()))
    });
    // The sequence does not see the minted keys.
    let old: BTreeSet<i64> = old.concat().into_iter().collect();
    assert!(old.iter().copied().eq(1..=2 * ROWS as i64));
    let new: BTreeSet<i64> = new.concat().into_iter().collect();
    assert_eq!(new.len(), 2 * ROWS);
    assert!(keys(&mut db).into_iter().eq(old.into_iter().chain(new)));

    // The old processes have ended.
    db.batch_execute(sql("-- PostgreSQL, of a BIGSERIAL")).unwrap();
    let forgotten = counted(&mut db, "forgotten".into()).unwrap_err();
    assert!(matches!(forgotten, Error::DatabaseError(DatabaseErrorKind::NotNullViolation, _)));
    minted(&mut db, "minted".into()).unwrap();

    // The way back, while the new processes still run.
    let back = "ALTER TABLE users ALTER COLUMN id SET DEFAULT nextval('users_id_seq')";
    db.batch_execute(back).unwrap();
    assert_eq!(counted(&mut db, "back".into()).unwrap(), 2 * ROWS as i64 + 1);
    minted(&mut db, "minted again".into()).unwrap();
}

#[test]
fn the_old_version_reads_while_the_new_one_mints_on_mariadb() {
    use mariadb::*;

    ids::install();
    let database = database::mariadb();
    let url = database.url();
    let mut db = connect(url);
    let counting = "BIGINT NOT NULL AUTO_INCREMENT";
    db.batch_execute(&format!(
        "CREATE TABLE users (id {counting} PRIMARY KEY, name VARCHAR(100) NOT NULL)"
    ))
    .unwrap();
    thread::scope(|scope| {
        for process in [0, 1] {
            scope.spawn(move || old_process(url, process));
        }
    });

    // The old writers are stopped; what only reads goes on.
    db.batch_execute(sql("-- MariaDB and MySQL")).unwrap();
    let new = thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let mut db = connect(url);
            let mut seen = 0;
            while seen < 4 * ROWS {
                let keys = keys(&mut db);
                assert!(keys.len() >= seen && keys.is_sorted());
                seen = keys.len();
            }
        });
        let new = [0, 1].map(|process| scope.spawn(move || new_process(url, process)));
        let new = new.map(|process| process.join().unwrap());
        reader.join().unwrap();
        new.concat()
    });
    assert_eq!(new.iter().collect::<BTreeSet<_>>().len(), 2 * ROWS);
    counted(&mut db, "forgotten".into()).unwrap_err();

    // The way back, when the new version has been stopped: it counts on from its keys.
    db.batch_execute(&format!("ALTER TABLE users MODIFY id {counting}")).unwrap();
    let largest = new.into_iter().max().unwrap();
    assert_eq!(counted(&mut db, "back".into()).unwrap(), largest + 1);
}
