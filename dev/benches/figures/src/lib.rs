//! What the reports of `peers` and `databases` are written with.
//!
//! - [`Spread`]: the middle half of samples, which is what a figure is.
//! - [`Chart`]: figures as bars, in SVG.
//! - [`machine`]: on what they were measured, and with what.

#![forbid(unsafe_code)]
#![expect(clippy::cast_precision_loss, reason = "figures for people have three digits")]

mod chart;
pub mod machine;
mod spread;

pub use chart::{Bar, Chart, figure};
pub use spread::Spread;
