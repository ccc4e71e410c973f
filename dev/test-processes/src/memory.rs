//! What keeps a process from starting a thread.

/// The memory of a process, except for one to two MiB: that is enough for small things, and
/// not for the stack of a thread. It is there again when this is dropped.
pub struct TakenMemory(Vec<Vec<u8>>);

const MIB: usize = 1 << 20;

impl TakenMemory {
    /// Takes it, in a process that is [`limited`](crate::limited) with `-v`.
    pub fn all() -> Self {
        let mut taken = Vec::with_capacity(4_096);
        for size in [64 * MIB, MIB] {
            let mut piece = Vec::new();
            while piece.try_reserve_exact(size).is_ok() {
                taken.push(std::mem::take(&mut piece));
            }
        }
        taken.pop();
        Self(taken)
    }

    /// Gives back so many MiB.
    pub fn give_back(&mut self, count: usize) {
        self.0.truncate(self.0.len() - count);
    }
}
