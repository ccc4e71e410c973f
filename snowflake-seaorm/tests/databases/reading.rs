//! Values that are not IDs are errors, which say what is wrong and where.

use sea_orm::prelude::*;
use sea_orm::{DatabaseConnection, QuerySelect};
use snowflake_kit_seaorm::sea_orm_2::ColumnError;

use crate::blog::ids::UserId;
use crate::blog::{self, post, user};

async fn written(db: &DatabaseConnection, value: i64) {
    // By another program, which knows no IDs.
    let sql = format!("INSERT INTO users (id, name, pinned_id) VALUES ({value}, 'Bob', {value})");
    db.execute_unprepared(&sql).await.unwrap();
}

/// The column, and the whole message.
fn refusal<T: std::fmt::Debug>(result: Result<T, DbErr>) -> (String, String) {
    let error = result.unwrap_err();
    let DbErr::TryIntoErr { source, .. } = &error else { panic!("{error:?}") };
    let column = source.downcast_ref::<ColumnError>().unwrap().column.clone();
    (column, error.to_string())
}

on_each_database! {
    async fn values_that_are_no_ids_are_refused(db: DatabaseConnection) {
        blog::create(&db).await;
        for value in [0, -1, i64::MIN] {
            user::Entity::delete_many().exec(&db).await.unwrap();
            written(&db, value).await;

            let (column, message) = refusal(user::Entity::find().one(&db).await);
            assert_eq!(column, "id");
            let error = format!("invalid UserId {value}: expected 1 to 9223372036854775807");
            let expected = format!("Error converting `i64` into `UserId`: column id: {error}");
            assert_eq!(message, expected);

            // A value that is wrong is not the same as one that is missing.
            let pinned = user::Entity::find().select_only().column(user::IDS.pinned_id);
            let (column, _) = refusal(pinned.into_tuple::<Option<UserId>>().one(&db).await);
            assert_eq!(column, "0");

            // With two entities in a row SeaORM tells columns apart by a letter.
            let pairs = user::Entity::find().find_also_related(blog::profile::Entity);
            let (column, _) = refusal(pairs.one(&db).await);
            assert_eq!(column, "A_id");
        }
    }

    async fn null_is_no_id(db: DatabaseConnection) {
        blog::create(&db).await;
        db.execute_unprepared("INSERT INTO users (id, name) VALUES (5, 'Ada')").await.unwrap();
        let pinned = user::Entity::find().select_only().column(user::IDS.pinned_id);
        let found = pinned.clone().into_tuple::<UserId>().one(&db).await;
        assert!(matches!(found, Err(DbErr::Type(_))), "{found:?}");
        let found = pinned.into_tuple::<Option<UserId>>().one(&db).await;
        assert_eq!(found, Ok(Some(None)));
        // The aggregate of no rows.
        let newest = post::Entity::find().select_only().column_as(post::IDS.id.max(), "newest");
        let found = newest.into_tuple::<Option<UserId>>().one(&db).await;
        assert_eq!(found, Ok(Some(None)));
    }
}
