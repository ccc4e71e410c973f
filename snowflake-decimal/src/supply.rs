//! Claims the first number, and later ones when they are wanted.

use core::time::Duration;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use snowflake_lease::__private::{Bell, Ring, Worker, sleep};
use snowflake_lease::Store;
use snowflake_mint::__private::{observe, ready};

use super::DecimalError;
use super::claim::{Backoff, NumberPlan};
use super::number::Number;
use super::process::Process;

const RETRY: Duration = Duration::from_millis(100);
const LONGEST_RETRY: Duration = Duration::from_secs(10);

const LIMIT: Duration = Duration::from_secs(10);

/// After this time, checking the bell costs nothing that matters.
const LONG: Duration = Duration::from_hours(1);

#[inline]
pub(super) const fn already(number: Number) -> DecimalError {
    DecimalError::AlreadyInstalled { generator: number.generator(), launch: number.launch() }
}

/// Claims a number for this process, and starts a thread that claims the next ones. The thread
/// starts first, because without it the program would run only until its counter ends.
pub(super) fn install<S: Store>(store: S, plan: NumberPlan) -> Result<(), DecimalError> {
    let bell = Arc::new(Bell::default());
    let (hand_over, handed) = channel::<(&Process, Arc<Bell>, Worker, NumberPlan)>();
    thread::Builder::new()
        .name("snowflake decimal".to_owned())
        .spawn(move || {
            // Nothing comes if no number could be claimed.
            if let Ok((process, bell, mut store, plan)) = handed.recv() {
                supply(process, &bell, &mut store, &plan)
            }
        })
        .map_err(|error| DecimalError::NoThread { message: error.to_string() })?;
    let mut store = Worker::new(Box::new(store), LIMIT, Arc::clone(&bell));
    let number = claim(&mut store, &plan)?;
    let process = Process::install(number, &bell).map_err(already)?;
    if hand_over.send((process, bell, store, plan)).is_err() {
        unreachable!("the thread waits for this");
    }
    Ok(())
}

fn claim(store: &mut Worker, plan: &NumberPlan) -> Result<Number, DecimalError> {
    let mut backoff = Backoff::new();
    let claimed = loop {
        match ready(plan.attempt(store)).transpose() {
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

fn supply(process: &Process, bell: &Bell, store: &mut Worker, plan: &NumberPlan) -> ! {
    let mut retry = Retry::new();
    loop {
        if process.is_wanting(bell) {
            if let Ok(number) = claim(store, plan) {
                process.offer(number);
                retry = Retry::new();
            } else {
                thread::sleep(retry.next());
            }
        } else {
            sleep(bell, &[Ring::Wanted], LONG);
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

#[cfg(feature = "tokio")]
pub(super) use task::install_async;

#[cfg(feature = "tokio")]
mod task {
    use std::sync::Arc;

    use snowflake_lease::__private::Timed;
    use snowflake_lease::AsyncStore;
    use tokio::time::sleep;

    use super::{
        Backoff, Bell, DecimalError, LIMIT, Number, NumberPlan, Process, Retry, Ring, already, tell,
    };

    /// As [`install`](super::install), with a task instead of the thread.
    pub(crate) async fn install_async<S: AsyncStore>(
        store: S,
        plan: NumberPlan,
    ) -> Result<(), DecimalError> {
        let bell = Arc::new(Bell::default());
        let mut store = Timed::new(store, LIMIT, Arc::clone(&bell));
        let number = claim(&mut store, &plan).await?;
        let process = Process::install(number, &bell).map_err(already)?;
        drop(tokio::spawn(async move { supply(process, &bell, &mut store, &plan).await }));
        Ok(())
    }

    async fn claim(store: &mut impl AsyncStore, plan: &NumberPlan) -> Result<Number, DecimalError> {
        let mut backoff = Backoff::new();
        let claimed = loop {
            // Boxed, because the futures of a database are nested so deeply that the compiler
            // would give up on the program around them.
            match Box::pin(plan.attempt(store)).await.transpose() {
                Some(claimed) => break claimed,
                None => match backoff.next() {
                    Ok(wait) => sleep(wait).await,
                    Err(error) => break Err(error),
                },
            }
        };
        tell(plan, &claimed);
        claimed
    }

    async fn supply(
        process: &Process,
        bell: &Bell,
        store: &mut impl AsyncStore,
        plan: &NumberPlan,
    ) -> ! {
        let mut retry = Retry::new();
        loop {
            if process.is_wanting(bell) {
                if let Ok(number) = claim(store, plan).await {
                    process.offer(number);
                    retry = Retry::new();
                } else {
                    sleep(retry.next()).await;
                }
            } else {
                bell.rung(&[Ring::Wanted]).await;
            }
        }
    }
}
