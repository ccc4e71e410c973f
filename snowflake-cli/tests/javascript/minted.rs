//! What generators do on a clock that is set by hand: of a million IDs, the sums.

use std::collections::HashSet;

use serde_json::{Value, json};
use snowflake_kit_core::{Layout, Limits, SequenceStart, Snowflake};
use snowflake_kit_mint::{Generator, ManualClock, MintError, Minter, Node};

/// 2027-01-15T08:00:00Z, in all of these layouts.
const START: i64 = 1_800_000_000_000;

const SEED: u64 = 7;

pub(crate) fn minted() -> Value {
    // How many answers: most are IDs, the others say that the node has to wait.
    [
        ("default", 500_000, 1_023, SequenceStart::Zero),
        ("sonyflake", 250_000, 7, SequenceStart::Zero),
        ("trace-id", 250_000, 65_535, SequenceStart::Zero),
        ("feed=time:41/shard:8/node:5/sequence:9@2026-01-01", 250_000, 31, SequenceStart::Zero),
        ("default", 100_000, 1_022, SequenceStart::Continue),
        ("trace-id", 100_000, 65_534, SequenceStart::Continue),
    ]
    .into_iter()
    .map(|(text, count, node, start)| answers(text, count, node, start))
    .collect()
}

fn answers(text: &'static str, count: u32, node: u32, start: SequenceStart) -> Value {
    let layout = Layout::preset(text).unwrap_or_else(|| Layout::parse(text).unwrap());
    let clock = ManualClock::at(START);
    let minting = Node::fixed(node).with_limits(Limits::new().sequence_start(start));
    let generator = Generator::with_clock(layout, minting, clock.clone()).unwrap();
    let start = if start == SequenceStart::Zero { "zero" } else { "continue" };
    let mut random = Random::new(SEED);
    let mut ids = HashSet::new();
    let mut sums = Vec::new();
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let tick = i64::from(layout.tick_millis());
    for at in 1..=count {
        let now = clock.unix_millis();
        // As in `clients/js/tests/generator.test.js`.
        match random.below(1_000) {
            0..20 => clock.set(now + random.below(3 * tick as usize) as i64),
            20 => clock.set(now - random.below(12_000) as i64),
            21 => clock.set(now + random.below(20_000) as i64),
            _ => {}
        }
        let answer = match generator.try_mint::<Snowflake>() {
            Ok(id) => {
                let id = with_caller(&layout, id, at % 256);
                assert!(ids.insert(id), "{id}");
                id.get()
            }
            Err(error) => {
                clock.set(clock.unix_millis() + tick * (1 + random.below(200) as i64));
                match error {
                    MintError::WouldWait { .. } => 0,
                    MintError::ClockWentBack { .. } => -1,
                    _ => panic!("{error}"),
                }
            }
        };
        // FNV-1a.
        sum = (sum ^ answer.cast_unsigned()).wrapping_mul(0x0000_0100_0000_01b3);
        if at % 1_000 == 0 {
            sums.push(sum.to_string());
        }
    }
    json!({
        "layout": text, "node": node, "sequenceStart": start, "start": START.to_string(), "seed": SEED.to_string(),
        "count": count, "ids": ids.len(), "sums": sums,
    })
}

fn with_caller(layout: &Layout, id: Snowflake, value: u32) -> Snowflake {
    if layout.caller().is_some() { layout.with_caller(id, value).unwrap() } else { id }
}

/// `SplitMix64`: <https://prng.di.unimi.it/splitmix64.c>.
struct Random(u64);

impl Random {
    const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}
