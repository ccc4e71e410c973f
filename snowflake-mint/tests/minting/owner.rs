//! What a node may still issue is decided in one place, for every way to mint.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use snowflake_kit_core::{Layout, Parts, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{
    Clock, ClockError, Generator, Grant, ManualClock, Mint, MintError, Minter, Node, Permit,
    Reading, Renewal, SystemClock, install,
};

use test_processes::alone;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", generator = "own")]
struct EventId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", generator = "own")]
struct OrderId(Snowflake);

const SECONDS: Layout = Layout::builder("seconds")
    .tick_millis(1_000)
    .time_bits(35)
    .node_bits(10)
    .sequence_bits(18)
    .build();

/// 2026-01-01T00:00:00.345Z
const NOW: i64 = 1_767_225_600_345;

/// A clock that is set by hand and tells the time of the world: other processes mint
/// by it as well.
#[derive(Clone)]
struct World(Arc<AtomicI64>);

impl World {
    fn new() -> Self {
        Self(Arc::new(AtomicI64::new(NOW)))
    }

    fn advance(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::Relaxed);
    }
}

impl Clock for World {
    fn read(&self) -> Result<Reading, ClockError> {
        Ok(Reading::at(self.0.load(Ordering::Relaxed)))
    }
}

fn on(world: &World, node: u32) -> Generator<World> {
    Generator::with_clock(SECONDS, Node::fixed(node), world.clone()).unwrap()
}

/// Each way in which a generator mints one type.
fn refused_everywhere<T: SnowflakeId + Mint>(generator: &Generator<impl Clock>) -> MintError {
    let error = generator.try_mint::<T>().unwrap_err();
    let places = &mut [T::from_snowflake(Snowflake::MAX); 2];
    assert_eq!(generator.mint_timeout::<T>(Duration::ZERO), Err(error.clone()));
    assert_eq!(generator.try_mint_many::<T>(3).map(Iterator::count), Err(error.clone()));
    assert_eq!(generator.try_mint_many::<T>(0).map(Iterator::count), Err(error.clone()));
    assert_eq!(generator.try_mint_many::<T>(2).map(|ids| ids.write_to(places)), Err(error.clone()));
    assert_eq!(generator.local().try_mint::<T>(), Err(error.clone()));
    error
}

#[test]
fn a_generator_that_types_share_refuses_a_type_with_its_own() {
    let generator = Generator::new(Layout::DEFAULT, Node::fixed(7)).unwrap();
    let error = refused_everywhere::<EventId>(&generator);
    assert_eq!(error, MintError::OwnerMismatch { id: "EventId", owner: None });
    assert_eq!(
        error.to_string(),
        "EventId has its own generator (`generator = \"own\"`), and another one could repeat its \
         IDs: mint it by `EventId::mint()`, or build a generator with `Generator::of::<EventId>(…)`"
    );
    assert_eq!(error.retry_after(), None);
}

#[test]
fn a_generator_of_one_type_refuses_all_others() {
    let generator = Generator::of::<EventId>(Node::fixed(7), SystemClock::new()).unwrap();
    for error in
        [refused_everywhere::<UserId>(&generator), refused_everywhere::<OrderId>(&generator)]
    {
        assert!(matches!(error, MintError::OwnerMismatch { owner: Some("EventId"), .. }));
    }
    assert_eq!(
        refused_everywhere::<UserId>(&generator).to_string(),
        "this generator mints only EventId (`generator = \"own\"`), and could repeat IDs of \
         UserId: mint it by `UserId::mint()`, or build a generator with \
         `Generator::of::<UserId>(…)`"
    );
}

#[test]
fn a_generator_of_a_type_that_shares_is_like_any_other() {
    let clock = ManualClock::at(NOW);
    let of = Generator::of::<UserId>(Node::fixed(7), clock.clone()).unwrap();
    let other = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock).unwrap();
    let [first, second]: [UserId; 2] = [of.mint(), other.mint()];
    assert_eq!(second.get(), first.get() + 1);
}

/// The installed generators and own ones, in turns.
#[test]
fn a_type_with_its_own_generator_has_no_duplicates_whoever_mints_it() {
    alone("a_type_with_its_own_generator_has_no_duplicates_whoever_mints_it", || {
        install(Node::fixed(7)).unwrap();
        let own = Generator::of::<EventId>(Node::fixed(7), SystemClock::new()).unwrap();
        let shared = Generator::new(Layout::DEFAULT, Node::fixed(7)).unwrap();
        let mut ids = HashSet::new();
        for _ in 0..5_000 {
            for id in [EventId::mint(), own.mint(), EventId::generator().unwrap().mint()] {
                assert!(ids.insert(id), "{id} was minted twice");
            }
            assert!(shared.try_mint::<EventId>().is_err());
            assert!(UserId::generator().unwrap().try_mint::<EventId>().is_err());
            assert!(EventId::generator().unwrap().try_mint::<UserId>().is_err());
        }
        assert_eq!(ids.len(), 15_000);
    });
}

