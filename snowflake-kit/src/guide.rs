//! Pages, each from a framework to a program with it.

#[cfg(all(feature = "diesel", feature = "serde"))]
#[doc = include_str!("guide/diesel.md")]
pub mod diesel {}
