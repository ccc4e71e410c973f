//! Decimal IDs, as a program mints them.

#![cfg(feature = "test-util")]

use std::collections::BTreeSet;
use std::error::Error as _;
use std::ops::RangeInclusive;
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs, process, thread};

use snowflake_kit_core::{
    DecimalId, DecimalParts, Description, FieldError, Id, Layout, Monotonicity, Scheme, Snowflake,
};
use snowflake_kit_decimal::{DecimalBuilder, DecimalError, Launch, LaunchError};
use snowflake_kit_derive::{DecimalId, SnowflakeId};
use snowflake_kit_lease::{
    Change, ClaimError, FileStore, LeaseBuilder, LeaseRow, Registry, Store, StoreError,
    StoreErrorKind,
};
use snowflake_kit_mint::{ManualClock, MintError, MintScope, Node};

use crate::ROWS;
use test_processes::alone;

/// Identifies an order.
#[derive(DecimalId)]
#[snowflake(crate = "snowflake_kit_decimal", schema = "exact")]
struct OrderId(Snowflake);

/// Shares the counter of `OrderId`.
#[derive(DecimalId)]
#[snowflake(crate = "snowflake_kit_decimal", prefix = "inv_", text = "base62")]
struct InvoiceId(Snowflake);

#[derive(DecimalId)]
#[snowflake(crate = "snowflake_kit_decimal", generator = "own")]
struct OwnId(Snowflake);

/// One of bits, beside them.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

/// A folder that is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("leases")
    }

    fn store(&self) -> FileStore {
        FileStore::new(self.file())
    }

    fn rows(&self) -> Vec<LeaseRow> {
        self.store().read(ROWS).unwrap().rows
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The process of a test that has failed may have taken it along.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn launch() -> Launch {
    Launch::new(65).unwrap()
}

fn install(store: impl Store) -> Result<(), DecimalError> {
    DecimalBuilder::new(store).space("shop").launch(launch()).install()
}

/// Counter, generator and launch.
fn parts<T: DecimalId>(id: T) -> (u32, u32, u32) {
    let DecimalParts { counter, generator, launch } =
        DecimalParts::decompose(id.snowflake()).unwrap();
    (counter, generator, launch)
}

#[test]
fn all_ways_to_mint_count() {
    alone("all_ways_to_mint_count", || {
        assert_eq!(OrderId::try_mint(), Err(MintError::NoGeneratorNumber));
        assert_eq!(OrderId::mint_timeout(Duration::from_secs(60)), OrderId::try_mint());
        assert!(catch_unwind(OrderId::mint).is_err());

        let folder = Folder::new("all-ways");
        install(folder.store()).unwrap();
        assert_eq!(parts(OrderId::mint()), (1, 0, 65));
        assert_eq!(OrderId::mint().to_string(), "20000000065");
        assert_eq!(parts(InvoiceId::mint()), (3, 0, 65));
        assert_eq!(InvoiceId::mint().to_string(), "inv_00000hf1vHN");
        assert_eq!(parts(OrderId::try_mint().unwrap()).0, 5);
        assert_eq!(parts(OrderId::mint_timeout(Duration::ZERO).unwrap()).0, 6);
        let many: Vec<_> = OrderId::mint_many(1_000).into_iter().map(parts).collect();
        assert_eq!(many, (7..1_007).map(|counter| (counter, 0, 65)).collect::<Vec<_>>());
        assert_eq!(OrderId::mint_many(0), []);
        assert_eq!(parts(OrderId::mint()).0, 1_007);

        // Those of their own begin at 1 as well, and nobody else's stand still.
        assert_eq!(OwnId::mint_many(3).into_iter().map(parts).next_back(), Some((3, 0, 65)));
        assert_eq!(parts(OrderId::mint()).0, 1_008);

        // IDs of bits need their node, as ever.
        assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));
        snowflake_kit_mint::install(Node::fixed(7)).unwrap();
        assert_eq!(UserId::mint().parts().node, 7);

        let error = install(folder.store()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "this process already is generator 0, launch 65, so no number was claimed: install \
             once, when the process starts"
        );
        assert_eq!(folder.rows(), [LeaseRow { node: 65, token: 1, until: i64::MAX }]);
    });
}

