//! What an ID costs, and a batch.

use std::time::Duration;

use benches::{PlainId, WIDE, WideId};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use snowflake_core::{
    Clock, Generator, Layout, Limits, Node, Reading, Snowflake, SnowflakeId, SystemClock,
};

fn main() {
    snowflake_core::install(Node::fixed(1)).expect("nothing is installed yet");
    // The first mint waits for the next tick.
    WideId::mint();
    divan::main();
}

fn wide() -> Generator {
    let generator = Generator::new(WIDE, Node::fixed(2)).expect("2 fits 2 bits");
    let _ = generator.mint_untyped();
    generator
}

/// What the clock alone costs.
#[divan::bench]
fn clock() -> i64 {
    SystemClock::new().read().map_or(0, Reading::unix_millis)
}

#[divan::bench(threads = [1, 2])]
fn shared(bencher: Bencher<'_, '_>) {
    let generator = wide();
    bencher.bench(|| generator.mint::<WideId>());
}

/// Through the installed node, as applications do.
#[divan::bench(threads = [1, 2])]
fn installed(bencher: Bencher<'_, '_>) {
    bencher.bench(WideId::mint);
}

#[divan::bench(threads = [1, 2])]
fn local(bencher: Bencher<'_, '_>) {
    let generator = wide();
    // A handle for a thousand IDs: it belongs to one thread, and its making is
    // not what is measured.
    bencher.counter(ItemsCount::new(1_000_u32)).bench(|| {
        let local = generator.local();
        for _ in 0..1_000 {
            black_box(local.mint::<WideId>());
        }
    });
}

#[divan::bench(args = [16, 256, 4_096])]
fn batch(bencher: Bencher<'_, '_>, count: usize) {
    let generator = wide();
    let mut ids = vec![WideId::from_snowflake(Snowflake::MAX); count];
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        generator.fill(&mut ids);
        black_box(ids.last().copied())
    });
}

/// A million from one node of the default layout, with lead.
#[divan::bench(sample_count = 20)]
fn million(bencher: Bencher<'_, '_>) {
    let limits = Limits::new().max_lead(Duration::from_hours(24));
    let generator = Generator::new(Layout::DEFAULT, Node::fixed(3).with_limits(limits))
        .expect("3 fits 10 bits");
    let mut ids = vec![PlainId::from_snowflake(Snowflake::MAX); 1_000_000];
    bencher.counter(ItemsCount::new(ids.len())).bench_local(|| {
        generator.fill(&mut ids);
        black_box(ids.last().copied())
    });
}
