//! IDs as values of rusqlite.

mod hygiene;
mod or_zero;
mod parameters;
mod rows;
