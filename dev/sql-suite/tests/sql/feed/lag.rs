//! How long rows wait to be read: what writers and followers note of their times, and what follows
//! from it.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::SystemTime;

/// Where the notes of a process are. A killed process leaves what it has noted.
pub(super) struct Notes(File);

impl Notes {
    pub(super) fn open(folder: &Path, name: &str) -> Self {
        let file = OpenOptions::new().create(true).append(true).open(folder.join(name));
        Self(file.unwrap())
    }

    /// One line, by one call, so that no line is cut.
    pub(super) fn note(&mut self, numbers: [i64; 3]) {
        let [a, b, c] = numbers;
        self.0.write_all(format!("{a} {b} {c}\n").as_bytes()).unwrap();
    }
}

/// The clock in µs, which all processes of the test have in common.
pub(super) fn now() -> i64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    now.as_micros().try_into().unwrap()
}

/// The notes of all processes whose name begins so.
fn noted(folder: &Path, name: &str) -> Vec<[i64; 3]> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = files.filter(|file| file.file_name().to_str().unwrap().starts_with(name));
    let lines: String = files.map(|file| fs::read_to_string(file.path()).unwrap()).collect();
    let numbers = |line: &str| {
        let numbers: Vec<i64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        numbers.try_into().unwrap()
    };
    lines.lines().map(numbers).collect()
}

/// Percentiles of a lag, in ms.
pub(super) struct Lag {
    sorted: Vec<i64>,
}

impl Lag {
    pub(super) fn percent(&self, percent: usize) -> i64 {
        self.sorted[(self.sorted.len() - 1) * percent / 100]
    }

    fn new(mut lags: Vec<i64>) -> Self {
        lags.sort_unstable();
        Self { sorted: lags }
    }
}

impl std::fmt::Display for Lag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [half, most, all] = [50, 99, 100].map(|percent| self.percent(percent));
        write!(f, "p50 {half} ms, p99 {most} ms, largest {all} ms of {}", self.sorted.len())
    }
}

/// How long the last rows of transactions waited for a follower, which read the rows in this order:
/// after their commit, and after the end of all transactions that had begun before them (for which
/// rows wait in PostgreSQL).
///
/// Writers note when a transaction began and ended and its last ID, which is 0 after a rollback.
/// Followers note the place of the first row that they have read, how many there were, and when.
pub(super) fn lags(folder: &Path, follower: usize, order: &[i64]) -> (Lag, Lag) {
    let mut read_at = HashMap::new();
    for [first, count, at] in noted(folder, &format!("follower_{follower}")) {
        let first = usize::try_from(first).unwrap();
        for id in &order[first..first + usize::try_from(count).unwrap()] {
            read_at.insert(*id, at);
        }
    }
    let mut transactions = noted(folder, "writer_");
    transactions.sort_unstable();
    let mut free = 0;
    let (mut after_commit, mut after_all) = (Vec::new(), Vec::new());
    for [_, ended, id] in transactions {
        free = free.max(ended);
        // A follower that was killed after it had read them has noted nothing.
        if let Some(at) = read_at.get(&id) {
            after_commit.push((at - ended).max(0) / 1_000);
            after_all.push((at - free).max(0) / 1_000);
        }
    }
    (Lag::new(after_commit), Lag::new(after_all))
}
