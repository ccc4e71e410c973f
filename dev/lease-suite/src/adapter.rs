//! What the tests ask of a store.

use snowflake_kit_core::Dialect;
use snowflake_kit_lease::Store;

use crate::kind::CallStyle;

/// A lease store on one kind of database.
pub trait Adapter {
    /// The store: [`Awaited`](crate::Awaited) where its methods do not block.
    type Store: Store;
    /// [`Blocks`](crate::Blocks), or [`Awaited`](crate::Awaited).
    type CallStyle: CallStyle<Self::Store>;

    /// The kind of database.
    const DIALECT: Dialect;

    /// A store in the database at this URL, as it is by default. [`sqlite_path`](crate::sqlite_path) is for drivers
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
