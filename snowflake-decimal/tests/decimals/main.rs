//! Decimal IDs.

#[cfg(unix)]
#[path = "../../../snowflake-mint/tests/common/child.rs"]
mod child;
#[path = "../../../snowflake-mint/tests/common/mod.rs"]
mod common;
#[path = "../common/starts.rs"]
mod starts;

mod decimal;
mod fork;
