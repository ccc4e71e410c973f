//! A lease that will be claimed when an ID is to be minted.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::sync::OnceLock;

/// What a process has before its first mint claims the lease. `P` is the permit that keeps it.
#[derive(Debug)]
pub(crate) struct Promise<P> {
    kept: OnceLock<P>,
    /// When and why the last claim failed.
    failure: Mutex<Option<(Instant, &'static str)>>,
}

impl<P> Promise<P> {
    pub(crate) fn new() -> Self {
        Self { kept: OnceLock::new(), failure: Mutex::new(None) }
    }

    pub(crate) fn keep(&self, permit: impl FnOnce() -> P) {
        self.kept.get_or_init(permit);
    }

    pub(crate) fn kept(&self) -> Option<&P> {
        self.kept.get()
    }

    pub(crate) fn fail(&self, error: &str) {
        let failure = Some((Instant::now(), for_ever(error)));
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = failure;
    }

    /// The error of the last claim, if it failed (after `since`, if given).
    pub(crate) fn failure(&self, since: Option<Instant>) -> Option<&'static str> {
        let failure = *self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, error) = failure?;
        since.is_none_or(|since| at >= since).then_some(error)
    }
}

/// How many texts are kept at most. Most stores fail in a few ways, but a text may contain a time
/// and so be different each time.
const MOST_KEPT: usize = 100;

/// A text that lives as long as the process, because errors of mints are `Copy`. Equal texts are
/// kept once.
fn for_ever(text: &str) -> &'static str {
    static KEPT: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.iter().find(|known| **known == text) {
        return known;
    }
    if kept.len() == MOST_KEPT {
        return "the events of the target `snowflake::lease` say why";
    }
    let text = text.to_owned().leak();
    kept.push(text);
    text
}
