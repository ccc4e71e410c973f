//! What tests of more than one package do with processes: one in which no other test runs, a forked
//! one, one with less than it needs, one of Node.js, and what an operator sees of this one.

#![deny(unsafe_code)]
#![expect(clippy::missing_panics_doc, reason = "a test panics where something does not hold")]

mod alone;
#[cfg(unix)]
mod fork;
pub mod javascript;
mod limits;
mod memory;
pub mod operator;

pub use alone::alone;
#[cfg(unix)]
pub use fork::in_child;
pub use limits::limited;
pub use memory::TakenMemory;
