//! Minting.

mod batch;
mod local;
mod reserve;
mod session;
mod take;

use core::fmt;
use core::time::Duration;

pub use batch::Batch;
pub use local::Local;
use session::{Session, Sessions};
use snowflake_kit_core::{Field, Id, Layout, Limits, Snowflake, SnowflakeId};

use crate::clock::{Clock, SystemClock};
use crate::error::MintError;
use crate::mint::WithoutCaller;
use crate::minter::{Minter, Mints, Within};
use crate::process::{self, Owner, Stay};
use crate::settings::Settings;
use crate::source::{Source, Sourced};

/// Mints the IDs of one layout under one node.
///
/// Most programs never name this type: they [`install`](crate::install) a node and call
/// [`mint`](crate::Minter::mint) on their ID types.
///
/// It mints by the functions of [`Minter`]. Share a generator by reference. Minting takes `&self`, locks nothing and allocates nothing. All
/// ID types with the same layout can use one generator, and no two IDs are equal. The IDs of a
/// thread increase, and so do the IDs of two threads if one mint happens after the other.
///
/// ```
/// use snowflake_kit_core::Layout;
/// use snowflake_kit_core::Snowflake;
/// use snowflake_kit_mint::{Generator, Minter, Node};
///
/// let generator = Generator::new(Layout::SONYFLAKE, Node::fixed(7))?;
/// let first: Snowflake = generator.mint();
/// let second: Snowflake = generator.mint();
/// assert!(first < second);
/// assert_eq!(Layout::SONYFLAKE.decompose(first).node, 7);
/// # Ok::<(), snowflake_kit_mint::MintError>(())
/// ```
///
/// Generators of the same layout and node share their state, so they never mint the same ID.
///
/// The first generator of a node leaves out the tick in which it is built, because another process
/// may have had the node until now. So a service that restarts at once does not repeat an ID, and
/// the first mint may wait for up to a tick. The same holds for a generator that gets the node
/// after all others of the node were dropped or changed.
///
/// A type with `generator = "own"` needs its [own generators](Generator::of).
pub struct Generator<C = SystemClock> {
    layout: Layout,
    /// Which IDs it mints. Each mint compares this with its type.
    kind: (i64, u64),
    owner: Owner,
    clock: C,
    sessions: Sessions,
}

impl Generator {
    /// A generator on the machine's clock.
    ///
    /// ```
    /// use core::time::Duration;
    /// use snowflake_kit_core::{Layout, Limits};
    /// use snowflake_kit_mint::{Generator, Node};
    ///
    /// let node = Node::fixed(7);
    /// let with_defaults = Generator::new(Layout::DEFAULT, node)?;
    /// let limits = Limits::new().max_wait(Duration::from_millis(50));
    /// let impatient = Generator::new(Layout::DEFAULT, node.with_limits(limits))?;
    /// # Ok::<(), snowflake_kit_mint::MintError>(())
    /// ```
    ///
    /// # Errors
    /// - [`MintError::NodeOutOfRange`] if the node does not fit the layout.
    /// - [`MintError::Forked`] in a fork of a process that had a node or minted.
    /// - [`MintError::FixedAndLeased`] if this process has the node by a lease (or, for a lease, as
    ///   a fixed number).
    /// - [`MintError::Clock`] if the clock cannot be read.
    pub fn new(layout: Layout, settings: impl Into<Settings>) -> Result<Self, MintError> {
        Self::with_clock(layout, settings, SystemClock::new())
    }
}