#[cfg(feature = "test-util")]
#[test]
fn a_type_with_its_own_generator_has_it_in_a_scope_as_well() {
    use snowflake_kit_mint::MintScope;

    let clock = ManualClock::at(NOW);
    let _scope = MintScope::new(clock.clone(), Node::fixed(7));
    let beside = Generator::of::<EventId>(Node::fixed(7), clock).unwrap();
    let ids = [EventId::mint(), beside.mint(), EventId::mint()].map(EventId::get);
    assert_eq!([ids[1] - ids[0], ids[2] - ids[1]], [1, 1]);
}

#[cfg(feature = "tokio")]
#[test]
fn a_type_is_refused_in_async_code_too() {
    let generator = Generator::new(Layout::DEFAULT, Node::fixed(7)).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let minted = runtime.block_on(generator.mint_async::<EventId>());
    assert!(matches!(minted, Err(MintError::OwnerMismatch { .. })));
    let minted = runtime.block_on(generator.mint_many_async::<EventId>(3));
    assert!(matches!(minted, Err(MintError::OwnerMismatch { .. })));
}

/// The first ID of the present tick by the number 1, which another process mints.
fn elsewhere(world: &World) -> Snowflake {
    let since_epoch = world.0.load(Ordering::Relaxed) - SECONDS.epoch_unix_millis();
    let timestamp = since_epoch.unsigned_abs() / 1_000;
    SECONDS.compose(Parts { timestamp, caller: 0, node: 1, sequence: 0 }).unwrap()
}

#[test]
fn a_number_that_was_left_begins_after_the_tick_in_which_it_is_entered_again() {
    alone("a_number_that_was_left_begins_after_the_tick_in_which_it_is_entered_again", || {
        let world = World::new();
        let generator = on(&world, 1);
        world.advance(1_000);
        generator.try_mint::<Snowflake>().unwrap();
        generator.change_node(Node::fixed(2)).unwrap();
        // It began a tick ago, so it mints in this one, and ends.
        world.advance(1_000);
        let other = elsewhere(&world);
        generator.change_node(Node::fixed(1)).unwrap();
        let refused = generator.try_mint::<Snowflake>();
        assert!(matches!(refused, Err(MintError::WouldWait { .. })), "{refused:?}, {other:?}");
        world.advance(1_000);
        assert!(generator.try_mint::<Snowflake>().unwrap() > other);

        // The same of a generator that is dropped and built anew.
        drop(generator);
        world.advance(1_000);
        let other = elsewhere(&world);
        let generator = on(&world, 1);
        assert!(matches!(generator.try_mint::<Snowflake>(), Err(MintError::WouldWait { .. })));
        world.advance(1_000);
        assert!(generator.try_mint::<Snowflake>().unwrap() > other);

        // As long as one generator has the number, no other process may have it.
        let beside = on(&world, 1);
        let before = generator.try_mint::<Snowflake>().unwrap();
        drop(generator);
        assert_eq!(beside.try_mint::<Snowflake>().unwrap().get(), before.get() + 1);
        assert_eq!(on(&world, 1).try_mint::<Snowflake>().unwrap().get(), before.get() + 2);
    });
}

#[test]
fn the_first_lease_of_a_number_leaves_out_the_present_tick() {
    alone("the_first_lease_of_a_number_leaves_out_the_present_tick", || {
        let world = World::new();
        // A process that has the number 1 fixed mints in this very tick, and ends.
        let by_number = elsewhere(&world);
        let permit = Permit::new(Grant { node: 1, token: 1, from: 0, until: i64::MAX });
        let leased = Generator::with_clock(SECONDS, permit, world.clone()).unwrap();
        assert!(matches!(leased.try_mint::<Snowflake>(), Err(MintError::WouldWait { .. })));
        world.advance(1_000);
        assert!(leased.try_mint::<Snowflake>().unwrap() > by_number);

        // Later grants begin where the last one ended, inside of a tick or not.
        let from = world.0.load(Ordering::Relaxed) - 2_000;
        let permit = Permit::new(Grant { node: 2, token: 2, from, until: i64::MAX });
        let leased = Generator::with_clock(SECONDS, permit, world.clone()).unwrap();
        leased.try_mint::<Snowflake>().unwrap();
    });
}

