//! A child of a process that had a node mints nothing, and waits for nothing.

#![cfg(unix)]

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::thread;
use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::__private::installed;
use snowflake_kit_mint::__private::observe::publish;
use snowflake_kit_mint::{
    Clock as _, Generator, Grant, ManualClock, MintError, Minter, Node, NodeError, Permit, Renewal,
    SystemClock, install,
};

use test_processes::alone;
use test_processes::in_child;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

/// Shares the generator of `UserId`.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", generator = "own")]
struct OwnId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "twitter")]
struct TweetId(Snowflake);

/// All that a test may have in a child.
type Refused = Result<(), MintError>;

fn forked<T: Debug>() -> String {
    format!("{:?}", Err::<T, _>(MintError::Forked))
}

fn all_forked(results: impl IntoIterator<Item = Refused>) {
    for (way, result) in results.into_iter().enumerate() {
        assert_eq!(result, Err(MintError::Forked), "the way {way}");
    }
}

/// Whatever node it asks for, and however often it asks.
fn nothing_begins() {
    for node in [7, 8] {
        assert_eq!(install(Node::fixed(node)), Err(NodeError::Forked));
        let permit = Permit::new(Grant { node, token: 1, from: 0, until: i64::MAX });
        assert_eq!(install(permit.clone()), Err(NodeError::Forked));
        let clock = ManualClock::at(1_767_225_600_000);
        all_forked([
            Generator::new(Layout::DEFAULT, Node::fixed(node)).map(drop),
            Generator::new(Layout::SONYFLAKE, permit).map(drop),
            Generator::of::<OwnId>(Node::fixed(node), SystemClock::new()).map(drop),
            Generator::with_clock(Layout::DEFAULT, Node::fixed(node), clock).map(drop),
        ]);
    }
    assert_eq!(installed(), None);
    all_forked([
        UserId::try_mint().map(drop),
        UserId::mint_timeout(Duration::from_secs(600)).map(drop),
        PostId::try_mint().map(drop),
        OwnId::try_mint().map(drop),
        TweetId::try_mint().map(drop),
        TweetId::generator().map(drop),
    ]);
}

/// By each way there is, with what its parent has.
fn nothing_is_minted_by(generator: &Generator<impl snowflake_kit_mint::Clock>) {
    all_forked([
        generator.try_mint::<UserId>().map(drop),
        generator.try_mint::<Snowflake>().map(drop),
        generator.mint_timeout::<UserId>(Duration::from_secs(600)).map(drop),
        generator.try_mint_many::<UserId>(5).map(drop),
        generator.local().try_mint::<UserId>().map(drop),
        generator.local().mint_timeout::<UserId>(Duration::from_secs(600)).map(drop),
        generator.change_node(Node::fixed(8)),
    ]);
}

#[test]
fn a_child_mints_nothing_with_the_generator_of_its_parent() {
    alone("a_child_mints_nothing_with_the_generator_of_its_parent", || {
        // The clock stands still, so that the child is in the same millisecond.
        let clock = ManualClock::at(1_767_225_600_000);
        let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock).unwrap();
        let before: UserId = generator.try_mint().unwrap();

        assert_eq!(in_child(|| generator.try_mint::<UserId>()), forked::<UserId>());
        assert_eq!(in_child(|| generator.mint::<UserId>()), "panicked");
        assert_eq!(in_child(|| generator.mint_many::<UserId>(3)), "panicked");
        let child = || {
            nothing_is_minted_by(&generator);
            nothing_begins();
            // And so on: a grandchild is a fork of this one.
            in_child(|| {
                nothing_is_minted_by(&generator);
                nothing_begins();
            })
        };
        assert_eq!(in_child(child), "\"()\"");

        let after: UserId = generator.try_mint().unwrap();
        assert_eq!(after.get(), before.get() + 1, "the parent goes on as if nothing had been");
    });
}

