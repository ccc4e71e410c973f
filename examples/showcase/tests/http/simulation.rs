//! A simulated node, step by step.

use std::fs::{self, File};
use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use showcase::id::{MessageId, ReactionId, UserId};
use showcase::simulation::{EventKind, Simulation, Step};
use snowflake_kit::core::{Parts, UtcTime};
use snowflake_kit::mint::{Generator, ManualClock, Minter};
use snowflake_kit::{Id, Layout, Node, Snowflake, SnowflakeId};

use crate::place::Place;
use crate::server;
use crate::service::{Service, sealed_command, texts};

/// A message of a node that is not this service's.
const ID: Parts = Parts { timestamp: 59_601_728_972, caller: 0, node: 5, sequence: 4 };

fn id(parts: Parts) -> Snowflake {
    Layout::DEFAULT.compose(parts).unwrap()
}

fn millis(timestamp: u64) -> i64 {
    Layout::DEFAULT.unix_millis(timestamp).unwrap()
}

/// A step from an ID, by the time of that ID or by a clock that shows another one.
async fn step(service: &Service, parts: Parts, rest: &str) -> Value {
    let path = format!("/api/simulation?id={}&step={rest}", id(parts));
    let node = service.get(&path).await.done(200);
    // The ID is told twice: as itself, and taken apart.
    let told: MessageId = node["id"].as_str().unwrap().parse().unwrap();
    let Parts { timestamp, node: number, sequence, .. } = told.parts();
    let time = UtcTime(told.unix_millis()).to_string();
    let expected =
        json!({ "time": time, "timestamp": timestamp, "node": number, "sequence": sequence });
    assert_eq!(node["parts"], expected, "{path}");
    node
}

#[track_caller]
fn shows(node: &Value, last: Parts, clock: i64, kinds: &[&str]) {
    assert_eq!(node["id"], id(last).to_string(), "{node}");
    assert_eq!(node["clock"], clock, "{node}");
    assert_eq!(texts(&node["events"], "kind"), kinds, "{node}");
}

/// What the kit has said, and when it may help to try again.
fn refusal(node: &Value, at: usize) -> (&str, Option<u64>) {
    let event = &node["events"][at];
    assert_eq!(event["kind"], "refused", "{node}");
    (event["text"].as_str().unwrap(), event.get("wait_millis").and_then(Value::as_u64))
}

#[tokio::test]
async fn it_mints_as_a_node_does() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        let now = millis(ID.timestamp);

        let next = Parts { sequence: 5, ..ID };
        let node = step(&service, ID, "next-id").await;
        shows(&node, next, now, &["minted"]);
        // As often as it is asked.
        assert_eq!(step(&service, ID, "next-id").await, node);

        let next = Parts { timestamp: ID.timestamp + 1, sequence: 0, ..ID };
        let node = step(&service, ID, "next-millisecond").await;
        shows(&node, next, now + 1, &["clock-set", "minted"]);

        // What is left of the millisecond, an error, and then what waiting comes to.
        let node = step(&service, ID, "exhaust-sequence").await;
        shows(&node, next, now + 1, &["minted", "refused", "waited", "minted"]);
        let said = node["events"][0]["text"].as_str().unwrap();
        assert!(said.starts_with("minted 4091 IDs, the last of them with sequence 4095 of "));
        let error = "no slot is free for another 1ms: wait and try again, or allow a `max_lead`";
        assert_eq!(refusal(&node, 1), (error, Some(1)));
        assert_eq!(node["events"][2]["wait_millis"], 1);

        // The millisecond has no next one.
        let last = Parts { sequence: 4095, ..ID };
        let node = step(&service, last, "next-id").await;
        shows(&node, last, now, &["refused"]);
        assert_eq!(refusal(&node, 0), (error, Some(1)));
        let node = step(&service, last, "exhaust-sequence").await;
        shows(&node, next, now + 1, &["refused", "waited", "minted"]);
    })
    .await;
}

