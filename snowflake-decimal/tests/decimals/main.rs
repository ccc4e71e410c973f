//! Decimal IDs.

#[cfg(unix)]
#[path = "../../../snowflake-mint/tests/common/child.rs"]
mod child;
#[path = "../../../snowflake-mint/tests/common/mod.rs"]
mod common;
#[cfg(target_os = "linux")]
#[path = "../../../snowflake-mint/tests/common/limits.rs"]
mod limits;
#[path = "../common/starts.rs"]
mod starts;
#[cfg(target_os = "linux")]
#[path = "../../../snowflake-mint/tests/common/memory.rs"]
mod taken;

mod decimal;
mod fork;
#[cfg(target_os = "linux")]
mod resources;
