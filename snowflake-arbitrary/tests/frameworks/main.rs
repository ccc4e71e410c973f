//! Samples of ID types of each kind, with each framework and without any.

#[cfg(feature = "arbitrary")]
mod bytes;
#[cfg(feature = "fake")]
mod data;
#[cfg(all(feature = "arbitrary", feature = "fake", feature = "proptest"))]
mod hygiene;
mod numbers;
#[cfg(feature = "proptest")]
mod strategy;
mod types;
