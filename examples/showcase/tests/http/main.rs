//! The service over HTTP: as a process, on each database, with each ORM.
//!
//! Where `cargo xtask test` has started no servers, it does: PostgreSQL and MariaDB have to be
//! installed.

mod away;
mod bad_ids;
#[path = "../../examples/load/check.rs"]
mod check;
mod document;
mod graphiql;
mod graphql;
mod instances;
mod killed;
mod live;
#[path = "../../examples/load/load.rs"]
mod load;
mod pages;
#[path = "../place/mod.rs"]
mod place;
mod proxy;
mod refusals;
mod rows;
mod sealed;
mod server;
mod service;
mod simulation;
mod stop;
mod writers;
