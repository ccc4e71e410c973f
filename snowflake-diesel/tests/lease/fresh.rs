//! A database on which nobody has minted yet.

use std::sync::{Mutex, PoisonError};
use std::thread;

use diesel::prelude::*;
use snowflake_core::{Snowflake, SnowflakeId as _};
use snowflake_derive::SnowflakeId;
use snowflake_diesel::lease::{Dialect, LeaseConnection};
use snowflake_lease::{LeaseBuilder, Store as _, table};

use crate::{Place, first_claim};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_mint")]
struct UserId(Snowflake);

/// As programs that fill a database do before its migrations have run.
fn create<C: Connection>(url: &str, dialect: Dialect) {
    let mut connection = C::establish(url).unwrap();
    if dialect == Dialect::Sqlite {
        connection.batch_execute("PRAGMA busy_timeout = 5000").unwrap();
    }
    connection.batch_execute(&table::create(dialect)).unwrap();
}

pub(crate) fn several_create_the_table_at_once<C: Connection + LeaseConnection>(place: &Place) {
    let (url, dialect) = (place.url(), place.dialect);
    for _ in 0..5 {
        thread::scope(|scope| {
            let programs = [(); 6].map(|()| scope.spawn(|| create::<C>(url, dialect)));
            for program in programs {
                program.join().unwrap();
            }
        });
        assert!(place.store::<C>("").claim("shop", &first_claim(7), "web-1").unwrap());
        // The migration comes later, and changes nothing.
        place.migrate::<C>();
        create::<C>(url, dialect);
        assert_eq!(place.store::<C>("").read("shop").unwrap().rows, [first_claim(7).row]);
        place.connect::<C>().batch_execute(table::DOWN).unwrap();
    }
}

/// A process has one lease, and tests may share it.
static INSTALLED: Mutex<()> = Mutex::new(());

pub(crate) fn a_program_that_mints_nothing_leaves_no_row<C: Connection + LeaseConnection>(
    place: &Place,
) {
    let _alone = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    let lazy = || LeaseBuilder::new(place.store::<C>("")).space("shop").install_lazy().unwrap();
    // There is not even a table.
    lazy().release().unwrap();
    let lease = lazy();
    let error = UserId::mint_timeout(std::time::Duration::from_mins(10)).unwrap_err().to_string();
    assert!(error.contains("the claim failed: the store of the leases: "), "{error}");
    assert!(error.contains("run the migration that creates snowflake_leases"), "{error}");

    create::<C>(place.url(), place.dialect);
    assert_eq!(place.store::<C>("").read("shop").unwrap().rows, []);
    let node = UserId::mint().parts().node;
    let row = place.store::<C>("").read("shop").unwrap().rows[0];
    assert_eq!((row.node, lease.grant().map(|grant| grant.node)), (node, Some(node)));
    lease.release().unwrap();
    let now = place.store::<C>("").unix_millis().unwrap();
    let row = place.store::<C>("").read("shop").unwrap().rows[0];
    assert!(row.until <= now, "{row:?} is free at {now}");

    lazy().release().unwrap();
    assert_eq!(place.store::<C>("").read("shop").unwrap().rows, [row]);
}
