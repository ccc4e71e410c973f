//! Operations that are dropped or cut while they are awaited.

use std::pin::{Pin, pin};
use std::time::Duration;

use snowflake_kit_lease::__private::table;
use snowflake_kit_lease::{AsyncStore, Change, Renewal, Store as _};
use test_databases::wait;
use tokio::time::timeout;

use crate::adapter::Adapter;
use crate::claims::{claims, renewal, renews};
use crate::kind::Awaited;
use crate::place::Place;
use snowflake_kit_core::Dialect;

/// An adapter whose store is awaited.
pub trait AwaitedAdapter: Adapter<Store = Awaited<Self::Inner>> {
    /// The store.
    type Inner: AsyncStore;
}

impl<A: Adapter<Store = Awaited<S>>, S: AsyncStore> AwaitedAdapter for A {
    type Inner = S;
}

/// What the keeper of a lease does with an operation that takes too long.
pub fn an_operation_that_is_dropped_leaves_nothing<A: AwaitedAdapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let mut other = place.locked(7);
    let late = Renewal { until: i64::MAX, ..renewal(7) };
    let change = Change::renew(&late);
    wait(async || is_in_the_middle(&place, pin!(store.0.change("shop", &change))).await);
    // On another connection: the first one still waits. SQLite locks all rows.
    let nodes = if A::DIALECT == Dialect::Sqlite { [7].as_slice() } else { &[7, 8] };
    if nodes.contains(&8) {
        assert!(store.change("shop", &claims(8)).unwrap());
    }
    other.execute("ROLLBACK");
    assert!(store.change("shop", &renews(7)).unwrap());
    let mut rows = store.read("shop").unwrap().rows;
    rows.sort_unstable();
    assert_eq!(rows.iter().map(|row| row.node).collect::<Vec<_>>(), nodes);
    if table::begin(A::DIALECT).is_some() {
        assert_eq!(rows[0].until, renewal(7).until, "what was dropped is not committed");
    } else {
        // The statement commits by itself, when it has the lock. A renewal that is late only keeps
        // the node for longer.
        assert!([renewal(7).until, late.until].contains(&rows[0].until), "{rows:?}");
    }
}

/// An error, since nobody knows whether it has been done. A statement that commits by itself may be
/// done before it is cut: then it is there.
pub fn an_operation_that_is_cut_is_an_error_and_the_next_one_is_not<A: AwaitedAdapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let _locked = place.locked(7);
    let renewed = wait(async || {
        let change = renews(7);
        let mut renew = pin!(store.0.change("shop", &change));
        is_in_the_middle(&place, renew.as_mut()).await;
        place.database().cut();
        renew.await
    });
    let error = match renewed {
        Err(error) => error.to_string(),
        Ok(renewed) => {
            assert!(renewed && table::begin(A::DIALECT).is_none());
            assert_eq!(place.read().rows[0].until, renewal(7).until);
            String::new()
        }
    };
    if A::DIALECT == Dialect::Postgres {
        // On a busy machine a driver may see the end of the connection before the reason.
        let ended = ["terminating connection", "connection closed"];
        assert!(ended.iter().any(|why| error.contains(why)), "{error}");
    }
    assert!(store.change("shop", &renews(7)).unwrap());
}

/// Awaits a renewal until it waits for a lock.
async fn is_in_the_middle<A: Adapter, T>(
    place: &Place<A>,
    mut renew: Pin<&mut impl Future<Output = T>>,
) {
    let mut session = place.session();
    let waits = match A::DIALECT {
        Dialect::Postgres => {
            "SELECT 1::bigint FROM pg_stat_activity \
             WHERE datname = current_database() AND wait_event_type = 'Lock'"
        }
        // Nobody can be asked.
        Dialect::Sqlite => "SELECT 1",
        _ => {
            "SELECT CAST(id AS SIGNED) FROM information_schema.processlist \
             WHERE db = DATABASE() AND info LIKE 'UPDATE snowflake_leases%'"
        }
    };
    loop {
        let renewed = timeout(Duration::from_millis(100), renew.as_mut()).await;
        assert!(renewed.is_err(), "it waits for the lock");
        if !session.numbers(waits).is_empty() {
            return;
        }
    }
}
