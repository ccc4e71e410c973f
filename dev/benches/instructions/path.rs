//! What is counted.

use std::hint::black_box;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use snowflake_kit::core::{Encoded, Text};
use snowflake_kit::mint::{Clock, Generator, ManualClock, Minter};
use snowflake_kit::{Id, Layout, Node, Snowflake, SnowflakeId};

/// 20 bits of sequence: no path runs out of slots, so that none waits.
const WIDE: Layout = Layout::builder("wide").time_bits(41).node_bits(2).sequence_bits(20).build();

#[derive(SnowflakeId)]
#[snowflake(layout = WIDE)]
struct WideId(Snowflake);

/// The same with a field of the caller's.
const SHARDS: Layout = Layout::builder("shards")
    .time_bits(39)
    .caller("shard", 2)
    .node_bits(2)
    .sequence_bits(20)
    .build();

#[derive(SnowflakeId)]
#[snowflake(layout = SHARDS, caller)]
struct ShardId(Snowflake);

#[derive(SnowflakeId)]
struct PlainId(Snowflake);

/// Does something so many times.
type Path = fn(u64);

/// All paths. They take as many instructions each time, and in each run: none reads
/// a clock that runs, since that takes more of them the more time has passed, and
/// under valgrind time passes fifty times as fast.
pub(crate) const PATHS: &[(&str, Path)] = &[
    ("mint", |count| {
        let generator = generator(stopped());
        repeat(count, || generator.mint::<WideId>());
    }),
    ("mint, handle", |count| {
        let generator = generator(stopped());
        let local = generator.local();
        repeat(count, || local.mint::<WideId>());
    }),
    ("mint in a shard", |count| {
        let generator =
            Generator::with_clock(SHARDS, Node::fixed(1), stopped()).expect("node 1 fits");
        repeat(count, || generator.within::<ShardId>(black_box(3)).mint());
    }),
    ("fill 4096", |count| {
        let clock = stopped();
        let generator = generator(clock.clone());
        let mut ids = vec![WideId::from_snowflake(Snowflake::MIN); 4_096];
        repeat(count, || {
            clock.advance(Duration::from_millis(1));
            if let Ok(batch) = generator.try_mint_many(ids.len()) {
                batch.write_to(&mut ids);
            }
            ids.last().copied()
        });
    }),
    ("decimal, write", |count| {
        each(count, &ids(), |id| black_box(Text::DECIMAL.encode(*id)).as_bytes().len());
    }),
    ("decimal, read", |count| {
        each(count, &texts(Text::DECIMAL), |text| Text::DECIMAL.decode_bytes(text.as_bytes()));
    }),
    ("base32, write", |count| {
        each(count, &ids(), |id| black_box(Text::BASE32.encode(*id)).as_bytes().len());
    }),
    ("base32, read", |count| {
        each(count, &texts(Text::BASE32), |text| Text::BASE32.decode_bytes(text.as_bytes()));
    }),
    ("base62, write", |count| {
        each(count, &ids(), |id| black_box(Text::BASE62.encode(*id)).as_bytes().len());
    }),
    ("base62, read", |count| {
        each(count, &texts(Text::BASE62), |text| Text::BASE62.decode_bytes(text.as_bytes()));
    }),
    ("parts", |count| {
        let ids = ids().map(PlainId::from_snowflake);
        each(count, &ids, |id| id.parts());
    }),
    ("JSON, write", |count| {
        let mut buffer = Vec::with_capacity(256);
        each(count, &rows(), |row| {
            buffer.clear();
            serde_json::to_writer(&mut buffer, row).expect("a vector takes all");
            black_box(buffer.len())
        });
    }),
    ("JSON, read", |count| {
        let texts = rows().map(|row| serde_json::to_string(&row).expect("it is JSON"));
        each(count, &texts, |text| serde_json::from_str::<Row>(text).expect("it is a row"));
    }),
];

/// Two IDs and a short name.
#[derive(Deserialize, Serialize)]
struct Row {
    id: PlainId,
    parent: PlainId,
    name: String,
}

/// A clock at one instant.
fn stopped() -> ManualClock {
    ManualClock::at(1_767_225_600_000)
}

/// A generator that has minted.
fn generator<C: Clock>(clock: C) -> Generator<C> {
    let generator = Generator::with_clock(WIDE, Node::fixed(2), clock).expect("2 fits 2 bits");
    let _ = generator.mint::<Snowflake>();
    generator
}

/// IDs of 19 digits without a pattern.
fn ids() -> [Snowflake; 64] {
    std::array::from_fn(|i| {
        let spread = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 2;
        let value = 1_000_000_000_000_000_000 + spread.cast_signed();
        Snowflake::new(value).expect("it is positive")
    })
}

fn texts(text: Text) -> [Encoded; 64] {
    ids().map(|id| text.encode(id))
}

fn rows() -> [Row; 64] {
    ids().map(|id| {
        let id = PlainId::from_snowflake(id);
        Row { id, parent: id, name: "short name".to_owned() }
    })
}

fn repeat<R>(count: u64, mut call: impl FnMut() -> R) {
    for _ in 0..count {
        black_box(call());
    }
}

/// A call on these values in turns.
fn each<T, R>(count: u64, values: &[T; 64], mut call: impl FnMut(&T) -> R) {
    for value in values.iter().cycle().take(count as usize) {
        black_box(call(black_box(value)));
    }
}