#[test]
fn a_child_mints_nothing_of_installed_types() {
    alone("a_child_mints_nothing_of_installed_types", || {
        install(Node::fixed(7)).unwrap();
        // No generator has been built yet: a type's is built when it first mints.
        assert_eq!(in_child(nothing_begins), "()");
        let before = UserId::mint();
        assert_eq!(in_child(nothing_begins), "()");
        assert_eq!(in_child(UserId::mint), "panicked");
        let generator = UserId::generator().unwrap();
        assert_eq!(in_child(|| nothing_is_minted_by(generator)), "()");
        assert!(UserId::mint() > before);
    });
}

/// A generator that is gone, or a lease that minted nothing.
#[test]
fn a_process_has_begun_by_whatever_it_had() {
    alone("a_process_has_begun_by_whatever_it_had", || {
        let begins: [fn(); 2] = [
            || drop(Generator::new(Layout::DEFAULT, Node::fixed(1)).unwrap()),
            || drop(Permit::new(Grant { node: 4, token: 1, from: 0, until: i64::MAX })),
        ];
        for begin in begins {
            let child = || {
                begin();
                in_child(nothing_begins)
            };
            assert_eq!(in_child(child), "\"()\"");
        }
        // This process itself has had nothing.
        install(Node::fixed(7)).unwrap();
        UserId::mint();
    });
}

#[test]
fn a_block_that_a_handle_holds_stays_with_the_parent() {
    alone("a_block_that_a_handle_holds_stays_with_the_parent", || {
        let clock = ManualClock::at(1_767_225_600_000);
        let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock).unwrap();
        let local = generator.local();
        let before: UserId = local.try_mint().unwrap();
        assert_eq!(in_child(|| local.try_mint::<UserId>()), forked::<UserId>());
        assert_eq!(local.try_mint::<UserId>().unwrap().get(), before.get() + 1);
    });
}

/// A list whose rest is minted after a fork, by the child and by the parent.
#[cfg(feature = "tokio")]
#[test]
fn a_child_does_not_finish_what_its_parent_has_begun() {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    alone("a_child_does_not_finish_what_its_parent_has_begun", || {
        const COUNT: usize = 100_000;
        install(Node::fixed(7)).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let mut minting = pin!(UserId::mint_many_async(COUNT));
        {
            let _in_runtime = runtime.enter();
            let first = minting.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            assert!(matches!(first, Poll::Pending));
        }
        assert_eq!(in_child(|| runtime.block_on(minting.as_mut())), forked::<Vec<UserId>>());
        assert_eq!(runtime.block_on(minting).unwrap().len(), COUNT);
    });
}

/// Runs these in threads, again and again, while `body` runs.
fn meanwhile(busy: &[&(dyn Fn() + Sync)], body: impl FnOnce()) {
    struct End<'a>(&'a AtomicBool);
    impl Drop for End<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let has_ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let _end = End(&has_ended);
        for busy in busy {
            scope.spawn(|| {
                while !has_ended.load(Ordering::Relaxed) {
                    busy();
                }
            });
        }
        body();
    });
}

/// Any thread may have any lock during the fork, and is not there in the child.
#[test]
fn a_child_waits_for_no_thread_of_its_parent() {
    alone("a_child_waits_for_no_thread_of_its_parent", || {
        install(Node::fixed(7)).unwrap();
        let generator = Generator::new(Layout::DEFAULT, Node::fixed(7)).unwrap();
        let permit = Permit::new(Grant { node: 9, token: 1, from: 0, until: i64::MAX });
        let local = generator.local();
        let _: UserId = local.mint();
        let until = AtomicI64::new(0);
        let busy: [&(dyn Fn() + Sync); 6] = [
            &|| assert!(installed().is_some()),
            &|| {
                let grant = Grant { node: 9, token: 2, from: 0, until: i64::MAX };
                let _ = Permit::new(grant).close();
            },
            &publish,
            &|| {
                let _ = UserId::mint();
            },
            &|| drop(Generator::new(Layout::SONYFLAKE, Node::fixed(1)).unwrap()),
            // What the child has is changed all the time.
            &|| {
                for node in 2..5 {
                    generator.change_node(Node::fixed(node)).unwrap();
                    let until = until.fetch_add(1, Ordering::Relaxed);
                    permit.extend(&Renewal { node: 9, token: 1, until });
                }
            },
        ];
        meanwhile(&busy, || {
            for _ in 0..100 {
                let child = || {
                    nothing_begins();
                    nothing_is_minted_by(&generator);
                    assert_eq!(local.try_mint::<UserId>(), Err(MintError::Forked));
                    let _ = (generator.limits(), generator.node());
                    let _ = (format!("{generator:?} {local:?} {permit:?}"), permit.grant());
                    permit.extend(&Renewal { node: 9, token: 1, until: i64::MAX });
                    publish();
                    SystemClock::new().read().unwrap();
                    permit.close().token
                };
                assert_eq!(in_child(child), "0", "the token of no row");
            }
        });
        assert!(!permit.is_closed());
    });
}

