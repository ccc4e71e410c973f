//! `snowflake_kit_sql::self` on PostgreSQL, and on MariaDB or MySQL: what it mints there, what it
//! reads, and what it does when there is trouble.
//!
//! `cargo xtask test` starts the servers. Without it, name them:
//! `SNOWFLAKE_POSTGRES_URL` and `SNOWFLAKE_MYSQL_URL`. Tests that set a server's
//! clock, or crash it, start servers of their own.
//!
//! `SNOWFLAKE_SQL_IDS` is how many IDs each of the sixteen sessions mints, 1,500
//! unless set; 1000000 is the long form.

#[macro_use]
mod database;

mod binary_log;
mod callers;
mod clock;
mod crashes;
mod elsewhere;
mod feed;
mod guide;
mod hostile;
mod limits;
mod migrations;
mod names;
mod partitions;
mod readers;
mod roles;
mod server;
mod sessions;
mod start;
mod tables;
mod texts;
mod unsigned;
mod upgrade;
mod variables;
