//! What each lease store in a database has to do, whatever driver it uses: the tests of all
//! adapters.
//!
//! A test program of an adapter describes its store as an [`Adapter`], once for each kind of
//! database, and gives it to [`tests!`]. [`snowflake_kit_lease::conformance`] has what holds for any
//! store; here is what a database makes of it.

#![forbid(unsafe_code)]
#![expect(clippy::missing_panics_doc, reason = "a test panics where something does not hold")]

mod adapter;
pub mod awaited;
pub mod blocking;
mod claims;
pub mod connections;
pub mod decimal;
pub mod durability;
pub mod fleet;
pub mod fresh;
pub mod guests;
mod kind;
pub mod neighbours;
mod place;
pub mod refusals;
pub mod rows;
pub mod secrets;
mod starts;
mod tests;

pub use adapter::Adapter;
pub use claims::{claims, first_claim, refused, renewal, renews};
pub use kind::{Awaited, Blocks, CallStyle};
pub use place::Place;
pub use snowflake_kit_core::Dialect;
pub use test_databases::{Database, Session, sqlite_path, wait};
