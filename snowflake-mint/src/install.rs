//! The node of this process.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use snowflake_kit_core::{Layout, Limits, SnowflakeId};

use crate::bell::Bell;
use crate::clock::SystemClock;
use crate::error::MintError;
use crate::generator::Generator;
use crate::installation::Installation;
use crate::mint::Mint;
use crate::minter::{Minter, Mints};
use crate::node::{Node, NodeError};
use crate::permit::Permit;
use crate::process::Owner;
use crate::settings::Settings;
use crate::source::{Source, Sourced, get};
#[cfg(feature = "test-util")]
use crate::test_util::scoped;

/// Gives this process its node. After that every ID type can [`mint`](crate::Minter::mint).
///
/// All ID types of one layout share a generator, so an ID of one type never equals an ID of
/// another, and a lookup with the wrong kind of ID finds nothing. Types with `#[snowflake(generator
/// = "own")]` have one each.
///
/// ```
/// # use snowflake_kit_core::Snowflake;
/// # #[derive(snowflake_kit_derive::SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_mint")]
/// # struct UserId(Snowflake);
/// use snowflake_kit_mint::{Node, install};
///
/// # unsafe { std::env::set_var("SNOWFLAKE_NODE", "7") };
/// install(Node::from_env("SNOWFLAKE_NODE")?)?;
/// let id = UserId::mint();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Install after `fork`, not before: a child of a process that had a node or minted does neither,
/// until it starts a program by `exec`.
///
/// # Errors
/// - [`NodeError::AlreadyInstalled`] if the process already has its node.
/// - [`NodeError::OutOfRange`] if the number does not fit [`Layout::DEFAULT`], or the layouts that
///   [`Node::with_layouts`] names in its place.
/// - [`NodeError::Forked`] in such a child.
///
/// Name the layouts of your ID types, if they are others. For a layout that is not named, the first
/// mint returns [`MintError::NodeOutOfRange`], or panics with its text.
pub fn install(settings: impl Into<Settings>) -> Result<(), NodeError> {
    INSTALLATION.install(settings.into())
}

/// Gives this process a lease that its first mint claims: the keeper hears the bell.
///
/// # Errors
/// As [`install`].
pub fn install_unclaimed(bell: Arc<Bell>, limits: Limits) -> Result<(), NodeError> {
    INSTALLATION.install_unclaimed(bell, limits)
}

/// The node with which this process may mint, or what stands for a lease that it will claim.
pub fn installed() -> Option<Node> {
    INSTALLATION.node()
}

/// The permit with which this process may mint, if it has its node by a lease.
pub fn installed_permit() -> Option<Permit> {
    INSTALLATION.permit()
}

/// The keeper has claimed or renewed a node: all mint by it.
pub fn claimed(bell: &Arc<Bell>, settings: Settings) {
    INSTALLATION.claimed(bell, settings);
}

/// The claim of the lease that the first mint claims has failed.
pub fn claim_failed(bell: &Arc<Bell>, error: &str) {
    INSTALLATION.failed(bell, error);
}

/// The lease will not be claimed any more.
pub fn withdraw(bell: &Arc<Bell>) {
    INSTALLATION.withdraw(bell);
}

static INSTALLATION: Installation<SystemClock> = Installation::new(SystemClock::new());

/// The installed generator of an ID type: a static in the derived code, which keeps the generator
/// once it is known.
#[derive(Debug)]
#[doc(hidden)]
pub struct InstalledGenerator(OnceLock<Arc<Generator>>);

impl InstalledGenerator {
    /// A place for a generator that is not known yet.
    #[expect(clippy::new_without_default, reason = "it is only ever a static")]
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The generator of all types of the layout, or of this type alone. It waits for the claim of a
    /// lease, as `mint` does.
    ///
    /// # Errors
    /// [`MintError::NotInstalled`], [`MintError::NodeOutOfRange`], [`MintError::Forked`],
    /// [`MintError::NotClaimed`].
    pub fn generator<T: SnowflakeId + Sourced>(&self) -> Result<&Generator, MintError> {
        get::<T, _, _>(self, || {
            let generator = self.get::<T>()?;
            INSTALLATION.catch_up(generator)?;
            Ok(generator)
        })
    }

