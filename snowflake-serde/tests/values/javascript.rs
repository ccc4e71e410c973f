//! Why IDs are strings in JSON: what JavaScript makes of them.

use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use snowflake_kit_core::{Layout, Parts, Snowflake};
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", json = "number")]
struct CountedId(Snowflake);

snowflake_kit_serde::value!(UserId, CountedId);

const COUNT: usize = 100_000;

/// What a program in JavaScript does with a document. `BigInt(number)` is the
/// exact value of the float; the texts are what JavaScript writes.
const PROGRAM: &str = "
    const { strings, numbers } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
    const changed = numbers.filter((number, i) => BigInt(number) !== BigInt(strings[i]));
    process.stdout.write(JSON.stringify({
        strings: JSON.stringify(strings),
        numbers: JSON.stringify(numbers),
        changed: changed.length,
    }));
";

#[derive(Deserialize)]
struct Answer {
    /// The documents, written again.
    strings: String,
    numbers: String,
    /// How many numbers have another value than the string beside them.
    changed: usize,
}

#[test]
fn javascript_keeps_ids_as_strings_and_changes_them_as_numbers() {
    let ids = ids();
    assert_eq!(ids.len(), COUNT);
    let users: Vec<UserId> = ids.iter().map(|id| UserId::from_i64(*id).unwrap()).collect();
    let counted: Vec<CountedId> = ids.iter().map(|id| CountedId::from_i64(*id).unwrap()).collect();
    let strings = serde_json::to_string(&users).unwrap();
    let numbers = serde_json::to_string(&counted).unwrap();
    let answer = node(&format!(r#"{{"strings":{strings},"numbers":{numbers}}}"#));

    assert_eq!(answer.strings, strings, "an ID as a string changed");
    assert_eq!(serde_json::from_str::<Vec<UserId>>(&answer.strings).unwrap(), users);

    // In 128 bits, since 2^63 as a float fits no i64.
    let floats: Vec<i128> = ids.iter().map(|id| nearest_float(*id)).collect();
    let changed = ids.iter().zip(&floats).filter(|(id, float)| i128::from(**id) != **float).count();
    assert_eq!(answer.changed, changed, "another value");

    // JavaScript and Rust both write the fewest digits that are the same float,
    // and zeros. So 2^62 is read exactly and written as another number, and few
    // that end in 0 are read as another and written as they were.
    let texts: Vec<String> = ids.iter().map(|id| shortest(*id)).collect();
    assert_eq!(answer.numbers, format!("[{}]", texts.join(",")));
    let rewritten = ids.iter().zip(&texts).filter(|(id, text)| id.to_string() != **text).count();

    println!("of {COUNT} IDs as strings, JavaScript changed 0");
    println!(
        "of {COUNT} IDs as numbers, it read {changed} as another, wrote {rewritten} as another"
    );
    assert!(changed > COUNT / 2 && rewritten > COUNT / 2);
}

#[expect(clippy::cast_precision_loss, reason = "the loss is what is looked at")]
fn nearest_float(id: i64) -> i128 {
    id as f64 as i128
}

#[expect(clippy::cast_precision_loss, reason = "the loss is what is looked at")]
fn shortest(id: i64) -> String {
    (id as f64).to_string()
}

/// IDs of the whole range, the same in each run but for those of today.
fn ids() -> Vec<i64> {
    let mut random = Random(0);
    // Around the edge up to which floats are exact, and each power of two.
    let mut ids: Vec<i64> = (-1000..=1000).map(|step| (1 << 53) + step).collect();
    ids.extend((2..63).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1]));
    ids.extend([1, i64::MAX - 1, i64::MAX]);
    // As the default layout mints them today.
    ids.extend((0..40_000).map(|_| today(&mut random)));
    // Of every length.
    ids.extend((0..20_000_u32).map(|i| (random.next() >> (1 + i % 62)).max(1).cast_signed()));
    while ids.len() < COUNT {
        ids.push((random.next() >> 1).max(1).cast_signed());
    }
    ids
}

/// An ID of the last day, of any node.
fn today(random: &mut Random) -> i64 {
    const DAY: u64 = 86_400_000;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let unix_millis = i64::try_from(now).unwrap() - (random.next() % DAY).cast_signed();
    let parts = Parts {
        timestamp: Layout::DEFAULT.timestamp(unix_millis).unwrap(),
        caller: 0,
        node: random.next() as u32 % (Layout::DEFAULT.max_node() + 1),
        sequence: random.next() as u32 % (Layout::DEFAULT.max_sequence() + 1),
    };
    Layout::DEFAULT.compose(parts).unwrap().get()
}

/// `SplitMix64`: <https://prng.di.unimi.it/splitmix64.c>.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// What Node answers to this document.
fn node(document: &str) -> Answer {
    let child = Command::new("node")
        .args(["--eval", PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            panic!("node is not there: install Node.js, for example `apt-get install nodejs`")
        }
        Err(error) => panic!("node does not start: {error}"),
    };
    // It reads all before it writes, so neither waits for the other.
    child.stdin.take().unwrap().write_all(document.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "node: {}", output.status);
    serde_json::from_slice(&output.stdout).unwrap()
}
