//! A field of the caller's: each way to mint with it.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use snowflake_kit_core::{CallerId, Id, Layout, Limits, Parts, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{Generator, ManualClock, MintError, MintIn, MintScope, Minter, Node};

/// 256 shards, 32 nodes, 512 IDs per ms and node.
const FEED: Layout =
    Layout::builder("feed").time_bits(41).caller("shard", 8).node_bits(5).sequence_bits(9).build();

/// The shard is the low field.
const LOW: Layout =
    Layout::builder("low").time_bits(41).sequence_bits(9).node_bits(5).caller("shard", 8).build();

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = FEED, caller)]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = LOW, caller)]
struct LowId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = FEED, caller, generator = "own")]
struct OwnId(Snowflake);

/// 2026-01-01T00:00:00Z, in ms since the epoch of the layouts.
const TICK: u64 = 31_536_000_000;

fn clock() -> ManualClock {
    ManualClock::at(1_767_225_600_000)
}

fn generator() -> Generator<ManualClock> {
    Generator::with_clock(FEED, Node::fixed(7), clock()).unwrap()
}

fn parts(caller: u32, sequence: u32) -> Parts {
    Parts { timestamp: TICK, caller, node: 7, sequence }
}

#[test]
fn all_values_of_the_field_share_the_sequence() {
    let generator = generator();
    for (sequence, shard) in (0..).zip([0, 42, 42, 255, 1]) {
        let id: PostId = generator.mint_in(shard);
        assert_eq!(id.parts(), parts(shard, sequence));
        assert_eq!(id.caller(), shard);
    }
}

#[test]
fn each_way_to_mint_has_the_value_in_its_ids() {
    let generator = generator();
    let local = generator.local();
    let ids: Vec<PostId> = [
        vec![generator.mint_in(1)],
        vec![generator.try_mint_in(2).unwrap()],
        vec![generator.mint_in_timeout(3, Duration::ZERO).unwrap()],
        vec![local.mint_in(4), local.try_mint_in(5).unwrap(), local.mint_in(4)],
        generator.try_mint_many_in(6, 100).unwrap().collect(),
        generator.mint_many_in(7, 50),
    ]
    .concat();
    let shards: Vec<_> = ids.iter().map(|id| id.caller()).collect();
    let batches = [vec![6; 100], vec![7; 50]].concat();
    assert_eq!(shards, [vec![1, 2, 3, 4, 5, 4], batches].concat());
    // They differ without the field, too.
    let others: HashSet<_> = ids.iter().map(|id| id.get() & !(0xff << 14)).collect();
    assert_eq!(others.len(), ids.len());
}

#[test]
fn a_batch_over_several_ticks_has_the_value_in_all_of_them() {
    let clock = clock();
    let lead = Limits::new().max_lead(Duration::from_millis(3));
    let node = Node::fixed(7).with_limits(lead);
    let generator = Generator::with_clock(LOW, node, clock).unwrap();
    let mut ids: Vec<LowId> = generator.try_mint_many_in(200, 1_200).unwrap().collect();
    ids.extend(generator.try_mint_many_in::<LowId>(3, 500).unwrap().rev().collect::<Vec<_>>());
    assert!(ids[..1_200].iter().all(|id| id.caller() == 200) && ids[..1_200].is_sorted());
    assert!(ids[1_200..].iter().all(|id| id.caller() == 3));
    let slots: HashSet<_> = ids.iter().map(|id| id.get() >> 8).collect();
    assert_eq!(slots.len(), 1_700);
}

