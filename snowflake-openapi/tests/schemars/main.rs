//! ID types in JSON Schemas of each version of schemars.

#![expect(clippy::duplicate_mod, reason = "the versions have one source")]

mod schemars_0_8;
mod schemars_0_9;
mod schemars_1;
