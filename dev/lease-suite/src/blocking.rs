//! Operations that hang.

use snowflake_kit_lease::Store as _;

use crate::adapter::Adapter;
use crate::claims::{claims, renews};
use crate::place::Place;

/// A lease takes it when an operation hangs.
pub fn a_replacement_has_the_same_rows<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let mut replacement = store.replacement().unwrap();
    assert!(replacement.change("shop", &renews(7)).unwrap());
    assert_eq!(replacement.read("shop").unwrap().rows, store.read("shop").unwrap().rows);
}
