//! A database for each test, on the servers that `cargo xtask test` starts, and sessions on it
//! beside those of what is tested.
//!
//! All functions block, also where a test has a runtime of its own.

#![forbid(unsafe_code)]

mod applies;
#[cfg(feature = "sessions")]
mod database;
pub mod hostile;
#[cfg(feature = "sessions")]
mod runtime;
#[cfg(feature = "sessions")]
mod session;

pub use applies::does_not_apply;
#[cfg(feature = "sessions")]
pub use database::{Database, sqlite_path};
#[cfg(feature = "sessions")]
pub use runtime::wait;
#[cfg(feature = "sessions")]
pub use session::Session;
