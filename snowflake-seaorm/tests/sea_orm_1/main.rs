//! IDs in classic entities of SeaORM 1.

#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]
#![expect(unused_qualifications, reason = "SeaORM's derives name types by their paths")]

extern crate sea_orm_1 as sea_orm;

macro_rules! value {
    ($($id:ty),+) => {
        snowflake_kit_seaorm::value!(sea_orm_1: $($id),+);
    };
}

#[macro_use]
#[path = "../databases/backend.rs"]
mod backend;

#[path = "../databases/classic.rs"]
mod classic;
#[path = "../databases/every_key.rs"]
mod every_key;
mod keys;
#[path = "../databases/unsigned.rs"]
mod unsigned;

use snowflake_kit_seaorm::sea_orm_1 as version;
