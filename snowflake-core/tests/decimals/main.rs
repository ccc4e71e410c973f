//! Decimal IDs.

#![cfg(feature = "mint")]

#[cfg(unix)]
#[path = "../common/child.rs"]
mod child;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/starts.rs"]
mod starts;

mod decimal;
mod fork;
