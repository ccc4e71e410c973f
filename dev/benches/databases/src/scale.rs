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
    /// How many rows are inserted in a transaction there.
    pub batch: usize,
    /// How often each kind of key has its turn.
    pub key_rounds: usize,
    /// The cache of the database there, in KiB.
    pub cache_kib: u32,
    /// Rows that are inserted and loaded with typed IDs and with integers.
    pub typed_rows: usize,
    /// How often both have their turn.
    pub typed_rounds: usize,
    /// Rows whose instructions are counted; none if they are not.
    pub counted_rows: Option<usize>,
}

impl Scale {
    /// What the report has.
    pub const FULL: Self = Self {
        graphs: 1_000,
        graph_rounds: 7,
        distant_rounds: 3,
        rows: 500_000,
        batch: 1_000,
        key_rounds: 3,
        cache_kib: 16 * 1_024,
        typed_rows: 100_000,
        typed_rounds: 21,
        counted_rows: Some(1_000),
    };

    /// Rough figures within half a minute.
    pub const QUICK: Self = Self {
        graphs: 10,
        graph_rounds: 1,
        distant_rounds: 1,
        rows: 10_000,
        batch: 1_000,
        key_rounds: 1,
        cache_kib: 1_024,
        typed_rows: 3_000,
        typed_rounds: 3,
        counted_rows: None,
    };

    /// As little as still runs everything.
    pub const TINY: Self = Self {
        graphs: 4,
        graph_rounds: 1,
        distant_rounds: 1,
        rows: 2_000,
        batch: 250,
        key_rounds: 1,
        cache_kib: 1_024,
        typed_rows: 300,
        typed_rounds: 1,
        counted_rows: None,
    };
}
