//! A database for one test.

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, EntityTrait, Schema};

/// A database in memory with the tables of two entities, empty.
pub(crate) async fn with_tables_of(
    (first, second): (impl EntityTrait, impl EntityTrait),
) -> DatabaseConnection {
    let db = Database::connect("sqlite::memory:").await.unwrap();
    let schema = Schema::new(db.get_database_backend());
    db.execute(&schema.create_table_from_entity(first)).await.unwrap();
    db.execute(&schema.create_table_from_entity(second)).await.unwrap();
    db
}
