//! What each lease store in a database has to do, whatever driver it uses: the tests of all
//! adapters.
//!
//! A test program of an adapter describes its store as an [`Adapter`], once for each kind of
//! database, and gives it to [`tests!`]. [`snowflake_lease::conformance`] has what holds for any
//! store; here is what a database makes of it.

#![forbid(unsafe_code)]
#![expect(clippy::missing_panics_doc, reason = "a test panics where something does not hold")]

pub mod awaited;
pub mod blocking;
pub mod connections;
pub mod decimal;
pub mod durability;
pub mod fresh;
mod kind;
pub mod neighbours;
mod place;
pub mod refusals;
pub mod rows;
pub mod secrets;
#[path = "../../../snowflake-decimal/tests/common/starts.rs"]
mod starts;
mod tests;

pub use kind::{Awaited, Blocks, Held, Kind};
pub use place::Place;
pub use snowflake_core::Dialect;
use snowflake_lease::{Claim, LeaseRow, Renewal, Store, StoreError};
pub use test_databases::{Database, Session, sqlite_path, wait};

/// A lease store on one kind of database.
pub trait Adapter {
    /// The store: [`Awaited`] where its methods do not block.
    type Store: Store;
    /// [`Blocks`], or [`Awaited`].
    type Kind: Kind<Self::Store>;

    /// The kind of database.
    const DIALECT: Dialect;

    /// A store in the database at this URL, as it is by default. [`sqlite_path`] is for drivers
    /// that have paths in place of the URLs of SQLite.
    ///
    /// If `told` is not empty, each connection executes it before the store gets the connection.
    /// The answer is `None` where the driver has no way to do that.
    fn open(url: &str, told: &str) -> Option<Self::Store>;

    /// Calls the store's `trust_durability`.
    fn trust(store: Self::Store) -> Self::Store;

    /// Creates the table as a program does that cannot wait for the migrations.
    fn create(url: &str);

    /// Runs the migration.
    fn migrate(url: &str) {
        Self::create(url);
    }

    /// Takes the migration back.
    fn undo(url: &str);
}

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

/// The claim of a node that has no row.
pub fn first_claim(node: u32) -> Claim {
    Claim { expected: None, row: LeaseRow { node, token: 1, until: NOW } }
}

/// A renewal after [`first_claim`].
pub fn renewal(node: u32) -> Renewal {
    Renewal { node, token: 1, until: NOW + 1 }
}

/// Expects an error whose text has these parts.
#[track_caller]
pub fn refused<T: std::fmt::Debug>(result: Result<T, StoreError>, parts: &[&str]) {
    let error = result.unwrap_err().to_string();
    for part in parts {
        assert!(error.contains(part), "{part:?} is missing: {error}");
    }
}
