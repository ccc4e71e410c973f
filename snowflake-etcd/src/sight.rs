//! What an answer says about the cluster that gave it.
//!
//! `etcdctl snapshot restore` makes a new cluster with the keys and the revision of the old one.
//! Its ID is computed from the URLs of its members and `--initial-cluster-token`, so it is the old
//! one if these are the same. The restored cluster begins a new log, though. A cluster writes at
//! least one entry to its log for each revision. So **the length of the log minus the revision
//! never falls** while a cluster lives, and a restore lowers it by the length of the old log.

use crate::rpc::{ResponseHeader, StatusResponse};

/// A cluster at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    pub(crate) cluster: u64,
    /// How many changes the cluster had made to its keys.
    pub(crate) revision: i64,
    /// Its log right after that, if the member shows it.
    pub(crate) log: Option<Log>,
}

/// The log of a cluster, as a member shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Log {
    /// At least as long as the log was at the revision of the answer.
    committed: i64,
    /// At most as long as the log was at `revision`.
    applied: i64,
    /// A member reads it after the length of the log, and both can grow in between.
    revision: i64,
}

impl Sight {
    /// `status` is what the member said about itself after the answer with this header.
    pub(crate) fn new(header: &ResponseHeader, status: Option<&StatusResponse>) -> Self {
        let log = status.and_then(|status| {
            let of = status.header.as_ref().filter(|of| of.member_id == header.member_id)?;
            Some(Log {
                committed: status.raft_index.max(status.raft_applied_index).cast_signed(),
                applied: status.raft_applied_index.cast_signed(),
                revision: of.revision,
            })
        });
        Self { cluster: header.cluster_id, revision: header.revision, log }
    }

    /// What was written down of a cluster.
    pub(crate) fn recorded(cluster: u64, revision: i64, log: Option<i64>) -> Self {
        let log = log.map(|log| Log { committed: log, applied: log, revision });
        Self { cluster, revision, log }
    }

    /// A revision, and a length of the log that it has at least reached by then.
    pub(crate) fn to_record(self) -> (i64, Option<i64>) {
        self.log.map_or((self.revision, None), |log| (log.revision, Some(log.applied)))
    }

    /// Whether the cluster can be the one of an `earlier` sight, and has lost nothing since.
    pub(crate) fn follows(&self, earlier: &Self) -> bool {
        let log_follows = match (earlier.log, self.log) {
            (Some(earlier), Some(log)) => {
                log.committed.saturating_sub(self.revision)
                    >= earlier.applied.saturating_sub(earlier.revision)
            }
            _ => true,
        };
        self.cluster == earlier.cluster && self.revision >= earlier.revision && log_follows
    }
}

#[cfg(test)]
mod tests {
    use super::{Log, Sight};

    const EARLIER: Sight = Sight {
        cluster: 7,
        revision: 100,
        log: Some(Log { committed: 120, applied: 115, revision: 102 }),
    };

    fn later(revision: i64, committed: i64) -> Sight {
        let log = Log { committed, applied: committed, revision };
        Sight { cluster: 7, revision, log: Some(log) }
    }

    #[test]
    fn a_cluster_that_lives_follows() {
        assert!(EARLIER.follows(&EARLIER));
        assert!(later(100, 113).follows(&EARLIER), "what was applied is what counts");
        assert!(later(1_000, 1_013).follows(&EARLIER));
        assert!(later(1_000, 9_000).follows(&EARLIER));
    }

    #[test]
    fn another_one_or_a_restored_one_does_not() {
        assert!(!Sight { cluster: 8, ..later(200, 300) }.follows(&EARLIER));
        assert!(!later(99, 200).follows(&EARLIER), "the revision fell");
        assert!(!later(1_000, 1_012).follows(&EARLIER), "the log began again");
        assert!(!later(100, 4).follows(&EARLIER));
    }

    #[test]
    fn a_log_that_is_not_shown_contradicts_nothing() {
        assert!(Sight { log: None, ..later(100, 4) }.follows(&EARLIER));
        assert!(later(100, 4).follows(&Sight { log: None, ..EARLIER }));
    }
}
