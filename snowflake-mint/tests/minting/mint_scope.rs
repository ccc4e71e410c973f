//! Reproducible IDs in tests.

#![cfg(feature = "test-util")]

use std::thread;
use std::time::Duration;

use snowflake_kit_core::{Limits, SequenceStart, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{ManualClock, MintError, MintScope, Node};
use static_assertions::assert_not_impl_any;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", generator = "own")]
struct OwnId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "ecmascript")]
struct NarrowId(Snowflake);

// It belongs to its thread.
assert_not_impl_any!(MintScope: Send, Sync);

/// 2026-01-01T00:00:00Z.
const START: i64 = 1_767_225_600_000;

fn scope(node: u32) -> MintScope {
    MintScope::new(ManualClock::at(START), Node::fixed(node))
}

/// What a program might do.
fn work() -> Vec<i64> {
    let mut ids = vec![UserId::mint().get(), PostId::mint().get(), OwnId::mint().get()];
    ids.extend(UserId::mint_many(5_000).into_iter().map(UserId::get));
    ids.push(UserId::try_mint().unwrap().get());
    ids.push(NarrowId::mint_timeout(Duration::ZERO).unwrap().get());
    ids
}

#[test]
fn each_run_has_the_same_ids() {
    let run = || {
        let scope = scope(1);
        let ids = work();
        (ids, scope.clock().unix_millis())
    };
    assert_eq!(run(), run());
    let (ids, now) = run();
    assert_eq!(ids[0], 132_271_570_944_004_096);
    assert_eq!(ids[1], ids[0] + 1, "types of one layout share their numbers");
    assert_eq!(ids[2], ids[0], "except one that has its own");
    assert_eq!(now, START + 1, "who waits moves the clock, and does not sleep");
}

#[test]
fn the_clock_of_the_scope_is_set_by_hand() {
    let clock = ManualClock::at(START);
    let scope = MintScope::new(clock.clone(), Node::fixed(1));
    assert_eq!(UserId::mint().unix_millis(), START);
    clock.advance(Duration::from_secs(1));
    assert_eq!(UserId::mint().unix_millis(), START + 1_000);
    scope.clock().set(START + 5_000);
    assert_eq!(UserId::mint().unix_millis(), START + 5_000);
}

#[test]
fn the_innermost_scope_counts() {
    let outer = scope(1);
    let first = UserId::mint();
    {
        let _inner = scope(2);
        assert_eq!(UserId::mint().parts().node, 2);
        {
            let _innermost = MintScope::new(outer.clock().clone(), Node::fixed(1));
            // On the same clock and node, so it is not a second first one.
            assert_eq!(UserId::mint().get(), first.get() + 1);
        }
        assert_eq!(UserId::mint().parts().node, 2);
    }
    assert_eq!(UserId::mint().get(), first.get() + 2);
}

#[test]
fn scopes_may_end_in_any_order() {
    let outer = scope(1);
    let inner = scope(2);
    drop(outer);
    // It was inside the one that has ended.
    assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));
    let again = scope(3);
    assert_eq!(UserId::mint().parts().node, 3);
    drop(inner);
    assert_eq!(UserId::mint().parts().node, 3, "the end of another scope is not its end");
    let (_second, _third) = (again, scope(4));
    assert_eq!(UserId::mint().parts().node, 4);
}

#[test]
fn a_scope_that_ended_twice_over_ends_no_later_one() {
    let outer = scope(1);
    let inner = scope(2);
    drop(outer);
    let (_third, _fourth) = (scope(3), scope(4));
    drop(inner);
    assert_eq!(UserId::mint().parts().node, 4);
}

#[test]
fn other_threads_know_nothing_of_a_scope() {
    let _scope = scope(1);
    UserId::mint();
    let elsewhere = thread::spawn(|| {
        let before = UserId::try_mint();
        let _scope = scope(9);
        (before, UserId::mint().parts().node)
    });
    assert_eq!(elsewhere.join().unwrap(), (Err(MintError::NotInstalled), 9));
    assert_eq!(UserId::mint().parts().node, 1);
}

#[test]
fn scopes_of_threads_on_one_clock_share_what_was_issued() {
    let scope = scope(1);
    let ids = |clock: ManualClock| {
        let _scope = MintScope::new(clock, Node::fixed(1));
        UserId::mint_many(1_000)
    };
    let mut all: Vec<UserId> = thread::scope(|threads| {
        let clock = scope.clock();
        let spawned: Vec<_> = (0..3).map(|_| threads.spawn(move || ids(clock.clone()))).collect();
        spawned.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    all.extend(UserId::mint_many(1_000));
    all.sort_unstable();
    assert_eq!(all[0].get(), 132_271_570_944_004_096);
    assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(scope.clock().unix_millis(), START);
}

#[cfg(feature = "tokio")]
#[test]
fn tasks_of_the_threads_runtime_mint_from_its_scope() {
    use tokio::runtime::Builder;

    let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    let _scope = scope(6);
    let minted = async { UserId::mint_async().await.unwrap() };
    assert_eq!(runtime.block_on(async { tokio::spawn(minted).await.unwrap() }).parts().node, 6);

    // On another thread it says what is missing.
    let runtime = Builder::new_multi_thread().enable_time().build().unwrap();
    let minted = async { UserId::mint_async().await };
    let error = runtime.block_on(async { tokio::spawn(minted).await.unwrap() }).unwrap_err();
    assert_eq!(error, MintError::NotInstalled);
    assert!(
        error.to_string().ends_with(
            "; a `MintScope` counts only on the thread that made it: make one on this thread \
             too, with a clone of its clock"
        ),
        "{error}"
    );
}

#[test]
fn after_the_scope_what_is_installed_counts_again() {
    drop(scope(1));
    assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));
}

#[test]
fn a_panic_ends_the_scope() {
    let result = std::panic::catch_unwind(|| {
        let _scope = scope(1);
        panic!("a test that fails");
    });
    assert!(result.is_err());
    assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));
}

#[test]
fn a_node_that_does_not_fit_is_an_error_as_elsewhere() {
    let _scope = scope(32);
    assert_eq!(UserId::mint().parts().node, 32);
    let node = Node::fixed(32);
    let error = MintError::NodeOutOfRange { node, max: 31, layout: "ecmascript" };
    assert_eq!(NarrowId::try_mint(), Err(error.clone()));
    assert_eq!(NarrowId::mint_timeout(Duration::MAX), Err(error));
}

#[test]
fn a_scope_has_limits_of_its_own() {
    let limits = Limits::new()
        .max_wait(Duration::from_millis(1))
        .sequence_start(SequenceStart::Random)
        .seed(7);
    let run = || {
        let settings = Node::fixed(1).with_limits(limits);
        let scope = MintScope::new(ManualClock::at(START), settings);
        let first = UserId::mint();
        scope.clock().step_back(Duration::from_millis(5));
        UserId::mint_many(4_095 - first.parts().sequence as usize);
        let refused = UserId::mint_timeout(limits.max_wait);
        assert!(matches!(refused, Err(MintError::WaitedTooLong { .. })));
        first
    };
    assert_eq!(run(), run());
    assert_ne!(run().parts().sequence, 0);
}

#[cfg(feature = "tokio")]
#[test]
fn a_future_mints_from_the_scope_of_the_thread_that_polls_it() {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    let _scope = scope(5);
    let mut future = pin!(UserId::mint_async());
    let mut context = Context::from_waker(Waker::noop());
    let Poll::Ready(Ok(id)) = future.as_mut().poll(&mut context) else {
        panic!("a clock that is set by hand never makes anybody wait");
    };
    assert_eq!(id.parts().node, 5);
}