impl<C: Clock> Generator<C> {
    /// A generator on another clock.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_clock(
        layout: Layout,
        settings: impl Into<Settings>,
        clock: C,
    ) -> Result<Self, MintError> {
        Self::owned_by(layout, &settings.into(), clock, Owner::SHARED)
    }

    /// A generator for an ID type. With `generator = "own"` it mints only this type; otherwise it
    /// is the same as [`with_clock`](Self::with_clock).
    ///
    /// ```
    /// use snowflake_kit_core::Snowflake;
    /// use snowflake_kit_mint::{Generator, Minter, Node, SystemClock};
    /// # use snowflake_kit_derive::SnowflakeId;
    ///
    /// #[derive(SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_mint")]
    /// #[snowflake(generator = "own")]
    /// struct EventId(Snowflake);
    ///
    /// let events = Generator::of::<EventId>(Node::fixed(7), SystemClock::new())?;
    /// let id: EventId = events.mint();
    /// # Ok::<(), snowflake_kit_mint::MintError>(())
    /// ```
    ///
    /// # Errors
    /// As [`with_clock`](Self::with_clock).
    pub fn of<T: SnowflakeId>(settings: impl Into<Settings>, clock: C) -> Result<Self, MintError> {
        Self::owned_by(T::LAYOUT, &settings.into(), clock, Owner::of::<T>())
    }

    pub(crate) fn owned_by(
        layout: Layout,
        settings: &Settings,
        clock: C,
        owner: Owner,
    ) -> Result<Self, MintError> {
        let (session, stay) = session(&layout, settings, Limits::new(), &clock, owner)?;
        let kind = kind(&layout, owner.name().is_some());
        Ok(Self { layout, kind, owner, clock, sessions: Sessions::new(session, stay) })
    }

    /// Whether it mints the IDs of a layout and an owner.
    pub(crate) fn is_for(&self, layout: &Layout, owner: Owner) -> bool {
        self.owner == owner && self.layout == *layout
    }

    /// The layout.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.sessions.current().1.margins.limits
    }

    /// The clock.
    pub const fn clock(&self) -> &C {
        &self.clock
    }

    /// The current node number.
    pub fn node(&self) -> u32 {
        self.sessions.current().1.node
    }

    /// Changes the node number. The limits stay, unless the settings contain others.
    ///
    /// - A mint that runs at this moment may still end under the old number.
    /// - If this process has minted under the new number before, the generator continues after
    ///   those IDs. If no other generator mints under it now, it also leaves out the present tick.
    /// - With a lease's permit, IDs keep increasing: the generator leaves out the rest of the tick
    ///   of the last ID.
    ///
    /// A change back to an earlier node, lease and limits takes no memory. A change to others takes
    /// about 140 bytes for as long as the generator lives, because a mint may still end there. The
    /// process also keeps what each of its nodes has issued, about 400 bytes per layout and node, so
    /// that no ID is repeated.
    ///
    /// # Errors
    /// As [`new`](Self::new). Then the generator keeps its node.
    pub fn change_node(&self, settings: impl Into<Settings>) -> Result<(), MintError> {
        let (settings, limits) = (settings.into(), *self.limits());
        let (next, stay) = session(&self.layout, &settings, limits, &self.clock, self.owner)?;
        self.sessions.begin(&self.layout, next, stay);
        Ok(())
    }

    /// Mints `count` IDs in one step, without waiting: all or none. They are in order, without
    /// other IDs between them.
    ///
    /// ```
    /// # use snowflake_kit_core::{Layout, Snowflake, SnowflakeId};
    /// # use snowflake_kit_mint::{Generator, ManualClock, Node};
    /// # #[derive(snowflake_kit_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_mint")]
    /// # struct UserId(Snowflake);
    /// # let clock = ManualClock::at(1_767_225_600_000);
    /// let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock)?;
    /// let ids: Vec<UserId> = generator.try_mint_many(100)?.collect();
    /// assert_eq!(ids.len(), 100);
    /// assert!(ids.is_sorted());
    /// # Ok::<(), snowflake_kit_mint::MintError>(())
    /// ```
    ///
    /// # Errors
    /// [`MintError::BatchTooLarge`] if `count` is never possible in one step: without a `max_lead`,
    /// one tick is the maximum. [`MintError::WouldWait`] if there are too few slots now, and the
    /// other [`MintError`]s.
    pub fn try_mint_many<T: WithoutCaller + FromSlot>(
        &self,
        count: usize,
    ) -> Result<Batch<T>, MintError> {
        self.batch(0, count)
    }

    /// Checks that IDs of this type, with this value in the caller's field, may be minted here.
    fn check<T: SnowflakeId>(&self, caller: u32) -> Result<(), MintError> {
        if self.kind == const { kind(&T::LAYOUT, T::OWN_GENERATOR) } && self.is_owners::<T>() {
            // Types without the field pass 0.
            match const { T::LAYOUT.caller() } {
                Some(field) if caller > field.max() => Err(Self::too_large::<T>(field, caller)),
                _ => Ok(()),
            }
        } else {
            self.mismatch::<T>()
        }
    }

    #[cold]
    fn too_large<T: SnowflakeId>(field: Field, value: u32) -> MintError {
        let (id, name, max) = (T::NAME, field.name(), field.max());
        MintError::CallerOutOfRange { id, field: name, value, max }
    }

    /// Whether a type with its own generator is the type of this one. Types that share generators
    /// always pass.
    fn is_owners<T: SnowflakeId>(&self) -> bool {
        !T::OWN_GENERATOR || self.owner == Owner::of::<T>()
    }

    #[cold]
    fn mismatch<T: SnowflakeId>(&self) -> Result<(), MintError> {
        let (id, layout, generator) = (T::NAME, T::LAYOUT.name(), self.layout.name());
        if self.layout == T::LAYOUT {
            return Err(MintError::OwnerMismatch { id, owner: self.owner.name() });
        }
        Err(MintError::LayoutMismatch { id, layout, generator })
    }

    fn batch<T: FromSlot>(&self, caller: u32, count: usize) -> Result<Batch<T>, MintError> {
        T::check(self, caller)?;
        let count = count as u64;
        if count == 0 {
            return Ok(Batch::new(self.layout, 0..0, 0, 0));
        }
        self.piece(caller, count, count)
    }

    fn piece<T: FromSlot>(
        &self,
        caller: u32,
        fewest: u64,
        most: u64,
    ) -> Result<Batch<T>, MintError> {
        let (session, slots) = self.take_slots(T::layout(&self.layout), fewest, most)?;
        session.state.tally.minted(slots.end - slots.start);
        Ok(Batch::new(self.layout, slots, caller, session.node))
    }
}

