//! Minting, in bursts.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::mem::discriminant;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use snowflake_kit::mint::Minter as _;
use snowflake_kit::{DecimalId, Id, Mint, MintError, Snowflake, SnowflakeId};

use crate::pauses::Pauses;

/// An ID with ticks of a millisecond.
#[derive(SnowflakeId)]
struct EventId(Snowflake);

/// An ID with ticks of 10 ms, and the node below the sequence.
#[derive(SnowflakeId)]
#[snowflake(layout = "sonyflake")]
struct JobId(Snowflake);

/// An ID that is counted.
#[derive(DecimalId)]
struct OrderId(Snowflake);

/// Mints until it is to stop, and rests `slower` times as long as usual in between.
pub(crate) fn mint(
    files: &Path,
    stop: &AtomicBool,
    pauses: &mut Pauses,
    slower: u32,
) -> Result<(), Box<dyn Error>> {
    let mut events = File::create(files.with_extension("default"))?;
    let mut jobs = File::create(files.with_extension("sonyflake"))?;
    let mut orders = File::create(files.with_extension("decimal"))?;
    let mut rng = fastrand::Rng::new();
    // Each kind of error is told once in a row.
    let mut failing = None;
    while !stop.load(Ordering::Relaxed) {
        orders.write_all(&counted(&mut rng)?)?;
        match round(&mut rng, &mut events, &mut jobs)? {
            None => {
                pauses.end()?;
                failing = None;
            }
            Some(error) => {
                pauses.go_on()?;
                let kind = Some(discriminant(&error));
                if failing != kind {
                    println!("{error}");
                }
                failing = kind;
            }
        }
        sleep(Duration::from_millis(rng.u64(2..20)) * slower);
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

/// Some decimal IDs. Who has a generator number waits for nothing: neither for the
/// store nor for a clock.
fn counted(rng: &mut fastrand::Rng) -> Result<Vec<u8>, MintError> {
    let mut bytes = Vec::new();
    if rng.u8(..10) == 0 {
        let ids = OrderId::mint_many(rng.usize(1..1_000));
        bytes.extend(ids.into_iter().flat_map(|id| id.get().to_le_bytes()));
    }
    each::<OrderId>(&mut bytes, rng.usize(1..50)).map_or(Ok(bytes), Err)
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

fn each<T: Mint + Id<Value = Snowflake>>(bytes: &mut Vec<u8>, count: usize) -> Option<MintError> {
    for _ in 0..count {
        match T::minter().try_mint() {
            Ok(id) => bytes.extend(id.get().to_le_bytes()),
            Err(error) => return Some(error),
        }
    }
    None
}
