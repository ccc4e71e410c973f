//! The metrics are described, and counters are there before they count.

use metrics_util::MetricKind;
use metrics_util::debugging::DebuggingRecorder;
use snowflake_kit_core::{Layout, Snowflake};
use snowflake_kit_mint::{Generator, ManualClock, Minter, Node, publish_metrics};

use crate::{NOW, observed};

#[test]
fn counters_of_what_should_not_happen_are_there_from_the_beginning() {
    observed(|operator| {
        let generator =
            Generator::with_clock(Layout::TSID, Node::fixed(7), ManualClock::at(NOW)).unwrap();
        generator.mint::<Snowflake>();
        publish_metrics();
        let snapshot = operator.metrics.snapshot().into_vec();
        for name in [
            "snowflake_rollback_absorbed_total",
            "snowflake_rollback_refused_total",
            "snowflake_clock_leaps_total",
            "snowflake_lease_expired_total",
        ] {
            assert!(snapshot.iter().any(|(key, ..)| key.key().name() == name), "{name}");
        }
    });
}

#[test]
fn all_metrics_have_a_unit_and_a_description_whenever_the_recorder_came() {
    observed(|operator| {
        publish_metrics();
        let recorder = DebuggingRecorder::new();
        metrics::with_local_recorder(&recorder, || {
            let generator =
                Generator::with_clock(Layout::TSID, Node::fixed(7), ManualClock::at(NOW)).unwrap();
            generator.mint::<Snowflake>();
            publish_metrics();
        });
        let snapshot = recorder.snapshotter().snapshot().into_vec();
        assert!(!snapshot.is_empty());
        for (key, unit, description, _) in snapshot {
            let name = key.key().name().to_owned();
            assert!(unit.is_some() && description.is_some(), "{name}");
            // Prometheus's conventions.
            let is_counter = key.kind() == MetricKind::Counter;
            assert_eq!(name.ends_with("_total"), is_counter, "{name}");
            assert!(name.starts_with("snowflake_") && (is_counter || name.ends_with("_seconds")));
        }
        operator.events();
    });
}
