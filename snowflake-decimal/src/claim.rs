//! Claims a generator number.

use core::time::Duration;

use snowflake_kit_core::__private::{Random, seed};
use snowflake_kit_lease::__private::record;
use snowflake_kit_lease::{AsyncStore, Change};

use super::number::{self, MAX_SPACE_CHARS, NoNumber, Number, SPACE_SUFFIX};
use crate::error::DecimalError;
use crate::launch::Launch;

/// How many lost attempts a claim makes, which take half a minute or more. With 100 processes at
/// once, ten are enough.
const CLAIMS: u32 = 100;

const LONGEST_WAIT: u64 = 1_000;

#[derive(Debug)]
pub(super) struct NumberPlan {
    space: String,
    launch: Launch,
    pub(super) holder: String,
}

impl NumberPlan {
    pub(super) fn new(space: String, holder: &str, launch: Launch) -> Result<Self, DecimalError> {
        if record::space(&space).is_err() || space.chars().count() > MAX_SPACE_CHARS {
            return Err(DecimalError::Space { space });
        }
        Ok(Self { space, launch, holder: record::holder(holder).into_owned() })
    }

    pub(super) fn space(&self) -> &str {
        &self.space
    }

    pub(super) const fn launch(&self) -> Launch {
        self.launch
    }

    /// Claims a number once. `None` if another process was faster.
    pub(super) async fn attempt(
        &self,
        store: &mut impl AsyncStore,
    ) -> Result<Option<Number>, DecimalError> {
        let rows = format!("{}{SPACE_SUFFIX}", self.space);
        let registry = store.read(&rows).await?;
        let (claim, number) = number::next(&registry.rows, self.launch).map_err(|why| {
            let (space, launch) = (self.space.clone(), self.launch.number());
            match why {
                NoNumber::UsedUp => DecimalError::UsedUp { space, launch },
                NoNumber::Corrupt(row) => DecimalError::Corrupt { space, row },
            }
        })?;
        let claimed = store.change(&rows, &Change::claim(&claim, &self.holder)).await?;
        Ok(claimed.then_some(number))
    }
}

/// How long to wait after a lost attempt. All processes that start at once want the same row. So
/// each time they choose among twice as many moments, as on a shared cable.
pub(super) struct Backoff {
    random: Random,
    lost: u32,
}

impl Backoff {
    pub(super) fn new() -> Self {
        Self { random: Random::new(seed()), lost: 0 }
    }

    pub(super) fn next(&mut self) -> Result<Duration, DecimalError> {
        self.lost += 1;
        if self.lost >= CLAIMS {
            return Err(DecimalError::Contended { claims: self.lost });
        }
        let longest = LONGEST_WAIT.min(1 << self.lost.min(16));
        Ok(Duration::from_millis(self.random.below(longest + 1)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Backoff, CLAIMS, DecimalError, Duration, LONGEST_WAIT};

    #[test]
    fn processes_give_way_to_each_other_and_at_last_give_up() {
        let mut backoff = Backoff::new();
        let waits: Vec<_> = std::iter::from_fn(|| backoff.next().ok()).collect();
        assert_eq!(waits.len(), CLAIMS as usize - 1);
        assert!(waits[0] <= Duration::from_millis(2));
        assert!(waits.iter().all(|wait| *wait <= Duration::from_millis(LONGEST_WAIT)));
        assert!(waits.iter().sum::<Duration>() > Duration::from_secs(10), "{waits:?}");
        let error = backoff.next().unwrap_err();
        assert!(matches!(error, DecimalError::Contended { claims } if claims >= CLAIMS), "{error}");

        let first = |_| Backoff::new().next().unwrap().as_millis();
        assert_eq!((0..1_000).map(first).collect::<BTreeSet<_>>(), BTreeSet::from([0, 1, 2]));
    }
}
