//! Node leases in the application's database, over connections of `diesel-async`.
//!
//! [`LeaseStore`] connects on a small runtime that the lease has for itself. The module
//! [`lease`](crate::lease) describes the table and the requirements on the server.

mod connection;
mod store;

pub use connection::LeaseConnection;
#[doc(no_inline)]
pub use snowflake_kit_core::Dialect;
pub use store::LeaseStore;

use super::diesel_async;