/// A clock that was far ahead for a moment keeps a lease from nothing: nobody minted by
/// it beyond its end.
#[test]
fn the_first_lease_of_a_number_outlives_a_clock_that_was_ahead() {
    alone("the_first_lease_of_a_number_outlives_a_clock_that_was_ahead", || {
        let world = World::new();
        let permit = Permit::new(Grant { node: 1, token: 1, from: 0, until: NOW + 10_000 });
        world.advance(3_600_000);
        let leased = Generator::with_clock(SECONDS, permit.clone(), world.clone()).unwrap();
        let refused = leased.try_mint::<Snowflake>();
        assert!(matches!(refused, Err(MintError::LeaseExpired { .. })), "{refused:?}");
        world.advance(-3_600_000 + 11_000);
        permit.extend(&Renewal { node: 1, token: 1, until: NOW + 21_000 });
        leased.try_mint::<Snowflake>().unwrap();
        // What it gives back is not of the time that the clock told.
        assert!(permit.close().until <= NOW + 12_000);
    });
}

fn grant(token: i64, from: i64) -> Permit {
    Permit::new(Grant { node: 7, token, from: NOW + from, until: NOW + from + 30_000 })
}

#[test]
fn closing_a_lost_permit_does_not_close_the_new_one_of_the_same_node() {
    let clock = ManualClock::at(NOW);
    let (lost, new) = (grant(1, -60_000), grant(3, 0));
    let old = Generator::with_clock(Layout::DEFAULT, lost.clone(), clock.clone()).unwrap();
    let generator = Generator::with_clock(Layout::DEFAULT, new.clone(), clock).unwrap();
    generator.try_mint::<UserId>().unwrap();
    lost.close();
    assert!(lost.is_closed() && !new.is_closed());
    generator.try_mint::<UserId>().unwrap();
    assert_eq!(old.try_mint::<UserId>(), Err(MintError::LeaseReleased { node: 7 }));
    new.close();
    assert_eq!(generator.try_mint::<UserId>(), Err(MintError::LeaseReleased { node: 7 }));
}

#[test]
fn a_fixed_number_follows_the_lease_in_use_and_not_one_that_nobody_has() {
    let clock = ManualClock::at(NOW);
    let lasting = |token, seconds: i64| {
        Permit::new(Grant { node: 7, token, from: NOW, until: NOW + seconds * 1_000 })
    };
    drop(Generator::with_clock(Layout::DEFAULT, lasting(1, 60), clock.clone()).unwrap());
    let used = lasting(2, 30);
    let _leased = Generator::with_clock(Layout::DEFAULT, used.clone(), clock.clone()).unwrap();
    let fixed = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock).unwrap();
    fixed.try_mint::<UserId>().unwrap();
    used.close();
    assert_eq!(fixed.try_mint::<UserId>(), Err(MintError::LeaseReleased { node: 7 }));
}

/// A second release must not free timestamps that were used.
#[test]
fn a_permit_that_is_closed_again_gives_the_same_release() {
    let clock = ManualClock::at(NOW + 500);
    let permit = grant(1, 0);
    let generator = Generator::with_clock(Layout::DEFAULT, permit.clone(), clock).unwrap();
    generator.try_mint::<UserId>().unwrap();
    let release = permit.close();
    assert_eq!(release.until, NOW + 501);
    assert_eq!(permit.clone().close(), release);
}

#[test]
fn a_lease_of_a_number_that_is_fixed_is_refused() {
    let clock = ManualClock::at(NOW);
    let fixed = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock.clone()).unwrap();
    let permit = grant(1, 0);
    let refused = Generator::with_clock(Layout::DEFAULT, permit.clone(), clock.clone());
    let error = refused.map(drop).unwrap_err();
    assert_eq!(error, MintError::FixedAndLeased { node: 7 });
    assert_eq!(
        error.to_string(),
        "this process has node 7 as a fixed number and by a lease at the same time: another \
         process could get it when the lease ends; use the lease alone, or fix a number that the \
         lease never gives (`LeaseBuilder::nodes`)"
    );
    drop(fixed);
    Generator::with_clock(Layout::DEFAULT, permit, clock).unwrap();
}

