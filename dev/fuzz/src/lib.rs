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

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fastrand::Rng;

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
    /// Checks the inputs that are kept.
    ///
    /// # Errors
    /// If they cannot be read.
    ///
    /// # Panics
    /// With the input, as the corpus would have it, if a promise does not hold.
    pub fn check_kept(self) -> io::Result<()> {
        corpus::read(self.name)?.iter().for_each(|input| self.check_and_show(input));
        Ok(())
    }

    /// Checks so many inputs that are [changed](corpus::changed) from the kept ones, which are
    /// the same for each seed.
    ///
    /// # Errors
    /// If the kept ones cannot be read.
    ///
    /// # Panics
    /// As [`check_kept`](Self::check_kept) does.
    pub fn check_changed(self, count: u64, seed: u64) -> io::Result<()> {
        let kept = corpus::read(self.name)?;
        let mut random = Rng::with_seed(seed);
        for _ in 0..count {
            self.check_and_show(&corpus::changed(&kept, &mut random));
        }
        Ok(())
    }

    fn check_and_show(self, input: &[u8]) {
        let result = catch_unwind(AssertUnwindSafe(|| (self.check)(input)));
        assert!(result.is_ok(), "{} fails on this input: {}", self.name, input.escape_ascii());
    }

    /// The target with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        TARGETS.into_iter().find(|target| target.name == name)
    }
}
