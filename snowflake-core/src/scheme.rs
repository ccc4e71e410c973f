//! What the number of an ID is made of.

use core::fmt;

use crate::{Layout, Monotonicity};

/// What the number of an ID is made of. `Display` writes it as one line.
#[derive(Clone, Copy, Debug)]
pub enum Scheme {
    /// Bits that are divided by a layout: a [`SnowflakeId`](crate::SnowflakeId).
    Layout(Layout),
    /// Decimal digits: a [`DecimalId`](crate::DecimalId).
    Decimal,
}

impl Scheme {
    /// Its name: that of the layout, or `decimal`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Layout(layout) => layout.name(),
            Self::Decimal => "decimal",
        }
    }

    /// The field of the caller's by which the IDs of a tick are ordered, if there is one.
    pub(crate) const fn ordering_field(&self) -> Option<&'static str> {
        match self {
            Self::Layout(layout) => layout.ordering_field(),
            Self::Decimal => None,
        }
    }

    /// What the order of IDs says about the order in which they were minted.
    #[must_use]
    pub const fn monotonicity(&self) -> Monotonicity {
        match self {
            Self::Layout(layout) => layout.monotonicity(),
            Self::Decimal => Monotonicity::PerGenerator,
        }
    }
}

impl fmt::Display for Scheme {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layout(layout) => layout.fmt(f),
            Self::Decimal => f.write_str("decimal: counter · 10^10 + generator · 10^5 + launch"),
        }
    }
}
