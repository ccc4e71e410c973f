//! A chat service whose keys are minted before any row is in the database.
//!
//! [`id`] declares the ID types, [`model`] the rows, and [`storage`]
//! what a database has to do for them. [`chat`] is what the service does, which [`rest`] and
//! [`graphql`] offer, and [`feed`] tells
//! what is new.

#![forbid(unsafe_code)]

pub mod chat;
pub mod database;
pub mod extract;
pub mod feed;
pub mod graphql;
pub mod id;
pub mod lease;
pub mod listing;
pub mod model;
pub mod options;
pub mod page;
pub mod problem;
pub mod response;
pub mod rest;
pub mod seed;
pub mod server;
pub mod service;
pub mod stop;
pub mod storage;
pub mod text;
