//! What must hold for any text and any bytes that come from outside.
//!
//! Each [`Target`] is a function over the bytes of an input. It panics if a promise does
//! not hold. Two programs call it:
//!
//! - `cargo xtask fuzz`: libFuzzer, which changes inputs and keeps those that reach new
//!   code;
//! - `tests/corpus.rs`: a plain test over the inputs that were kept (`corpus/`), and over
//!   some thousands that are changed from them at random, from a fixed seed.

#![forbid(unsafe_code)]

mod bridge;
pub mod corpus;
mod database;
mod formats;
mod graphql;
mod ids;
mod input;
mod layout;
mod lease_file;
mod public;
mod refusal;
mod text;

/// One door through which text or bytes come in, and what must hold there.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// What `cargo xtask fuzz` calls it.
    pub name: &'static str,
    /// Checks one input, and panics if a promise does not hold.
    pub check: fn(&[u8]),
}

/// All of them.
pub const TARGETS: [Target; 8] = [
    Target { name: "bridge", check: bridge::check },
    Target { name: "database", check: database::check },
    Target { name: "formats", check: formats::check },
    Target { name: "graphql", check: graphql::check },
    Target { name: "layout", check: layout::check },
    Target { name: "lease_file", check: lease_file::check },
    Target { name: "public", check: public::check },
    Target { name: "text", check: text::check },
];

impl Target {
    /// The target with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        TARGETS.into_iter().find(|target| target.name == name)
    }
}
