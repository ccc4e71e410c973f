//! Nobody is to be told anything.

use core::time::Duration;

use crate::decimal::DecimalError;
use crate::lease::{ClaimError, Permit};
use crate::state::{SharedState, State};
use crate::{ClockError, Layout};

/// Notes nothing.
#[derive(Debug, Default)]
pub(crate) struct Tally {}

#[expect(clippy::unused_self, reason = "in place of one that notes something")]
impl Tally {
    #[inline]
    pub(crate) const fn minted(&self, _: u64) {}
    #[inline]
    pub(crate) const fn led(&self, _: u64) {}
}

pub(crate) const fn ridden_out(_: &Layout, _: u32, _: &State, _: Duration, _: i64) {}
pub(crate) const fn refused(_: &Layout, _: u32, _: &State, _: Duration, _: i64) {}
pub(crate) const fn not_believed(_: &Layout, _: u32, _: &State, _: &ClockError) {}
pub(crate) const fn watch(_: &str, _: &SharedState) {}
pub(crate) const fn waited(_: &str, _: Duration) {}
pub(crate) const fn claimed(_: &str, _: &str, _: &Permit, _: Option<&Permit>) {}
pub(crate) const fn renewed(_: &str, _: &Permit) {}
pub(crate) const fn lost(_: &str, _: &Permit) {}
pub(crate) const fn ended(_: &str, _: &Permit) {}
pub(crate) const fn released(_: &str, _: &Permit, _: Result<bool, &ClaimError>) {}
pub(crate) const fn expired(_: u32, _: i64, _: i64) {}
pub(crate) const fn number_claimed(_: &str, _: u32, _: u32, _: &str) {}
pub(crate) const fn number_failed(_: &str, _: u32, _: &DecimalError) {}

pub(crate) const fn failed(_: &str, _: Option<&Permit>, _: bool, _: &ClaimError, _: Option<i64>) {}
