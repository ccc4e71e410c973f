//! A forked child does not mint its parent's IDs again.

#![cfg(unix)]

use std::collections::HashSet;
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use snowflake_kit_core::{Id, Layout, Limits, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{
    Generator, ManualClock, Mint, MintError, Minter, Node, NodeError, install,
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

/// Five bits of node.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "ecmascript")]
struct NarrowId(Snowflake);

fn forked<T: Debug>(node: u32) -> String {
    format!("{:?}", Err::<T, _>(MintError::Forked { node }))
}

/// What comes of minting a type, and of waiting for it: a node's first tick is
/// left out, which alone does not protect.
fn mint<T: Mint>() -> Result<T, MintError> {
    T::mint_timeout(Duration::from_secs(5))
}

fn ids(text: &str) -> Vec<i64> {
    text.trim_matches(['[', ']']).split(", ").map(|id| id.parse().unwrap()).collect()
}

#[test]
fn a_child_mints_nothing_with_the_generator_of_its_parent() {
    alone("a_child_mints_nothing_with_the_generator_of_its_parent", || {
        // The clock stands still, so that the child is in the same millisecond.
        let clock = ManualClock::at(1_767_225_600_000);
        let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock).unwrap();
        let before: UserId = generator.try_mint().unwrap();

        assert_eq!(in_child(|| generator.try_mint::<UserId>()), forked::<UserId>(7));
        assert_eq!(in_child(|| generator.try_mint::<Snowflake>()), forked::<Snowflake>(7));
        assert_eq!(
            in_child(|| generator.try_mint_many::<UserId>(5).map(Vec::from_iter)),
            forked::<Vec<UserId>>(7)
        );
        assert_eq!(
            in_child(|| generator.try_mint_many(3).map(|ids| ids.write_to(&mut [before; 3]))),
            forked::<()>(7)
        );
        assert_eq!(in_child(|| generator.mint::<UserId>()), "panicked");

        let after: UserId = generator.try_mint().unwrap();
        assert_eq!(after.get(), before.get() + 1, "the parent goes on as if nothing had been");
    });
}

/// Its other threads are not there, and so nobody who would end the change.
#[test]
fn a_child_does_not_wait_for_a_change_of_node() {
    alone("a_child_does_not_wait_for_a_change_of_node", || {
        let clock = ManualClock::at(1_767_225_600_000);
        let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(1), clock).unwrap();
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                for node in (2..4).cycle().take_while(|_| !done.load(Ordering::Relaxed)) {
                    generator.change_node(Node::fixed(node)).unwrap();
                }
            });
            for _ in 0..50 {
                let refused =
                    || matches!(generator.try_mint::<Snowflake>(), Err(MintError::Forked { .. }));
                assert_eq!(in_child(refused), "true");
            }
            done.store(true, Ordering::Relaxed);
        });
    });
}

#[test]
fn a_child_does_not_wait_for_what_never_comes() {
    alone("a_child_does_not_wait_for_what_never_comes", || {
        let generator = Generator::new(Layout::DEFAULT, Node::fixed(7)).unwrap();
        let _: UserId = generator.mint();
        let began = Instant::now();
        let result = in_child(|| generator.mint_timeout::<UserId>(Duration::from_mins(10)));
        assert_eq!(result, forked::<UserId>(7));
        assert!(began.elapsed() < Duration::from_mins(1));
    });
}

#[test]
fn a_block_that_a_handle_holds_stays_with_the_parent() {
    alone("a_block_that_a_handle_holds_stays_with_the_parent", || {
        let clock = ManualClock::at(1_767_225_600_000);
        let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock).unwrap();
        let local = generator.local();
        let before: UserId = local.try_mint().unwrap();
        assert_eq!(in_child(|| local.try_mint::<UserId>()), forked::<UserId>(7));

        let child = in_child(|| {
            generator.change_node(Node::fixed(8)).unwrap();
            [local.mint::<UserId>().get(), local.mint::<UserId>().get()]
        });
        for id in ids(&child) {
            assert_eq!(UserId::from_i64(id).unwrap().parts().node, 8);
        }
        assert_eq!(local.try_mint::<UserId>().unwrap().get(), before.get() + 1);
    });
}

