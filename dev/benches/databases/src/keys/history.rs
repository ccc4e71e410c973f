//! The rows: when they were created, what they belong to, what is in them.

use super::kind::{KeyKind, Value};

/// The first row's time of creation, in Unix ms: 2026-01-01T00:00:00Z.
const BEGAN: u64 = 1_767_225_600_000;

/// The same rows for all kinds of keys.
pub(crate) struct History {
    /// In order, no two in one millisecond.
    millis: Vec<u64>,
    /// The number of an earlier row that a row belongs to.
    parents: Vec<Option<usize>>,
    letters: String,
}

/// Some rows, with keys.
pub(crate) struct Batch<'h> {
    /// None if the database makes them.
    pub(crate) keys: Option<Vec<Value>>,
    pub(crate) parents: Vec<Option<Value>>,
    pub(crate) millis: Vec<i64>,
    pub(crate) payloads: Vec<&'h str>,
}

impl History {
    pub(crate) fn new(rows: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(9);
        let mut now = BEGAN;
        let mut next = || {
            now += random.u64(1..40);
            now
        };
        let millis = (0..rows).map(|_| next()).collect();
        // Mostly of late, as with answers, items of orders, lines of logs.
        let parents = (0..rows).map(|row| {
            let oldest = if random.u32(..10) == 0 { 0 } else { row.saturating_sub(1_000) };
            (row > 0).then(|| random.usize(oldest..row))
        });
        let parents = parents.collect();
        let letters = (0..64 * 1_024).map(|_| random.alphanumeric()).collect();
        Self { millis, parents, letters }
    }

    pub(crate) fn len(&self) -> usize {
        self.millis.len()
    }

    /// About 100 bytes.
    fn payload(&self, row: usize) -> &str {
        let (length, places) = (80 + row % 41, self.letters.len() - 120);
        let start = row * 7_919 % places;
        &self.letters[start..start + length]
    }

    pub(crate) fn batch(&self, kind: KeyKind, rows: std::ops::Range<usize>) -> Batch<'_> {
        let key = |row: usize| kind.key(row, self.millis[row]);
        Batch {
            keys: (!kind.is_counted()).then(|| rows.clone().map(key).collect()),
            parents: rows.clone().map(|row| self.parents[row].map(key)).collect(),
            millis: rows.clone().map(|row| self.millis[row] as i64).collect(),
            payloads: rows.map(|row| self.payload(row)).collect(),
        }
    }
}
