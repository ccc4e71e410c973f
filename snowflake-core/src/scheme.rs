//! How the number of an ID is divided.

use core::fmt;

use crate::layout::{Layout, Monotonicity};

/// How the number of an ID is divided. `Display` writes it as one line.
#[derive(Clone, Copy, Debug)]
pub enum Scheme {
    /// Into bits, by a layout: a [`SnowflakeId`](crate::SnowflakeId).
    Layout(Layout),
    /// Into decimal digits: a [`DecimalId`](crate::DecimalId).
    Decimal,
}

impl Scheme {
    /// The name of the layout, or `decimal`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Layout(layout) => layout.name(),
            Self::Decimal => "decimal",
        }
    }

    /// The caller's field that orders the IDs of a tick, if there is one.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layout(layout) => layout.fmt(f),
            Self::Decimal => f.write_str("decimal: counter · 10^10 + generator · 10^5 + launch"),
        }
    }
}
