//! What is measured: one function per table.

mod batch;
mod bind;
mod compile;
mod json;
mod mint;
mod public;
mod text;
mod threads;

use crate::measure::Contender;

/// What one contender is held to.
pub struct Target {
    pub contender: &'static str,
    pub limit: Limit,
}

/// A limit.
#[derive(Clone, Copy)]
pub enum Limit {
    /// At most so much of this peer's time, in the same round.
    Of(f64, &'static str),
    /// At most so much. Such a figure is of the machine for which it was set.
    Units(f64),
}

/// What is compared.
pub struct Table {
    pub title: &'static str,
    pub about: &'static str,
    /// What a unit is.
    pub unit: &'static str,
    pub contenders: Vec<Contender>,
    pub targets: Vec<Target>,
    /// What the figures say, in Markdown; empty where they speak for themselves.
    pub note: &'static str,
    /// Why the kit takes what it takes, for maintainers; empty where nobody has looked.
    pub analysis: &'static str,
    /// Whether a turn takes long, so that there are to be few.
    pub is_slow: bool,
}

/// A table. Its generators, threads and buffers are made when its turn
/// comes, and go before that of the next one.
pub type Make = fn() -> Table;

/// How often the contenders of a slow table have their turns.
pub const RARE: usize = 15;

/// Those that take a second each. The key is also the name of the chart.
pub const TABLES: &[(&str, Make)] = &[
    ("clock", mint::clock),
    ("mint", mint::shared),
    ("handle", mint::handle),
    ("threads", threads::two),
    ("batch", batch::batch),
    ("million", batch::million),
    ("decimal-write", text::decimal_write),
    ("decimal-read", text::decimal_read),
    ("base32-write", text::base32_write),
    ("base32-read", text::base32_read),
    ("base62-write", text::base62_write),
    ("base62-read", text::base62_read),
    ("json-write", json::write),
    ("json-read", json::read),
    ("parts", text::parts),
    ("public-write", public::write),
    ("public-read", public::read),
    ("bind", bind::bind),
];

/// Those that take minutes.
pub const LONG: &[(&str, Make)] = &[
    ("threads-sustained", threads::sustained),
    ("compile-type", compile::id_type),
    ("compile-core", compile::core),
];

/// A target.
const fn target(contender: &'static str, limit: Limit) -> Target {
    Target { contender, limit }
}
