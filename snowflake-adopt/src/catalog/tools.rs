//! The tables of other tools, which are left alone.

use super::Table;

/// Tables in which tools keep their own books, and columns by which each is known. Their keys are
/// their own affair, and a tool whose keys change may not start any more.
const OF_TOOLS: [(&str, &[&str]); 25] = [
    ("__diesel_schema_migrations", &[]),
    ("_sqlx_migrations", &[]),
    ("seaql_migrations", &[]),
    ("snowflake_leases", &[]),
    ("snowflake_slots", &[]),
    ("snowflake_started", &[]),
    ("__EFMigrationsHistory", &["MigrationId"]),
    ("__drizzle_migrations", &["hash"]),
    ("_prisma_migrations", &["checksum"]),
    ("alembic_version", &["version_num"]),
    ("databasechangelog", &["md5sum"]),
    ("databasechangeloglock", &["locked"]),
    ("django_migrations", &["app", "applied"]),
    ("flyway_schema_history", &["installed_rank"]),
    ("goose_db_version", &["version_id", "is_applied"]),
    ("gorp_migrations", &["applied_at"]),
    ("knex_migrations", &["batch"]),
    ("knex_migrations_lock", &["is_locked"]),
    ("migrations", &["batch", "migration"]),
    ("migrations", &["name", "timestamp"]),
    ("mikro_orm_migrations", &["executed_at"]),
    ("phinxlog", &["version", "migration_name"]),
    ("refinery_schema_history", &["version", "checksum"]),
    ("schema_migrations", &["version"]),
    ("typeorm_metadata", &["type", "value"]),
];

pub(super) fn is_of_a_tool(name: &str, table: &Table) -> bool {
    OF_TOOLS.iter().any(|(tool, columns)| {
        *tool == name && columns.iter().all(|column| table.column(column).is_some())
    })
}
