//! Decimal IDs.

mod decimal;
mod fork;
#[cfg(target_os = "linux")]
mod resources;

/// The space that a store has the rows of the space "shop" in.
const ROWS: &str = "shop (decimal IDs)";
