//! A lease.

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use snowflake_kit::core::Limits;
use snowflake_kit::lease::{Lease, LeaseBuilder};

use crate::pauses::Pauses;
use crate::store::{Connected, Place};

/// Short terms, so that a few seconds are a long time.
fn settings<S>(store: S) -> LeaseBuilder<S> {
    LeaseBuilder::new(store)
        .space("soak")
        .term(Duration::from_secs(2))
        .renewal(Duration::from_millis(500))
        .limits(Limits::new().max_lead(Duration::from_secs(1)))
}

/// Claims until there is a lease, as whatever restarts a service does.
pub(crate) async fn install(
    place: &Place,
    stop: &AtomicBool,
    pauses: &mut Pauses,
) -> Result<Option<Lease>, Box<dyn Error>> {
    while !stop.load(Ordering::Relaxed) {
        let attempt = match place.connect("grants")? {
            Connected::Thread(store) => settings(store).install_async().await,
            Connected::Task(store) => settings(store).install_async().await,
        };
        match attempt {
            Ok(held) => return Ok(Some(held)),
            Err(error) => println!("{error}"),
        }
        pauses.go_on()?;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(None)
}