#[test]
fn only_one_of_many_threads_installs() {
    alone("only_one_of_many_threads_installs", || {
        let folder = Folder::new("many");
        let installed: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| install(folder.store()))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(installed.iter().filter(|installed| installed.is_ok()).count(), 1);
        let generator = parts(OrderId::mint()).1;
        for error in installed.into_iter().filter_map(Result::err) {
            let DecimalError::AlreadyInstalled { generator: named, launch: 65 } = error else {
                panic!("{error}");
            };
            assert_eq!(named, generator);
        }
    });
}

#[cfg(feature = "tokio")]
#[test]
fn a_task_keeps_the_store() {
    use snowflake_kit_core::Limits;
    use snowflake_kit_lease::__private::Blocking;

    alone("a_task_keeps_the_store", || {
        let folder = Folder::new("task");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let asked = || DecimalBuilder::new(Blocking(folder.store())).space("shop").launch(launch());
        runtime.block_on(asked().install_async()).unwrap();
        assert_eq!(folder.rows(), [LeaseRow { node: 65, token: 1, until: i64::MAX }]);
        assert_eq!(parts(OrderId::mint()), (1, 0, 65));
        let max_wait = Limits::new().max_wait;
        assert_eq!(snowflake_kit_mint::__private::max_wait::<OrderId>(), max_wait);
        runtime.block_on(asked().install_async()).unwrap_err();
    });
}

#[test]
fn threads_take_different_counters() {
    alone("threads_take_different_counters", || {
        let folder = Folder::new("threads-count");
        install(folder.store()).unwrap();
        let minted: Vec<Vec<Snowflake>> = thread::scope(|scope| {
            let mint = |worker: usize| {
                let ids = (0..2_000).flat_map(|round| match round % 3 {
                    0 => vec![OrderId::mint().snowflake()],
                    1 => vec![InvoiceId::mint().snowflake()],
                    _ => OrderId::mint_many(worker).into_iter().map(OrderId::snowflake).collect(),
                });
                ids.collect()
            };
            let workers: Vec<_> = (1..=8).map(|n| scope.spawn(move || mint(n))).collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).collect()
        });
        assert!(minted.iter().all(|ids| ids.is_sorted()), "they increase on each thread");
        let all: BTreeSet<Snowflake> = minted.iter().flatten().copied().collect();
        assert_eq!(all.len(), minted.iter().map(Vec::len).sum::<usize>());
        // No counter was left out.
        assert_eq!(parts(OrderId::mint()).0 as usize, all.len() + 1);
    });
}

#[test]
fn a_lease_of_the_same_space_is_about_other_numbers() {
    alone("a_lease_of_the_same_space_is_about_other_numbers", || {
        let folder = Folder::new("lease-beside");
        let held = LeaseBuilder::new(folder.store()).space("shop").install().unwrap();
        let builder = DecimalBuilder::new(folder.store()).space("shop").holder("web-1");
        builder.launch(Launch::new(99_999).unwrap()).install().unwrap();
        assert_eq!(parts(OrderId::mint()), (1, 0, 99_999));
        assert_eq!(Some(UserId::mint().parts().node), held.node());
        let rows = folder.store().read("shop").unwrap().rows;
        assert!(rows.iter().all(|row| row.until < i64::MAX), "{rows:?}");
        let text = fs::read_to_string(folder.file()).unwrap();
        assert!(text.contains("shop (decimal IDs)\t99999\t1\t9223372036854775807\t"), "{text}");
        assert!(text.contains("\tweb-1\n"), "{text}");
        // Whoever takes that space for one of nodes finds this one held for ever.
        held.release().unwrap();
        let error = LeaseBuilder::new(folder.store())
            .space(ROWS)
            .layouts([Layout::BAIDU])
            .nodes(99_999..=99_999)
            .install()
            .unwrap_err();
        assert!(matches!(error, ClaimError::Full { until: i64::MAX, .. }), "{error}");
        UserId::try_mint().unwrap_err();
        assert_eq!(parts(OrderId::mint()), (2, 0, 99_999));
    });
}

