//! The text of each error, so that a change of one shows in a review.

use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use snowflake_kit_core::Layout;
use snowflake_kit_mint::{ClockError, MintError, Node};

const MS: Duration = Duration::from_millis(1);
/// 2026-01-01, in Unix ms.
const JANUARY: i64 = 1_767_225_600_000;

fn errors() -> Vec<MintError> {
    let (id, layout, node) = ("UserId", "default", 7);
    let (generator, launch) = (92, 65);
    vec![
        MintError::NotInstalled,
        MintError::NodeOutOfRange { node: Node::fixed(1024), max: 1023, layout },
        MintError::LayoutMismatch { id, layout, generator: "discord" },
        MintError::OwnerMismatch { id, owner: None },
        MintError::OwnerMismatch { id, owner: Some("PostId") },
        MintError::WouldWait { wait: 3 * MS },
        MintError::WaitedTooLong { limit: 1000 * MS, wait: 3 * MS },
        MintError::BatchTooLarge { wanted: 4097, max: 4096 },
        MintError::NoMemory { wanted: 1_000_000_000_000 },
        MintError::CallerOutOfRange { id, field: "shard", value: 256, max: 255 },
        MintError::ClockWentBack { by: 2500 * MS, limit: 1000 * MS },
        MintError::Clock(ClockError::LeaptAhead {
            by: 3_600_000 * MS,
            limit: 10_000 * MS,
            confirmed_in: 900 * MS,
        }),
        MintError::Clock(ClockError::Unavailable { reason: "it was unplugged" }),
        MintError::BeforeEpoch {
            unix_millis: 0,
            epoch: Layout::DEFAULT.epoch_unix_millis(),
            layout,
        },
        MintError::LayoutEnded { ended_at: Layout::DEFAULT.ends_at().unwrap(), layout },
        MintError::LeaseExpired { node, until: JANUARY, unix_millis: JANUARY + 5 },
        MintError::NotClaimed { error: None },
        MintError::NotClaimed { error: Some("no route to host".into()) },
        MintError::LeaseReleased { node },
        MintError::Forked,
        MintError::FixedAndLeased { node },
        MintError::NoGeneratorNumber,
        MintError::CounterUsedUp { generator, launch },
    ]
}

#[test]
fn each_error_says_what_it_is_and_what_to_do() {
    // Without the part for tests.
    let text =
        |error: &MintError| error.to_string().split("; a `MintScope`").next().map(str::to_owned);
    let texts: Vec<_> = errors().iter().filter_map(text).collect();
    let texts = texts.join("\n\n") + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/minting/errors.txt");
    if env::var_os("BLESS").is_some() {
        fs::write(&file, &texts).unwrap();
    }
    assert_eq!(texts, fs::read_to_string(&file).unwrap(), "write it with BLESS=1, and read it");
    // What `unwrap` shows, and a `main` that returns it.
    assert!(errors().iter().all(|error| format!("{error:?}") == error.to_string()));
}

#[test]
fn what_time_can_heal_is_worth_another_attempt() {
    for error in errors() {
        let wait = error.retry_after();
        let expected = match error {
            MintError::WouldWait { .. } | MintError::WaitedTooLong { .. } => Some(3 * MS),
            MintError::ClockWentBack { .. } => Some(1500 * MS),
            MintError::Clock(ClockError::LeaptAhead { .. }) => Some(900 * MS),
            MintError::LeaseExpired { .. } | MintError::CounterUsedUp { .. } => Some(10 * MS),
            MintError::NotClaimed { .. } => Some(MS),
            _ => None,
        };
        assert_eq!(wait, expected, "{error}");
    }
}
