//! One line of `vectors.json`, and the numbers without a pattern that it is made of.

use std::fmt;

use serde_json::Value;
use snowflake_kit_core::__private::mix;
use snowflake_kit_core::Snowflake;

/// The fields of a case, in their order. One that is refused has the field `error`.
pub(crate) struct Case(Vec<(&'static str, Value)>);

impl Case {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn with(mut self, field: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((field, value.into()));
        self
    }

    /// Integers of 64 bits are strings, so that each language reads all of their digits.
    pub(crate) fn with_long(self, field: &'static str, value: impl fmt::Display) -> Self {
        self.with(field, value.to_string())
    }

    pub(crate) fn refused(self, why: &impl fmt::Debug) -> Self {
        self.with("error", reason(why))
    }

    pub(crate) fn is_refused(&self) -> bool {
        self.0.iter().any(|(field, _)| *field == "error")
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (field, value)) in self.0.iter().enumerate() {
            let mark = if at == 0 { "{" } else { ", " };
            write!(f, "{mark}\"{field}\": {value}")?;
        }
        f.write_str("}")
    }
}

/// The name of an error's variant, in lower case with hyphens: `leading-zero`.
fn reason(error: &impl fmt::Debug) -> String {
    let debug = format!("{error:?}");
    let name = debug.split(|found: char| !found.is_ascii_alphanumeric()).next().unwrap();
    let mut reason = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !reason.is_empty() {
            reason.push('-');
        }
        reason.push(letter.to_ascii_lowercase());
    }
    reason
}

pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed << 32)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 += 1;
        mix(self.0)
    }

    pub(crate) const fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    pub(crate) fn character(&mut self, of: &str) -> char {
        let count = of.chars().count();
        of.chars().nth(self.below(count)).unwrap()
    }

    /// Of any length, or at an edge.
    pub(crate) fn id(&mut self) -> Snowflake {
        let value = match self.below(8) {
            0 => (1 << self.below(63)) + self.below(3) as i64 - 1,
            1 => i64::MAX - (1 << self.below(40)) + 1,
            2 => 10_i64.pow(self.below(19) as u32) - self.below(2) as i64,
            _ => (self.next() >> (1 + self.below(63))).cast_signed(),
        };
        Snowflake::new(value).unwrap_or(Snowflake::MIN)
    }

    /// Of any version, or of version 7 and variant 2.
    pub(crate) const fn uuid(&mut self) -> u128 {
        let bits = (self.next() as u128) << 64 | self.next() as u128;
        if self.below(2) == 0 { bits } else { bits & !(0xF << 76 | 3 << 62) | 7 << 76 | 2 << 62 }
    }

    /// A text with up to three mistakes, as hands and programs make them.
    pub(crate) fn mistyped(&mut self, text: &str, characters: &str) -> String {
        let mut found: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(3) {
            let at = self.below(found.len() + 1);
            let is_inside = at < found.len();
            match self.below(6) {
                0 if is_inside => drop(found.remove(at)),
                1 if is_inside => found[at] = self.character(characters),
                2 if at + 1 < found.len() => found.swap(at, at + 1),
                3 if is_inside && found[at].is_ascii_lowercase() => {
                    found[at].make_ascii_uppercase();
                }
                3 if is_inside => found[at].make_ascii_lowercase(),
                _ => found.insert(at, self.character(characters)),
            }
        }
        found.into_iter().collect()
    }
}
