//! Two threads at once.

use std::hint::black_box;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use snowflake_kit::mint::{Generator, Minter};

use super::mint::{LAGS, ferroid, wide};
use super::{Limit, Table, target};
use crate::ids::{SnowdonWide, TypedflakeWide, WideId};
use crate::measure::Contender;

const THREADS: u64 = 2;

/// From the beginning of the first thread to the end of the last one.
fn together(count: u64, thread: impl Fn(u64) + Sync) -> Duration {
    let barrier = Barrier::new(THREADS as usize);
    let spans: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|_| {
                scope.spawn(|| {
                    barrier.wait();
                    let began = Instant::now();
                    thread(count / THREADS);
                    (began, Instant::now())
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("it mints")).collect()
    });
    let began = spans.iter().map(|span| span.0).min().expect("two");
    let ended = spans.iter().map(|span| span.1).max().expect("two");
    ended - began
}

/// How many IDs both threads mint in a turn of 0.1 ms: long enough that threads which begin one after
/// the other hardly matter.
const BRIEF: u64 = 20_000;

/// How many in a turn of 0.1 to 2 s, in which both are at it all the time.
const SUSTAINED: u64 = 20_000_000;

/// Each thread calls the same function, for so many IDs together.
fn shared<R>(name: &'static str, count: u64, call: impl Fn() -> R + Sync + 'static) -> Contender {
    Contender::timed(name, move |count| {
        together(count, |count| {
            for _ in 0..count {
                black_box(call());
            }
        })
    })
    .of(count)
}

fn contenders(count: u64) -> Vec<Contender> {
    let kit = wide(1);
    let handles: &'static Generator = Box::leak(Box::new(wide(2)));
    let typedflake = TypedflakeWide::generator(2).expect("it fits 2 bits");
    let snowdon = snowdon::Generator::<SnowdonWide, SnowdonWide>::default();
    let ferroid = ferroid();
    vec![
        shared("kit: Generator::mint", count, move || kit.mint::<WideId>()).kit(),
        Contender::timed("kit: Local::mint, a handle each", move |count| {
            together(count, |count| {
                let local = handles.local();
                for _ in 0..count {
                    black_box(local.mint::<WideId>());
                }
            })
        })
        .of(count)
        .kit()
        .gives_up("no order between threads inside a millisecond"),
        shared("typedflake", count, move || typedflake.generate()),
        shared("snowdon", count, move || snowdon.generate()),
        shared("ferroid Atomic", count, move || ferroid.next_id(|_| std::thread::yield_now()))
            .gives_up(LAGS),
    ]
}

pub fn two() -> Table {
    Table {
        title: "Two threads on one generator",
        about: "A node may mint one ID per 244 ns with 12 bits of sequence, so no service waits for \
                this. Wall time divided by the IDs of both threads, which do nothing else, in \
                turns of 0.1 ms; another table has \
                [long turns](#two-threads-on-one-generator-sustained). idgen_rs is left out: \
                it panics if one of its threads is stopped for 10 ms inside of a mint.",
        unit: "ns per ID",
        contenders: contenders(BRIEF),
        targets: vec![
            target("kit: Generator::mint", Limit::Of(0.60, "typedflake")),
            target("kit: Local::mint, a handle each", Limit::Units(8.0)),
        ],
        note: "",
        analysis: "",
        is_slow: false,
    }
}

pub fn sustained() -> Table {
    Table {
        title: "Two threads on one generator, sustained",
        about: "As [above](#two-threads-on-one-generator), 20,000,000 IDs at a time: both threads write the \
                same cache line all the time. A handle takes it once for 64 IDs.",
        unit: "ns per ID",
        contenders: contenders(SUSTAINED),
        targets: Vec::new(),
        note: "",
        analysis: "",
        is_slow: true,
    }
}
