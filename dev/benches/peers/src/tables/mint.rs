//! One ID at a time, on one thread.

use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ferroid::generator::{AtomicSnowflakeGenerator, BasicSnowflakeGenerator};
use ferroid::time::MonotonicClock;
use snowflake_kit::mint::{Clock, Generator, Minter, Reading, SystemClock};
use snowflake_kit::{Node, Snowflake};

use super::{Limit, Table, target};
use crate::ids::{FerroidWide, SnowdonWide, TypedflakeWide, WIDE, WideId};
use crate::measure::Contender;

/// How many IDs a generator of 12 bits is asked for in a millisecond.
const BURST: u64 = 2_000;

/// 2025-01-01, as a span.
const EPOCH: Duration = Duration::from_hours(482_136);

pub const NARROW: &str =
    "12-bit sequence: measured in bursts of 2,000 at the start of a millisecond";
const RANDOM: &str = "128 bits or more; unique by chance";

/// A generator of the kit's that is warm.
pub fn wide(node: u32) -> Generator {
    let generator = Generator::new(WIDE, Node::fixed(node)).expect("it fits 2 bits");
    // The first mint waits for the next tick.
    let _ = generator.mint::<Snowflake>();
    generator
}

/// The generator of `idgen_rs` is one for the process.
fn idgen() {
    let options = idgen_rs::IGOptions::builder(1).worker_id_bit_length(2).seq_bit_length(20);
    idgen_rs::id_helper::set_options(options.build());
}

/// How far the timestamps of ferroid are after the wall clock's, as measured in this run.
fn ferroid_lag() -> &'static str {
    let generator = ferroid();
    let mut lags: Vec<f64> = (0..1_000)
        .map(|_| {
            thread::sleep(Duration::from_millis(1));
            let minted = generator.next_id(|_| thread::yield_now()).timestamp();
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            now.saturating_sub(EPOCH).as_secs_f64() * 1e3 - minted as f64
        })
        .collect();
    lags.sort_by(f64::total_cmp);
    let [median, most] = [lags[lags.len() / 2], lags[lags.len() - 1]];
    format!(
        "timestamps lag by {median:.1} ms (of 1,000 IDs at most {most:.1} ms), and do not follow the \
         wall clock; a thread wakes up each ms"
    )
    .leak()
}

/// The same, where the first table has said how far.
pub const LAGS: &str = "timestamps lag, as above; a ticker thread";

pub fn ferroid() -> AtomicSnowflakeGenerator<FerroidWide, MonotonicClock> {
    AtomicSnowflakeGenerator::new(1, MonotonicClock::<1>::with_epoch(EPOCH))
}

pub fn clock() -> Table {
    let kit = SystemClock::new();
    // It measures the processor's counter in its first readings.
    let began = std::time::Instant::now();
    while began.elapsed() < Duration::from_millis(100) {
        let _ = kit.read();
    }
    Table {
        title: "Read the clock",
        about: "A generator with true milliseconds has to read the clock. The first row, the \
                standard library's, is the measure of the machine.",
        unit: "ns per reading",
        contenders: vec![
            Contender::new("std: SystemTime::now as Unix ms", || {
                SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis() as u64)
            }),
            Contender::new("kit: SystemClock", move || kit.read().map_or(0, Reading::unix_millis))
                .kit(),
        ],
        targets: vec![],
        note: "",
        analysis: "",
        is_slow: false,
    }
}

