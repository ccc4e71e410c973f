//! What IDs are in a schema of async-graphql.

mod blog;
mod check;
mod federation;
mod ids;
mod input;
mod javascript;
mod keyset;
mod node;
mod options;
mod places;
mod plain;
mod sdl;
mod subscription;
