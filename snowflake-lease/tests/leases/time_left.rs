//! How long this process can go on minting.

use std::time::Duration;

use snowflake_kit_lease::{Grant, Permit, time_left};
use snowflake_kit_mint::{Clock, Node, SystemClock, install};

use test_processes::alone;

fn grant(until: i64) -> Grant {
    let now = SystemClock::new().read().unwrap().unix_millis();
    Grant { node: 7, token: 1, from: 0, until: now + until }
}

#[test]
fn a_lease_has_time_left_until_it_ends_or_is_given_back() {
    alone("a_lease_has_time_left_until_it_ends_or_is_given_back", || {
        assert_eq!(time_left(), None);
        let permit = Permit::new(grant(3_600_000));
        install(permit.clone()).unwrap();
        let left = time_left().unwrap();
        let hour = Duration::from_secs(3600);
        assert!(left <= hour && left > hour / 2, "{left:?}");
        permit.close();
        assert_eq!(time_left(), None);
        // One that has ended already.
        install(Permit::new(grant(-1))).unwrap();
        assert_eq!(time_left(), Some(Duration::ZERO));
    });
}

#[test]
fn a_fixed_node_is_no_lease() {
    alone("a_fixed_node_is_no_lease", || {
        install(Node::fixed(7)).unwrap();
        assert_eq!(time_left(), None);
    });
}
