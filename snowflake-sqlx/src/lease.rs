//! Node leases in the application's database.
//!
//! [`LeaseStore`] keeps who may mint under which node number in one table, made by a migration
//! of yours. Its text is in `migrations` of this crate, for each database, to be copied to the
//! folder that `sqlx::migrate!` reads; [`table::up`](snowflake_lease::table::up) has it too.
//!
//! ```
//! # #[cfg(feature = "sqlite")]
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use snowflake_lease::table::{self, Dialect};
//! use snowflake_lease::{AsyncStore as _, LeaseTerms, claim};
//! use snowflake_sqlx::lease::LeaseStore;
//! use sqlx::sqlite::SqliteConnectOptions;
//! use sqlx::{AssertSqlSafe, ConnectOptions as _};
//!
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("shop.db");
//! let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
//! // For a program without a folder of migrations.
//! let up = AssertSqlSafe(table::up(Dialect::Sqlite));
//! sqlx::raw_sql(up).execute(&mut options.connect().await?).await?;
//!
//! // Its own connection to the application's database.
//! let mut store = LeaseStore::new(options);
//!
//! // By hand, what a keeper of leases does.
//! let now = store.unix_millis().await?;
//! let claim = claim(7, None, now, &LeaseTerms::default())?;
//! assert!(store.claim("shop", &claim, "web-1").await?);
//! assert_eq!(store.read("shop").await?.rows, [claim.row]);
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "sqlite"))]
//! # fn main() {}
//! ```
//!
//! # What it does on the database
//!
//! Each operation is a transaction of its own, with one statement in it that compares and sets
//! the row; [`table`](snowflake_lease::table) has the statements, and what is set for each
//! connection and transaction so that a commit lasts. After an operation that failed, or was
//! dropped, its connection is closed, and the next one connects anew.
//!
//! sqlx does not give up on a server that does not answer, but for what is said in its
//! options. A lease drops an operation that has taken a third of its term. Whoever awaits
//! operations by hand should drop them as well (`tokio::time::timeout`).
//!
//! A role needs `SELECT`, `INSERT` and `UPDATE` on `snowflake_leases`, in a database and schema
//! that its connections see without a prefix.

mod driver;
mod store;

pub use driver::Driver;
pub use store::LeaseStore;