#[test]
fn a_generator_in_a_child_takes_any_node_but_the_parents() {
    alone("a_generator_in_a_child_takes_any_node_but_the_parents", || {
        let clock = ManualClock::at(1_767_225_600_000);
        let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), &clock).unwrap();
        let parent: UserId = generator.mint();
        let refused =
            in_child(|| Generator::with_clock(Layout::DEFAULT, Node::fixed(7), &clock).map(drop));
        assert_eq!(refused, forked::<()>(7));
        assert_eq!(in_child(|| generator.change_node(Node::fixed(7))), forked::<()>(7));

        let child = in_child(|| {
            generator.change_node(Node::fixed(8)).unwrap();
            assert!(generator.change_node(Node::fixed(7)).is_err());
            assert_eq!(generator.node(), 8);
            let other = Generator::with_clock(Layout::DEFAULT, Node::fixed(8), &clock).unwrap();
            let ids = [generator.mint::<UserId>(), other.mint(), generator.mint()];
            // And so on: a grandchild is a fork of this one.
            assert_eq!(in_child(|| generator.try_mint::<UserId>()), forked::<UserId>(8));
            assert_eq!(in_child(|| generator.change_node(Node::fixed(7))), forked::<()>(7));
            ids.map(UserId::get)
        });
        let child = ids(&child);
        assert_eq!(child.iter().collect::<HashSet<_>>().len(), 3);
        assert!(!child.contains(&parent.get()));
    });
}

#[test]
fn installed_types_mint_nothing_in_a_child() {
    alone("installed_types_mint_nothing_in_a_child", || {
        install(Node::fixed(7)).unwrap();
        let before = UserId::mint();
        assert_eq!(in_child(UserId::try_mint), forked::<UserId>(7));
        assert_eq!(in_child(|| UserId::mint_timeout(Duration::from_secs(9))), forked::<UserId>(7));
        assert_eq!(in_child(UserId::mint), "panicked");
        // It has never minted, but its layout has.
        assert_eq!(in_child(PostId::try_mint), forked::<PostId>(7));
        assert!(UserId::mint() > before);
    });
}

/// The generator of a type is built when it first mints. A child that is the
/// first to do so must not take the parent's node for its own: the parent will
/// mint that type as well.
#[test]
fn types_that_have_not_minted_before_the_fork_mint_nothing_in_a_child() {
    alone("types_that_have_not_minted_before_the_fork_mint_nothing_in_a_child", || {
        install(Node::fixed(7)).unwrap();
        assert_eq!(in_child(mint::<UserId>), forked::<UserId>(7));
        UserId::mint();
        assert_eq!(in_child(mint::<OwnId>), forked::<OwnId>(7));
        assert_eq!(in_child(mint::<TweetId>), forked::<TweetId>(7));
        assert_eq!(in_child(|| TweetId::generator().map(drop)), forked::<()>(7));
    });
}

#[test]
fn a_child_that_is_given_another_node_mints() {
    alone("a_child_that_is_given_another_node_mints", || {
        install(Node::fixed(7)).unwrap();
        let before = UserId::mint();
        let child = in_child(|| {
            install(Node::fixed(8)).unwrap();
            let again = install(Node::fixed(9));
            assert!(matches!(again, Err(NodeError::AlreadyInstalled { .. })));
            let ids = [UserId::mint().get(), PostId::mint().get(), OwnId::mint().get()];
            assert_eq!(TweetId::mint().parts().node, 8);
            ids
        });
        for id in ids(&child) {
            assert_eq!(UserId::from_i64(id).unwrap().parts().node, 8);
        }
        let after = UserId::mint();
        assert!(after > before);
        assert_eq!(after.parts().node, 7);
        assert_eq!(OwnId::mint().parts().node, 7);
    });
}

