//! Empty functions in place of events and metrics.

use core::fmt::Display;
use core::time::Duration;
use std::sync::Arc;

use snowflake_kit_core::{Layout, Scheme};

use crate::clock::ClockError;
use crate::permit::Permit;

/// Counts nothing.
#[derive(Debug, Default)]
pub struct Tally {}

impl Tally {
    pub const fn minted(&self, _: u64) {}
    pub const fn led(&self, _: u64) {}
}

/// Something with a tally.
pub trait Tallied {}

pub const fn ridden_out(_: &Layout, _: Option<u32>, _: &Tally, _: Duration, _: i64) {}
pub const fn refused(_: &Layout, _: Option<u32>, _: &Tally, _: Duration, _: i64) {}
pub const fn not_believed(_: &Layout, _: Option<u32>, _: &Tally, _: &ClockError) {}
pub const fn watch(_: &Scheme, _: &Arc<impl Tallied>) {}
pub const fn waited(_: &str, _: Duration) {}
pub const fn claimed(_: &str, _: &str, _: &Permit, _: Option<&Permit>) {}
pub const fn renewed(_: &str, _: &Permit) {}
pub const fn lost(_: &str, _: &Permit) {}
pub const fn ended(_: &str, _: &Permit) {}
pub const fn released(_: &str, _: &Permit, _: Result<bool, &dyn Display>) {}
pub const fn expired(_: u32, _: i64, _: i64) {}
pub const fn number_claimed(_: &str, _: u32, _: u32, _: &str) {}
pub const fn number_failed(_: &str, _: u32, _: &dyn Display) {}

pub const fn failed(_: &str, _: Option<&Permit>, _: bool, _: &dyn Display, _: Option<i64>) {}