/// It ends with the lease, and not later.
#[test]
fn the_fixed_number_of_a_lease_in_use_is_minted_by_the_lease() {
    let clock = ManualClock::at(NOW);
    let permit = grant(1, 0);
    let _leased = Generator::with_clock(Layout::DEFAULT, permit, clock.clone()).unwrap();
    let fixed = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock.clone()).unwrap();
    fixed.try_mint::<UserId>().unwrap();
    clock.advance(Duration::from_secs(30));
    assert!(matches!(fixed.try_mint::<UserId>(), Err(MintError::LeaseExpired { .. })));
}

/// A process that has lost the number and claimed it again may still have generators on the
/// old lease, and enter by it once more.
#[test]
fn an_old_lease_that_is_closed_does_not_hide_the_one_in_use() {
    let clock = ManualClock::at(NOW);
    let build = |permit: &Permit| {
        Generator::with_clock(Layout::DEFAULT, permit.clone(), clock.clone()).unwrap()
    };
    let (old, new) = (grant(1, -60_000), grant(2, 0));
    let _by_new = build(&new);
    let _by_old = build(&old);
    old.close();
    let fixed = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock.clone()).unwrap();
    fixed.try_mint::<UserId>().unwrap();
    clock.advance(Duration::from_secs(30));
    assert!(matches!(fixed.try_mint::<UserId>(), Err(MintError::LeaseExpired { .. })));
    // And when it is given back, the number is free.
    new.close();
    let fixed = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), clock.clone()).unwrap();
    clock.advance(Duration::from_millis(1));
    fixed.try_mint::<UserId>().unwrap();
}

/// Each copy would have an owner of its own. Cargo refuses the second one.
#[test]
fn a_program_has_one_copy_of_the_crate() {
    let folder = std::env::temp_dir().join(format!("two-copies-{}", std::process::id()));
    let program = format!(
        "[package]\nname = \"program\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies]\nsnowflake-kit-mint = {{ path = {:?} }}\n\
         next = {{ package = \"snowflake-kit-mint\", path = \"next\" }}\n",
        env!("CARGO_MANIFEST_DIR")
    );
    let next = "[package]\nname = \"snowflake-kit-mint\"\nversion = \"0.2.0\"\nedition = \"2024\"\n\
                links = \"snowflake-kit-mint\"\nbuild = \"lib.rs\"\n[lib]\npath = \"lib.rs\"\n";
    std::fs::create_dir_all(folder.join("next")).unwrap();
    for (file, text) in [("Cargo.toml", &*program), ("next/Cargo.toml", next), ("next/lib.rs", "")]
    {
        std::fs::write(folder.join(file), text).unwrap();
    }
    std::fs::create_dir_all(folder.join("src")).unwrap();
    std::fs::write(folder.join("src/main.rs"), "fn main() {}").unwrap();
    let output = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--format-version=1", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .output()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(stderr.contains("links to the native library `snowflake-kit-mint`"), "{stderr}");
}

#[test]
fn a_grant_allows_what_is_from_its_start_until_before_its_end() {
    let mut grant = Grant { node: 7, token: 2, from: 1_000, until: 2_000 };
    let allowed = |grant: Grant| [999, 1_000, 1_999, 2_000].map(|time| grant.allows(time));
    assert_eq!(allowed(grant), [false, true, true, false]);

    // Neither another's renewal nor an old one changes it.
    for (node, token, until) in [(8, 2, 3_000), (7, 3, 3_000), (7, 1, 3_000), (7, 2, 1_500)] {
        grant.extend(&Renewal { node, token, until });
        assert_eq!(grant.until, 2_000);
    }
    grant.extend(&Renewal { node: 7, token: 2, until: 2_001 });
    assert_eq!(allowed(grant), [false, true, true, true]);
}

#[cfg(feature = "test-util")]
#[test]
fn what_runs_in_a_simulated_process_leaves_the_thread_in_its_own() {
    use snowflake_kit_mint::{NodeError, SimulatedProcess};

    let generator = |node| {
        let clock = ManualClock::at(NOW);
        Generator::with_clock(Layout::DEFAULT, Node::fixed(node), clock).unwrap()
    };
    let outside = generator(3);
    let parent = SimulatedProcess::new(ManualClock::at(NOW));
    parent.install(Node::fixed(3)).unwrap();
    let child = parent.fork();
    child.run(|| assert_eq!(outside.try_mint::<Snowflake>(), Err(MintError::Forked)));
    assert_eq!(outside.try_mint::<Snowflake>().map(|_| ()), Ok(()));
    assert_eq!(generator(3).try_mint::<Snowflake>().map(|_| ()), Ok(()));
    assert_eq!(child.install(Node::fixed(4)), Err(NodeError::Forked));
}
