//! Taking IDs apart.

use benches::{PlainId, ids};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use snowflake_core::{Layout, SnowflakeId};

fn main() {
    divan::main();
}

const COUNT: u64 = 1_024;

/// The layout is known when the program is compiled.
#[divan::bench]
fn typed(bencher: Bencher<'_, '_>) {
    let ids: Vec<_> = ids(COUNT).into_iter().map(PlainId::from_snowflake).collect();
    bencher.counter(ItemsCount::new(ids.len())).bench(|| {
        for id in &ids {
            black_box(id.parts());
        }
    });
}

/// The layout is a value.
#[divan::bench]
fn untyped(bencher: Bencher<'_, '_>) {
    let ids = ids(COUNT);
    let layout = black_box(Layout::DISCORD);
    bencher.counter(ItemsCount::new(ids.len())).bench(|| {
        for id in &ids {
            black_box(layout.decompose(*id));
        }
    });
}
