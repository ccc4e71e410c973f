//! What the guide tells operators is so: events, metrics, alerts, manifests.

#![cfg(feature = "metrics")]

use std::collections::BTreeSet;
use std::sync::Mutex;

use metrics::{Counter, Gauge, Histogram, Key, KeyName, Metadata, Recorder, SharedString, Unit};
use serde_json::{Value, json};
use snowflake_kit::decimal::Launch;

const LEASES: &str = include_str!("../../src/guide/leases_operate.md");
const KUBERNETES: &str = include_str!("../../src/guide/service.md");
const ALERTS: &str = include_str!("../../../examples/service/alerts.yml");
const DEPLOYMENT: &str = include_str!("../../../examples/service/deployment.yml");
const SERVICE: &str = include_str!("../../../examples/service/src/main.rs");

/// The YAML of a page, block by block.
fn yaml(page: &str) -> Vec<Value> {
    let blocks = page.split("```yaml\n").skip(1);
    let blocks = blocks.map(|block| block.split_once("```").unwrap().0);
    blocks.map(document).collect()
}

fn document(text: &str) -> Value {
    serde_saphyr::from_str(text).unwrap()
}

/// The cells of the table rows whose first cell begins like this.
fn rows<'a>(page: &'a str, beginning: &'a str) -> impl Iterator<Item = Vec<&'a str>> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.filter(move |row| row.starts_with(beginning)).map(|row| row.split(" | ").collect())
}

/// Writes down what is described.
#[derive(Default)]
struct Descriptions(Mutex<BTreeSet<[String; 3]>>);

impl Descriptions {
    fn add(&self, key: &KeyName, kind: &str, about: &str) {
        let row = [key.as_str(), kind, about].map(str::to_owned);
        assert!(self.0.lock().unwrap().insert(row), "{} twice", key.as_str());
    }
}

impl Recorder for Descriptions {
    fn describe_counter(&self, key: KeyName, _: Option<Unit>, about: SharedString) {
        self.add(&key, "counter", &about);
    }

    fn describe_gauge(&self, key: KeyName, _: Option<Unit>, about: SharedString) {
        self.add(&key, "gauge", &about);
    }

    fn describe_histogram(&self, key: KeyName, _: Option<Unit>, about: SharedString) {
        self.add(&key, "histogram", &about);
    }

    fn register_counter(&self, _: &Key, _: &Metadata<'_>) -> Counter {
        Counter::noop()
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::noop()
    }
}

#[test]
fn the_metrics_of_the_pages_are_those_that_there_are() {
    let there = Descriptions::default();
    metrics::with_local_recorder(&there, snowflake_kit::mint::publish_metrics);
    let told: BTreeSet<_> = rows(LEASES, "`snowflake_")
        .map(|row| {
            let [name, kind, _, about] = row[..] else { panic!("{row:?}") };
            [name, kind, about].map(|cell| cell.replace('`', ""))
        })
        .collect();
    assert_eq!(told, there.0.into_inner().unwrap());
}

/// Read from the source: no program can be made to show them all.
#[test]
fn the_events_of_the_pages_are_those_that_there_are() {
    let source = [
        include_str!("../../../snowflake-mint/src/observe/decimal.rs"),
        include_str!("../../../snowflake-mint/src/observe/lease.rs"),
        include_str!("../../../snowflake-mint/src/observe/mint.rs"),
        include_str!("../../../snowflake-mint/src/observe/published.rs"),
    ]
    .concat();
    let calls = source.split("event!(").skip(1);
    let there: BTreeSet<_> = calls
        .map(|call| {
            let mut parts = call.split('"');
            let level = parts.next().unwrap().trim().trim_end_matches(',');
            let target = parts.next().unwrap().strip_prefix("snowflake::").unwrap();
            (format!("{level} `{target}`"), parts.nth(1).unwrap())
        })
        .collect();
    let told: BTreeSet<_> = ["debug `", "info `", "warn `", "error `"]
        .into_iter()
        .flat_map(|level| rows(LEASES, level))
        .map(|row| (row[0].to_owned(), row[1]))
        .collect();
    assert_eq!(told, there);
}

#[test]
fn alerts_are_rules_over_metrics_that_there_are() {
    let names: Vec<_> = rows(LEASES, "`snowflake_").map(|row| row[0].trim_matches('`')).collect();
    let alerts = document(ALERTS);
    let rules = &alerts["groups"][0]["rules"];
    let mut count = 0;
    for rule in rules.as_array().unwrap() {
        count += 1;
        assert!(rule["alert"].as_str().unwrap().starts_with("Snowflake"), "{rule}");
        assert!(["warning", "critical"].map(Into::into).contains(&rule["labels"]["severity"]));
        assert!(rule["annotations"]["summary"].is_string(), "{rule}");
        let expression = rule["expr"].as_str().unwrap();
        let word = |part: &&str| part.starts_with("snowflake_");
        let used = expression.split(|c: char| !c.is_alphanumeric() && c != '_').filter(word);
        for name in used {
            // Of a histogram, Prometheus has the sum.
            let name = name.strip_suffix("_sum").unwrap_or(name);
            assert!(names.contains(&name), "{name}");
        }
    }
    assert_eq!(count, 7);
}

#[test]
fn manifests_fit_the_programs() {
    let deployment = document(DEPLOYMENT);
    let [set, index, launch] = &yaml(KUBERNETES)[..] else { panic!("another number of manifests") };
    assert_eq!(index["env"][0]["name"], "POD_INDEX");
    assert_eq!(deployment["apiVersion"], "apps/v1");
    assert_eq!(deployment["kind"], "Deployment");
    let spec = &deployment["spec"];
    assert_eq!(spec["selector"]["matchLabels"], spec["template"]["metadata"]["labels"]);
    let rolling = json!({ "maxSurge": 2, "maxUnavailable": 0 });
    assert_eq!(spec["strategy"], json!({ "type": "RollingUpdate", "rollingUpdate": rolling }));
    let pod = &spec["template"]["spec"];
    assert_eq!(pod["terminationGracePeriodSeconds"], 45);
    let container = &pod["containers"][0];
    assert_eq!(container["lifecycle"]["preStop"]["sleep"]["seconds"], 5);
    // The program that the page names.
    let port = &container["ports"][0]["containerPort"];
    assert!(SERVICE.contains(&format!("\"0.0.0.0:{port}\"")), "{port}");
    let probe = &container["readinessProbe"]["httpGet"];
    assert_eq!(probe["port"], *port);
    let route = format!(".route({:?}, get(ready))", probe["path"].as_str().unwrap());
    assert!(SERVICE.contains(&route), "{route}");
    let variable = container["env"][0]["name"].as_str().unwrap();
    assert!(SERVICE.contains(&format!("env::var({variable:?})")));

    assert_eq!(set["kind"], "StatefulSet");
    assert_eq!(set["spec"]["podManagementPolicy"], "Parallel");
    // The first number that no ordinal has.
    let first = &set["spec"]["replicas"];
    assert!(KUBERNETES.contains(&format!(".nodes({first}..)")), "{first}");

    let launch = &launch["env"][0];
    let variable = launch["name"].as_str().unwrap();
    assert!(KUBERNETES.contains(&format!("Launch::from_env({variable:?})")));
    let number = launch["value"].as_str().expect("the value of a variable is text");
    Launch::new(number.parse().unwrap()).unwrap();
}