    fn get<T: SnowflakeId>(&self) -> Result<&Generator, MintError> {
        match self.0.get() {
            Some(generator) => Ok(generator),
            None => self.find(T::LAYOUT, Owner::of::<T>()),
        }
    }

    /// If no node is installed, but a lease that is to be claimed, this starts the claim.
    #[cold]
    fn find(&self, layout: Layout, owner: Owner) -> Result<&Generator, MintError> {
        let generator = INSTALLATION.generator(layout, owner)?;
        Ok(self.0.get_or_init(|| generator))
    }
}

impl InstalledGenerator {
    /// Asks the generator of this thread's innermost [`MintScope`](crate::MintScope), or else the
    /// installed one.
    fn ask<T: SnowflakeId + Sourced, R>(
        &self,
        mut ask: impl FnMut(&dyn Source<T>) -> Result<R, MintError>,
    ) -> Result<R, MintError> {
        #[cfg(feature = "test-util")]
        if let Some(generator) = scoped::<T>() {
            return ask(&*generator?);
        }
        let generator = self.get::<T>()?;
        ask(generator).or_else(|error| {
            caught_up(generator, error)?;
            ask(generator)
        })
    }
}

impl<T: SnowflakeId + Sourced> Source<T> for InstalledGenerator {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn scheme(&self) -> &'static str {
        T::LAYOUT.name()
    }

    fn max_wait(&self) -> Duration {
        #[cfg(feature = "test-util")]
        if let Some(generator) = scoped::<T>() {
            return generator.map_or(Limits::new().max_wait, |it| Source::<T>::max_wait(&*it));
        }
        match self.0.get() {
            Some(generator) => Source::<T>::max_wait(&**generator),
            None => INSTALLATION.limits().max_wait,
        }
    }

    fn attempt(&self, caller: u32) -> Result<T, MintError> {
        #[cfg(feature = "test-util")]
        if let Some(generator) = scoped::<T>() {
            return generator?.attempt(caller);
        }
        let generator = self.get::<T>()?;
        generator.attempt(caller).or_else(|error| {
            caught_up(generator, error)?;
            generator.attempt(caller)
        })
    }

    fn check(&self, caller: u32, count: usize) -> Result<(), MintError> {
        self.ask::<T, _>(|generator| generator.check(caller, count))
    }

    fn append(&self, caller: u32, most: usize, ids: &mut Vec<T>) -> Result<(), MintError> {
        self.ask::<T, _>(|generator| generator.append(caller, most, ids))
    }

    fn skip(&self, wait: Duration) -> bool {
        #[cfg(feature = "test-util")]
        if let Some(Ok(generator)) = scoped::<T>() {
            return Source::<T>::skip(&*generator, wait);
        }
        let _ = wait;
        false
    }

    fn in_vain(&self, since: Instant) -> Option<MintError> {
        INSTALLATION.failed_since(since)
    }
}

impl Minter for InstalledGenerator {}

impl<T: SnowflakeId + Mint> Mints<T> for InstalledGenerator
where
    Self: Source<T>,
{
    type Source = Self;

    #[inline]
    fn by(&self) -> (&Self, u32) {
        (self, 0)
    }
}

/// If the lease of a known generator was given back or has ended, and another one is to be claimed,
/// this starts the claim, as `find` does for one that is not known. If there is none to be claimed, it
/// may have been claimed since the error: then the generator mints by it, and is to be asked again.
#[cold]
fn caught_up(generator: &Generator, error: MintError) -> Result<(), MintError> {
    match error {
        MintError::LeaseReleased { .. } | MintError::LeaseExpired { .. } => {
            INSTALLATION.catch_up(generator)
        }
        _ => Err(error),
    }
}
