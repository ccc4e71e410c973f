//! The registry that a store began with, and what contradicts that it still is this one.

use std::fmt;

use crate::identity::Identity;
use crate::sight::Sight;

/// What a store has seen of its registry. Nothing, at first.
#[derive(Default)]
pub(crate) struct Registration {
    /// The identity that was found last. A registry that processes of older versions made has
    /// none, until a store adds it.
    pub(crate) identity: Option<Identity>,
    /// What the last answer said about the cluster.
    last: Option<Sight>,
    /// Why nothing is believed any more, until the registry is fenced.
    refused: Option<Box<Contradiction>>,
}

/// What an answer said that cannot be so in the registry that the store began with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Contradiction {
    /// The registry was made, or fenced, in a cluster that is not this one, or that has lost
    /// something since.
    ForeignCluster { identity: Identity, now: Sight },
    /// The cluster is not the one that answered before, or has lost something since.
    ChangedCluster { last: Sight, now: Sight },
    /// There is another registry, or none, or the one from before a fence.
    OtherRegistry { began: Identity, found: Option<Identity> },
}

impl Registration {
    /// The last sight, if the next answer may be believed.
    pub(crate) fn settled(&self) -> Option<Sight> {
        self.last.filter(|_| self.refused.is_none())
    }

    /// Takes notice of an answer, with the identity that was found at the time.
    pub(crate) fn check(
        &mut self,
        found: Option<Identity>,
        now: Sight,
    ) -> Result<(), Box<Contradiction>> {
        if let Some(contradiction) = self.contradiction(found, now) {
            self.refused = Some(contradiction.clone());
            return Err(contradiction);
        }
        // What was seen before a fence is that of another log, perhaps.
        let earlier = self.last.filter(|_| !self.is_fenced(found));
        let now = earlier.map_or(now, |earlier| now.after(&earlier));
        (self.identity, self.last, self.refused) = (found, Some(now), None);
        Ok(())
    }

    /// Whether the registry has been fenced since the last answer.
    fn is_fenced(&self, found: Option<Identity>) -> bool {
        let fence = |identity: Option<Identity>| identity.map(|identity| identity.fence);
        self.identity.is_some() && fence(found) > fence(self.identity)
    }

