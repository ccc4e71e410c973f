//! Node numbers from a table: this program and a second process of it never have
//! the same one. `cargo run -p tour --bin leases`

use std::env;
use std::error::Error;
use std::process::Command;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use snowflake_kit::SnowflakeId;
use snowflake_kit::diesel::lease::{Dialect, LeaseStore};
use snowflake_kit::lease::LeaseBuilder;
use snowflake_kit::lease::{table, time_left};
use tour::OrderId;

fn main() -> Result<(), Box<dyn Error>> {
    match env::args().nth(1) {
        Some(database) => work(&database, "second process"),
        None => first(),
    }
}

fn first() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("shop.db").display().to_string();
    // In a deployment this table is a migration.
    SqliteConnection::establish(&database)?.batch_execute(&table::up(Dialect::Sqlite))?;
    work(&database, "first process")
}

fn work(database: &str, who: &str) -> Result<(), Box<dyn Error>> {
    let url = database.to_owned();
    let store = LeaseStore::new(Dialect::Sqlite, move || SqliteConnection::establish(&url));
    // Claims a number, and renews the claim in the background.
    let lease = LeaseBuilder::new(store).space("shop").install()?;
    let id = OrderId::mint();
    assert_eq!(id.parts().node, lease.node());
    let left = time_left().ok_or("the lease is gone")?;
    println!("{who}: {id} by node {}, lent for {} s more", lease.node(), left.as_secs());

    if who.starts_with("first") {
        // While this one has its number.
        let second = Command::new(env::current_exe()?).arg(database).status()?;
        assert!(second.success());
    }
    // Another process can have the number at once.
    lease.release()?;
    Ok(())
}
