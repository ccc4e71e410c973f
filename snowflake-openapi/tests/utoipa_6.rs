//! IDs in documents of utoipa 6.

#![expect(unused_qualifications, reason = "utoipa gives its own paths the place of a type's name")]

extern crate utoipa_6 as utoipa;

macro_rules! schema {
    ($($id:ty),+) => {
        snowflake_kit_openapi::schema!(utoipa_6: $($id),+);
    };
}

mod document;

use snowflake_kit_openapi::utoipa_6 as version;
