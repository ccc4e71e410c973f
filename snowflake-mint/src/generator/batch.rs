//! Several IDs from one step.

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

use snowflake_kit_core::Layout;

use super::FromSlot;

/// IDs that were minted together, in order.
///
/// They are already minted. If you drop the iterator early, the rest is lost and never minted
/// again.
// Not `Clone`, because a copy would contain the same IDs.
#[derive(Debug)]
#[must_use = "the IDs of a batch are minted already and lost if not used"]
pub struct Batch<T> {
    layout: Layout,
    slots: Range<u64>,
    caller: u32,
    node: u32,
    id: PhantomData<fn() -> T>,
}

impl<T: FromSlot> Batch<T> {
    pub(super) const fn new(layout: Layout, slots: Range<u64>, caller: u32, node: u32) -> Self {
        Self { layout, slots, caller, node, id: PhantomData }
    }

    /// Writes the IDs to places, up to the shorter of the two: this is faster than one after the
    /// other.
    ///
    /// ```
    /// # use snowflake_kit_core::{Layout, Snowflake};
    /// # use snowflake_kit_mint::{Generator, ManualClock, Node};
    /// # let clock = ManualClock::at(1_767_225_600_000);
    /// # let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock)?;
    /// let mut ids = [Snowflake::MIN; 100];
    /// generator.try_mint_many(ids.len())?.write_to(&mut ids);
    /// assert!(ids.is_sorted_by(|a, b| a < b));
    /// # Ok::<(), snowflake_kit_mint::MintError>(())
    /// ```
    // It works tick by tick. In a tick, each ID is the first one plus its index, in bits that are
    // 0 in the first one. A processor does that for several IDs at once.
    pub fn write_to(mut self, places: &mut [T]) {
        let layout = T::layout(&self.layout);
        let count = places.len().min(self.len());
        let mut rest = &mut places[..count];
        while !rest.is_empty() {
            let start = self.slots.start;
            let tick = layout.tick_of_slot(start);
            let end = layout.first_slot(tick + 1).min(self.slots.end);
            let (run, later) = rest.split_at_mut(((end - start) as usize).min(rest.len()));
            rest = later;
            if let Some(first) = layout.first_id_of_tick(tick, self.caller, self.node) {
                let begin = start - layout.first_slot(tick);
                for (place, index) in run.iter_mut().zip(begin..) {
                    *place = T::from_snowflake(layout.id_after(first, index));
                }
            } else {
                for (place, slot) in run.iter_mut().zip(start..) {
                    let id = layout.id_in_slot(slot, self.caller, self.node);
                    *place = T::from_snowflake(id);
                }
            }
            self.slots.start = end;
        }
    }

    pub(super) fn append_to(self, ids: &mut Vec<T>) {
        let from = ids.len();
        if let Some(any) = self.slots.clone().next().map(|slot| self.id(slot)) {
            // `write_to` overwrites them. This is faster than a check for room at each ID.
            ids.resize(from + self.len(), any);
            self.write_to(&mut ids[from..]);
        }
    }

    fn id(&self, slot: u64) -> T {
        let layout = T::layout(&self.layout);
        T::from_snowflake(layout.id_in_slot(slot, self.caller, self.node))
    }
}

impl<T: FromSlot> Iterator for Batch<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let slot = self.slots.next()?;
        Some(self.id(slot))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.slots.end - self.slots.start) as usize;
        (left, Some(left))
    }

    fn nth(&mut self, n: usize) -> Option<T> {
        let slot = self.slots.nth(n)?;
        Some(self.id(slot))
    }
}

impl<T: FromSlot> DoubleEndedIterator for Batch<T> {
    fn next_back(&mut self) -> Option<T> {
        let slot = self.slots.next_back()?;
        Some(self.id(slot))
    }
}

impl<T: FromSlot> ExactSizeIterator for Batch<T> {}

impl<T: FromSlot> FusedIterator for Batch<T> {}
