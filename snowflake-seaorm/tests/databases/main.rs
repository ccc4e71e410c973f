//! What SeaORM does with IDs: on embedded `SQLite`, and on the PostgreSQL and
//! MariaDB that `cargo xtask test` starts.

#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

macro_rules! value {
    ($($id:ty),+) => {
        snowflake_kit_seaorm::value!(sea_orm_2: $($id),+);
    };
}

#[macro_use]
mod backend;

mod blog;
mod classic;
mod columns;
mod edges;
mod every_key;
mod graph;
mod hygiene;
mod json;
mod minting;
mod odd;
mod or_zero;
mod queries;
mod reading;
mod relations;
mod row_numbers;
mod schema;
mod sql;
mod unsigned;

use snowflake_kit_seaorm::sea_orm_2 as version;
