//! What the parts of an ID are: bits or decimal digits.

use snowflake_core::Layout;

/// How an ID is taken apart.
#[derive(Clone, Copy)]
pub(crate) enum Scheme {
    /// Into bits.
    Layout(Layout),
    /// Into decimal digits.
    Decimal,
}

impl Scheme {
    /// How options and output call decimal IDs.
    pub(crate) const DECIMAL: &str = "decimal-id";
}
