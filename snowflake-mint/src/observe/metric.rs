//! The metrics, with the names that dashboards and alerts use.

#[cfg(feature = "metrics")]
use super::told;

macro_rules! metrics {
    ($($constant:ident = $kind:ident $name:literal by $label:expr, $about:literal;)*) => {
        $(pub(super) const $constant: Metric = Metric {
            name: $name,
            label: $label,
            about: $about,
            kind: Instrument::$kind,
        };)*

        const ALL: &[Metric] = &[$($constant),*];
    };
}

metrics! {
    MINTED = Counter "snowflake_minted_total" by Some("layout"),
        "IDs minted";
    MINT_WAIT = Histogram "snowflake_mint_wait_seconds" by Some("layout"),
        "Time that mints spent waiting for a free slot";
    LEAD = Gauge "snowflake_lead_seconds" by Some("layout"),
        "Largest lead of IDs over the clock since the last publication, within max_lead";
    LAYOUT_ENDS = Gauge "snowflake_layout_ends_seconds" by Some("layout"),
        "Time until the layout has no timestamps left; negative after that";
    ROLLBACK_ABSORBED = Counter "snowflake_rollback_absorbed_total" by Some("layout"),
        "Steps back of the clock, within max_rollback, during which minting continued";
    ROLLBACK_REFUSED = Counter "snowflake_rollback_refused_total" by Some("layout"),
        "Steps back of the clock, beyond max_rollback, during which nothing was minted";
    CLOCK_LEAPS = Counter "snowflake_clock_leaps_total" by Some("layout"),
        "Forward leaps of the clock that had to be confirmed first";
    GENERATOR_CLAIMED = Counter "snowflake_generator_claimed_total" by Some("space"),
        "Generator numbers of decimal IDs claimed, including the first";
    GENERATOR_FAILED = Counter "snowflake_generator_failed_total" by Some("space"),
        "Claims of generator numbers that failed, and will be retried";
    LEASE_CLAIMED = Counter "snowflake_lease_claimed_total" by Some("space"),
        "Node numbers claimed, including the first";
    LEASE_RENEWED = Counter "snowflake_lease_renewed_total" by Some("space"),
        "Renewals of the lease";
    LEASE_FAILED = Counter "snowflake_lease_failed_total" by Some("space"),
        "Claims and renewals that failed, and will be retried";
    LEASE_LOST = Counter "snowflake_lease_lost_total" by Some("space"),
        "Node numbers that another process took because they were not renewed in time";
    LEASE_EXPIRED = Counter "snowflake_lease_expired_total" by None,
        "Leases that a mint found expired";
    LEASE_REMAINING = Gauge "snowflake_lease_remaining_seconds" by Some("space"),
        "Time that minting can continue without the store; negative after the lease has ended";
}

pub(super) struct Metric {
    name: &'static str,
    /// The label that distinguishes its values, if there is one.
    label: Option<&'static str>,
    about: &'static str,
    kind: Instrument,
}

enum Instrument {
    Counter,
    /// Of seconds.
    Gauge,
    /// Of seconds.
    Histogram,
}

impl Metric {
    pub(super) fn add(&self, label: &str, count: u64) {
        #[cfg(feature = "metrics")]
        told(|| metrics::counter!(self.name, self.labels(label)).increment(count));
    }

    pub(super) fn set(&self, label: &str, seconds: f64) {
        #[cfg(feature = "metrics")]
        told(|| metrics::gauge!(self.name, self.labels(label)).set(seconds));
    }

    pub(super) fn record(&self, label: &str, seconds: f64) {
        #[cfg(feature = "metrics")]
        told(|| metrics::histogram!(self.name, self.labels(label)).record(seconds));
    }

    #[cfg(feature = "metrics")]
    fn labels(&self, value: &str) -> Vec<metrics::Label> {
        self.label.map(|name| metrics::Label::new(name, value.to_owned())).into_iter().collect()
    }
}

/// Describes the metrics. It runs repeatedly, because a program may install its recorder at any
/// time. It costs as much as counting.
pub(super) fn describe() {
    #[cfg(feature = "metrics")]
    for Metric { name, about, kind, .. } in ALL {
        use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};

        told(|| match kind {
            Instrument::Counter => describe_counter!(*name, Unit::Count, *about),
            Instrument::Gauge => describe_gauge!(*name, Unit::Seconds, *about),
            Instrument::Histogram => describe_histogram!(*name, Unit::Seconds, *about),
        });
    }
}
