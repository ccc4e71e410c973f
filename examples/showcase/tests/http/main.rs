//! The service over HTTP: as a process, on each database.
//!
//! Where `cargo xtask test` has started no servers, it does: PostgreSQL and MariaDB have to be
//! installed.

mod away;
mod bad_ids;
mod graphql;
mod instances;
mod live;
mod pages;
#[path = "../place/mod.rs"]
mod place;
mod proxy;
mod refusals;
mod rows;
mod sealed;
mod server;
mod service;
mod stop;
