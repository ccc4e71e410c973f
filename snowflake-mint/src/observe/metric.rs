//! The metrics, with the names that dashboards and alerts use.

#[cfg(feature = "metrics")]
pub(super) use recorded::{Metric, describe};
#[cfg(not(feature = "metrics"))]
pub(super) use unrecorded::{Metric, describe};

macro_rules! metrics {
    ($($constant:ident = $kind:ident $name:literal by $label:expr, $about:literal;)*) => {
        $(pub(super) const $constant: Metric = Metric::$kind($name, $label, $about);)*

        #[cfg(feature = "metrics")]
        const ALL: &[Metric] = &[$($constant),*];
    };
}

metrics! {
    MINTED = counter "snowflake_minted_total" by Some("layout"),
        "IDs minted";
    MINT_WAIT = histogram "snowflake_mint_wait_seconds" by Some("layout"),
        "Time that mints spent waiting for a free slot";
    LEAD = gauge "snowflake_lead_seconds" by Some("layout"),
        "Largest lead of IDs over the clock since the last publication, within max_lead";
    LAYOUT_ENDS = gauge "snowflake_layout_ends_seconds" by Some("layout"),
        "Time until the layout has no timestamps left; negative after that";
    ROLLBACK_ABSORBED = counter "snowflake_rollback_absorbed_total" by Some("layout"),
        "Steps back of the clock, within max_rollback, during which minting continued";
    ROLLBACK_REFUSED = counter "snowflake_rollback_refused_total" by Some("layout"),
        "Steps back of the clock, beyond max_rollback, during which nothing was minted";
    CLOCK_LEAPS = counter "snowflake_clock_leaps_total" by Some("layout"),
        "Forward leaps of the clock that had to be confirmed first";
    GENERATOR_CLAIMED = counter "snowflake_generator_claimed_total" by Some("space"),
        "Generator numbers of decimal IDs claimed, including the first";
    GENERATOR_FAILED = counter "snowflake_generator_failed_total" by Some("space"),
        "Claims of generator numbers that failed, and will be retried";
    LEASE_CLAIMED = counter "snowflake_lease_claimed_total" by Some("space"),
        "Node numbers claimed, including the first";
    LEASE_RENEWED = counter "snowflake_lease_renewed_total" by Some("space"),
        "Renewals of the lease";
    LEASE_FAILED = counter "snowflake_lease_failed_total" by Some("space"),
        "Claims and renewals that failed, and will be retried";
    LEASE_LOST = counter "snowflake_lease_lost_total" by Some("space"),
        "Node numbers that another process took because they were not renewed in time";
    LEASE_EXPIRED = counter "snowflake_lease_expired_total" by None,
        "Leases that a mint found expired";
    LEASE_REMAINING = gauge "snowflake_lease_remaining_seconds" by Some("space"),
        "Time that minting can continue without the store; negative after the lease has ended";
}

#[cfg(feature = "metrics")]
mod recorded {
    use metrics::{
        Label, Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge,
        histogram,
    };

    pub(in super::super) struct Metric {
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

    macro_rules! kinds {
        ($($kind:ident $variant:ident;)*) => {$(
            pub(super) const fn $kind(
                name: &'static str,
                label: Option<&'static str>,
                about: &'static str,
            ) -> Self {
                Self { name, label, about, kind: Instrument::$variant }
            }
        )*};
    }

    impl Metric {
        kinds! {
            counter Counter;
            gauge Gauge;
            histogram Histogram;
        }

        pub(in super::super) fn add(&self, label: &str, count: u64) {
            counter!(self.name, self.labels(label)).increment(count);
        }

        pub(in super::super) fn set(&self, label: &str, seconds: f64) {
            gauge!(self.name, self.labels(label)).set(seconds);
        }

        pub(in super::super) fn record(&self, label: &str, seconds: f64) {
            histogram!(self.name, self.labels(label)).record(seconds);
        }

        fn labels(&self, value: &str) -> Vec<Label> {
            self.label.map(|name| Label::new(name, value.to_owned())).into_iter().collect()
        }
    }

    /// Describes the metrics. It runs repeatedly, because a program may install its recorder at any
    /// time. It costs as much as counting.
    pub(in super::super) fn describe() {
        for Metric { name, about, kind, .. } in super::ALL {
            match kind {
                Instrument::Counter => describe_counter!(*name, Unit::Count, *about),
                Instrument::Gauge => describe_gauge!(*name, Unit::Seconds, *about),
                Instrument::Histogram => describe_histogram!(*name, Unit::Seconds, *about),
            }
        }
    }
}

#[cfg(not(feature = "metrics"))]
mod unrecorded {
    pub(in super::super) struct Metric {}

    #[expect(clippy::unused_self, reason = "in place of those that record")]
    impl Metric {
        pub(super) const fn counter(_: &str, _: Option<&str>, _: &str) -> Self {
            Self {}
        }

        pub(super) const fn gauge(_: &str, _: Option<&str>, _: &str) -> Self {
            Self {}
        }

        pub(super) const fn histogram(_: &str, _: Option<&str>, _: &str) -> Self {
            Self {}
        }

        pub(in super::super) const fn add(&self, _: &str, _: u64) {}
        pub(in super::super) const fn set(&self, _: &str, _: f64) {}
        pub(in super::super) const fn record(&self, _: &str, _: f64) {}
    }

    pub(in super::super) const fn describe() {}
}
