//! IDs as values of serde, in formats for people and for programs.
#![cfg(feature = "alloc")]

mod binary;
mod csv;
mod every_key;
mod formats;
mod javascript;
mod json;
mod refusals;
mod visitors;
mod with;
