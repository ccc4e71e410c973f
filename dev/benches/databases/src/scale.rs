//! How much is measured.

/// Sizes and rounds.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// How many graphs are inserted in a turn.
    pub graphs: usize,
    /// How often each way to insert them has its turn, without latency.
    pub graph_rounds: usize,
    /// The same, with latency.
    pub distant_rounds: usize,
    /// Rows of the tables whose keys are compared.
    pub rows: usize,
    /// How often each kind of key has its turn.
    pub key_rounds: usize,
    /// The cache of the database there, in KiB.
    pub cache_kib: u32,
}

impl Scale {
    /// What the report has.
    pub const FULL: Self = Self {
        graphs: 1_000,
        graph_rounds: 7,
        distant_rounds: 3,
        rows: 500_000,
        key_rounds: 3,
        cache_kib: 16 * 1_024,
    };

    /// Rough figures within half a minute.
    pub const QUICK: Self = Self {
        graphs: 10,
        graph_rounds: 1,
        distant_rounds: 1,
        rows: 10_000,
        key_rounds: 1,
        cache_kib: 1_024,
    };
}