    fn contradiction(&self, found: Option<Identity>, now: Sight) -> Option<Box<Contradiction>> {
        if let Some(began) = self.identity {
            let same = found.filter(|found| {
                *found == began || (found.is_of_same_registry(&began) && found.fence > began.fence)
            });
            if same.is_none() {
                return Some(Box::new(Contradiction::OtherRegistry { began, found }));
            }
        }
        if let Some(identity) = found
            && !now.follows(&identity.sight)
        {
            return Some(Box::new(Contradiction::ForeignCluster { identity, now }));
        }
        // A fence ends all leases, also those that the cluster has lost. So what was seen before
        // it does not matter any more.
        if self.is_fenced(found) {
            return None;
        }
        let lost = |last: Sight| Box::new(Contradiction::ChangedCluster { last, now });
        self.refused.clone().or_else(|| self.last.filter(|last| !now.follows(last)).map(lost))
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (then, now) = match self {
            Self::OtherRegistry { began, found: Some(found) } => {
                return write!(
                    f,
                    "the registry of the leases is \"{found}\", and was \"{began}\" before"
                );
            }
            Self::OtherRegistry { began, found: None } => {
                return write!(f, "the registry of the leases, \"{began}\", is gone");
            }
            Self::ForeignCluster { identity: Identity { sight, .. }, now }
                if sight.cluster != now.cluster =>
            {
                return write!(
                    f,
                    "the registry of the leases belongs to etcd cluster {:x}, and this is cluster \
                     {:x}",
                    sight.cluster, now.cluster
                );
            }
            Self::ForeignCluster { identity, now } => (identity.sight, now),
            Self::ChangedCluster { last, now } => (*last, now),
        };
        if then.cluster != now.cluster {
            return write!(f, "etcd is cluster {:x} after cluster {:x}", now.cluster, then.cluster);
        }
        match (then.log(), now.log()) {
            (Some(then_log), Some(now_log)) if now.revision >= then.revision => write!(
                f,
                "etcd cluster {:x} has begun a new log: {now_log} entries at revision {}, after \
                 {then_log} entries at revision {}",
                now.cluster, now.revision, then.revision
            ),
            _ => write!(
                f,
                "etcd cluster {:x} is at revision {} after revision {}",
                now.cluster, now.revision, then.revision
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Contradiction, Registration};
    use crate::identity::Identity;
    use crate::rpc::{ResponseHeader, StatusResponse};
    use crate::sight::Sight;

    fn sight(cluster_id: u64, revision: i64, log: u64) -> Sight {
        let header = ResponseHeader { cluster_id, member_id: 1, revision };
        let status = StatusResponse {
            header: Some(header.clone()),
            raft_index: log,
            raft_applied_index: log,
        };
        Sight::new(&header, Some(&status))
    }

    fn identity() -> Identity {
        Identity::new(Sight::recorded(1, 10, Some(20))).expect("random bytes")
    }

    /// One that has seen this identity in its cluster.
    fn began(identity: Identity) -> Registration {
        let mut registration = Registration::default();
        assert_eq!(registration.check(Some(identity), sight(1, 50, 60)), Ok(()));
        registration
    }

    #[test]
    fn a_registry_without_an_identity_gets_one() {
        let mut registration = Registration::default();
        assert_eq!(registration.settled(), None);
        assert_eq!(registration.check(None, sight(1, 10, 20)), Ok(()));
        assert_eq!(registration.settled(), Some(sight(1, 10, 20)));
        assert_eq!(registration.settled().map(Sight::to_record), Some((10, None)));
        assert_eq!(registration.check(Some(identity()), sight(1, 11, 21)), Ok(()));
        assert_eq!(registration.settled().map(Sight::to_record), Some((11, Some(20))));
    }

    #[test]
    fn a_new_process_refuses_what_is_not_the_registrys_cluster() {
        for now in [sight(2, 50, 60), sight(1, 9, 60), sight(1, 50, 59)] {
            let mut registration = Registration::default();
            let identity = identity();
            let refused = Err(Box::new(Contradiction::ForeignCluster { identity, now }));
            assert_eq!(registration.check(Some(identity), now), refused);
            assert_eq!(registration.settled(), None);
        }
    }

    #[test]
    fn what_was_refused_stays_so_until_a_fence() {
        let identity = identity();
        let mut registration = began(identity);
        let (last, now) = (sight(1, 50, 60), sight(1, 49, 60));
        let refused = Err(Box::new(Contradiction::ChangedCluster { last, now }));
        assert_eq!(registration.check(Some(identity), now), refused);
        assert_eq!(registration.check(Some(identity), sight(1, 90, 101)), refused);
        let fenced = identity.fenced(sight(2, 12, 4), 1);
        let elsewhere = Box::new(Contradiction::ForeignCluster { identity: fenced, now });
        assert_eq!(registration.check(Some(fenced), now), Err(elsewhere));
        assert_eq!(registration.check(Some(fenced), sight(2, 13, 5)), Ok(()));
        assert_eq!(registration.settled(), Some(sight(2, 13, 5)));
    }

    #[test]
    fn another_registry_is_refused() {
        let first = identity();
        let now = sight(1, 51, 61);
        let fenced = first.fenced(sight(1, 50, 60), 1);
        // Another one, none, and the one from before a fence.
        for (began_with, found) in [(first, Some(identity())), (first, None), (fenced, Some(first))]
        {
            let other = Box::new(Contradiction::OtherRegistry { began: began_with, found });
            assert_eq!(began(began_with).check(found, now), Err(other));
        }
    }
}
