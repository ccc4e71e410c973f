//! What IDs are in a schema of async-graphql.

mod blog;
mod check;
mod federation;
mod input;
mod javascript;
mod keyset;
mod node;
mod options;
mod places;
mod sdl;
mod subscription;
