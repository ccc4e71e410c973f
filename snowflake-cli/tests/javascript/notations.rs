//! Texts that are nearly layouts, and what Rust says about them. What both read the same way is in
//! `vectors.json`; these are the words.

use serde_json::{Value, json};
use snowflake_kit_core::{Layout, LayoutParseError};

pub(crate) fn refused() -> Value {
    let mut random = Random::new(10);
    let attempts = (0..5_000).map(|_| attempt(&mut random));
    attempts
        .filter_map(|text| match Layout::parse(text.clone().leak()) {
            Err(error @ LayoutParseError::Text { .. }) => {
                Some(json!({ "text": text, "error": error.to_string() }))
            }
            // What does not fit is said in the words of JavaScript's options.
            _ => None,
        })
        .collect()
}

/// A text that is nearly a notation.
fn attempt(random: &mut Random) -> String {
    const TEXTS: [&str; 5] = [
        "41/10/12@2026-01-01",
        "feed=time:41/shard:8/node:5/sequence:9@2026-01-01",
        "time:39@10ms/seq:8/node:16(machine:16)@2014-09-01T12:34:56.7Z",
        "time:28@1s/node:22(rack:11,slot:11)/sequence:13(a:13)",
        "42/5/17@2012-02-29",
    ];
    let mut text: Vec<char> = TEXTS[random.below(TEXTS.len())].chars().collect();
    for _ in 0..random.below(4) {
        let at = random.below(text.len());
        let other: Vec<char> = TEXTS[random.below(TEXTS.len())].chars().collect();
        let other = [other[random.below(other.len())], random.pick(" +-é\u{660}Z(),:/@=0x\u{1b}")];
        match random.below(4) {
            0 => drop(text.remove(at)),
            1 => text[at] = other[random.below(2)],
            2 => text.truncate(at.max(1)),
            _ => text.insert(at, other[random.below(2)]),
        }
        if text.is_empty() {
            text.push('4');
        }
    }
    text.into_iter().collect()
}

/// `SplitMix64`: <https://prng.di.unimi.it/splitmix64.c>.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn pick(&mut self, text: &str) -> char {
        let count = text.chars().count();
        text.chars().nth(self.below(count)).unwrap()
    }
}
