//! Writes ID types for the keys of a database as they are, and plans how its tables move to IDs that
//! programs mint.
//!
//! [`adopt`] reads the catalog of a PostgreSQL, MariaDB, MySQL or SQLite database and writes
//! files. It does not change the database. It changes code of the program only if
//! [`Request::entities`] names a folder: the entities that `sea-orm-cli` has generated.
//!
//! | file | what it is |
//! |---|---|
//! | `src/ids.rs` | an ID type for each table |
//! | `src/ids/adopt.toml` | what was decided; a later run respects what you change there |
//! | `src/ids/REPORT.md` | what to look at, which tables can move, and the steps for this database |
//! | `src/ids/migrations/` | of tables that move: `replace`, `widen`, `end_counting`, in the framework's own format |
//! | `src/ids/diesel.toml`, `schema.patch`, or `sqlx.toml` | the types of columns, for Diesel or sqlx |
//! | `src/ids/widen_online/` | on PostgreSQL: the widening without a long lock, in numbered steps |
//! | generated entities | the types of columns, for SeaORM |
//!
//! Which column holds which ID follows from the foreign keys. A second run only adds what is new
//! in the database. The command `snowflake adopt` runs the program of this package.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod adopt;
mod catalog;
mod choices;
mod decide;
mod error;
mod files;
mod form;
mod kind;
mod markdown;
mod mentions;
mod module;
mod name;
mod obstacles;
mod orm;
mod read;
mod rehearsal;
mod report;
mod rust;
mod script;
mod token;
mod typed;

pub use adopt::{Outcome, Request, adopt, check};
pub use error::Error;
pub use orm::Orm;
pub use rehearsal::Rehearsal;
