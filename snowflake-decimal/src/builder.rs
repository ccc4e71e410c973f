//! How to get a generator number.

use core::time::Duration;

use snowflake_kit_lease::__private::Told;
use snowflake_kit_lease::AnyStore;
use snowflake_kit_mint::__private::{fork, process_name};

use super::claim::NumberPlan;
use super::counters::Counters;
use crate::error::DecimalError;
use crate::launch::Launch;
use crate::supply;

/// Gets a generator number for decimal IDs from a store that all processes share. The
/// [crate](mod@super) has the proof that no two IDs are equal.
///
/// [`install`](DecimalBuilder::install) claims a number and gives it to this process:
///
/// ```
/// # use snowflake_kit_core::{DecimalId, Snowflake};
/// # #[derive(snowflake_kit_derive::DecimalId)]
/// # #[snowflake(crate = "snowflake_kit_decimal")]
/// # struct OrderId(Snowflake);
/// # let folder = std::env::temp_dir().join(format!("decimal-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let file = folder.join("leases");
/// # unsafe { std::env::set_var("SNOWFLAKE_LAUNCH", "65") };
/// use snowflake_kit_lease::FileStore;
/// use snowflake_kit_decimal::{DecimalBuilder, Launch};
///
/// let launch = Launch::from_env("SNOWFLAKE_LAUNCH")?;
/// DecimalBuilder::new(FileStore::new(&file)).space("shop").launch(launch).install()?;
/// let parts = OrderId::mint().decimal_parts()?;
/// assert_eq!((parts.counter, parts.launch), (1, 65));
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// | setting | default |
/// |---|---|
/// | [`space`](DecimalBuilder::space) | `"default"` |
/// | [`launch`](DecimalBuilder::launch) | none, required |
/// | [`holder`](DecimalBuilder::holder) | host name and process number |
#[derive(Debug)]
#[must_use = "nothing is claimed before `install`"]
pub struct DecimalBuilder<S> {
    store: S,
    space: String,
    holder: String,
    launch: Option<Launch>,
}

impl<S> DecimalBuilder<S> {
    /// A generator number from this store.
    pub fn new(store: S) -> Self {
        let (space, holder) = ("default".to_owned(), process_name());
        Self { store, space, holder, launch: None }
    }

    /// Sets the name of the set of IDs, 1 to 86 characters. If applications share a store but never
    /// compare their IDs, give each its own space. A
    /// [`LeaseBuilder`](snowflake_kit_lease::LeaseBuilder) may use the same name, because its rows are
    /// separate.
    pub fn space(mut self, space: impl Into<String>) -> Self {
        self.space = space.into();
        self
    }

    /// Sets the launch of the service: the last five digits of each ID.
    pub const fn launch(mut self, launch: Launch) -> Self {
        self.launch = Some(launch);
        self
    }

    /// Sets what the store tells people about the last claim, cut at 255 characters.
    pub fn holder(mut self, holder: impl Into<String>) -> Self {
        self.holder = holder.into();
        self
    }

    /// Claims a generator number and gives it to this process. After that every
    /// [`DecimalId`](snowflake_kit_core::DecimalId) type can [`mint`](snowflake_kit_mint::Minter::mint). All
    /// types share one counter, so an ID of one type never equals an ID of another; a type with
    /// `#[snowflake(generator = "own")]` has its own.
    ///
    /// No other process ever gets the number, so there is nothing to give back. A thread keeps the
    /// store, and claims the next number when half of the counter is used. One operation on the
    /// store may take 10 s. Then it has failed, and the next one uses a
    /// [`replacement`](snowflake_kit_lease::Store::replacement) of the store. This blocks the thread,
    /// whatever the store is.
    ///
    /// Install after `fork`, not before: a child of a process that had a node or minted does neither.
    ///
    /// # Errors
    /// [`DecimalError`]. Then nothing is installed; a number may have been claimed, and is lost.
    pub fn install<Kind>(self) -> Result<(), DecimalError>
    where
        S: AnyStore<Kind>,
    {
        self.begin()?.wait(Duration::MAX).unwrap_or_else(|| Err(supply::gone()))
    }

    /// As [`install`](Self::install), without blocking the thread. If you drop the future early, the
    /// process gets a number all the same.
    ///
    /// # Errors
    /// As [`install`](Self::install).
    pub async fn install_async<Kind>(self) -> Result<(), DecimalError>
    where
        S: AnyStore<Kind>,
    {
        self.begin()?.await.unwrap_or_else(|| Err(supply::gone()))
    }

    fn begin<Kind>(self) -> Result<Told<Result<(), DecimalError>>, DecimalError>
    where
        S: AnyStore<Kind>,
    {
        let (store, plan) = self.checked()?;
        supply::start(store, plan)
    }

    /// Checks the settings, and that a number may be installed, so that none is claimed in vain.
    fn checked(self) -> Result<(S, NumberPlan), DecimalError> {
        if fork::is_forked() {
            return Err(DecimalError::Forked);
        }
        let Self { store, space, holder, launch } = self;
        let launch = launch.ok_or(DecimalError::NoLaunch)?;
        let plan = NumberPlan::new(space, &holder, launch)?;
        match Counters::installed() {
            Some(number) => Err(supply::already(number)),
            None => Ok((store, plan)),
        }
    }
}
