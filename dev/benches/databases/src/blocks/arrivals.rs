//! Rows in the order in which they are inserted.

use std::ops::Range;

use super::DELAY_MILLIS;
use crate::keys::Kind;
use crate::keys::history::History;
use crate::keys::kind::Value;

/// The same rows for all kinds of keys. They come from several nodes, and each takes its
/// time from its key to its insert. So their keys are almost in order, as those of a
/// service are, and not quite.
pub(super) struct Arrivals {
    history: History,
    /// The rows of the history, in the order of their insert.
    rows: Vec<usize>,
}

impl Arrivals {
    pub(super) fn new(rows: usize) -> Self {
        let history = History::new(rows);
        let mut random = fastrand::Rng::with_seed(10);
        let mut rows: Vec<_> =
            (0..rows).map(|row| (history.millis(row) + random.u64(..=DELAY_MILLIS), row)).collect();
        rows.sort_unstable();
        Self { history, rows: rows.into_iter().map(|(_, row)| row).collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The key of the row that is inserted at this place.
    pub(super) fn key(&self, kind: Kind, place: usize) -> Value {
        let row = self.rows[place];
        // The database counts when the row comes.
        let number = if kind.is_counted() { place } else { row };
        kind.key(number, self.history.millis(row))
    }

    pub(super) fn payload(&self, place: usize) -> &str {
        self.history.payload(self.rows[place])
    }

    /// The first key of some rows, in the order of their creation, and the first after.
    pub(super) fn bounds(&self, kind: Kind, rows: Range<usize>) -> [Value; 2] {
        [rows.start, rows.end].map(|row| kind.bound(row, self.history.millis(row)))
    }
}
