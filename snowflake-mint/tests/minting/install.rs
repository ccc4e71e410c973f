//! The node of a process, and the types that mint under it.

use std::collections::HashSet;
use std::panic::catch_unwind;
use std::thread;
use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{
    Generator, Grant, MintError, Minter, Node, NodeError, Permit, Settings, install,
};

use test_processes::alone;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", generator = "own")]
struct OwnId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "discord")]
struct MessageId(Snowflake);

/// Another name for the same numbers.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "idgen")]
struct OrderId(Snowflake);

/// Five bits of node.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "ecmascript")]
struct NarrowId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "baidu")]
struct OldId(Snowflake);

const NOT_INSTALLED: &str = "this process has no node number: call `install(node)` once when it \
                             starts, for example with `Node::from_env(\"SNOWFLAKE_NODE\")?`";

/// Without the part for tests.
fn in_programs(text: impl AsRef<str>) -> String {
    text.as_ref().split("; a `MintScope`").next().unwrap().to_owned()
}

fn panic_text(body: impl FnOnce() + std::panic::UnwindSafe) -> String {
    *catch_unwind(body).unwrap_err().downcast::<String>().unwrap()
}

#[test]
fn before_install_there_is_nothing_to_mint() {
    alone("before_install_there_is_nothing_to_mint", || {
        assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));
        assert_eq!(UserId::mint_timeout(Duration::MAX), Err(MintError::NotInstalled));
        assert_eq!(UserId::generator().map(drop), Err(MintError::NotInstalled));
        assert_eq!(in_programs(MintError::NotInstalled.to_string()), NOT_INSTALLED);
        let expected = format!("cannot mint a UserId: {NOT_INSTALLED}");
        assert_eq!(
            in_programs(panic_text(|| {
                let _ = UserId::mint();
            })),
            expected
        );
        assert_eq!(in_programs(panic_text(|| drop(UserId::mint_many(3)))), expected);
        // That a type has asked before does not keep it from minting after.
        install(Node::fixed(7)).unwrap();
        assert_eq!(UserId::mint().parts().node, 7);
        assert_eq!(UserId::mint_many(3).len(), 3);
    });
}

#[test]
fn a_second_install_is_refused() {
    alone("a_second_install_is_refused", || {
        install(Node::fixed(7)).unwrap();
        for refused in [Node::fixed(8), Node::fixed(7)] {
            let error = NodeError::AlreadyInstalled { installed: Node::fixed(7), refused };
            assert_eq!(install(refused), Err(error));
        }
        assert_eq!(UserId::mint().parts().node, 7);
    });
}

#[test]
fn only_one_of_many_threads_installs() {
    alone("only_one_of_many_threads_installs", || {
        let winners: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|node| scope.spawn(move || install(Node::fixed(node)).map(|()| node)))
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().unwrap().ok()).collect()
        });
        assert_eq!(winners.len(), 1);
        assert_eq!(UserId::mint().parts().node, winners[0]);
    });
}

/// SeaORM's models ask how long they may wait.
#[test]
fn how_long_a_type_waits_is_what_was_installed() {
    alone("how_long_a_type_waits_is_what_was_installed", || {
        let max_wait = Duration::from_millis(1_234);
        assert_eq!(snowflake_kit_mint::__private::max_wait::<UserId>(), Limits::new().max_wait);
        install(Node::fixed(7).with_limits(Limits::new().max_wait(max_wait))).unwrap();
        assert_eq!(snowflake_kit_mint::__private::max_wait::<UserId>(), max_wait);
        assert_eq!(snowflake_kit_mint::__private::max_wait::<OwnId>(), max_wait);
    });
}

#[test]
fn types_of_one_layout_have_no_number_in_common() {
    alone("types_of_one_layout_have_no_number_in_common", || {
        install(Node::fixed(7).with_limits(Limits::new().max_lead(Duration::MAX))).unwrap();
        let numbers: Vec<i64> = thread::scope(|scope| {
            let threads = [
                scope.spawn(|| (0..20_000).map(|_| UserId::mint().get()).collect::<Vec<_>>()),
                scope.spawn(|| (0..20_000).map(|_| PostId::mint().get()).collect()),
                scope.spawn(|| UserId::mint_many(20_000).into_iter().map(UserId::get).collect()),
                scope.spawn(|| {
                    // One built by hand is of the same numbers.
                    let limits = Limits::new().max_lead(Duration::MAX);
                    let generator =
                        Generator::new(Layout::DEFAULT, Node::fixed(7).with_limits(limits))
                            .unwrap();
                    (0..20_000).map(|_| generator.mint::<Snowflake>().get()).collect()
                }),
            ];
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), 80_000);
        let same = |a: Result<&Generator, _>, b: Result<&Generator, MintError>| {
            std::ptr::eq(a.unwrap(), b.unwrap())
        };
        assert!(same(UserId::generator(), PostId::generator()));
        assert!(same(MessageId::generator(), OrderId::generator()));
        assert!(!same(UserId::generator(), MessageId::generator()));
    });
}

