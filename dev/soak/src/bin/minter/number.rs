//! A generator number for decimal IDs.

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use snowflake_kit::decimal::Launch;
use snowflake_kit::decimal::{DecimalBuilder, DecimalError};

use crate::pauses::Pauses;
use crate::store::{Connected, Place};

fn settings<S>(store: S, launch: Launch) -> DecimalBuilder<S> {
    DecimalBuilder::new(store).space("soak").launch(launch)
}

/// Claims until there is a number. The answer is whether there is one: a process
/// may be stopped before.
pub(crate) async fn install(
    place: &Place,
    stop: &AtomicBool,
    pauses: &mut Pauses,
) -> Result<bool, Box<dyn Error>> {
    let mut launch = Launch::new(1)?;
    while !stop.load(Ordering::Relaxed) {
        let claimed = match place.connect("numbers")? {
            Connected::Thread(store) => settings(store, launch).install_async().await,
            Connected::Task(store) => settings(store, launch).install_async().await,
        };
        match claimed {
            Ok(()) => return Ok(true),
            // After some hours. Somebody deploys with the next one.
            Err(DecimalError::UsedUp { .. }) => launch = Launch::new(launch.number() + 1)?,
            Err(error) => {
                println!("{error}");
                pauses.go_on()?;
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    }
    Ok(false)
}