/// What a generator makes of a slot: an ID of a type, or a [`Snowflake`] without one, of which a
/// caller's field is 0 unless it is set by [`Layout::with_caller`].
#[doc(hidden)]
pub trait FromSlot: Copy {
    const NAME: &'static str;

    /// The layout, which is a constant for a type: then all arithmetic on it folds.
    fn layout(of_generator: &Layout) -> &Layout;

    fn from_snowflake(id: Snowflake) -> Self;

    /// Checks that it may be minted by this generator, with this value in the caller's field.
    fn check<C: Clock>(generator: &Generator<C>, caller: u32) -> Result<(), MintError>;
}

impl<T: SnowflakeId + Sourced> FromSlot for T {
    const NAME: &'static str = <T as Id>::NAME;

    #[inline]
    fn layout(_: &Layout) -> &Layout {
        const { &T::LAYOUT }
    }

    #[inline]
    fn from_snowflake(id: Snowflake) -> Self {
        Id::from_snowflake(id)
    }

    #[inline]
    fn check<C: Clock>(generator: &Generator<C>, caller: u32) -> Result<(), MintError> {
        generator.check::<T>(caller)
    }
}

impl FromSlot for Snowflake {
    const NAME: &'static str = "Snowflake";

    #[inline]
    fn layout(of_generator: &Layout) -> &Layout {
        of_generator
    }

    #[inline]
    fn from_snowflake(id: Snowflake) -> Self {
        id
    }

    #[inline]
    fn check<C: Clock>(_: &Generator<C>, _caller: u32) -> Result<(), MintError> {
        Ok(())
    }
}

impl<C: Clock> Minter for Generator<C> {}

impl<T: WithoutCaller + FromSlot, C: Clock> Mints<T> for Generator<C> {
    type Source = Self;

    #[inline]
    fn by(&self) -> (&Self, u32) {
        (self, 0)
    }
}

impl<C: Clock, T: FromSlot> Within<'_, Generator<C>, T> {
    /// As [`Generator::try_mint_many`].
    ///
    /// # Errors
    /// As [`Generator::try_mint_many`], and [`MintError::CallerOutOfRange`].
    pub fn try_mint_many(&self, count: usize) -> Result<Batch<T>, MintError> {
        self.source.batch(self.caller, count)
    }
}

impl<T: FromSlot, C: Clock> Source<T> for Generator<C> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn scheme(&self) -> &'static str {
        self.layout.name()
    }

    fn max_wait(&self) -> Duration {
        self.limits().max_wait
    }

    #[expect(clippy::inline_always, reason = "so that the layout is a constant in there")]
    #[inline(always)]
    fn attempt(&self, caller: u32) -> Result<T, MintError> {
        T::check(self, caller)?;
        let layout = T::layout(&self.layout);
        let (session, slots) = self.take_slots(layout, 1, 1)?;
        session.state.tally.minted(1);
        Ok(T::from_snowflake(layout.id_in_slot(slots.start, caller, session.node)))
    }

    fn check(&self, caller: u32, _count: usize) -> Result<(), MintError> {
        T::check(self, caller)
    }

    fn append(&self, caller: u32, most: usize, ids: &mut Vec<T>) -> Result<(), MintError> {
        self.piece(caller, 1, most as u64)?.append_to(ids);
        Ok(())
    }

    fn skip(&self, wait: Duration) -> bool {
        self.clock.skip(wait)
    }
}

impl<C> fmt::Debug for Generator<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator")
            .field("layout", &self.layout)
            .field("session", self.sessions.current().1)
            .finish_non_exhaustive()
    }
}

/// Which IDs a generator mints: those of a layout that types share, or those of one type.
/// `Layout::meaning` never sets this bit.
const fn kind(layout: &Layout, own: bool) -> (i64, u64) {
    let (epoch, shape) = layout.meaning();
    (epoch, shape | (own as u64) << 31)
}

fn session(
    layout: &Layout,
    settings: &Settings,
    limits: Limits,
    clock: &impl Clock,
    owner: Owner,
) -> Result<(Session, Stay), MintError> {
    let (stay, permit) = process::current(|process| process.enter(owner, layout, settings, clock))?;
    let node = settings.node_in(layout)?;
    let limits = settings.limits.unwrap_or(limits);
    Ok((Session::new(layout, limits, node, stay.state.clone(), permit), stay))
}