#[test]
fn a_type_with_its_own_generator_shares_no_slots() {
    alone("a_type_with_its_own_generator_shares_no_slots", || {
        let limits = Limits::new().max_lead(Duration::from_secs(100));
        install(Node::fixed(7).with_limits(limits)).unwrap();
        // Ten seconds ahead of the clock.
        let _ = UserId::generator().unwrap().try_mint_many::<UserId>(40_960_000).unwrap();
        let (shared, own) = (UserId::mint(), OwnId::mint());
        assert!(shared.unix_millis() - own.unix_millis() > 5_000);
        assert!(PostId::mint().get() > shared.get());
    });
}

#[test]
fn a_node_that_does_not_fit_one_layout_fits_another() {
    alone("a_node_that_does_not_fit_one_layout_fits_another", || {
        let node = Node::fixed(32);
        install(node).unwrap();
        assert_eq!(UserId::mint().parts().node, 32);
        let error = MintError::NodeOutOfRange { node, max: 31, layout: "ecmascript" };
        assert_eq!(NarrowId::try_mint(), Err(error.clone()));
        assert_eq!(NarrowId::generator().map(drop), Err(error));
        assert_eq!(
            panic_text(|| {
                let _ = NarrowId::mint();
            }),
            "cannot mint a NarrowId: node 32 does not fit the layout `ecmascript`, which has 0 to \
             31: use one of these, or a layout with more node bits"
        );
        assert_eq!(UserId::mint().parts().node, 32);
    });
}

/// 16 bits of node.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "sonyflake")]
struct WideId(Snowflake);

#[test]
fn a_node_that_the_default_layout_cannot_hold_is_not_installed() {
    alone("a_node_that_the_default_layout_cannot_hold_is_not_installed", || {
        let node = Node::fixed(5_000);
        let error = NodeError::OutOfRange { node, max: 1_023, layout: "default" };
        assert_eq!(install(node), Err(error.clone()));
        assert_eq!(install(node.with_limits(Limits::new())), Err(error.clone()));
        assert_eq!(
            error.to_string(),
            "node 5000 does not fit the layout `default`, which has 0 to 1023: use one of these, \
             or a layout with more node bits; if no ID type has this layout, name those in use: \
             `install(node.with_layouts([UserId::LAYOUT]))`"
        );
        // Nothing is in the way of one that fits.
        assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));
        install(Node::fixed(1_023)).unwrap();
        assert_eq!(UserId::mint().parts().node, 1_023);
    });
}

#[test]
fn a_node_fits_the_layouts_that_are_named() {
    alone("a_node_fits_the_layouts_that_are_named", || {
        let node = Node::fixed(5_000);
        let wide = node.with_layouts([WideId::LAYOUT]);
        for (narrow, max, layout) in
            [(UserId::LAYOUT, 1_023, "default"), (NarrowId::LAYOUT, 31, "ecmascript")]
        {
            let error = NodeError::OutOfRange { node, max, layout };
            assert_eq!(install(wide.clone().with_layouts([narrow])), Err(error));
        }
        install(wide).unwrap();
        assert_eq!(WideId::mint().parts().node, 5_000);
        // One that was not named is refused when it mints.
        let error = MintError::NodeOutOfRange { node, max: 1_023, layout: "default" };
        assert_eq!(UserId::try_mint(), Err(error.clone()));
        assert_eq!(UserId::mint_timeout(Duration::ZERO), Err(error));
        assert_eq!(WideId::mint().parts().node, 5_000);
    });
}

#[test]
fn a_permit_fits_the_layouts_too() {
    alone("a_permit_fits_the_layouts_too", || {
        let grant = Grant { node: 5_000, token: 1, from: 0, until: i64::MAX };
        let permit = Permit::new(grant);
        let refused = install(permit.clone());
        assert!(matches!(refused, Err(NodeError::OutOfRange { max: 1_023, .. })));
        install(Settings::from(permit).with_layouts([WideId::LAYOUT])).unwrap();
        assert_eq!(WideId::mint().parts().node, 5_000);
    });
}

#[test]
fn each_layout_takes_the_bits_of_an_address_that_it_has() {
    alone("each_layout_takes_the_bits_of_an_address_that_it_has", || {
        install(Node::from_ipv4([10, 0, 0x03, 0x25].into()).unwrap()).unwrap();
        assert_eq!(UserId::mint().parts().node, 0x325);
        assert_eq!(NarrowId::mint().parts().node, 5);
    });
}

#[test]
fn limits_are_those_of_all_generators() {
    alone("limits_are_those_of_all_generators", || {
        let limits = Limits::new().max_wait(Duration::from_millis(20)).seed(7);
        install(Node::fixed(7).with_limits(limits)).unwrap();
        assert_eq!(*UserId::generator().unwrap().limits(), limits);
        assert_eq!(*OwnId::generator().unwrap().limits(), limits);
    });
}

#[test]
fn a_layout_whose_time_is_over_refuses_under_any_node() {
    alone("a_layout_whose_time_is_over_refuses_under_any_node", || {
        install(Node::fixed(7)).unwrap();
        let refused = OldId::try_mint();
        assert!(matches!(refused, Err(MintError::LayoutEnded { layout: "baidu", .. })));
        let text = panic_text(|| {
            let _ = OldId::mint();
        });
        assert!(text.starts_with("cannot mint a OldId: the layout `baidu` has no timestamps"));
    });
}