#[tokio::test]
async fn its_clock_can_be_set_back() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        let now = millis(ID.timestamp);

        // A second is ridden out: IDs go on in the last millisecond.
        let next = Parts { sequence: 5, ..ID };
        let node = step(&service, ID, "set-clock-back").await;
        shows(&node, next, now - 1_000, &["clock-set", "minted"]);
        // Then the clock has to catch up before there is another millisecond.
        let late = format!("exhaust-sequence&clock={}", now - 1_000);
        let node = step(&service, next, &late).await;
        let first = Parts { timestamp: ID.timestamp + 1, sequence: 0, ..ID };
        shows(&node, first, now + 1, &["minted", "refused", "waited", "minted"]);
        assert_eq!(node["events"][2]["wait_millis"], 1_001);
        // No mint waits longer than `max_wait`.
        let late = format!("exhaust-sequence&clock={}", now - 6_000);
        let node = step(&service, ID, &late).await;
        let last = Parts { sequence: 4095, ..ID };
        shows(&node, last, now - 6_000, &["minted", "refused", "refused"]);
        let error = "no slot became free within max_wait = 5s; it takes 6.001s more";
        assert_eq!(refusal(&node, 2), (error, Some(6_001)));

        // More than `max_rollback` is refused, and goes on being refused.
        let node = step(&service, ID, "set-clock-back&set_back_millis=20000").await;
        shows(&node, ID, now - 20_000, &["clock-set", "refused"]);
        let (error, wait) = refusal(&node, 1);
        assert!(
            error.starts_with("the clock stepped back by 20s, more than max_rollback = 10s: "),
            "{error}"
        );
        assert_eq!(wait, Some(10_000));
        for name in ["next-id", "next-millisecond", "exhaust-sequence"] {
            let asked = format!("{name}&clock={}", now - 20_000);
            let node = step(&service, ID, &asked).await;
            assert_eq!(node["id"], id(ID).to_string(), "{node}");
            let last = node["events"].as_array().unwrap().len() - 1;
            assert!(refusal(&node, last).0.starts_with("the clock stepped back"), "{node}");
        }
    })
    .await;
}

#[tokio::test]
async fn it_knows_the_edges_of_time() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        // The first ID of all, and one in the first slot, which a generator leaves out.
        let first = Parts { sequence: 1, ..Parts::default() };
        let node = step(&service, first, "next-id").await;
        shows(&node, Parts { sequence: 2, ..first }, millis(0), &["minted"]);
        let first = Parts { node: 1, ..Parts::default() };
        let node = step(&service, first, "next-id").await;
        shows(&node, Parts { sequence: 1, ..first }, millis(0), &["minted"]);
        let node = step(&service, first, "set-clock-back").await;
        shows(&node, first, millis(0) - 1_000, &["clock-set", "refused"]);
        assert!(refusal(&node, 1).0.contains("which is before the epoch 2025-01-01T"), "{node}");
        let node = step(&service, first, "set-clock-back&clock=0").await;
        shows(&node, first, 0, &["clock-set", "refused"]);

        // The last ID of all.
        let last = Parts { timestamp: (1 << 41) - 1, node: 1023, sequence: 4095, caller: 0 };
        assert_eq!(id(last), Snowflake::MAX);
        let end = millis(last.timestamp);
        for (name, clock, kinds) in [
            ("next-id", end, ["refused"].as_slice()),
            ("exhaust-sequence", end, &["refused"]),
            ("next-millisecond", end + 1, &["clock-set", "refused"]),
        ] {
            let node = step(&service, last, name).await;
            shows(&node, last, clock, kinds);
            let said = refusal(&node, kinds.len() - 1).0;
            assert!(
                said.starts_with("the layout `default` has no timestamps from 2094-"),
                "{said}"
            );
        }
        let node = step(&service, last, "next-millisecond&clock=253402300799999").await;
        shows(&node, last, 253_402_300_799_999, &["clock-set", "refused"]);
    })
    .await;
}

#[tokio::test]
async fn it_answers_in_the_type_of_the_id() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        let next = id(Parts { sequence: 5, ..ID });
        for (asked, answered) in [
            (UserId::from_snowflake(id(ID)).to_string(), UserId::from_snowflake(next).to_string()),
            (
                ReactionId::from_snowflake(id(ID)).to_string(),
                ReactionId::from_snowflake(next).to_string(),
            ),
            (id(ID).to_string(), next.to_string()),
        ] {
            let path = format!("/api/simulation?id={asked}&step=next-id");
            assert_eq!(service.get(&path).await.done(200)["id"], answered);
        }
    })
    .await;
}

