//! The page of the guide for SeaORM 1.1: its program needs the versions that this package has.

#[cfg(doctest)]
#[doc = include_str!("../../../snowflake-kit/src/guide/seaorm_1.md")]
pub struct Page;
