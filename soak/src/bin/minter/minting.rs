//! Minting, in bursts.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use snowflake_kit::{MintError, Snowflake, SnowflakeId};

/// An ID with ticks of a millisecond.
#[derive(SnowflakeId)]
struct EventId(Snowflake);

/// An ID with ticks of 10 ms, and the node below the sequence.
#[derive(SnowflakeId)]
#[snowflake(layout = "sonyflake")]
struct JobId(Snowflake);

/// Mints until it is to stop.
pub(crate) fn mint(place: &Path, stop: &AtomicBool) -> Result<(), Box<dyn Error>> {
    let mut events = File::create(place.with_extension("default"))?;
    let mut jobs = File::create(place.with_extension("sonyflake"))?;
    let mut pauses = File::create(place.with_extension("pauses"))?;
    let mut rng = fastrand::Rng::new();
    let (mut last, mut longest) = (Instant::now(), Duration::ZERO);
    let mut failing = false;
    while !stop.load(Ordering::Relaxed) {
        match round(&mut rng, &mut events, &mut jobs)? {
            None => {
                let pause = last.elapsed();
                if pause > longest {
                    longest = pause;
                    writeln!(pauses, "{}", pause.as_millis())?;
                }
                last = Instant::now();
                failing = false;
            }
            Some(error) if !failing => {
                println!("{error}");
                failing = true;
            }
            Some(_) => {}
        }
        sleep(Duration::from_millis(rng.u64(2..20)));
    }
    Ok(())
}

/// Some IDs of each type, written down; or why there were none.
fn round(
    rng: &mut fastrand::Rng,
    events: &mut File,
    jobs: &mut File,
) -> Result<Option<MintError>, Box<dyn Error>> {
    let mut bytes = Vec::new();
    let mut error = match rng.u8(..200) {
        // More than a tick has: timestamps run ahead of the clock.
        0 => batch(&mut bytes, rng.usize(5_000..100_000)),
        1..40 => batch(&mut bytes, rng.usize(1..2_000)),
        _ => each::<EventId>(&mut bytes, rng.usize(1..100)),
    };
    events.write_all(&bytes)?;
    bytes.clear();
    error = error.or(each::<JobId>(&mut bytes, rng.usize(1..20)));
    jobs.write_all(&bytes)?;
    Ok(error.filter(|error| !matches!(error, MintError::WouldWait { .. })))
}

fn batch(bytes: &mut Vec<u8>, count: usize) -> Option<MintError> {
    match EventId::generator().and_then(|generator| generator.try_mint_many::<EventId>(count)) {
        Ok(ids) => {
            ids.for_each(|id| bytes.extend(id.get().to_le_bytes()));
            None
        }
        Err(error) => Some(error),
    }
}

fn each<T: SnowflakeId>(bytes: &mut Vec<u8>, count: usize) -> Option<MintError> {
    for _ in 0..count {
        match T::try_mint() {
            Ok(id) => bytes.extend(id.get().to_le_bytes()),
            Err(error) => return Some(error),
        }
    }
    None
}
