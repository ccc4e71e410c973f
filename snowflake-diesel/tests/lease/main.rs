//! Stores of node leases: what all stores have to do, and what is Diesel's own.

#[cfg(feature = "diesel_async_0_9")]
mod awaited;
mod blocking;
mod establish;
mod share;

/// Diesel's own client needs a library in C.
type Mariadb = diesel_async::async_connection_wrapper::AsyncConnectionWrapper<
    diesel_async::AsyncMysqlConnection,
>;

/// What establishes a connection: for SQLite, the path alone.
fn target(url: &str) -> String {
    lease_suite::sqlite_path(url).unwrap_or(url).to_owned()
}
