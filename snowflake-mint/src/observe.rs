//! What operators see: events with the feature `tracing`, metrics with the
//! feature `metrics`. Without both all of these functions are empty, so that
//! callers need not know.
//!
//! A subscriber or a recorder may mint: none of these is called while a lock is
//! held, but for [`watch`], which tells nothing yet.

use std::sync::Arc;

use crate::Grant;

#[cfg(any(feature = "metrics", feature = "tracing"))]
mod decimal;
#[cfg(any(feature = "metrics", feature = "tracing"))]
mod lease;
#[cfg(any(feature = "metrics", feature = "tracing"))]
mod metric;
#[cfg(any(feature = "metrics", feature = "tracing"))]
mod mint;
#[cfg(any(feature = "metrics", feature = "tracing"))]
mod published;
#[cfg(not(any(feature = "metrics", feature = "tracing")))]
#[doc(hidden)]
mod silent;
#[cfg(any(feature = "metrics", feature = "tracing"))]
mod tally;

#[cfg(not(any(feature = "metrics", feature = "tracing")))]
pub use silent::*;
#[cfg(any(feature = "metrics", feature = "tracing"))]
pub use {decimal::*, lease::*, mint::*, published::*, tally::*};

/// A lease, as it is told of.
#[derive(Clone)]
pub struct Leased {
    /// What has been granted when it is told.
    pub grant: Grant,
    /// How far it reaches later on.
    pub reach: Arc<dyn Reach>,
}

/// What says how far a lease reaches.
pub trait Reach: Send + Sync + 'static {
    /// The first timestamp after it, in Unix ms.
    fn until(&self) -> i64;
}

impl Leased {
    /// Whether it is the same lease.
    #[cfg(any(feature = "metrics", feature = "tracing"))]
    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.reach, &other.reach)
    }
}

/// An event: with these values, and these shown as text.
#[cfg(any(feature = "metrics", feature = "tracing"))]
macro_rules! event {
    (
        $level:ident, $target:literal, $message:literal,
        [$($name:ident = $value:expr),* $(,)?], [$($shown_name:ident = $shown:expr),* $(,)?] $(,)?
    ) => {{
        #[cfg(feature = "tracing")]
        tracing::$level!(
            target: $target, { $($name = $value,)* $($shown_name = %$shown,)* }, $message
        );
        #[cfg(not(feature = "tracing"))]
        {
            let _ = || {
                let _ = ($(&$value,)* $(&$shown,)*);
            };
        }
    }};
}
#[cfg(any(feature = "metrics", feature = "tracing"))]
use event;

/// Hands what has been counted to the recorder of the crate `metrics`:
/// `snowflake_minted_total`, `snowflake_lead_seconds`, `snowflake_layout_ends_seconds` and
/// `snowflake_lease_remaining_seconds`. Call it before each scrape.
///
/// Whatever renews a lease does so as well, after each
/// round; but a round of a store that hangs may take half of the term, and the time
/// that remains goes by all the same. All other metrics are handed over when they
/// change. These are not, since calling a recorder takes longer than minting.
///
/// ```
/// use snowflake_core::Layout;
/// use snowflake_mint::{Generator, Node, publish_metrics};
///
/// let generator = Generator::new(Layout::DEFAULT, Node::fixed(7))?;
/// generator.mint_untyped();
/// // With `metrics-exporter-prometheus`: before `PrometheusHandle::render`.
/// publish_metrics();
/// # Ok::<(), snowflake_mint::MintError>(())
/// ```
#[cfg(feature = "metrics")]
pub fn publish_metrics() {
    publish();
}