/// A store that is as a test has it.
#[derive(Clone)]
struct Fixed(Result<Vec<LeaseRow>, &'static str>);

impl Store for Fixed {
    fn read_nodes(
        &mut self,
        space: &str,
        _: RangeInclusive<u32>,
        _: usize,
    ) -> Result<Registry, StoreError> {
        assert_eq!(space, ROWS);
        let rows = self.0.clone().map_err(StoreError::new)?;
        Ok(Registry { unix_millis: 0, rows })
    }

    fn change(&mut self, _: &str, change: &Change) -> Result<bool, StoreError> {
        panic!("nothing is to be changed, and least by {change:?}")
    }
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let text = |error: DecimalError| error.to_string();
    let row = |token, until| Fixed(Ok(vec![LeaseRow { node: 65, token, until }]));

    let error = install(Fixed(Err("no route to host"))).unwrap_err();
    assert_eq!(error.source().unwrap().to_string(), "no route to host");
    assert_eq!(text(error), "the store of the generator numbers: no route to host");

    let error = install(row(100_000, i64::MAX)).unwrap_err();
    assert!(matches!(error, DecimalError::UsedUp { launch: 65, .. }) && error.source().is_none());
    assert_eq!(
        text(error),
        "all 100000 generator numbers of launch 65 in the space \"shop\" are used up: deploy \
         with a launch number that was never used"
    );
    for corrupt in [row(100_001, i64::MAX), row(0, i64::MAX), row(5, 1_767_225_600_000)] {
        let error = install(corrupt).unwrap_err();
        assert!(matches!(error, DecimalError::Corrupt { .. }), "{error}");
        let error = text(error);
        assert!(
            error.starts_with("the registry's row for launch 65 in the space \"shop"),
            "{error}"
        );
        assert!(error.ends_with("deploy with a launch number that was never used"), "{error}");
    }

    let nothing = Fixed(Ok(Vec::new()));
    let error = install(nothing.clone()).unwrap_err();
    let DecimalError::Store(store) = &error else { panic!("{error:?}") };
    assert_eq!(store.kind(), StoreErrorKind::Panicked, "{error}");
    assert!(
        text(error)
            .starts_with("the store of the generator numbers: it panicked: nothing is to be")
    );
    let error = DecimalBuilder::new(nothing.clone()).space("shop").install().unwrap_err();
    assert_eq!(
        text(error),
        "decimal IDs need a launch number: set it, for example with \
         `.launch(Launch::from_env(\"SNOWFLAKE_LAUNCH\")?)`"
    );
    for space in ["", " shop", "shop\n", &"s".repeat(87)] {
        let error = DecimalBuilder::new(nothing.clone())
            .space(space)
            .launch(launch())
            .install()
            .unwrap_err();
        assert!(matches!(&error, DecimalError::Space { space: named } if named == space));
        assert!(text(error).contains("use 1 to 86 characters"));
    }
    // None of all this has installed anything.
    assert_eq!(OrderId::try_mint(), Err(MintError::NoGeneratorNumber));
}

#[test]
fn launch_numbers() {
    let text = |error: LaunchError| error.to_string();
    assert_eq!(Launch::new(1).unwrap().number(), 1);
    assert_eq!(Launch::new(99_999).unwrap().number(), 99_999);
    assert_eq!(
        text(Launch::new(100_000).unwrap_err()),
        "launch 100000 does not fit: use 1 to 99999"
    );
    assert_eq!(
        text(Launch::new(0).unwrap_err()),
        "launch 0 does not fit: use 1 to 99999; 0 is for tests alone"
    );
    assert_eq!(Launch::TEST.number(), 0);
    alone("launch_numbers", || {
        const VARIABLE: &str = "SNOWFLAKE_LAUNCH";
        let from_env = |value: &str| {
            #[expect(unsafe_code, reason = "this process has one thread that looks")]
            // SAFETY: no other thread reads the environment.
            unsafe {
                env::set_var(VARIABLE, value);
            }
            Launch::from_env(VARIABLE).map(Launch::number)
        };
        for (value, launch) in [("1", 1), ("65", 65), ("00065", 65), ("99999", 99_999)] {
            assert_eq!(from_env(value), Ok(launch), "{value:?}");
        }
        for value in ["", " ", " 65", "65 ", "+65", "-65", "6.5", "0x41", "6_5", "٦٥", "4294967296"]
        {
            let error = LaunchError::NotANumber { variable: VARIABLE, value: value.to_owned() };
            assert_eq!(from_env(value), Err(error), "{value:?}");
        }
        for launch in [0, 100_000, 4_294_967_295] {
            let error = LaunchError::OutOfRange { launch, variable: Some(VARIABLE) };
            assert_eq!(from_env(&launch.to_string()), Err(error));
        }
        assert_eq!(
            text(from_env("0").unwrap_err()),
            "launch 0 from the environment variable SNOWFLAKE_LAUNCH does not fit: use 1 to \
             99999; 0 is for tests alone"
        );
        assert_eq!(
            text(from_env(" 65").unwrap_err()),
            "the environment variable SNOWFLAKE_LAUNCH is \" 65\", which is not a launch number: \
             set it to a number from 1 to 99999, without spaces, such as SNOWFLAKE_LAUNCH=1"
        );
        let error = Launch::from_env("SNOWFLAKE_LAUNCH_OF_NOBODY").unwrap_err();
        assert_eq!(error, LaunchError::Unset { variable: "SNOWFLAKE_LAUNCH_OF_NOBODY" });
    });
}

#[test]
fn a_scope_counts_from_one_in_launch_zero() {
    let scope = |node| MintScope::new(ManualClock::at(1_767_225_600_000), Node::fixed(node));
    let outer = scope(92);
    assert_eq!(OrderId::mint().to_string(), "10009200000");
    assert_eq!(parts(InvoiceId::mint()), (2, 92, 0));
    assert_eq!(parts(OwnId::mint()), (1, 92, 0));
    {
        let _inner = scope(7);
        assert_eq!(OrderId::mint_many(2).into_iter().map(parts).next_back(), Some((2, 7, 0)));
        #[cfg(feature = "tokio")]
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
            let many = OrderId::mint_many_async(2).await.unwrap();
            assert_eq!(many.into_iter().map(parts).next_back(), Some((4, 7, 0)));
            assert_eq!(parts(OrderId::mint_async().await.unwrap()), (5, 7, 0));
            assert!(OrderId::mint_many_async(usize::MAX).await.is_err());
        });
    }
    assert_eq!(parts(OrderId::mint()), (3, 92, 0));
    drop(outer);
    {
        let _largest = scope(99_999);
        assert_eq!(parts(OrderId::mint()), (1, 99_999, 0));
    }
    let _too_large = scope(100_000);
    let error = OrderId::try_mint().unwrap_err();
    let expected =
        MintError::NodeOutOfRange { node: Node::fixed(100_000), max: 99_999, layout: "decimal" };
    assert_eq!(error, expected);
}

