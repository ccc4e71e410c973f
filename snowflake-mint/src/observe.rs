//! What operators see: events with the feature `tracing`, metrics with the feature `metrics`.
//! Without both, these functions tell and keep nothing, so that callers need not know.
//!
//! A subscriber or recorder is code of the program: it may mint, and it may panic. So these functions
//! are not called while a lock is held, except [`watch`], which sends nothing; and [`told`] calls all
//! that it may run, so that no mint, lease or claim meets its panic.

mod decimal;
mod lease;
#[cfg_attr(
    not(feature = "metrics"),
    expect(
        dead_code,
        unused_variables,
        clippy::unused_self,
        reason = "nothing is recorded without the feature"
    )
)]
mod metric;
mod mint;
mod published;

pub use decimal::*;
pub use lease::*;
pub use mint::*;
pub use published::*;

/// Calls what a program listens with. If that panics, the panic has been reported, and ends here.
#[cfg(any(feature = "tracing", feature = "metrics"))]
fn told(telling: impl FnOnce()) {
    if let Err(panic) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(telling)) {
        // Dropping what was thrown may panic again.
        std::mem::forget(panic);
    }
}

/// Sends an event with these values, and these shown as text.
macro_rules! event {
    (
        $level:ident, $target:literal, $message:literal,
        [$($name:ident = $value:expr),* $(,)?], [$($shown_name:ident = $shown:expr),* $(,)?] $(,)?
    ) => {{
        #[cfg(feature = "tracing")]
        $crate::observe::told(|| tracing::$level!(
            target: $target, { $($name = $value,)* $($shown_name = %$shown,)* }, $message
        ));
        #[cfg(not(feature = "tracing"))]
        {
            let _ = || {
                let _ = ($(&$value,)* $(&$shown,)*);
            };
        }
    }};
}
use event;

/// Hands counts and gauges to the recorder of the crate `metrics`. Call it before each scrape.
/// These are: `snowflake_minted_total`, `snowflake_lead_seconds`, `snowflake_layout_ends_seconds`
/// and `snowflake_lease_remaining_seconds`.
///
/// All other metrics are handed over when they change. These are not, because calling a recorder
/// takes longer than minting. The renewer of a lease also hands them over after each round, but if
/// its store hangs, a round may take half of the term.
///
/// ```
/// use snowflake_kit_core::{Layout, Snowflake};
/// use snowflake_kit_mint::{Generator, Minter, Node, publish_metrics};
///
/// let generator = Generator::new(Layout::DEFAULT, Node::fixed(7))?;
/// generator.mint::<Snowflake>();
/// // With `metrics-exporter-prometheus`: before `PrometheusHandle::render`.
/// publish_metrics();
/// # Ok::<(), snowflake_kit_mint::MintError>(())
/// ```
#[cfg(feature = "metrics")]
pub fn publish_metrics() {
    publish();
}
