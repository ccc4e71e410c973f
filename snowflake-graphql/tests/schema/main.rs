//! What IDs are in a schema of async-graphql.

mod check;
mod federation;
mod input;
mod keyset;
mod node;
mod options;
mod places;
mod subscription;
