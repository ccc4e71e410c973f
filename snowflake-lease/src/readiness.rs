//! Whether this process can mint.

use core::time::Duration;

use snowflake_kit_mint::__private::installed_permit;
use snowflake_kit_mint::{Clock, SystemClock};

/// How long this process can mint if its lease is not renewed any more.
///
/// - Zero if the lease has ended, or the clock has no usable reading.
/// - `None` if the process has no lease.
///
/// Use it for a readiness probe:
///
/// ```
/// # let folder = std::env::temp_dir().join(format!("time-left-{}", std::process::id()));
/// # std::fs::create_dir(&folder)?;
/// # let file = folder.join("leases");
/// use std::time::Duration;
/// use snowflake_kit_lease::{FileStore, LeaseBuilder, time_left};
///
/// fn is_ready() -> bool {
///     time_left().is_some_and(|left| !left.is_zero())
/// }
///
/// assert!(!is_ready());
/// let lease = LeaseBuilder::new(FileStore::new(&file)).install()?;
/// assert!(is_ready());
/// assert!(time_left() <= Some(Duration::from_secs(30)));
/// lease.release()?;
/// assert!(!is_ready());
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn time_left() -> Option<Duration> {
    let until = installed_permit()?.until();
    let left = SystemClock::new().read().map_or(0, |now| until.saturating_sub(now.unix_millis()));
    Some(Duration::from_millis(left.max(0).unsigned_abs()))
}
