//! The storage on each database.
//!
//! `cargo xtask test` starts the servers. Without it, name them:
//! `SNOWFLAKE_POSTGRES_URL` and `SNOWFLAKE_MYSQL_URL`.

mod migrations;
#[path = "../place/mod.rs"]
mod place;
mod refusals;
mod seeding;
mod server;
mod statements;
mod world;
