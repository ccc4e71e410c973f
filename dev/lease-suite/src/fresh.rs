//! A database on which nobody has minted yet.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use snowflake_kit_lease::{Store as _, table};

use crate::adapter::Adapter;
use crate::claims::{claims, first_claim};
use crate::kind::CallStyle;
use crate::place::Place;

/// Programs that fill a database begin at once, and the migrations run later.
pub fn several_create_the_table_at_once<A: Adapter>() {
    let place = Place::<A>::empty();
    for _ in 0..5 {
        let url = place.url();
        thread::scope(|scope| {
            let programs = [(); 6].map(|()| scope.spawn(|| A::create(url)));
            for program in programs {
                program.join().unwrap();
            }
        });
        assert!(place.store().change("shop", &claims(7)).unwrap());
        // The migration comes later, and changes nothing.
        let migration = table::Migration::new(A::DIALECT);
        place.session().execute(&migration.create());
        assert_eq!(place.read().rows, [first_claim(7).row]);
        place.session().execute(&migration.down());
    }
}

/// A process has one lease, and tests may share it.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static INSTALLED: Mutex<()> = Mutex::new(());
    INSTALLED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A lease that claims its node when it is needed.
pub fn a_program_that_mints_nothing_leaves_no_row<A: Adapter>() {
    let _alone = alone();
    let place = Place::<A>::empty();
    let lazy = || A::CallStyle::install(place.store(), true);
    let release = A::CallStyle::release;
    // There is not even a table.
    release(lazy());
    A::migrate(place.url());
    let lease = lazy();
    assert_eq!(place.read().rows, []);
    release(lease);
    assert_eq!(place.read().rows, []);

    // A failed claim is not the last one.
    A::undo(place.url());
    let lease = lazy();
    let error = A::CallStyle::mint().unwrap_err().to_string();
    assert!(error.contains("the claim failed: the store of the leases: "), "{error}");
    assert!(error.contains("run the migration that creates snowflake_leases"), "{error}");

    A::create(place.url());
    let end = Instant::now() + Duration::from_mins(1);
    let node = loop {
        match A::CallStyle::mint() {
            Ok(id) => break id.parts().node,
            // The answer to an attempt that began before the table was there.
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains("run the migration"), "{error}");
                assert!(Instant::now() < end, "{error}");
            }
        }
        sleep(Duration::from_millis(10));
    };
    let row = place.read().rows[0];
    assert_eq!((row.node, lease.node()), (node, Some(node)));
    release(lease);
    let row = place.free_row();

    release(lazy());
    assert_eq!(place.read().rows, [row]);
}

/// From the store to the node of the process, and back.
pub fn a_lease_is_kept_on_it<A: Adapter>() {
    let _alone = alone();
    let place = Place::<A>::migrated();
    let lease = A::CallStyle::install(place.store(), false);
    let rows = place.read().rows;
    let nodes: Vec<_> = rows.iter().map(|row| Some(row.node)).collect();
    assert_eq!(nodes, [lease.node()]);
    A::CallStyle::release(lease);
    place.free_row();
}
