//! A handle per thread.

use core::cell::Cell;
use core::fmt;
use core::time::Duration;

use snowflake_kit_core::Layout;

use super::session::Session;
use super::{FromSlot, Generator};
use crate::clock::{Clock, SystemClock};
use crate::error::MintError;
use crate::fork;
use crate::mint::WithoutCaller;
use crate::minter::{Minter, Mints};
use crate::source::Source;

/// How many slots a handle takes at a time, or a sixteenth of a tick if that is less.
const BLOCK: u64 = 64;

/// Mints from a small block of slots that belongs to this handle, so that threads do not compete
/// for the shared state at each ID.
///
/// ```
/// # use snowflake_kit_core::{Layout, Snowflake, SnowflakeId};
/// # use snowflake_kit_mint::{Generator, Minter, Node};
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
    /// Whether the block is still valid: its session is current, and its next slot is not in the
    /// past and not further ahead than allowed.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    fn is_good(&self, layout: &Layout, session: &Session, next: u64) -> Result<bool, MintError> {
        // One comparison of pointers, of which none is null.
        let held = self.session.get().map_or(core::ptr::null(), core::ptr::from_ref);
        // In a fork, it is the generator that refuses another block.
        if !core::ptr::eq(held, session) || session.is_stopped() || fork::is_forked() {
            return Ok(false);
        }
        let now = session.now(layout, &self.generator.clock)?;
        let tick = layout.tick_of_slot(next);
        Ok(now.tick == tick || (now.tick < tick && session.rules(layout).allows(tick, now)))
    }

    /// Once for each block: apart from what each ID needs.
    #[cold]
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

impl<C: Clock> Minter for Local<'_, C> {}

impl<T: WithoutCaller + FromSlot, C: Clock> Mints<T> for Local<'_, C> {
    type Source = Self;

    #[inline]
    fn by(&self) -> (&Self, u32) {
        (self, 0)
    }
}

impl<T: FromSlot, C: Clock> Source<T> for Local<'_, C> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn scheme(&self) -> &'static str {
        self.generator.layout.name()
    }

    fn max_wait(&self) -> Duration {
        self.generator.limits().max_wait
    }

    #[expect(clippy::inline_always, reason = "so that the layout is a constant in there")]
    #[inline(always)]
    fn attempt(&self, caller: u32) -> Result<T, MintError> {
        T::check(self.generator, caller)?;
        let layout = T::layout(&self.generator.layout);
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

    fn check(&self, caller: u32, _count: usize) -> Result<(), MintError> {
        T::check(self.generator, caller)
    }

    /// One, because the IDs of a handle increase only if all are from its blocks.
    fn append(&self, caller: u32, _most: usize, ids: &mut Vec<T>) -> Result<(), MintError> {
        ids.push(Source::attempt(self, caller)?);
        Ok(())
    }

    fn skip(&self, wait: Duration) -> bool {
        Source::<T>::skip(self.generator, wait)
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
