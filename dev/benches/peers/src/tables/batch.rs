//! Many IDs at once.

use std::hint::black_box;
use std::time::{Duration, Instant};

use snowflake_kit::core::Limits;
use snowflake_kit::mint::Generator;
use snowflake_kit::{Id, Layout, Mint, Node, Snowflake, SnowflakeId};

use super::mint::{LAGS, ferroid, wide};
use super::{Limit, Table, target};
use crate::ids::{PlainId, TypedflakeWide, WideId};
use crate::measure::Contender;

const BATCH: usize = 4_096;
const MILLION: usize = 1_000_000;

/// Fills a buffer that is warm; a unit is an ID.
fn fill<T: 'static>(
    name: &'static str,
    mut buffer: Vec<T>,
    mut fill: impl FnMut(&mut [T]) + 'static,
) -> Contender {
    let length = buffer.len() as u64;
    Contender::timed(name, move |count| {
        let times = count.div_ceil(length);
        let began = Instant::now();
        for _ in 0..times {
            fill(&mut buffer);
            black_box(buffer.last());
        }
        began.elapsed().mul_f64(count as f64 / (times * length) as f64)
    })
}

/// One mint for each place.
fn each<T: Copy + Default + 'static>(
    name: &'static str,
    length: usize,
    mut mint: impl FnMut() -> T + 'static,
) -> Contender {
    fill(name, vec![T::default(); length], move |places| {
        for place in places {
            *place = mint();
        }
    })
}

/// A batch, once a tick has so many.
fn write<T: SnowflakeId + Mint>(kit: &Generator, places: &mut [T]) {
    loop {
        if let Ok(batch) = kit.try_mint_many(places.len()) {
            return batch.write_to(places);
        }
    }
}

pub fn batch() -> Table {
    let kit = wide(1);
    let mut bucket = snowflake::SnowflakeIdBucket::new(1, 1);
    let ferroid = ferroid();
    let typedflake = TypedflakeWide::generator(3).expect("it fits 2 bits");
    let mut counter = 0_i64;
    // No batch is as large as what one millisecond has, so none waits, if there are
    // not too many in one: 256 of them are a million IDs.
    Table {
        title: "4,096 IDs into a warm slice",
        about: "In one call where there is one. The last row only counts: it is what storing \
                the numbers takes.",
        unit: "ns per ID",
        contenders: vec![
            fill("kit: Batch::write_to", vec![WideId::from_snowflake(Snowflake::MIN); BATCH], {
                move |places| write(&kit, places)
            })
            .of(BATCH as u64 * 32)
            .kit(),
            each("rs-snowflake bucket", BATCH, move || bucket.get_id()).gives_up(
                "IDs descend; timestamps are those of the counter, not of the clock; one thread",
            ),
            each("ferroid Atomic", BATCH, move || {
                ferroid.next_id(|_| std::thread::yield_now()).to_raw()
            })
            .gives_up(LAGS),
            each("typedflake", BATCH, move || typedflake.generate().map_or(0, TypedflakeWide::get)),
            fill("store a counter", vec![0_i64; BATCH], move |places| {
                for place in places {
                    counter += 1;
                    *place = counter;
                }
            })
            .gives_up("everything"),
        ],
        targets: vec![target("kit: Batch::write_to", Limit::Units(0.5))],
        note: "",
        analysis: "",
        is_slow: false,
    }
}

pub fn million() -> Table {
    let limits = Limits::new().max_lead(Duration::from_hours(1_000_000));
    let kit = Generator::new(Layout::DEFAULT, Node::fixed(3).with_limits(limits));
    let kit = kit.expect("3 fits 10 bits");
    let mut tsid = tsid::TsidFactory::with_node_bits(10, 1);
    let mut snowflaked = snowflaked::Generator::new(1);
    let mut lazy = snowflake::SnowflakeIdGenerator::new(1, 1);
    let lead = "timestamps run ahead of the clock, as far as the caller allowed";
    let no_bound = "timestamps run ahead of the clock without a bound; one thread";
    Table {
        title: "1,000,000 IDs from one node, 12-bit sequence",
        about: "A node has 4,096 IDs in a millisecond, so a million take 244 ms of timestamps. \
                A generator that may not run ahead of the clock must wait that long.",
        unit: "ns per ID, which is ms per million",
        contenders: vec![
            fill(
                "kit: Batch::write_to, max_lead",
                vec![PlainId::from_snowflake(Snowflake::MIN); MILLION],
                move |places| write(&kit, places),
            )
            .of(MILLION as u64)
            .kit()
            .gives_up(lead),
            each("tsid", MILLION, move || tsid.create().number())
                .of(MILLION as u64)
                .gives_up(no_bound),
            each("rs-snowflake lazy", MILLION, move || lazy.lazy_generate())
                .of(MILLION as u64)
                .gives_up("does not read the clock after its start; one thread"),
            each("snowflaked &mut", MILLION, move || snowflaked.generate::<i64>())
                .of(MILLION as u64)
                .gives_up("one thread"),
        ],
        targets: vec![target("kit: Batch::write_to, max_lead", Limit::Units(4.0))],
        note: "",
        analysis: "",
        is_slow: true,
    }
}
