//! What takes the place of a permit where there is nobody to renew it.

use crate::Layout;

/// There is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Permit {}

impl Permit {
    pub(crate) const fn is_closed(&self) -> bool {
        match *self {}
    }

    pub(crate) const fn until(&self) -> i64 {
        match *self {}
    }

    pub(crate) const fn end_tick(&self, _: &Layout) -> u64 {
        match *self {}
    }

    pub(crate) const fn expired(&self, _: i64) {
        match *self {}
    }
}
