//! The tables for `SeaORM`. An entity names those that its rows refer to, and none that refer to it.

pub mod channel;
pub mod guild;
pub mod member;
pub mod message;
pub mod reaction;
pub mod user;
