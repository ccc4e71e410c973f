//! Functions as a service: an instance that is frozen between two calls, as the guide's page "IDs
//! elsewhere" says.

use snowflake_kit_lease::table::Dialect;

use super::minter::Minter;
use super::{Ids, wait_until};
use crate::backend::{Backend, run};

#[test]
fn an_instance_that_is_frozen_for_longer_than_its_term_goes_on_with_another_node() {
    run(Dialect::Postgres, is_frozen);
}

fn is_frozen(backend: &Backend) {
    backend.create_table();
    let mut ids = Ids::default();
    let mut frozen = Minter::trusting(&backend.url, 7).unwrap();
    ids.add_more_of(&mut [&mut frozen]);
    frozen.signal("STOP");
    // Until the lease has ended: then a new instance has its node.
    let mut next = None;
    wait_until("an instance that has the node", || {
        let started = Minter::trusting(&backend.url, 7).unwrap();
        let is_next = started.node == frozen.node;
        next = is_next.then_some(started);
        is_next
    });
    let mut next = next.unwrap();
    ids.add_more_of(&mut [&mut next]);
    frozen.signal("CONT");
    ids.add_more_of(&mut [&mut frozen, &mut next]);
    ids.add_more_of(&mut [&mut frozen, &mut next]);
    ids.none_is_there_twice();
    let node = |minter: &mut Minter| {
        let mut last = None;
        wait_until("an ID", || {
            let minted = minter.take().ids;
            last = minted.last().copied();
            last.is_some()
        });
        (last.unwrap() >> 12) & 1_023
    };
    assert_eq!(node(&mut next), 7);
    assert_ne!(node(&mut frozen), 7);
}
