//! The forms that a table of `SQLite` can have under these keys: an index beside the row number, the
//! key as the row number, no row number, and `STRICT`.

use sea_orm::sea_query::{ColumnDef, OnConflict, SqliteQueryBuilder, Table};
use sea_orm::{
    ActiveModelTrait, ConnectionTrait, DatabaseConnection, EntityTrait, IntoActiveModel,
    QueryFilter, QueryOrder, Set,
};
use sea_orm_migration::schema::big_integer;
use snowflake_kit_seaorm::sea_orm_2::schema::pk_snowflake;
use snowflake_kit_seaorm::sea_orm_2::{MintedModel as _, MintedRows as _};

use crate::backend;
use crate::blog::ids::{PostId, UserId};
use crate::blog::{post, user};

/// How a row ends up that was inserted without its key.
#[derive(Clone, Copy)]
enum Keyless {
    IsRefused,
    IsNumbered,
}

/// Tables whose keys are of this type, with the option.
async fn database(key: &str, option: &str) -> DatabaseConnection {
    backend::install_node();
    let db = backend::connect("sqlite::memory:").await;
    // What a strict table may call a 64-bit integer.
    let link = if option == "STRICT" { "INT" } else { "BIGINT" };
    db.execute_unprepared(&format!(
        "CREATE TABLE users (id {key}, name TEXT NOT NULL, pinned_id {link}) {option};
         CREATE TABLE posts (
             id {key},
             author_id {link} NOT NULL REFERENCES users (id),
             reply_to {link} REFERENCES posts (id),
             title TEXT NOT NULL
         ) {option};"
    ))
    .await
    .unwrap();
    db
}

fn post_by(author: UserId, reply_to: Option<PostId>, title: &str) -> post::ActiveModel {
    post::ActiveModel {
        author_id: Set(author),
        reply_to: Set(reply_to),
        title: Set(title.to_owned()),
        ..Default::default()
    }
}

async fn ids_are_what_they_were(key: &str, option: &str, keyless: Keyless) {
    let db = &database(key, option).await;
    let ada = user::ActiveModel { name: Set("Ada".to_owned()), ..Default::default() };
    let ada = ada.insert(db).await.unwrap();
    assert_eq!(ada.id.parts().node, 7);
    let large = UserId::from_i64(i64::MAX - 1).unwrap();
    let grace = user::Model { id: large, name: "Grace".to_owned(), pinned_id: None };
    assert_eq!(grace.clone().into_active_model().insert(db).await, Ok(grace));

    // The key that was set, and not what the database has counted.
    let question = post_by(ada.id, None, "Question").minted().unwrap();
    let id = question.id.clone().unwrap();
    let inserted = post::Entity::insert(question).exec(db).await.unwrap();
    assert_eq!(inserted.last_insert_id, id);
    let answers = [post_by(large, Some(id), "Yes"), post_by(ada.id, Some(id), "No")];
    let answers = answers.minted().unwrap();
    let keys: Vec<_> = answers.iter().map(|answer| answer.id.clone().unwrap()).collect();
    let inserted = post::Entity::insert_many(answers).exec(db).await.unwrap();
    assert_eq!(inserted.last_insert_id, Some(keys[1]));

    let in_order = post::Entity::find().order_by_asc(post::IDS.id);
    let all = in_order.clone().all(db).await.unwrap();
    let found: Vec<_> = all.iter().map(|post| (post.id, post.author_id, post.reply_to)).collect();
    let expected = [(id, ada.id, None), (keys[0], large, Some(id)), (keys[1], ada.id, Some(id))];
    assert_eq!(found, expected);
    let later = in_order.filter(post::IDS.id.in_range(keys[0]..=keys[1])).all(db).await;
    assert_eq!(later, Ok(all[1..].to_vec()));
    let (post, author) = post::Entity::find_by_id(keys[0])
        .find_also_related(user::Entity)
        .one(db)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((post, author.unwrap().id), (all[1].clone(), large));

    // Changed, met again, and gone.
    let mut changed = all[2].clone().into_active_model();
    changed.reply_to = Set(None);
    let changed = changed.save_minted(db).await.unwrap();
    assert_eq!(changed.reply_to.unwrap(), None);
    let met = post::ActiveModel { id: Set(keys[1]), ..post_by(ada.id, None, "Met") };
    let on_conflict =
        OnConflict::column(post::Column::Id).update_column(post::Column::Title).to_owned();
    post::Entity::insert(met).on_conflict(on_conflict).exec(db).await.unwrap();
    let met = post::Entity::find_by_id(keys[1]).one(db).await.unwrap().unwrap();
    assert_eq!((met.title.as_str(), met.reply_to), ("Met", None));
    assert_eq!(post::Entity::delete_by_id(keys[1]).exec(db).await.unwrap().rows_affected, 1);
    assert_eq!(post::Entity::find_by_id(keys[1]).one(db).await, Ok(None));

    let inserted = db.execute_unprepared("INSERT INTO users (name) VALUES ('Nobody')").await;
    match keyless {
        Keyless::IsRefused => {
            let error = inserted.unwrap_err();
            assert!(error.to_string().contains("NOT NULL constraint failed: users.id"), "{error}");
        }
        Keyless::IsNumbered => {
            assert_eq!(inserted.unwrap().rows_affected(), 1);
            let last = user::Entity::find().order_by_desc(user::IDS.id).one(db).await;
            let last = last.unwrap().unwrap();
            assert_eq!((last.id.get(), last.name.as_str()), (i64::MAX, "Nobody"));
        }
    }
}

#[test]
fn a_migration_has_all_three() {
    let sql = |key: ColumnDef| {
        let mut create = Table::create();
        create.table("users").col(key).extra("WITHOUT ROWID").to_string(SqliteQueryBuilder)
    };
    let expected = r#"CREATE TABLE "users" ( "id" bigint NOT NULL PRIMARY KEY ) WITHOUT ROWID"#;
    assert_eq!(sql(pk_snowflake("id")), expected);
    let integer = big_integer("id").primary_key().take();
    assert!(
        sql(integer).starts_with(r#"CREATE TABLE "users" ( "id" integer NOT NULL PRIMARY KEY"#)
    );
}

#[tokio::test]
async fn beside_the_row_number() {
    ids_are_what_they_were("BIGINT PRIMARY KEY NOT NULL", "", Keyless::IsRefused).await;
}

#[tokio::test]
async fn as_the_row_number() {
    ids_are_what_they_were("INTEGER PRIMARY KEY NOT NULL", "", Keyless::IsNumbered).await;
}

#[tokio::test]
async fn without_a_row_number() {
    let (key, option) = ("BIGINT PRIMARY KEY NOT NULL", "WITHOUT ROWID");
    ids_are_what_they_were(key, option, Keyless::IsRefused).await;
}

#[tokio::test]
async fn in_strict_tables() {
    ids_are_what_they_were("INT PRIMARY KEY NOT NULL", "STRICT", Keyless::IsRefused).await;
}
