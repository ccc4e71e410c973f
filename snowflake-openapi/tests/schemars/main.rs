//! ID types in JSON Schemas of each version of schemars.

mod schemars_0_8;
mod schemars_0_9;
mod schemars_1;
