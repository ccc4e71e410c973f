//! Tables that SeaORM creates, and those of migrations.

use sea_orm::prelude::*;
use sea_orm::{DatabaseConnection, DbBackend, Schema, Set};
use sea_orm_migration::prelude::{
    DeriveMigrationName, ForeignKey, MigrationTrait, MigratorTrait, SchemaManager, Table,
};
use sea_orm_migration::schema::string;
use snowflake_kit_seaorm::sea_orm_2::schema::{
    pk_snowflake, snowflake, snowflake_null, snowflake_uniq,
};

use crate::blog::{self, comment, post, tag, user};

/// The statement that creates the table of an entity.
fn create(entity: impl EntityTrait, backend: DbBackend) -> String {
    let statement = Schema::new(backend).create_table_from_entity(entity);
    backend.build(&statement).to_string()
}

#[test]
fn keys_are_bigint_everywhere_without_a_default() {
    let sql = create(post::Entity, DbBackend::Postgres);
    assert!(
        sql.contains(r#""id" bigint NOT NULL PRIMARY KEY, "author_id" bigint NOT NULL"#),
        "{sql}"
    );
    assert!(sql.contains(r#""reply_to" bigint,"#), "{sql}");
    let sql = create(post::Entity, DbBackend::MySql);
    assert!(sql.contains("`id` bigint NOT NULL PRIMARY KEY, `author_id` bigint NOT NULL"), "{sql}");
    let sql = create(post::Entity, DbBackend::Sqlite);
    assert!(
        sql.contains(r#""id" bigint NOT NULL PRIMARY KEY, "author_id" bigint NOT NULL"#),
        "{sql}"
    );
    for backend in [DbBackend::Postgres, DbBackend::MySql, DbBackend::Sqlite] {
        let sql = create(post::Entity, backend).to_uppercase();
        assert!(!sql.contains("INCREMENT") && !sql.contains("IDENTITY"), "{sql}");
    }
}

/// What the database itself says of a column: its type and its default.
async fn described(db: &DatabaseConnection, table: &str, column: &str) -> (String, Option<String>) {
    let sql = match db.get_database_backend() {
        DbBackend::Sqlite => format!(
            "SELECT type AS type, dflt_value AS initial FROM pragma_table_info('{table}') \
             WHERE name = '{column}'"
        ),
        DbBackend::Postgres => format!(
            "SELECT data_type::text AS type, coalesce(column_default, identity_generation)::text \
             AS initial FROM information_schema.columns \
             WHERE table_name = '{table}' AND column_name = '{column}'"
        ),
        _ => format!(
            "SELECT cast(data_type AS char) AS type, cast(nullif(extra, '') AS char) AS initial \
             FROM information_schema.columns WHERE table_schema = database() \
             AND table_name = '{table}' AND column_name = '{column}'"
        ),
    };
    let statement = sea_orm::Statement::from_string(db.get_database_backend(), sql);
    let row = db.query_one_raw(statement).await.unwrap().unwrap();
    (row.try_get("", "type").unwrap(), row.try_get("", "initial").unwrap())
}

async fn assert_bigint(db: &DatabaseConnection, table: &str, column: &str) {
    assert_eq!(described(db, table, column).await, ("bigint".to_owned(), None), "{table}.{column}");
}

async fn sync(db: &DatabaseConnection) {
    db.get_schema_builder()
        .register(comment::Entity)
        .register(tag::Entity)
        .register(blog::post_tag::Entity)
        .register(post::Entity)
        .register(blog::profile::Entity)
        .register(user::Entity)
        .sync(db)
        .await
        .unwrap();
}

on_each_database! {
    async fn created_from_entities(db: DatabaseConnection) {
        blog::create(&db).await;
        for (table, column) in [
            ("users", "id"),
            ("users", "pinned_id"),
            ("posts", "author_id"),
            ("posts_tags", "tag_id"),
            ("profiles", "user_id"),
        ] {
            assert_bigint(&db, table, column).await;
        }
    }

    async fn synced_twice(db: DatabaseConnection) {
        sync(&db).await;
        assert_bigint(&db, "posts", "id").await;
        let ada = user::ActiveModel { name: Set("Ada".to_owned()), ..Default::default() };
        let ada = ada.insert(&db).await.unwrap();
        // Nothing is left to do the second time.
        sync(&db).await;
        assert_bigint(&db, "posts", "id").await;
        assert_eq!(user::Entity::find().all(&db).await, Ok(vec![ada]));
    }

    /// A table that was created before, with SeaORM's own type for 64 bits.
    async fn synced_with_a_table_of_integers(db: DatabaseConnection) {
        let create = Table::create()
            .table(tag::Entity)
            .col(sea_orm_migration::schema::big_integer("id").primary_key())
            .to_owned();
        db.execute(&create).await.unwrap();
        db.get_schema_builder().register(tag::Entity).sync(&db).await.unwrap_or_else(|error| {
            // SQLite adds no column that is unique.
            assert_eq!(db.get_database_backend(), DbBackend::Sqlite, "{error}");
        });
    }

    async fn migrated(db: DatabaseConnection) {
        Migrator::up(&db, None).await.unwrap();
        for column in ["id", "author_id", "reply_to", "draft_id"] {
            assert_bigint(&db, "posts", column).await;
        }
        let row = |column: &str| format!("INSERT INTO posts ({column}, title) VALUES (1, 'x')");
        db.execute_unprepared(&row("author_id")).await.unwrap_err();
        Migrator::down(&db, None).await.unwrap();
    }
}

struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![Box::new(CreatePosts)]
    }
}

#[derive(DeriveMigrationName)]
struct CreatePosts;

#[sea_orm_migration::async_trait::async_trait]
impl MigrationTrait for CreatePosts {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let users = Table::create().table("users").col(pk_snowflake("id")).to_owned();
        manager.create_table(users).await?;
        let posts = Table::create()
            .table("posts")
            .col(pk_snowflake("id"))
            .col(snowflake("author_id"))
            .col(snowflake_null("reply_to"))
            .col(snowflake_uniq("draft_id"))
            .col(string("title"))
            .foreign_key(ForeignKey::create().from("posts", "author_id").to("users", "id"))
            .to_owned();
        manager.create_table(posts).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("posts").to_owned()).await?;
        manager.drop_table(Table::drop().table("users").to_owned()).await
    }
}
