//! A generator, and the ways to mint by it.

use std::cell::Cell;
use std::iter;
use std::time::Duration;

use snowflake_kit_core::{Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{Generator, Local, Mint, MintError, Minter};

use crate::clock::LifeClock;
use crate::ledger::{Run, SECONDS, Violation, place};
use crate::process::Life;
use crate::random::Random;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct DefaultId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "sonyflake")]
struct SonyflakeId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = SECONDS)]
struct SecondsId(Snowflake);

/// A generator, with a handle for what would be another thread.
pub(crate) struct LifeGenerator<'l> {
    life: &'l Life,
    layout: usize,
    generator: &'l Generator<LifeClock>,
    local: Local<'l, LifeClock>,
    /// The last ID of each: they grow, whatever the node is.
    last: Option<Snowflake>,
    last_of_local: Option<Snowflake>,
}

impl<'l> LifeGenerator<'l> {
    pub(crate) fn new(life: &'l Life, layout: usize, generator: &'l Generator<LifeClock>) -> Self {
        let local = generator.local();
        Self { life, layout, generator, local, last: None, last_of_local: None }
    }

    /// A few IDs or many, in one of the ways there are.
    pub(crate) fn mint(&mut self, random: &mut Random) {
        match self.layout {
            0 => self.mint_as::<DefaultId>(random),
            1 => self.mint_as::<SonyflakeId>(random),
            _ => self.mint_as::<SecondsId>(random),
        }
    }

    fn mint_as<T: SnowflakeId + Mint>(&mut self, random: &mut Random) {
        let refused = Cell::new(None);
        let Self { generator, local, .. } = self;
        let one = || generator.try_mint().map_err(|error| refused.set(Some(error))).ok();
        let of_local = || local.try_mint().map_err(|error| refused.set(Some(error))).ok();
        let mut is_local = false;
        let ids: Vec<T> = match random.below(8) {
            0..=2 => iter::from_fn(one).take(random.magnitude(1..32) as usize).collect(),
            3 => iter::from_fn(one).take(random.magnitude(1..200) as usize).collect(),
            4 => {
                // At times as many as the lead has room for.
                let lead = self.life.settings.limits.max_lead.min(Duration::from_secs(1));
                let room = T::LAYOUT.ids_per_second() as i64 * lead.as_millis() as i64 / 1_000;
                let most = if random.chance(50) { room.clamp(2, 30_000) } else { 200 };
                let count = random.magnitude(1..most) as usize;
                let batch = generator.try_mint_many::<T>(count);
                batch.map_err(|error| refused.set(Some(error))).into_iter().flatten().collect()
            }
            5 => {
                let mut ids = vec![T::from_snowflake(Snowflake::MAX); random.below(50)];
                match generator.try_mint_many(ids.len()) {
                    Ok(batch) => batch.write_to(&mut ids),
                    Err(error) => {
                        refused.set(Some(error));
                        ids.clear();
                    }
                }
                ids
            }
            _ => {
                is_local = true;
                iter::from_fn(of_local).take(random.magnitude(1..100) as usize).collect()
            }
        };
        self.record(&ids, is_local);
        if let Some(error) = refused.take() {
            self.life.world.state().report.count(refusal(&error), true);
        }
    }

    /// Notes IDs in the order in which they were minted.
    fn record<T: SnowflakeId>(&mut self, ids: &[T], is_local: bool) {
        let space = self.life.settings.space;
        let last = if is_local { &mut self.last_of_local } else { &mut self.last };
        let mut state = self.life.world.state();
        for id in ids {
            let before = last.replace(id.snowflake());
            if before >= *last {
                let text = format!("{before:?} was minted before {last:?} by one generator");
                state.violate(Violation(text));
            }
        }
        let mut places = ids.iter().map(|id| place(space, self.layout, id.snowflake())).peekable();
        while let Some((line, start)) = places.next() {
            let mut end = start + 1;
            while places.next_if_eq(&(line, end)).is_some() {
                end += 1;
            }
            state.minted(self.life.sender, &Run { line, slots: start..end });
        }
    }
}

/// The kind of a mint that failed.
const fn refusal(error: &MintError) -> &'static str {
    match error {
        MintError::WouldWait { .. } => "no mint: would wait",
        MintError::BatchTooLarge { .. } => "no mint: batch too large",
        MintError::ClockWentBack { .. } => "no mint: clock went back",
        MintError::Clock(_) => "no mint: clock cannot be read",
        MintError::LeaseExpired { .. } => "no mint: lease expired",
        MintError::LeaseReleased { .. } => "no mint: lease released",
        MintError::BeforeEpoch { .. } => "no mint: before the epoch",
        _ => "no mint: another reason",
    }
}
