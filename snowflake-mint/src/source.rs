//! What mints the IDs of a type, and how it waits.

use std::time::{Duration, Instant};

use snowflake_kit_core::Id;

use crate::error::MintError;
use crate::observe;
use crate::wait::{self, Pause, ready};

/// What mints values of a type: a generator, a handle of one, or a counter. `caller` is the value
/// of the caller's field, or 0 if there is none.
///
/// A source says how it mints without waiting. [`Minter`](crate::Minter) makes all verbs of that.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a `{Self}` does not mint a `{T}`",
    note = "generators mint the types that are declared with `#[derive(SnowflakeId)]`, and `Snowflake`"
)]
pub trait Source<T> {
    /// What the type is called, for people.
    fn name(&self) -> &'static str;

    /// What is minted: the name of the layout, for the metrics.
    fn scheme(&self) -> &'static str;

    /// How long `mint` waits.
    fn max_wait(&self) -> Duration;

    /// Mints one, without waiting.
    ///
    /// # Errors
    /// [`MintError`] if there is none now.
    fn attempt(&self, caller: u32) -> Result<T, MintError>;

    /// Whether so many can ever be minted here.
    ///
    /// # Errors
    /// [`MintError`] if not.
    fn check(&self, caller: u32, count: usize) -> Result<(), MintError>;

    /// Appends at least one and at most `most`, in order, without waiting.
    ///
    /// # Errors
    /// As [`attempt`](Self::attempt).
    fn append(&self, caller: u32, most: usize, ids: &mut Vec<T>) -> Result<(), MintError>;

    /// Makes time pass without waiting, if that is possible.
    fn skip(&self, wait: Duration) -> bool {
        let _ = wait;
        false
    }

    /// The error of the claim for which a mint has waited since `since`, if it has failed.
    fn in_vain(&self, since: Instant) -> Option<MintError> {
        let _ = since;
        None
    }
}

/// An ID that has a source in this process.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be minted",
    note = "an ID type is declared like `#[derive(SnowflakeId)] struct UserId(Snowflake);`, or with \
            `DecimalId` or `UuidId`; the keys of a `CountedId` come from the database"
)]
pub trait Sourced: Id {
    /// What mints the IDs of this type.
    type Source: Source<Self> + Sync + 'static;

    /// The source. Derived code keeps it in a static.
    fn source() -> &'static Self::Source;
}

/// The rest of a mint that did not succeed at once.
#[cold]
#[track_caller]
pub(crate) fn mint_later<T, S: Source<T>>(source: &S, caller: u32, error: MintError) -> T {
    let attempt = || source.attempt(caller);
    match ready(wait(source, source.max_wait(), Pause::Thread, Some(error), attempt)) {
        Ok(id) => id,
        Err(error) => failed(source.name(), &error),
    }
}

/// Attempts to mint until it succeeds, or waiting does not help, or `max_wait` is over.
///
/// `failed` is the error of an attempt that the caller has made just now.
///
/// # Errors
/// [`MintError::WaitedTooLong`] if the next slot is free too late. If it is not known when there
/// will be one, the last error.
pub(crate) async fn wait<T, S: Source<T>, R>(
    source: &S,
    max_wait: Duration,
    pause: Pause,
    mut failed: Option<MintError>,
    mut attempt: impl FnMut() -> Result<R, MintError>,
) -> Result<R, MintError> {
    let since = Instant::now();
    let mut waited = Duration::ZERO;
    let minted = loop {
        let error = match failed.take().map_or_else(&mut attempt, Err) {
            Ok(minted) => break Ok(minted),
            Err(error) => error,
        };
        let needs_claim = matches!(error, MintError::NotClaimed { .. });
        let wait = match wait::next(error, max_wait, waited) {
            Ok(wait) => wait,
            Err(error) => break Err(error),
        };
        waited += if source.skip(wait) { wait } else { pause.pass(wait).await };
        // Before another attempt, which would ask for another claim.
        if needs_claim && let Some(error) = source.in_vain(since) {
            break Err(error);
        }
    };
    observe::waited(source.scheme(), waited);
    minted
}

/// What an attempt returns without minting, waiting for the claim of a lease.
pub(crate) fn get<T, S: Source<T>, R>(
    source: &S,
    attempt: impl FnMut() -> Result<R, MintError>,
) -> Result<R, MintError> {
    ready(wait(source, source.max_wait(), Pause::Thread, None, attempt))
}

pub(crate) async fn many<T, S: Source<T>>(
    source: &S,
    caller: u32,
    count: usize,
    pause: Pause,
) -> Result<Vec<T>, MintError> {
    // It needs a generator, and so a node.
    wait(source, source.max_wait(), pause, None, || source.check(caller, count)).await?;
    let mut ids = Vec::new();
    // All memory is reserved before any is minted.
    if ids.try_reserve_exact(count).is_err() {
        return Err(MintError::NoMemory { wanted: count as u64 });
    }
    append_all(source, caller, count, source.max_wait(), pause, &mut ids).await?;
    Ok(ids)
}

/// Appends `count` in as many pieces as it takes, waiting up to `max_wait` for each.
///
/// # Errors
/// As `mint_timeout`. Then the pieces before are in `ids`.
pub async fn append_all<T, S: Source<T>>(
    source: &S,
    caller: u32,
    count: usize,
    max_wait: Duration,
    pause: Pause,
    ids: &mut Vec<T>,
) -> Result<(), MintError> {
    let end = ids.len() + count;
    while ids.len() < end {
        let most = end - ids.len();
        wait(source, max_wait, pause, None, || source.append(caller, most, ids)).await?;
    }
    Ok(())
}

/// Panics with the text of the error, for functions that do not return it.
#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn failed(name: &str, error: &MintError) -> ! {
    panic!("cannot mint a {name}: {error}")
}
