//! IDs in documents of utoipa 6, with and without public forms, and the pattern of their texts.

#![expect(unused_qualifications, reason = "utoipa gives its own paths the place of a type's name")]
#![expect(clippy::duplicate_mod, reason = "the documents of sealed types have the same places")]

extern crate utoipa_6 as utoipa;

macro_rules! schema {
    ($($id:ty),+) => {
        snowflake_kit_openapi::schema!(utoipa_6: $($id),+);
    };
}

#[path = "../document/mod.rs"]
mod document;
mod pattern;
mod sealed;

use snowflake_kit_openapi::utoipa_6 as version;
