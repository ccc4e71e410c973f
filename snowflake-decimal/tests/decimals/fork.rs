//! A forked child does not count on with its parent's generator number.

#![cfg(unix)]

use std::fs;
use std::path::PathBuf;

use snowflake_kit_core::{DecimalId, DecimalParts, Snowflake};
use snowflake_kit_decimal::{DecimalBuilder, Launch};
use snowflake_kit_derive::DecimalId;
use snowflake_kit_lease::FileStore;
use snowflake_kit_mint::MintError;

use test_processes::alone;
use test_processes::in_child;

#[derive(DecimalId)]
#[snowflake(crate = "snowflake_kit_decimal")]
struct OrderId(Snowflake);

#[derive(DecimalId)]
#[snowflake(crate = "snowflake_kit_decimal", generator = "own")]
struct OwnId(Snowflake);

fn install(file: &PathBuf) {
    let launch = Launch::new(65).unwrap();
    DecimalBuilder::new(FileStore::new(file)).launch(launch).install().unwrap();
}

fn parts<T: DecimalId>(id: T) -> (u32, u32) {
    let DecimalParts { counter, generator, .. } = DecimalParts::decompose(id.snowflake()).unwrap();
    (generator, counter)
}

#[test]
fn a_child_counts_under_a_number_of_its_own_or_not_at_all() {
    alone("a_child_counts_under_a_number_of_its_own_or_not_at_all", || {
        let folder = std::env::temp_dir().join(format!("decimal-fork-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("leases");
        install(&file);
        assert_eq!((parts(OrderId::mint()), parts(OwnId::mint())), ((0, 1), (0, 1)));

        let refused = format!("{:?}", MintError::GeneratorForked { generator: 0, launch: 65 });
        assert_eq!(in_child(|| OrderId::try_mint().unwrap_err()), refused);
        assert_eq!(in_child(|| OwnId::try_mint().unwrap_err()), refused);
        assert_eq!(in_child(|| OrderId::mint_many(3)), "panicked");

        let child = || {
            install(&file);
            let first = [parts(OrderId::mint()), parts(OwnId::mint()), parts(OrderId::mint())];
            // And a child of the child.
            let grandchild = in_child(|| {
                let refused = OrderId::try_mint().unwrap_err();
                install(&file);
                (refused, parts(OrderId::mint()), parts(OwnId::mint()))
            });
            (first, grandchild, parts(OwnId::mint()))
        };
        let refused = MintError::GeneratorForked { generator: 1, launch: 65 };
        let grandchild = format!("{:?}", (refused, (2, 1), (2, 1)));
        let expected = ([(1, 1), (1, 1), (1, 2)], grandchild, (1, 2));
        assert_eq!(in_child(child), format!("{expected:?}"));

        // The parent goes on as if nothing had been.
        assert_eq!((parts(OrderId::mint()), parts(OwnId::mint())), ((0, 2), (0, 2)));
        fs::remove_dir_all(folder).unwrap();
    });
}

#[cfg(feature = "test-util")]
#[test]
fn a_scope_is_its_process_s_own() {
    use snowflake_kit_mint::{ManualClock, MintScope, Node};

    alone("a_scope_is_its_process_s_own", || {
        let _scope = MintScope::new(ManualClock::at(1_767_225_600_000), Node::fixed(7));
        assert_eq!(parts(OrderId::mint()), (7, 1));
        let refused = format!("{:?}", MintError::GeneratorForked { generator: 7, launch: 0 });
        assert_eq!(in_child(|| OrderId::try_mint().unwrap_err()), refused);
        assert_eq!(parts(OrderId::mint()), (7, 2));
    });
}