#[test]
fn a_child_is_not_given_its_parents_node() {
    alone("a_child_is_not_given_its_parents_node", || {
        install(Node::fixed(7)).unwrap();
        UserId::mint();
        let result = in_child(|| install(Node::fixed(7)));
        assert_eq!(
            result,
            format!("{:?}", Err::<(), _>(NodeError::Inherited { node: Node::fixed(7) }))
        );
    });
}

/// It is the number that counts, not where it came from.
#[test]
fn a_child_is_not_given_its_parents_number_from_another_source() {
    alone("a_child_is_not_given_its_parents_number_from_another_source", || {
        install(Node::fixed(7)).unwrap();
        let same = Node::from_hostname("web-7").unwrap();
        assert_eq!(in_child(|| install(same).is_ok()), "false");
    });
}

/// Nor is it when the number is known only once there is a layout: the low ten
/// bits of this address are 7, its low five bits as well.
#[test]
fn a_child_does_not_mint_under_its_parents_number_from_an_address() {
    alone("a_child_does_not_mint_under_its_parents_number_from_an_address", || {
        install(Node::fixed(7)).unwrap();
        UserId::mint();
        let same = Node::from_ipv4([10, 0, 0, 7].into()).unwrap();
        let child = in_child(|| {
            let _ = install(same);
            (mint::<UserId>().is_ok(), mint::<TweetId>().is_ok(), mint::<NarrowId>().is_ok())
        });
        assert_eq!(child, "(false, false, false)");
    });
}

#[test]
fn limits_that_a_child_installs_hold_for_types_of_its_parent() {
    alone("limits_that_a_child_installs_hold_for_types_of_its_parent", || {
        install(Node::fixed(7)).unwrap();
        UserId::mint();
        let limits = Limits::new().max_wait(Duration::from_millis(20));
        let child = in_child(|| {
            install(Node::fixed(8).with_limits(limits)).unwrap();
            UserId::generator().unwrap().limits().max_wait
        });
        assert_eq!(child, format!("{:?}", limits.max_wait));
    });
}

#[test]
fn a_node_that_does_not_fit_in_a_child_does_not_let_it_mint_as_its_parent() {
    alone("a_node_that_does_not_fit_in_a_child_does_not_let_it_mint_as_its_parent", || {
        install(Node::fixed(7)).unwrap();
        NarrowId::mint();
        let child = in_child(|| {
            install(Node::fixed(32)).unwrap();
            assert_eq!(UserId::mint().parts().node, 32);
            mint::<NarrowId>().is_ok()
        });
        assert_eq!(child, "false");
    });
}

/// What was counted before is in the parent's metrics.
#[cfg(feature = "metrics")]
#[test]
fn a_child_does_not_tell_what_its_parent_minted() {
    use metrics_util::debugging::{DebugValue, DebuggingRecorder};

    alone("a_child_does_not_tell_what_its_parent_minted", || {
        install(Node::fixed(7)).unwrap();
        UserId::mint();
        let child = in_child(|| {
            let told = || {
                let recorder = DebuggingRecorder::new();
                metrics::with_local_recorder(&recorder, snowflake_kit_mint::publish_metrics);
                let metrics = recorder.snapshotter().snapshot().into_vec().into_iter();
                let minted =
                    metrics.filter(|(key, ..)| key.key().name() == "snowflake_minted_total");
                minted.map(|(.., value)| value).collect::<Vec<_>>()
            };
            let before = told();
            install(Node::fixed(8)).unwrap();
            UserId::mint();
            assert_eq!(told(), [DebugValue::Counter(1)]);
            before
        });
        assert_eq!(child, "[]");
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
        assert_eq!(in_child(UserId::try_mint), forked::<UserId>(7));
        assert_eq!(in_child(TweetId::try_mint), forked::<TweetId>(7));
        assert_eq!(UserId::mint().get(), first.get() + 1);
    });
}