#[tokio::test]
async fn the_service_mints_as_if_there_were_no_simulation() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        let (user, channel) = service.begin().await;
        let message = service.post_message(&channel, &user, "Hello").await.created();
        let own = message.parse::<MessageId>().unwrap().parts();

        // The service's own node, a year ahead of its clock.
        let ahead = Parts { timestamp: own.timestamp + 31_557_600_000, ..own };
        for name in ["next-id", "exhaust-sequence", "next-millisecond", "set-clock-back"] {
            assert_eq!(step(&service, ahead, name).await["parts"]["node"], own.node);
        }
        let before = service.messages(&channel).await;
        assert_eq!(before, [message]);
        let next = service.post_message(&channel, &user, "Hello").await.created();
        let next = next.parse::<MessageId>().unwrap().parts();
        assert_eq!(next.node, own.node);
        assert!(next.timestamp - own.timestamp < 60_000, "{next:?}");
        service.get("/ready").await.done(200);
    })
    .await;
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        for bad in ["", "0", "-1", "01", "1.0", "9223372036854775808", "usr_", "rct_1", "Message:1"]
        {
            let answer = service.get(&format!("/api/simulation?id={bad}&step=next-id")).await;
            answer.refused(400, "bad-id", Some("id"));
        }
        for (query, parameter, said) in [
            ("", None, "missing field `id`"),
            ("id=7", None, "missing field `step`"),
            ("id=7&step=", Some("step"), "expected one of `next-id`, `exhaust-sequence`"),
            ("id=7&step=NextId", Some("step"), "unknown variant `NextId`"),
            ("id=7&step=next-id&node=1", Some("node"), "unknown field `node`"),
            ("id=7&step=next-id&clock=-1", Some("clock"), "a clock cannot show -1: expected 0 to"),
            ("id=7&step=next-id&clock=253402300800000", Some("clock"), "253402300799999, in Unix"),
            ("id=7&step=next-id&clock=x", Some("clock"), "invalid"),
            (
                "id=7&step=set-clock-back&set_back_millis=0",
                Some("set_back_millis"),
                "expected 1 to",
            ),
            (
                "id=7&step=set-clock-back&set_back_millis=86400001",
                Some("set_back_millis"),
                "a clock cannot be set back by 86400001 ms: expected 1 to 86400000",
            ),
        ] {
            let answer = service.get(&format!("/api/simulation?{query}")).await;
            let message = answer.refused(400, "bad-value", parameter);
            assert!(message.contains(said), "{query}: {message}");
        }
        let answer = service.post("/api/simulation", json!({})).await;
        answer.refused(405, "wrong-method", None);
        assert_eq!(
            service.request(Method::GET, "/api/simulation").send().await.unwrap().status(),
            400
        );
    })
    .await;
}

#[tokio::test]
async fn there_is_none_for_sealed_ids() {
    server::run_on_a_file(async |place: Place| {
        let service = Service::run(sealed_command(&place)).await;
        let (user, _) = service.begin().await;
        for id in [&*user, "7"] {
            let answer = service.get(&format!("/api/simulation?id={id}&step=next-id")).await;
            answer.refused(404, "no-route", None);
        }
        let document = service.get("/api/openapi.json").await.done(200).to_string();
        assert!(!document.contains("imulation"), "{document}");
    })
    .await;
}

#[test]
fn the_log_does_not_show_a_simulated_clock() {
    let (layout, now) = (Layout::DEFAULT, 1_795_290_737_958);
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let file = Arc::new(File::create(&log).unwrap());
    let subscriber = tracing_subscriber::fmt().with_writer(file).finish();
    tracing::subscriber::with_default(subscriber, || {
        let node = Simulation::after(layout.id_at(now, 5, 4).unwrap(), None).unwrap();
        let events = node.step(Step::SetClockBack(20_000)).into_events();
        assert_eq!(events[1].kind, EventKind::Refused);
        assert_eq!(fs::read_to_string(&log).unwrap(), "");

        // A generator that is not a simulation tells of its clock.
        let clock = ManualClock::at(now);
        let generator = Generator::with_clock(layout, Node::fixed(5), clock).unwrap();
        generator.try_mint::<Snowflake>().unwrap();
        generator.clock().set(now - 20_000);
        generator.try_mint::<Snowflake>().unwrap_err();
        let log = fs::read_to_string(&log).unwrap();
        assert!(log.contains("the clock stepped back: nothing is minted"), "{log}");
    });
}
