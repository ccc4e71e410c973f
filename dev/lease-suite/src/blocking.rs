//! Operations that hang.

use snowflake_kit_lease::Store as _;

use crate::adapter::Adapter;
use crate::claims::{first_claim, renewal};
use crate::place::Place;

/// A lease takes it when an operation hangs.
pub fn a_replacement_has_the_same_rows<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    let mut replacement = store.replacement().unwrap();
    assert!(replacement.renew("shop", &renewal(7)).unwrap());
    assert_eq!(replacement.read("shop").unwrap().rows, store.read("shop").unwrap().rows);
}
