//! A child of a process that had a number counts nothing.

#![cfg(unix)]

use std::fs;
use std::path::PathBuf;

use snowflake_kit_core::{DecimalId, DecimalParts, Snowflake};
use snowflake_kit_decimal::{DecimalBuilder, DecimalError, Launch};
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

fn install(file: &PathBuf) -> Result<(), DecimalError> {
    let launch = Launch::new(65).unwrap();
    DecimalBuilder::new(FileStore::new(file)).launch(launch).install()
}

fn parts<T: DecimalId>(id: T) -> (u32, u32) {
    let DecimalParts { counter, generator, .. } = DecimalParts::decompose(id.snowflake()).unwrap();
    (generator, counter)
}

#[test]
fn a_child_counts_nothing() {
    alone("a_child_counts_nothing", || {
        let folder = std::env::temp_dir().join(format!("decimal-fork-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("leases");
        // A process that has never had a number may leave that to its child.
        let first = || {
            install(&file).unwrap();
            (parts(OrderId::mint()), in_child(|| OrderId::try_mint().unwrap_err()))
        };
        let refused = format!("{:?}", MintError::Forked);
        assert_eq!(in_child(first), format!("{:?}", ((0, 1), &refused)));

        install(&file).unwrap();
        assert_eq!((parts(OrderId::mint()), parts(OwnId::mint())), ((1, 1), (1, 1)));
        assert_eq!(in_child(|| OrderId::try_mint().unwrap_err()), refused);
        assert_eq!(in_child(|| OwnId::try_mint().unwrap_err()), refused);
        assert_eq!(in_child(|| OrderId::mint_many(3)), "panicked");
        let again = || (matches!(install(&file), Err(DecimalError::Forked)), OrderId::try_mint());
        let refused = format!("{:?}", (true, Err::<OrderId, _>(MintError::Forked)));
        assert_eq!(in_child(again), refused);
        assert_eq!(in_child(|| in_child(again)), format!("{refused:?}"));

        // The parent goes on as if nothing had been.
        assert_eq!((parts(OrderId::mint()), parts(OwnId::mint())), ((1, 2), (1, 2)));
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
        let refused = format!("{:?}", MintError::Forked);
        assert_eq!(in_child(|| OrderId::try_mint().unwrap_err()), refused);
        assert_eq!(parts(OrderId::mint()), (7, 2));
    });
}
