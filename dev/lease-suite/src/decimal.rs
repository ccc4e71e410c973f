//! Decimal IDs whose generator numbers are from a database.

use snowflake_kit_lease::Store as _;

use crate::adapter::Adapter;
use crate::kind::CallStyle;
use crate::place::Place;
use crate::starts::{self, ROW, ROWS};

/// `test` is the path of the test that calls this: it is started as processes of its own.
pub fn decimal_ids_have_their_numbers_from_it<A: Adapter>(test: &str) {
    if let Some(told) = starts::told() {
        A::CallStyle::install_number(A::trust(A::open(&told.place, "").unwrap()));
        return told.mint();
    }
    let place = Place::<A>::migrated();
    // The harness leaves the name of the program out.
    let (_, test) = test.split_once("::").unwrap();
    starts::each_has_a_number_that_nobody_had(test, place.url());
    assert_eq!(place.store().read(ROWS).unwrap().rows, [ROW]);
}
