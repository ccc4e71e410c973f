//! A database for each test, on the servers that `cargo xtask test` starts, and sessions on it
//! beside those of what is tested.
//!
//! All functions block, also where a test has a runtime of its own.

#![forbid(unsafe_code)]

mod applies;
mod database;
pub mod hostile;
mod runtime;
mod session;

pub use applies::does_not_apply;
pub use database::{Database, sqlite_path};
pub use runtime::wait;
pub use session::Session;
