//! Claims the first number, and later ones when they are wanted.

use core::time::Duration;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use snowflake_kit_lease::__private::{Driver, MakeDriver, Told};
use snowflake_kit_lease::{AnyStore, AsyncStore, StoreError};
use snowflake_kit_mint::__private::{Bell, Ring, keeps_leases, observe};

use super::claim::{Backoff, NumberPlan};
use super::counters::Counters;
use super::number::Number;
use crate::error::DecimalError;

const RETRY: Duration = Duration::from_millis(100);
const LONGEST_RETRY: Duration = Duration::from_secs(10);

const LIMIT: Duration = Duration::from_secs(10);

pub(super) const fn already(number: Number) -> DecimalError {
    DecimalError::AlreadyInstalled { generator: number.generator(), launch: number.launch() }
}

/// Claims a number for this process, and starts a thread that claims the next ones. It claims the
/// first one too, so that nothing is claimed if there can be no thread.
pub(super) fn start<Kind, S: AnyStore<Kind>>(
    store: S,
    plan: NumberPlan,
) -> Result<Told<Result<(), DecimalError>>, DecimalError> {
    let no_thread = |error: io::Error| DecimalError::NoThread { message: error.to_string() };
    let (mut store, driver): (_, MakeDriver) = (store.kept(LIMIT), S::DRIVER);
    let (teller, told) = Told::pair();
    let supplying = move || {
        keeps_leases();
        let driver = match driver() {
            Ok(driver) => driver,
            Err(error) => return teller.tell(Err(no_thread(error))),
        };
        let bell = Arc::new(Bell::default());
        let number = claim(&mut store, &plan, &driver);
        match number.and_then(|number| Counters::install(number, &bell).map_err(already)) {
            Ok(counters) => {
                teller.tell(Ok(()));
                supply(counters, &bell, &mut store, &plan, &driver)
            }
            Err(error) => teller.tell(Err(error)),
        }
    };
    let thread = thread::Builder::new().name("snowflake decimal".to_owned()).spawn(supplying);
    thread.map_err(no_thread)?;
    Ok(told)
}

/// The error if the thread has ended before it told of a number.
pub(super) fn gone() -> DecimalError {
    StoreError::new("the thread that was to claim a number has panicked").into()
}

fn claim<S: AsyncStore>(
    store: &mut S,
    plan: &NumberPlan,
    driver: &Driver,
) -> Result<Number, DecimalError> {
    let mut backoff = Backoff::new();
    let claimed = loop {
        // Boxed, because the futures of a database are nested so deeply that the compiler
        // would give up on the program around them.
        match driver.run(Box::pin(plan.attempt(store))).transpose() {
            Some(claimed) => break claimed,
            None => match backoff.next() {
                Ok(wait) => thread::sleep(wait),
                Err(error) => break Err(error),
            },
        }
    };
    tell(plan, &claimed);
    claimed
}

fn tell(plan: &NumberPlan, claimed: &Result<Number, DecimalError>) {
    let (space, launch) = (plan.space(), plan.launch().number());
    match claimed {
        Ok(number) => observe::number_claimed(space, launch, number.generator(), &plan.holder),
        Err(error) => observe::number_failed(space, launch, error),
    }
}

fn supply<S: AsyncStore>(
    counters: &Counters,
    bell: &Bell,
    store: &mut S,
    plan: &NumberPlan,
    driver: &Driver,
) -> ! {
    let mut retry = Retry::new();
    loop {
        if counters.is_wanting(bell) {
            // A subscriber that panics does not end the supply.
            let claimed = catch_unwind(AssertUnwindSafe(|| claim(store, plan, driver)));
            if let Ok(Ok(number)) = claimed {
                counters.offer(number);
                retry = Retry::new();
            } else {
                thread::sleep(retry.next());
            }
        } else {
            driver.sleep(bell, &[Ring::Wanted], Duration::MAX);
        }
    }
}

/// How long to wait after claims that failed: each time twice as long.
struct Retry(Duration);

impl Retry {
    const fn new() -> Self {
        Self(RETRY)
    }

    fn next(&mut self) -> Duration {
        let wait = self.0;
        self.0 = LONGEST_RETRY.min(wait * 2);
        wait
    }
}

#[cfg(test)]
mod tests {
    use super::Retry;

    #[test]
    fn a_store_that_is_away_is_asked_less_and_less() {
        let mut retry = Retry::new();
        let waits = std::array::from_fn(|_| retry.next().as_millis());
        assert_eq!(waits, [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
    }
}
