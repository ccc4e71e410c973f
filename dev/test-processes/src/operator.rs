//! What operators see: the events and the metrics, by their names.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

use metrics_util::debugging::{DebugValue, DebuggingRecorder, Snapshotter};
use tracing::field::{Field, Visit};
use tracing::{Event, Metadata, Subscriber, span, subscriber};

/// What an operator has seen since the last look.
pub struct Operator {
    events: Arc<Mutex<Vec<String>>>,
    /// The metrics, as the recorder has them.
    pub metrics: Snapshotter,
}

impl Operator {
    /// The events, each as a line.
    pub fn events(&self) -> Vec<String> {
        take(&mut *self.events.lock().unwrap())
    }

    /// The metrics that are not 0, as in `snowflake_minted_total{layout=default}`.
    pub fn metrics(&self) -> BTreeMap<String, String> {
        let all = self.metrics.snapshot().into_vec().into_iter();
        let all = all.map(|(key, _, _, value)| {
            let key = key.key();
            let labels = key.labels().map(|label| format!("{}={}", label.key(), label.value()));
            let labels: Vec<_> = labels.collect();
            let value = match value {
                DebugValue::Counter(count) => count.to_string(),
                DebugValue::Gauge(value) => value.to_string(),
                DebugValue::Histogram(values) => {
                    values.iter().fold(0.0, |sum, value| sum + value.0).to_string()
                }
            };
            (format!("{}{{{}}}", key.name(), labels.join(",")), value)
        });
        all.filter(|(_, value)| value != "0").collect()
    }
}

/// An operator, the recorder that tells it the metrics, and the subscriber that tells it the events.
fn operator() -> (Operator, DebuggingRecorder, EachEvent<impl Fn(String) + Send + Sync + 'static>) {
    let recorder = DebuggingRecorder::new();
    let events = Arc::<Mutex<Vec<String>>>::default();
    let written = Arc::clone(&events);
    let subscriber = EachEvent(move |event| written.lock().unwrap().push(event));
    (Operator { events, metrics: recorder.snapshotter() }, recorder, subscriber)
}

/// Runs `body` while an operator sees what this thread does. What is counted belongs to the process,
/// so only one is there at a time. `publish` is `snowflake_kit_mint::publish_metrics`.
pub fn observed(publish: impl FnOnce(), body: impl FnOnce(&Operator)) {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (operator, recorder, subscriber) = operator();
    // What tests before this one have left behind.
    publish();
    metrics::with_local_recorder(&recorder, || {
        subscriber::with_default(subscriber, || body(&operator));
    });
}

/// An operator who sees what all threads do, for a test that runs alone.
pub fn watchful_operator() -> Operator {
    let (operator, recorder, subscriber) = operator();
    recorder.install().unwrap();
    subscriber::set_global_default(subscriber).unwrap();
    operator
}

/// A subscriber to the events of the kit, each as a line.
pub struct EachEvent<F>(pub F);

impl<F: Fn(String) + 'static> Subscriber for EachEvent<F> {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("snowflake::")
    }

    fn event(&self, event: &Event<'_>) {
        let metadata = event.metadata();
        let mut line = Line(format!("{} {}:", metadata.level(), metadata.target()));
        event.record(&mut line);
        (self.0)(line.0);
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

/// Integers and texts are told apart by the quotes.
struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        match field.name() {
            "message" => write!(self.0, " {value:?}").unwrap(),
            name => write!(self.0, " {name}={value:?}").unwrap(),
        }
    }
}