pub fn shared() -> Table {
    let kit = wide(1);
    if snowflake_kit::install(Node::fixed(2)).is_ok() {
        WideId::mint();
    }
    let typedflake = TypedflakeWide::generator(1).expect("it fits 2 bits");
    let snowdon = snowdon::Generator::<SnowdonWide, SnowdonWide>::default();
    idgen();
    let snowflaked = snowflaked::sync::Generator::new(1);
    let ferroid = ferroid();
    let sonyflake = sonyflake::Sonyflake::builder().machine_id(&|| Ok(1)).finalize();
    let sonyflake = sonyflake.expect("it has a machine");
    let options = idgenerator::IdGeneratorOptions::new().worker_id(1).worker_id_bit_len(2);
    idgenerator::IdInstance::init(options.seq_bit_len(20)).expect("the options fit");
    Table {
        title: "Mint one, shared generator, one thread",
        about: "A generator that any thread may use, a sequence that does not run out, and a \
                clock that is right to the millisecond unless the row says otherwise.",
        unit: "ns per ID",
        contenders: vec![
            Contender::new("kit: Generator::mint", move || kit.mint::<WideId>()).kit(),
            Contender::new("kit: WideId::mint, installed node", WideId::mint).kit(),
            Contender::new("typedflake", move || typedflake.generate()),
            Contender::new("snowdon", move || snowdon.generate())
                .gives_up("no mint when the clock stepped back"),
            Contender::new("idgen_rs", idgen_rs::id_helper::next_id)
                .gives_up("panics when the clock stepped back by more than 10 ms"),
            Contender::new("idgenerator", idgenerator::IdInstance::next_id)
                .gives_up("a lock; repeats IDs from the fifth step back on"),
            Contender::burst("snowflaked", BURST, move || snowflaked.generate::<i64>())
                .gives_up(NARROW),
            Contender::burst("tsid", BURST, tsid::create_tsid_1024).gives_up(
                "a lock; timestamps run ahead without a bound; 12-bit counter: measured in bursts",
            ),
            Contender::burst("sonyflake", 100, move || sonyflake.next_id())
                .gives_up("a lock; 256 IDs in 10 ms: measured in bursts of 100"),
            Contender::new("ferroid Atomic", move || ferroid.next_id(|_| thread::yield_now()))
                .gives_up(ferroid_lag()),
            Contender::new("uuid v7, fast-rng", uuid::Uuid::now_v7).gives_up(RANDOM),
            Contender::new("ulid", ulid::Ulid::generate)
                .gives_up("128 bits, unique by chance, no order inside a millisecond"),
            Contender::new("svix-ksuid", || {
                use svix_ksuid::KsuidLike as _;
                svix_ksuid::Ksuid::new::<SystemTime>(None, None)
            })
            .gives_up("160 bits, unique by chance, seconds"),
        ],
        targets: vec![target("kit: Generator::mint", Limit::Of(0.70, "typedflake"))],
        note: "",
        analysis: "",
        is_slow: false,
    }
}

pub fn handle() -> Table {
    let kit: &'static Generator = Box::leak(Box::new(wide(3)));
    let local = kit.local();
    let mut snowflaked = snowflaked::Generator::new(1);
    let ferroid: BasicSnowflakeGenerator<FerroidWide, _> =
        BasicSnowflakeGenerator::new(1, MonotonicClock::<1>::with_epoch(EPOCH));
    let mut tsid = tsid::TsidFactory::with_node_bits(2, 1);
    let mut real_time = snowflake::SnowflakeIdGenerator::new(1, 1);
    Table {
        title: "Mint one through a per-thread handle",
        about: "What one thread has for itself. The kit's handles share a generator and a node, \
                and their IDs are distinct; the peers' generators need a node number each.",
        unit: "ns per ID",
        contenders: vec![
            Contender::new("kit: Local::mint", move || local.mint::<WideId>())
                .kit()
                .gives_up("no order between threads inside a millisecond"),
            Contender::burst("snowflaked &mut", BURST, move || snowflaked.generate::<i64>())
                .gives_up("bursts of 2,000; panics when the clock stepped back"),
            Contender::burst("rs-snowflake real_time", BURST, move || {
                real_time.real_time_generate()
            })
            .gives_up("bursts of 2,000; repeats IDs when the clock steps back"),
            Contender::new("tsid factory", move || tsid.create())
                .gives_up("timestamps run ahead without a bound"),
            Contender::new("ferroid Basic", move || ferroid.next_id(|_| thread::yield_now()))
                .gives_up(LAGS),
        ],
        targets: vec![target("kit: Local::mint", Limit::Of(0.45, "snowflaked &mut"))],
        note: "",
        analysis: "",
        is_slow: false,
    }
}
