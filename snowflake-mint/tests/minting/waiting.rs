//! Waiting that does not block the runtime.

#![cfg(all(feature = "tokio", not(loom)))]

use std::cell::Cell;
use std::collections::HashSet;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{Generator, Grant, ManualClock, MintError, Minter, Node, Permit, install};
use tokio::runtime::{Builder, Runtime};
use tokio::task::LocalSet;
use tokio::time::{sleep, timeout};

/// 128 in a millisecond, so that there is much to wait for.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "ecmascript")]
struct EventId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

/// 2026-01-01T00:00:00Z.
const START: i64 = 1_767_225_600_000;

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().build().unwrap()
}

fn patient() -> Limits {
    Limits::new().max_wait(Duration::from_secs(60))
}

/// Lets a task tick while `body` runs on the same thread, and returns how often
/// it did.
fn ticks_during(body: impl Future<Output = ()>) -> u32 {
    runtime().block_on(LocalSet::new().run_until(async {
        let ticks = Rc::new(Cell::new(0));
        let ticker = tokio::task::spawn_local({
            let ticks = Rc::clone(&ticks);
            async move {
                loop {
                    sleep(Duration::from_millis(1)).await;
                    ticks.set(ticks.get() + 1);
                }
            }
        });
        body.await;
        ticker.abort();
        ticks.get()
    }))
}

#[test]
fn tasks_that_wait_for_ids_let_others_run() {
    const TASKS: usize = 4;
    const EACH: usize = 5_000;

    let generator =
        Generator::new(Layout::ECMASCRIPT, Node::fixed(1).with_limits(patient())).unwrap();
    let generator = Arc::new(generator);
    let began = Instant::now();
    let ticks = ticks_during(async {
        let tasks: Vec<_> = (0..TASKS)
            .map(|_| {
                let generator = Arc::clone(&generator);
                tokio::task::spawn(async move {
                    let mut ids = Vec::with_capacity(EACH);
                    while ids.len() < EACH {
                        ids.push(generator.mint_async::<EventId>().await.unwrap());
                    }
                    ids
                })
            })
            .collect();
        let mut all = HashSet::new();
        for task in tasks {
            let ids = task.await.unwrap();
            assert!(ids.is_sorted_by(|a, b| a < b));
            all.extend(ids);
        }
        assert_eq!(all.len(), TASKS * EACH);
    });
    // 20,000 of them take 156 ms at least.
    assert!(began.elapsed() >= Duration::from_millis(100));
    assert!(ticks >= 10, "the other task ticked {ticks} times");
}

#[test]
fn a_batch_that_waits_lets_others_run() {
    let generator =
        Generator::new(Layout::ECMASCRIPT, Node::fixed(2).with_limits(patient())).unwrap();
    let ticks = ticks_during(async {
        let ids: Vec<EventId> = generator.mint_many_async(10_000).await.unwrap();
        assert_eq!(ids.len(), 10_000);
        assert!(ids.is_sorted_by(|a, b| a < b));
    });
    assert!(ticks >= 5, "the other task ticked {ticks} times");
}

#[test]
fn a_clock_that_is_set_by_hand_is_moved_and_not_waited_for() {
    let clock = ManualClock::at(START);
    let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(1), clock.clone()).unwrap();
    let waker = Waker::noop();
    // Without a runtime: there is nothing to wait for.
    let mut future = pin!(generator.mint_many_async::<UserId>(10_000));
    let Poll::Ready(Ok(ids)) = future.as_mut().poll(&mut Context::from_waker(waker)) else {
        panic!("it waits for something");
    };
    assert!(ids.is_sorted_by(|a, b| a < b));
    assert_eq!(clock.unix_millis(), START + 2);
    let mut future = pin!(generator.mint_async::<UserId>());
    let id = future.as_mut().poll(&mut Context::from_waker(waker));
    assert!(matches!(id, Poll::Ready(Ok(id)) if id > ids[9_999]));
}

