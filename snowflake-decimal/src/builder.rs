//! How a generator number is asked for.

#[cfg(feature = "tokio")]
use snowflake_lease::AsyncStore;
use snowflake_lease::Store;
use snowflake_mint::__private::process;

use super::claim::NumberPlan;
use super::process::Process;
use super::{DecimalError, Launch, supply};

/// A generator number for decimal IDs, from a store that all processes see. See
/// [`decimal`](mod@super) for why no two are alike.
///
/// [`install`](DecimalBuilder::install) claims one, and gives it to this process:
///
/// ```
/// # use snowflake_core::{DecimalId, Snowflake};
/// # #[derive(snowflake_derive::DecimalId)]
/// # #[snowflake(crate = "snowflake_decimal")]
/// # struct OrderId(Snowflake);
/// # let folder = std::env::temp_dir().join(format!("decimal-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let file = folder.join("leases");
/// # unsafe { std::env::set_var("SNOWFLAKE_LAUNCH", "65") };
/// use snowflake_lease::FileStore;
/// use snowflake_decimal::{DecimalBuilder, Launch};
///
/// let launch = Launch::from_env("SNOWFLAKE_LAUNCH")?;
/// DecimalBuilder::new(FileStore::new(&file)).space("shop").launch(launch).install()?;
/// let parts = OrderId::mint().decimal_parts()?;
/// assert_eq!((parts.counter, parts.launch), (1, 65));
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// | setting | default | |
/// |---|---|---|
/// | [`space`](DecimalBuilder::space) | `"default"` | which set of IDs, where applications share a store |
/// | [`launch`](DecimalBuilder::launch) | none: it has to be said | which launch of the service |
/// | [`holder`](DecimalBuilder::holder) | host name and process number | what the store says of who claimed last |
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
        let (space, holder) = ("default".to_owned(), process());
        Self { store, space, holder, launch: None }
    }

    /// Which set of IDs: 1 to 86 characters. Applications that share a store and
    /// never compare their IDs need not share the generator numbers. A
    /// [`LeaseBuilder`](snowflake_lease::LeaseBuilder) may have the same name: it is about other
    /// numbers.
    pub fn space(mut self, space: impl Into<String>) -> Self {
        self.space = space.into();
        self
    }

    /// Which launch of the service: the last five digits of each ID.
    pub const fn launch(mut self, launch: Launch) -> Self {
        self.launch = Some(launch);
        self
    }

    /// What the store says of who claimed last, for people; cut at 255
    /// characters.
    pub fn holder(mut self, holder: impl Into<String>) -> Self {
        self.holder = holder.into();
        self
    }

    /// Claims a generator number and gives it to this process. From then on every
    /// [`DecimalId`](snowflake_core::DecimalId) type can [`mint`](snowflake_mint::Mint::mint). All of them
    /// share one counter, so an ID of one type never has the number of an ID of another;
    /// types with
    /// `#[snowflake(generator = "own")]` have one each.
    ///
    /// The number is the process's to its end, and there is nothing to give back:
    /// no other process ever has it. A thread keeps the store, and claims the next
    /// number when half of the counter is gone. One operation on the store may take
    /// 10 s; then it has failed, and the next one is on a
    /// [`replacement`](Store::replacement) of the store.
    ///
    /// A process made by `fork` has no number: install one there, over a store of
    /// its own.
    ///
    /// # Errors
    /// [`DecimalError`], and nothing is installed. A number may have been claimed,
    /// which nobody has then.
    pub fn install(self) -> Result<(), DecimalError>
    where
        S: Store,
    {
        let (store, plan) = self.checked()?;
        supply::install(store, plan)
    }

    /// As [`install`](Self::install), for stores that are awaited: a task of the
    /// tokio runtime that this is called in keeps the store, with timers enabled.
    /// If the runtime ends, nobody claims the next number, and minting ends with
    /// the counter. If the future is dropped before it is done, a number may have
    /// been claimed, which nobody has then.
    ///
    /// # Errors
    /// [`DecimalError`], and nothing is installed.
    ///
    /// # Panics
    /// Outside of a tokio runtime with timers enabled.
    #[cfg(feature = "tokio")]
    pub async fn install_async(self) -> Result<(), DecimalError>
    where
        S: AsyncStore,
    {
        let (store, plan) = self.checked()?;
        supply::install_async(store, plan).await
    }

    /// The settings, if they can be; and finds out beforehand whether there is a
    /// number already, so that none is claimed in vain.
    fn checked(self) -> Result<(S, NumberPlan), DecimalError> {
        let Self { store, space, holder, launch } = self;
        let launch = launch.ok_or(DecimalError::NoLaunch)?;
        let plan = NumberPlan::new(space, &holder, launch)?;
        match Process::installed() {
            Some(number) => Err(supply::already(number)),
            None => Ok((store, plan)),
        }
    }
}
