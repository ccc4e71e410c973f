//! IDs as values of rusqlite.

mod every_key;
mod hygiene;
mod or_zero;
mod parameters;
mod rows;