#[test]
fn a_wait_is_measured_against_max_wait() {
    let clock = ManualClock::at(START);
    let max_wait = Duration::from_millis(5);
    let limits = Limits::new().max_wait(max_wait);
    let node = Node::fixed(1);
    let generator =
        Generator::with_clock(Layout::DEFAULT, node.with_limits(limits), clock.clone()).unwrap();
    let _ = generator.mint_many::<UserId>(4_096);
    clock.step_back(Duration::from_millis(5));
    let result = runtime().block_on(generator.mint_async::<UserId>());
    let wait = Duration::from_millis(6);
    assert_eq!(result, Err(MintError::WaitedTooLong { limit: max_wait, wait }));
    let result = runtime().block_on(generator.mint_many_async::<UserId>(2));
    assert_eq!(result, Err(MintError::WaitedTooLong { limit: max_wait, wait }));
    assert_eq!(clock.unix_millis(), START - 5);
}

/// And not the sum of what was asked of the timer.
#[test]
fn a_busy_runtime_does_not_make_a_wait_longer() {
    // A number that no test of this process has as a fixed one.
    let ended = Permit::new(Grant { node: 911, token: 1, from: 0, until: 1 });
    let limits = Limits::new().max_wait(Duration::from_millis(200));
    let generator = Generator::new(Layout::DEFAULT, ended.with_limits(limits)).unwrap();
    let turns = Rc::new(Cell::new(0));
    runtime().block_on(LocalSet::new().run_until(async {
        let busy = tokio::task::spawn_local({
            let turns = Rc::clone(&turns);
            async move {
                loop {
                    std::thread::sleep(Duration::from_millis(50));
                    turns.set(turns.get() + 1);
                    tokio::task::yield_now().await;
                }
            }
        });
        let minted = generator.mint_async::<UserId>().await;
        assert!(matches!(minted, Err(MintError::LeaseExpired { .. })), "{minted:?}");
        busy.abort();
    }));
    // It asks every 10 ms, and each turn takes 50 of the 200 ms.
    assert!(turns.get() <= 8, "{turns:?}");
}

#[test]
fn what_waiting_does_not_help_is_an_error_at_once() {
    let clock = ManualClock::at(0);
    let limits = Limits::new().max_wait(Duration::MAX);
    let node = Node::fixed(1);
    let generator =
        Generator::with_clock(Layout::DEFAULT, node.with_limits(limits), clock).unwrap();
    runtime().block_on(async {
        let result = generator.mint_async::<UserId>().await;
        assert!(matches!(result, Err(MintError::BeforeEpoch { .. })));
        let result = generator.mint_async::<EventId>().await;
        assert!(matches!(result, Err(MintError::LayoutMismatch { .. })));
        let result = generator.mint_many_async::<EventId>(0).await;
        assert!(matches!(result, Err(MintError::LayoutMismatch { .. })));
        assert_eq!(generator.mint_many_async::<UserId>(0).await, Ok(vec![]));
    });
}

/// IDs of a batch that was given up are lost; the next ones are others.
#[test]
fn a_future_that_is_dropped_takes_no_id_with_it_that_comes_again() {
    let generator =
        Generator::new(Layout::ECMASCRIPT, Node::fixed(3).with_limits(patient())).unwrap();
    runtime().block_on(async {
        let mut last = generator.mint_async::<EventId>().await.unwrap();
        for _ in 0..20 {
            let given_up = generator.mint_many_async::<EventId>(100_000);
            assert!(timeout(Duration::from_millis(3), given_up).await.is_err());
            let next = generator.mint_async::<EventId>().await.unwrap();
            assert!(next > last);
            last = next;
        }
    });
}

#[test]
fn installed_types_mint_asynchronously() {
    fn is_send<F: Send>(future: F) -> F {
        future
    }

    runtime().block_on(async {
        // Nothing else in this process installs a node.
        assert_eq!(UserId::mint_async().await, Err(MintError::NotInstalled));
        install(Node::fixed(9).with_limits(patient())).unwrap();
        let first = is_send(UserId::mint_async()).await.unwrap();
        let second = is_send(UserId::mint_async()).await.unwrap();
        let many = is_send(UserId::mint_many_async(10_000)).await.unwrap();
        assert!(many.len() == 10_000 && many.is_sorted() && second < many[0]);
        assert!(is_send(UserId::mint_many_async(usize::MAX)).await.is_err());
        assert!(first < second);
        assert_eq!(second.parts().node, 9);
    });
}