#[test]
fn a_value_that_does_not_fit_costs_nothing() {
    type Mint = fn(&Generator<ManualClock>) -> Vec<PostId>;

    let generator = generator();
    let refused =
        MintError::CallerOutOfRange { id: "PostId", field: "shard", value: 256, max: 255 };
    assert_eq!(
        refused.to_string(),
        "shard 256 does not fit PostId: use 0 to 255, or a layout with more bits for it"
    );
    assert_eq!(refused.retry_after(), None);
    assert_eq!(generator.try_mint_in::<PostId>(256), Err(refused.clone()));
    assert_eq!(generator.mint_in_timeout::<PostId>(256, Duration::MAX), Err(refused.clone()));
    assert_eq!(generator.try_mint_many_in::<PostId>(256, 3).err(), Some(refused.clone()));
    assert_eq!(generator.try_mint_many_in::<PostId>(256, 0).err(), Some(refused.clone()));
    assert_eq!(generator.local().try_mint_in::<PostId>(256), Err(refused));
    let mints: [Mint; 3] = [
        |generator| vec![generator.mint_in(u32::MAX)],
        |generator| generator.mint_many_in(u32::MAX, 2),
        |generator| vec![generator.local().mint_in(u32::MAX)],
    ];
    for mint in mints {
        let panic = catch_unwind(AssertUnwindSafe(|| mint(&generator))).unwrap_err();
        let text = panic.downcast::<String>().unwrap();
        assert!(text.starts_with("cannot mint a PostId: shard 4294967295 does not fit"), "{text}");
    }
    assert_eq!(generator.mint_in::<PostId>(255).parts(), parts(255, 0));
}

#[test]
fn an_id_of_no_type_gets_its_value_afterwards() {
    let generator = generator();
    let id = generator.try_mint::<Snowflake>().unwrap();
    assert_eq!(FEED.decompose(id), parts(0, 0));
    let id = PostId::from_snowflake(FEED.with_caller(id, 42).unwrap());
    assert_eq!(id.parts(), parts(42, 0));
    assert_eq!(generator.mint_in::<PostId>(42).parts(), parts(42, 1));
}

#[test]
fn threads_mint_for_shards_of_which_some_move() {
    // Each thread mints for each shard, as two servers do while a shard moves.
    let generator = generator();
    let ids: Vec<PostId> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let local = generator.local();
                    (0..96_u32)
                        .map(|i| {
                            if i % 2 == 0 { local.mint_in(i % 8) } else { generator.mint_in(i % 8) }
                        })
                        .collect::<Vec<PostId>>()
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let without_shard: HashSet<_> = ids.iter().map(|id| id.get() & !(0xff << 14)).collect();
    assert_eq!(without_shard.len(), 4 * 96);
}

#[test]
fn the_installed_generator_and_a_scope_mint_with_it() {
    fn mint_generic<T: MintIn>(caller: u32) -> T {
        T::mint_in(caller)
    }

    let scope = MintScope::new(clock(), Node::fixed(7));
    assert_eq!(PostId::mint_in(9).parts(), parts(9, 0));
    assert_eq!(PostId::try_mint_in(10).unwrap().parts(), parts(10, 1));
    assert_eq!(PostId::mint_in_timeout(11, Duration::ZERO).unwrap().parts(), parts(11, 2));
    let many: Vec<_> = PostId::mint_many_in(12, 2).into_iter().map(SnowflakeId::parts).collect();
    assert_eq!(many, [parts(12, 3), parts(12, 4)]);
    assert_eq!(mint_generic::<PostId>(13).parts(), parts(13, 5));
    // Its own generator begins by itself.
    assert_eq!(OwnId::mint_in(14).parts(), parts(14, 0));
    assert!(matches!(PostId::try_mint_in(256), Err(MintError::CallerOutOfRange { .. })));
    drop(scope);
    assert_eq!(PostId::try_mint_in(1), Err(MintError::NotInstalled));
    assert_eq!(PostId::try_mint_in(1_000), Err(MintError::NotInstalled));
}

#[cfg(feature = "tokio")]
#[test]
fn asynchronous_mints_have_the_value() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let generator = generator();
        let id: PostId = generator.mint_in_async(42).await.unwrap();
        assert_eq!(id.parts(), parts(42, 0));
        // More than a tick has, so that it waits.
        let ids: Vec<PostId> = generator.mint_many_in_async(43, 600).await.unwrap();
        assert!(ids.iter().all(|id| id.caller() == 43) && ids.is_sorted());
        assert_eq!(ids.len(), 600);
        let refused = generator.mint_many_in_async::<PostId>(300, 1).await;
        assert!(matches!(refused, Err(MintError::CallerOutOfRange { value: 300, .. })));
        let _scope = MintScope::new(clock(), Node::fixed(7));
        assert_eq!(PostId::mint_in_async(1).await.unwrap().caller(), 1);
        assert_eq!(PostId::mint_many_in_async(2, 3).await.unwrap().len(), 3);
    });
}