#[test]
fn the_known_id_is_what_its_digits_say() {
    let id: OrderId = "14150009200065".parse().unwrap();
    let parts = DecimalParts { counter: 1415, generator: 92, launch: 65 };
    assert_eq!(id.decimal_parts(), Ok(parts));
    assert_eq!(parts.compose(), Ok(id.snowflake()));
    let invoice = InvoiceId::from_snowflake(id.snowflake());
    assert_eq!(invoice.to_string(), "inv_000417MqZjl");
    assert_eq!("inv_000417MqZjl".parse::<InvoiceId>().unwrap().decimal_parts(), Ok(parts));

    let error = OrderId::from_i64(9_999_999_999).unwrap().decimal_parts().unwrap_err();
    assert_eq!(error.to_string(), "counter 0 does not fit: use 1 to 922337202");
}

#[test]
fn parts_are_those_of_an_id_or_refused() {
    for (value, contained) in [
        (9_999_999_999, false),
        (10_000_000_000, true),
        (9_223_372_029_999_999_999, true),
        (9_223_372_030_000_000_000, false),
        (i64::MAX, false),
    ] {
        let id = Snowflake::new(value).unwrap();
        let parts = DecimalParts::decompose(id);
        assert_eq!(parts.is_ok(), contained, "{id}");
        assert_eq!(parts.and_then(DecimalParts::compose).ok(), contained.then_some(id));
    }
    let too_late = DecimalParts { counter: 1, generator: 0, launch: 100_000 };
    let error = too_late.compose().unwrap_err();
    assert!(matches!(error, FieldError::FieldOutOfRange { field: "launch", .. }), "{error}");
}

#[test]
fn the_scheme_is_none_of_the_layouts() {
    let Some(scheme @ Scheme::Decimal) = OrderId::SCHEME else { panic!("{:?}", OrderId::SCHEME) };
    assert_eq!(scheme.name(), "decimal");
    assert_eq!(scheme.to_string(), "decimal: counter · 10^10 + generator · 10^5 + launch");
    assert_eq!(scheme.monotonicity(), Monotonicity::PerGenerator);
    assert_eq!(Layout::preset("decimal"), None);
}

#[test]
fn the_description_says_what_the_order_is() {
    assert_eq!(
        Description::of::<OrderId>().to_string(),
        "Identifies an order.\n\n\
         A snowflake ID: a decimal string from \"1\" to \"9223372036854775807\". Its layout is \
         decimal: counter · 10^10 + generator · 10^5 + launch. IDs increase per generator; of \
         two generators, their order says nothing."
    );
}
