//! Several IDs from one step.

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

use crate::SnowflakeId;

/// IDs that were minted together, in order.
///
/// They are minted already: what is not taken from the iterator is lost, and
/// never minted again.
// Not `Clone`: the same IDs would be there twice.
#[derive(Debug)]
#[must_use = "the IDs of a batch are minted already and lost if not used"]
pub struct Batch<T> {
    slots: Range<u64>,
    node: u32,
    id: PhantomData<fn() -> T>,
}

impl<T: SnowflakeId> Batch<T> {
    pub(super) const fn new(slots: Range<u64>, node: u32) -> Self {
        Self { slots, node, id: PhantomData }
    }

    /// Writes the IDs to as many places. The caller sees to the number.
    #[inline]
    pub(super) fn write_to(self, places: &mut [T]) {
        for (place, id) in places.iter_mut().zip(self) {
            *place = id;
        }
    }

    #[inline]
    fn id(&self, slot: u64) -> T {
        T::from_snowflake(T::LAYOUT.id_in_slot(slot, self.node))
    }
}

impl<T: SnowflakeId> Iterator for Batch<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let slot = self.slots.next()?;
        Some(self.id(slot))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.slots.end - self.slots.start) as usize;
        (left, Some(left))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        let slot = self.slots.nth(n)?;
        Some(self.id(slot))
    }
}

impl<T: SnowflakeId> DoubleEndedIterator for Batch<T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        let slot = self.slots.next_back()?;
        Some(self.id(slot))
    }
}

impl<T: SnowflakeId> ExactSizeIterator for Batch<T> {}

impl<T: SnowflakeId> FusedIterator for Batch<T> {}
