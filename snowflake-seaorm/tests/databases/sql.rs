//! Keys that the database mints, by functions that a migration made.

use sea_orm::prelude::*;
use sea_orm::{DatabaseConnection, DbBackend, Set, Statement};
use sea_orm_migration::prelude::{
    Expr, ExprTrait, MigrationName, MigrationTrait, MigratorTrait, SchemaManager, Table,
};
use sea_orm_migration::schema::string;
use snowflake_kit_core::Layout;
use snowflake_kit_seaorm::sea_orm_2::schema::snowflake;
use snowflake_kit_sql::{Dialect, Functions};

mod user {
    use sea_orm::entity::prelude::*;

    #[derive(snowflake_kit_derive::SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct UserId(snowflake_kit_core::Snowflake);
    snowflake_kit_seaorm::value!(sea_orm_2: UserId);

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub name: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![Box::new(CreateIds), Box::new(CreateUsers)]
    }
}

async fn functions(manager: &SchemaManager<'_>) -> Result<Functions, DbErr> {
    let version = Statement::from_string(manager.get_database_backend(), "SELECT VERSION()");
    let version = manager.get_connection().query_one_raw(version).await?.expect("one row");
    let version: String = version.try_get_by_index(0)?;
    // To SeaORM, MariaDB and MySQL are the same.
    let dialect = match manager.get_database_backend() {
        DbBackend::Postgres => Dialect::Postgres,
        _ if version.contains("MariaDB") => Dialect::MariaDb,
        _ => Dialect::MySql,
    };
    Ok(Functions::new(dialect, Layout::DEFAULT, 5).unwrap())
}

async fn run(manager: &SchemaManager<'_>, statements: Vec<String>) -> Result<(), DbErr> {
    for statement in statements {
        manager.get_connection().execute_unprepared(&statement).await?;
    }
    Ok(())
}

struct CreateIds;

// `DeriveMigrationName` gives the name of the file, which is the same for both.
impl MigrationName for CreateIds {
    fn name(&self) -> &'static str {
        "m1_ids"
    }
}

impl MigrationName for CreateUsers {
    fn name(&self) -> &'static str {
        "m2_users"
    }
}

#[sea_orm_migration::async_trait::async_trait]
impl MigrationTrait for CreateIds {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, functions(manager).await?.up()).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, functions(manager).await?.down()).await
    }
}

struct CreateUsers;

#[sea_orm_migration::async_trait::async_trait]
impl MigrationTrait for CreateUsers {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut key = snowflake("id").primary_key().take();
        if manager.get_database_backend() != DbBackend::Postgres {
            key.default(0).check(Expr::col("id").gt(0));
        }
        let users = Table::create().table("users").col(key).col(string("name")).to_owned();
        manager.create_table(users).await?;
        run(manager, vec![functions(manager).await?.fill("users", "id").unwrap()]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, vec![functions(manager).await?.unfill("users", "id").unwrap()]).await?;
        manager.drop_table(Table::drop().table("users").to_owned()).await
    }
}

async fn migrated(db: DatabaseConnection) {
    for _ in 0..2 {
        Migrator::up(&db, None).await.unwrap();
        let user =
            |name: &str| user::ActiveModel { name: Set(name.to_owned()), ..Default::default() };
        if db.get_database_backend() == DbBackend::Postgres {
            // `RETURNING` has the key.
            let ada = user("Ada").insert(&db).await.unwrap();
            assert_eq!(ada.id.parts().node, 5);
            assert_eq!(user::Entity::find_by_id(ada.id).one(&db).await, Ok(Some(ada)));
        } else {
            let sql = "INSERT INTO users (name) VALUES ('Ada')";
            db.execute_raw(Statement::from_string(DbBackend::MySql, sql)).await.unwrap();
        }
        user::Entity::insert_many([user("Bob"), user("Cyd")])
            .exec_without_returning(&db)
            .await
            .unwrap();
        let users = user::Entity::find().all(&db).await.unwrap();
        assert_eq!(users.len(), 3);
        assert!(users.iter().all(|user| user.id.parts().node == 5));
        Migrator::down(&db, None).await.unwrap();
    }
}

#[tokio::test]
async fn postgres() {
    crate::backend::run(DbBackend::Postgres, migrated).await;
}

#[tokio::test]
async fn mariadb() {
    crate::backend::run(DbBackend::MySql, migrated).await;
}
