//! Which time a clock tells.

use std::sync::{Arc, Weak};

/// Which time a clock tells. Generators of the same timeline, layout and node share what they have
/// issued, so that they do not mint an ID twice.
///
/// Clocks that tell real time share [`Timeline::real`]. Each [`ManualClock`](crate::ManualClock)
/// has its own.
#[derive(Debug)]
pub struct Timeline(Option<Arc<()>>);

impl Timeline {
    /// A time at which nothing has been issued yet.
    #[expect(clippy::new_without_default, reason = "no timeline is the default one")]
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Real time, at which other processes mint too.
    pub const fn real() -> &'static Self {
        static REAL: Timeline = Timeline(None);
        &REAL
    }

    /// Whether other processes mint, or have minted, on this timeline.
    pub(crate) const fn is_real(&self) -> bool {
        self.0.is_none()
    }

    /// Its name, which does not keep it alive.
    pub(crate) fn name(&self) -> TimelineName {
        TimelineName(self.0.as_ref().map(Arc::downgrade))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct TimelineName(Option<Weak<()>>);

impl TimelineName {
    /// Whether a clock may still tell this time.
    pub(crate) fn is_alive(&self) -> bool {
        self.0.as_ref().is_none_or(|weak| weak.strong_count() > 0)
    }
}

impl PartialEq for TimelineName {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => one.ptr_eq(other),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Timeline;

    #[test]
    fn a_name_does_not_keep_its_timeline_alive() {
        let (timeline, real) = (Timeline::new(), Timeline::real());
        let (name, of_real) = (timeline.name(), real.name());
        assert!(name.is_alive() && of_real.is_alive());
        assert!(name == timeline.name() && name != Timeline::new().name() && name != of_real);
        drop(timeline);
        assert!(!name.is_alive());
    }
}
