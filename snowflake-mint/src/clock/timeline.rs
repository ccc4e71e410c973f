//! Which time a clock tells.

use std::sync::{Arc, Weak};

/// The name of a time. Generators of one timeline, layout and node share what
/// they have issued, because an ID minted twice would be seen there.
///
/// Clocks that tell real time share [`Timeline::real`]; each
/// [`ManualClock`](crate::ManualClock) has a timeline of its own.
#[derive(Debug)]
pub struct Timeline(Option<Arc<()>>);

impl Timeline {
    /// A time in which nothing has been issued yet.
    #[expect(clippy::new_without_default, reason = "no timeline is the default one")]
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// The time of the world outside, in which other processes mint as well.
    pub const fn real() -> &'static Self {
        static REAL: Timeline = Timeline(None);
        &REAL
    }

    /// Whether other processes mint on it as well, or have done so.
    pub(crate) const fn is_real(&self) -> bool {
        self.0.is_none()
    }

    /// The name alone.
    pub(crate) fn name(&self) -> TimelineName {
        TimelineName(self.0.as_ref().map(Arc::downgrade))
    }
}

/// Tells one timeline from all others, and does not keep it alive.
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
