//! A handle per thread.

use core::cell::Cell;
use core::fmt;

use snowflake_kit_core::{Layout, SnowflakeId};

use super::Generator;
use super::session::Session;
use crate::clock::Clock;
use crate::clock::SystemClock;
use crate::error::MintError;
use crate::mint::failed;
use crate::mint::{Mint, MintIn};

/// How many slots a handle takes at a time, or a sixteenth of a tick if that is less.
const BLOCK: u64 = 64;

/// Mints from a small block of slots that belongs to this handle, so that threads do not compete
/// for the shared state at each ID.
///
/// ```
/// # use snowflake_kit_core::{Layout, Snowflake, SnowflakeId};
/// # use snowflake_kit_mint::{Generator, Node};
/// # #[derive(snowflake_kit_derive::SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_mint")]
/// # struct RowId(Snowflake);
/// let generator = Generator::new(Layout::DEFAULT, Node::fixed(7))?;
/// std::thread::scope(|scope| {
///     for _ in 0..4 {
///         scope.spawn(|| {
///             let local = generator.local();
///             let first: RowId = local.mint();
///             let second: RowId = local.mint();
///             assert!(first < second);
///         });
///     }
/// });
/// # Ok::<(), snowflake_kit_mint::MintError>(())
/// ```
///
/// IDs are as unique, and their timestamps as accurate, as those of the generator: a block ends
/// with its tick (with a [`max_lead`](snowflake_kit_core::Limits::max_lead), when the clock has passed
/// it). The price:
///
/// - *Inside* a tick there is no order between handles: an ID can be smaller than an earlier one of
///   another handle. The IDs of one handle increase.
/// - The rest of a block is lost when its tick ends: up to 63 slots per handle and tick, and always
///   less than a sixteenth of the tick.
pub struct Local<'g, C: Clock = SystemClock> {
    generator: &'g Generator<C>,
    block: u64,
    /// The next slot of the block, and the end of the block.
    next: Cell<u64>,
    end: Cell<u64>,
    /// The first slot of the block that has not been counted.
    uncounted: Cell<u64>,
    session: Cell<Option<&'g Session>>,
}

impl<C: Clock> Generator<C> {
    /// A handle for one thread, with the lowest cost per ID.
    pub fn local(&self) -> Local<'_, C> {
        Local {
            generator: self,
            block: (self.layout.slots_per_tick() / 16).clamp(1, BLOCK),
            next: Cell::new(0),
            end: Cell::new(0),
            uncounted: Cell::new(0),
            session: Cell::new(None),
        }
    }
}

impl<'g, C: Clock> Local<'g, C> {
    /// Mints an ID, without waiting.
    ///
    /// # Errors
    /// As [`Generator::try_mint`].
    #[inline]
    pub fn try_mint<T: SnowflakeId + Mint>(&self) -> Result<T, MintError> {
        self.typed(0)
    }

    /// As [`try_mint`](Self::try_mint), with this value in the caller's field.
    ///
    /// # Errors
    /// As [`Generator::try_mint_in`].
    #[inline]
    pub fn try_mint_in<T: MintIn>(&self, caller: u32) -> Result<T, MintError> {
        self.typed(caller)
    }

    #[expect(clippy::inline_always, reason = "so that the layout is a constant in there")]
    #[inline(always)]
    fn typed<T: SnowflakeId>(&self, caller: u32) -> Result<T, MintError> {
        self.generator.check::<T>(caller)?;
        let layout = const { &T::LAYOUT };
        let (_, session) = self.generator.sessions.current();
        let (next, end) = (self.next.get(), self.end.get());
        let (session, slot) = if next < end && self.is_good(layout, session, next)? {
            self.next.set(next + 1);
            (session, next)
        } else {
            self.take_block(layout)?
        };
        Ok(T::from_snowflake(layout.id_in_slot(slot, caller, session.node)))
    }

    /// Mints an ID, waiting for a free slot up to
    /// [`max_wait`](snowflake_kit_core::Limits::max_wait).
    ///
    /// # Panics
    /// As [`Generator::mint`].
    #[inline]
    #[track_caller]
    pub fn mint<T: SnowflakeId + Mint>(&self) -> T {
        match self.typed(0) {
            Ok(id) => id,
            Err(error) => self.wait(0, error),
        }
    }

    /// As [`mint`](Self::mint), with this value in the caller's field.
    ///
    /// # Panics
    /// As [`Generator::mint_in`].
    #[inline]
    #[track_caller]
    pub fn mint_in<T: MintIn>(&self, caller: u32) -> T {
        match self.typed(caller) {
            Ok(id) => id,
            Err(error) => self.wait(caller, error),
        }
    }

    #[cold]
    #[track_caller]
    fn wait<T: SnowflakeId>(&self, caller: u32, error: MintError) -> T {
        let max_wait = self.generator.limits().max_wait;
        match self.generator.block(max_wait, error, || self.typed(caller)) {
            Ok(id) => id,
            Err(error) => failed::<T>(error),
        }
    }

    /// Whether the block is still valid: its session is current, and its next slot is not in the
    /// past and not further ahead than allowed.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    fn is_good(&self, layout: &Layout, session: &Session, next: u64) -> Result<bool, MintError> {
        // One comparison of pointers, of which none is null.
        let held = self.session.get().map_or(core::ptr::null(), core::ptr::from_ref);
        if !core::ptr::eq(held, session) || session.is_forked() {
            return Ok(false);
        }
        let now = session.now(layout, &self.generator.clock)?;
        let tick = layout.tick_of_slot(next);
        Ok(now.tick == tick || (now.tick < tick && session.rules(layout).allows(tick, now)))
    }

    #[inline(never)]
    fn take_block(&self, layout: &Layout) -> Result<(&'g Session, u64), MintError> {
        let (session, slots) = self.generator.take_slots(layout, 1, self.block)?;
        self.count();
        self.session.set(Some(session));
        self.uncounted.set(slots.start);
        self.next.set(slots.start + 1);
        self.end.set(slots.end);
        Ok((session, slots.start))
    }

    fn count(&self) {
        if let Some(session) = self.session.get() {
            session.state.tally.minted(self.next.get() - self.uncounted.get());
            self.uncounted.set(self.next.get());
        }
    }
}

impl<C: Clock> Drop for Local<'_, C> {
    fn drop(&mut self) {
        self.count();
    }
}

impl<C: Clock> fmt::Debug for Local<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Local")
            .field("generator", &self.generator)
            .field("left", &(self.end.get() - self.next.get()))
            .finish_non_exhaustive()
    }
}
