//! The registry's identity: a key of its own, with a random number and the cluster that the
//! leases were made in.

use std::fmt;

use snowflake_kit_lease::StoreError;

use crate::sight::Sight;

/// Which registry this is, and the cluster that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    id: u128,
    /// The cluster when this was written.
    pub(crate) sight: Sight,
    /// When the leases were fenced for the last time, in Unix µs, or 0. A later fence has a
    /// larger number.
    pub(crate) fence: i64,
}

impl Identity {
    /// The identity of a new registry in this cluster.
    ///
    /// # Errors
    /// [`StoreError`] if the operating system has no random bytes.
    pub(crate) fn new(sight: Sight) -> Result<Self, StoreError> {
        let mut id = [0; 16];
        getrandom::fill(&mut id).map_err(|error| {
            StoreError::new(format!("no random bytes for the registry's identity: {error}"))
        })?;
        Ok(Self::recorded(u128::from_be_bytes(id), sight, 0))
    }

    /// The same registry after a fence in this cluster at `now`, in Unix ms.
    pub(crate) fn fenced(&self, sight: Sight, now: i64) -> Self {
        let fence = now.saturating_mul(1_000).max(self.fence.saturating_add(1));
        Self::recorded(self.id, sight, fence)
    }

    fn recorded(id: u128, sight: Sight, fence: i64) -> Self {
        let (revision, log) = sight.to_record();
        Self { id, sight: Sight::recorded(sight.cluster, revision, log), fence }
    }

    pub(crate) const fn is_of_same_registry(&self, other: &Self) -> bool {
        self.id == other.id
    }

    /// Reads what [`Display`](fmt::Display) writes, and nothing else.
    pub(crate) fn parse(value: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(value).ok()?;
        let words: Vec<_> = text.split(' ').collect();
        let [id, "cluster", cluster, "revision", revision, "log", log, "fence", fence] = words[..]
        else {
            return None;
        };
        let id = u128::from_str_radix(id, 16).ok()?;
        let cluster = u64::from_str_radix(cluster, 16).ok()?;
        let log = if log == "unknown" { None } else { Some(log.parse().ok()?) };
        let sight = Sight::recorded(cluster, revision.parse().ok()?, log);
        let identity = Self { id, sight, fence: fence.parse().ok()? };
        (identity.to_string() == text).then_some(identity)
    }
}

/// The value of the key, also for people.
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, sight, fence } = self;
        let (revision, log) = sight.to_record();
        write!(f, "{id:032x} cluster {:x} revision {revision} log ", sight.cluster)?;
        match log {
            Some(log) => write!(f, "{log}")?,
            None => f.write_str("unknown")?,
        }
        write!(f, " fence {fence}")
    }
}

#[cfg(test)]
mod tests {
    use super::Identity;
    use crate::sight::Sight;

    const TEXT: &str =
        "00000000000000000000000000000c0f cluster cdf818194e3a8c32 revision 12 log 15 fence 0";

    #[test]
    fn its_text_is_read_again() {
        let sight = Sight::recorded(0xcdf8_1819_4e3a_8c32, 12, Some(15));
        let identity = Identity { id: 0xc0f, sight, fence: 0 };
        assert_eq!(identity.to_string(), TEXT);
        assert_eq!(Identity::parse(TEXT.as_bytes()), Some(identity));
        let unknown = TEXT.replace("log 15", "log unknown");
        assert_eq!(Identity::parse(unknown.as_bytes()).map(|it| it.to_string()), Some(unknown));
    }

    #[test]
    fn other_texts_are_not() {
        for (from, to) in
            [("c0f ", "C0F "), ("000c", "c"), ("12", "+12"), ("log 15", "log"), ("0f c", "0f  c")]
        {
            assert_eq!(Identity::parse(TEXT.replace(from, to).as_bytes()), None, "{to}");
        }
    }

    #[test]
    fn each_fence_has_a_larger_number() {
        let sight = Sight::recorded(1, 2, None);
        let first = Identity::new(sight).expect("random bytes");
        let second = first.fenced(sight, 1_767_225_600_000);
        assert_eq!(second.fence, 1_767_225_600_000_000);
        assert_eq!(second.fenced(sight, 5).fence, 1_767_225_600_000_001);
        assert!(second.is_of_same_registry(&first));
        assert!(!Identity::new(sight).expect("random bytes").is_of_same_registry(&first));
    }
}
