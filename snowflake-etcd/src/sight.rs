//! What an answer says about the cluster that gave it.
//!
//! `etcdctl snapshot restore` makes a new cluster with the keys and the revision of the old one.
//! Its ID is computed from the URLs of its members and `--initial-cluster-token`, so it is the old
//! one if these are the same. The restored cluster begins a new log, though. A cluster writes at
//! least one entry to its log for each revision. So **the length of the log minus the revision
//! never falls** while a cluster lives, and a restore lowers it by the length of the old log.
//!
//! No answer has both numbers of one moment: a member says its revision first and the length of its
//! log later, and other processes write in between. So one sight tells how large the difference is
//! at most. How large it is at least is known from two: the log of the first, and the revision of
//! the second.

use crate::rpc::{ResponseHeader, StatusResponse};

/// A cluster at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    pub(crate) cluster: u64,
    /// How many changes the cluster had made to its keys.
    pub(crate) revision: i64,
    /// Its log after that, if the member shows it.
    log: Option<Log>,
    /// The length of the log minus the revision, at least. It is known from earlier sights.
    lead: Option<i64>,
}

/// The log of a cluster, as a member shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Log {
    /// At least as long as the log was at the revision of the answer.
    committed: i64,
    /// So many entries the member has carried out, so that the revision of each later answer comes
    /// after them.
    applied: i64,
}

impl Sight {
    /// `status` is what the member said about itself after the answer with this header.
    pub(crate) fn new(header: &ResponseHeader, status: Option<&StatusResponse>) -> Self {
        let log = status.and_then(|status| {
            status.header.as_ref().filter(|of| of.member_id == header.member_id)?;
            Some(Log {
                committed: status.raft_index.max(status.raft_applied_index).cast_signed(),
                applied: status.raft_applied_index.cast_signed(),
            })
        });
        Self { cluster: header.cluster_id, revision: header.revision, log, lead: None }
    }

    /// What was written down of a cluster.
    pub(crate) fn recorded(cluster: u64, revision: i64, log: Option<i64>) -> Self {
        let lead = log.map(|log| log.saturating_sub(revision));
        Self { cluster, revision, log: None, lead }
    }

    /// A revision, and a length of the log that it has at least reached by then.
    pub(crate) fn to_record(self) -> (i64, Option<i64>) {
        (self.revision, self.lead.map(|lead| self.revision.saturating_add(lead)))
    }

    /// Whether there is nothing that another sight could add to a record.
    pub(crate) fn is_complete(&self) -> bool {
        self.lead.is_some() || self.log.is_none()
    }

    /// The same sight, with what the `earlier` one of the same cluster tells about it.
    #[must_use]
    pub(crate) fn after(self, earlier: &Self) -> Self {
        let lead = earlier.log.map(|log| log.applied.saturating_sub(self.revision));
        Self { lead: lead.max(earlier.lead).max(self.lead), ..self }
    }

    /// Whether the cluster can be the one of an `earlier` sight, and has lost nothing since.
    pub(crate) fn follows(&self, earlier: &Self) -> bool {
        let log_follows = self.log.is_none_or(|log| {
            let has_lead = |lead| log.committed.saturating_sub(self.revision) >= lead;
            earlier.log.is_none_or(|earlier| log.committed >= earlier.applied)
                && earlier.lead.is_none_or(has_lead)
        });
        self.cluster == earlier.cluster && self.revision >= earlier.revision && log_follows
    }

    /// The length of its log, as far as it is known, for people.
    pub(crate) fn log(&self) -> Option<i64> {
        self.log.map_or_else(|| self.to_record().1, |log| Some(log.committed))
    }
}

#[cfg(test)]
mod tests {
    use super::{Log, Sight};

    /// 20 entries more than revisions.
    const EARLIER: Sight = Sight {
        cluster: 7,
        revision: 100,
        log: Some(Log { committed: 120, applied: 115 }),
        lead: Some(13),
    };

    fn later(revision: i64, committed: i64) -> Sight {
        let log = Log { committed, applied: committed };
        Sight { cluster: 7, revision, log: Some(log), lead: None }
    }

    #[test]
    fn a_cluster_that_lives_follows() {
        assert!(EARLIER.follows(&EARLIER));
        assert!(later(100, 115).follows(&EARLIER), "what was applied is what counts");
        assert!(later(1_000, 1_013).follows(&EARLIER));
        assert!(later(1_000, 9_000).follows(&EARLIER));
    }

    #[test]
    fn another_one_or_a_restored_one_does_not() {
        assert!(!Sight { cluster: 8, ..later(200, 300) }.follows(&EARLIER));
        assert!(!later(99, 200).follows(&EARLIER), "the revision fell");
        assert!(!later(1_000, 1_012).follows(&EARLIER), "the log began again");
        assert!(!later(100, 114).follows(&EARLIER), "the log became shorter");
        assert!(!later(100, 4).follows(&EARLIER));
    }

    #[test]
    fn a_log_that_is_not_shown_contradicts_nothing() {
        assert!(Sight { log: None, ..later(100, 4) }.follows(&EARLIER));
        let unknown = Sight { log: None, lead: None, ..EARLIER };
        assert!(later(100, 4).follows(&unknown));
        assert!(unknown.is_complete());
    }

    #[test]
    fn what_others_write_between_revision_and_log_is_not_in_the_lead() {
        // 10 entries more than revisions. A member says its revision, is stopped for 500 changes,
        // and says how long its log is.
        let (first, second) = (later(100, 610), later(700, 710));
        assert!(!first.is_complete());
        assert!(second.follows(&first));
        let second = second.after(&first);
        assert_eq!(second.to_record(), (700, Some(610)));
        assert!(second.is_complete());
        let third = later(710, 720);
        assert!(third.follows(&second));
        let third = third.after(&second);
        assert_eq!(third.to_record(), (710, Some(710)));
        // What is known stays known.
        assert_eq!(later(900, 2_000).after(&third).to_record(), (900, Some(900)));
    }
}
