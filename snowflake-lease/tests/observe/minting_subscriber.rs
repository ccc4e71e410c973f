//! A subscriber and a recorder may mint: no lock is held while they are told.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use snowflake_kit_core::{Layout, Snowflake};
use snowflake_kit_lease::{Grant, Permit};
use snowflake_kit_mint::{Generator, ManualClock, Minter, publish_metrics};
use test_processes::operator::EachEvent;
use tracing::subscriber;

use crate::{NOW, observed};

#[test]
fn events_may_be_given_ids() {
    let clock = ManualClock::at(NOW);
    let permit = Permit::new(Grant { node: 7, token: 1, from: 0, until: NOW + 10 });
    let generator = Generator::with_clock(Layout::DEFAULT, permit, clock.clone());
    let (generator, seen) = (Arc::new(generator.unwrap()), Arc::<Mutex<Vec<bool>>>::default());
    let (minting, noted) = (Arc::clone(&generator), Arc::clone(&seen));
    let subscriber = EachEvent(move |_| {
        let minted = minting.try_mint::<Snowflake>().is_ok();
        publish_metrics();
        noted.lock().unwrap().push(minted);
    });
    observed(|_| {
        subscriber::with_default(subscriber, || {
            generator.try_mint::<Snowflake>().unwrap();
            clock.step_back(Duration::from_secs(5));
            generator.try_mint::<Snowflake>().unwrap();
            clock.set(NOW + 10);
            generator.try_mint::<Snowflake>().unwrap_err();
        });
    });
    assert_eq!(*seen.lock().unwrap(), [true, false], "a step back, and the end of the lease");
}