/// The way out: what a parent may do before it forks, in any thread, if its children are to mint.
#[test]
fn a_child_of_a_process_that_never_had_a_node_installs_and_mints() {
    alone("a_child_of_a_process_that_never_had_a_node_installs_and_mints", || {
        let looks: [&(dyn Fn() + Sync); 3] = [
            &|| assert_eq!(installed(), None),
            &|| assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled)),
            &publish,
        ];
        meanwhile(&looks, || {
            for _ in 0..100 {
                let child = || {
                    assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));
                    let limits = Limits::new().max_wait(Duration::from_secs(60));
                    install(Node::fixed(7).with_limits(limits)).unwrap();
                    let own = Generator::new(Layout::TWITTER, Node::fixed(8)).unwrap();
                    assert_eq!(own.mint::<TweetId>().parts().node, 8);
                    publish();
                    // And so on: its own child is refused.
                    (
                        UserId::mint().parts().node,
                        in_child(nothing_begins),
                        UserId::mint().parts().node,
                    )
                };
                assert_eq!(in_child(child), "(7, \"()\", 7)");
            }
        });
        install(Node::fixed(7)).unwrap();
        UserId::mint();
    });
}

/// Threads that install for the first time, at the moment of the fork.
#[test]
fn a_fork_during_the_first_installation_is_one_or_the_other() {
    alone("a_fork_during_the_first_installation_is_one_or_the_other", || {
        let first = || {
            thread::scope(|scope| {
                let installing = scope.spawn(|| install(Node::fixed(7)).unwrap());
                let child = in_child(|| match install(Node::fixed(8)) {
                    Ok(()) => UserId::mint().parts().node == 8,
                    Err(error) => {
                        error == NodeError::Forked && UserId::try_mint() == Err(MintError::Forked)
                    }
                });
                installing.join().unwrap();
                child
            })
        };
        for _ in 0..100 {
            // Each in a process that has not installed anything.
            assert_eq!(in_child(first), "\"true\"");
        }
    });
}

/// What was counted before is in the parent's metrics.
#[cfg(feature = "metrics")]
#[test]
fn a_child_does_not_tell_what_its_parent_minted() {
    use metrics_util::debugging::{DebugValue, DebuggingRecorder};

    alone("a_child_does_not_tell_what_its_parent_minted", || {
        let told = || {
            let recorder = DebuggingRecorder::new();
            metrics::with_local_recorder(&recorder, snowflake_kit_mint::publish_metrics);
            let metrics = recorder.snapshotter().snapshot().into_vec().into_iter();
            let minted = metrics.filter(|(key, ..)| key.key().name() == "snowflake_minted_total");
            minted.map(|(.., value)| value).collect::<Vec<_>>()
        };
        install(Node::fixed(7)).unwrap();
        UserId::mint();
        assert_eq!(in_child(told), "[]");
        assert_eq!(told(), [DebugValue::Counter(1)]);
    });
}

/// Also if the type has not been minted in the parent.
#[cfg(feature = "test-util")]
#[test]
fn a_scope_is_its_process_s_own() {
    use snowflake_kit_mint::MintScope;

    alone("a_scope_is_its_process_s_own", || {
        let _scope = MintScope::new(ManualClock::at(1_767_225_600_000), Node::fixed(7));
        let first = UserId::mint();
        assert_eq!(in_child(UserId::try_mint), forked::<UserId>());
        assert_eq!(in_child(TweetId::try_mint), forked::<TweetId>());
        assert_eq!(UserId::mint().get(), first.get() + 1);
    });
}
