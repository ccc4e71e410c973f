//! A field of the caller's: each way to mint with it.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use snowflake_kit_core::{CallerId, Id, Layout, Limits, Parts, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::__private::Sourced;
use snowflake_kit_mint::{Generator, ManualClock, MintError, MintScope, Minter, Node, Within};

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
        let id: PostId = generator.within(shard).mint();
        assert_eq!(id.parts(), parts(shard, sequence));
        assert_eq!(id.caller(), shard);
    }
}

#[test]
fn each_way_to_mint_has_the_value_in_its_ids() {
    let generator = generator();
    let local = generator.local();
    let ids: Vec<PostId> = [
        vec![generator.within(1).mint()],
        vec![generator.within(2).try_mint().unwrap()],
        vec![generator.within(3).mint_timeout(Duration::ZERO).unwrap()],
        vec![local.within(4).mint(), local.within(5).try_mint().unwrap(), local.within(4).mint()],
        generator.within(6).try_mint_many(100).unwrap().collect(),
        generator.within(7).mint_many(50),
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
    let mut ids: Vec<LowId> = generator.within(200).try_mint_many(1_200).unwrap().collect();
    ids.extend(generator.within::<LowId>(3).try_mint_many(500).unwrap().rev().collect::<Vec<_>>());
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
    assert_eq!(generator.within::<PostId>(256).try_mint(), Err(refused.clone()));
    assert_eq!(generator.within::<PostId>(256).mint_timeout(Duration::MAX), Err(refused.clone()));
    assert_eq!(generator.within::<PostId>(256).try_mint_many(3).err(), Some(refused.clone()));
    assert_eq!(generator.within::<PostId>(256).try_mint_many(0).err(), Some(refused.clone()));
    assert_eq!(generator.local().within::<PostId>(256).try_mint(), Err(refused));
    let mints: [Mint; 3] = [
        |generator| vec![generator.within(u32::MAX).mint()],
        |generator| generator.within(u32::MAX).mint_many(2),
        |generator| vec![generator.local().within(u32::MAX).mint()],
    ];
    for mint in mints {
        let panic = catch_unwind(AssertUnwindSafe(|| mint(&generator))).unwrap_err();
        let text = panic.downcast::<String>().unwrap();
        assert!(text.starts_with("cannot mint a PostId: shard 4294967295 does not fit"), "{text}");
    }
    assert_eq!(generator.within::<PostId>(255).mint().parts(), parts(255, 0));
}

#[test]
fn an_id_of_no_type_gets_its_value_afterwards() {
    let generator = generator();
    let id = generator.try_mint::<Snowflake>().unwrap();
    assert_eq!(FEED.decompose(id), parts(0, 0));
    let id = PostId::from_snowflake(FEED.with_caller(id, 42).unwrap());
    assert_eq!(id.parts(), parts(42, 0));
    assert_eq!(generator.within::<PostId>(42).mint().parts(), parts(42, 1));
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
                            if i % 2 == 0 {
                                local.within(i % 8).mint()
                            } else {
                                generator.within(i % 8).mint()
                            }
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
    fn mint_generic<T: CallerId + Sourced>(caller: u32) -> T {
        Within::<_, T>::of(caller).mint()
    }

    let scope = MintScope::new(clock(), Node::fixed(7));
    assert_eq!(PostId::within(9).mint().parts(), parts(9, 0));
    assert_eq!(PostId::within(10).try_mint().unwrap().parts(), parts(10, 1));
    assert_eq!(PostId::within(11).mint_timeout(Duration::ZERO).unwrap().parts(), parts(11, 2));
    let many: Vec<_> =
        PostId::within(12).mint_many(2).into_iter().map(SnowflakeId::parts).collect();
    assert_eq!(many, [parts(12, 3), parts(12, 4)]);
    assert_eq!(mint_generic::<PostId>(13).parts(), parts(13, 5));
    // Its own generator begins by itself.
    assert_eq!(OwnId::within(14).mint().parts(), parts(14, 0));
    assert!(matches!(PostId::within(256).try_mint(), Err(MintError::CallerOutOfRange { .. })));
    drop(scope);
    assert_eq!(PostId::within(1).try_mint(), Err(MintError::NotInstalled));
    assert_eq!(PostId::within(1_000).try_mint(), Err(MintError::NotInstalled));
}

#[cfg(feature = "tokio")]
#[test]
fn asynchronous_mints_have_the_value() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let generator = generator();
        let id: PostId = generator.within(42).mint_async().await.unwrap();
        assert_eq!(id.parts(), parts(42, 0));
        // More than a tick has, so that it waits.
        let ids: Vec<PostId> = generator.within(43).mint_many_async(600).await.unwrap();
        assert!(ids.iter().all(|id| id.caller() == 43) && ids.is_sorted());
        assert_eq!(ids.len(), 600);
        let refused = generator.within::<PostId>(300).mint_many_async(1).await;
        assert!(matches!(refused, Err(MintError::CallerOutOfRange { value: 300, .. })));
        let _scope = MintScope::new(clock(), Node::fixed(7));
        assert_eq!(PostId::within(1).mint_async().await.unwrap().caller(), 1);
        assert_eq!(PostId::within(2).mint_many_async(3).await.unwrap().len(), 3);
    });
}
