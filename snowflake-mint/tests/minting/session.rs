//! Generators that share what they have issued, and nodes that change.

use std::collections::HashSet;
use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{
    Clock, ClockError, Generator, ManualClock, MintError, Minter, Node, Reading,
};
use static_assertions::assert_impl_all;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

assert_impl_all!(Generator: Send, Sync);
assert_impl_all!(Generator<ManualClock>: Send, Sync);

/// 2026-01-01T00:00:00Z.
const START: i64 = 1_767_225_600_000;

fn on(clock: &ManualClock, layout: Layout, node: u32) -> Generator<ManualClock> {
    Generator::with_clock(layout, Node::fixed(node), clock.clone()).unwrap()
}

fn mint(generator: &Generator<impl Clock>) -> i64 {
    generator.try_mint::<Snowflake>().unwrap().get()
}

#[test]
fn generators_of_one_layout_and_node_take_turns() {
    let clock = ManualClock::at(START);
    let (a, b) = (on(&clock, Layout::DEFAULT, 7), on(&clock, Layout::DEFAULT, 7));
    let first = mint(&a);
    for next in 1..100 {
        assert_eq!(mint(if next % 3 == 0 { &a } else { &b }), first + next);
    }
}

#[test]
fn layouts_that_mean_the_same_share_whatever_they_are_called() {
    const ALIAS: Layout = Layout::builder("another name")
        .epoch_unix_millis(Layout::DISCORD.epoch_unix_millis())
        .time_bits(41)
        .node_bits(10)
        .sequence_bits(12)
        .build();
    let clock = ManualClock::at(START);
    let first = mint(&on(&clock, Layout::DISCORD, 7));
    for (next, layout) in [Layout::FLAKE_ID, Layout::IDGEN, ALIAS].into_iter().enumerate() {
        assert_eq!(mint(&on(&clock, layout, 7)), first + 1 + next as i64);
    }
}

#[test]
fn a_generator_built_anew_goes_on_where_the_last_one_stopped() {
    let clock = ManualClock::at(START);
    let mut last = 0;
    for _ in 0..100 {
        let generator = on(&clock, Layout::DEFAULT, 7);
        let batch = generator.try_mint_many::<UserId>(10).unwrap();
        for id in batch {
            assert!(id.get() > last);
            last = id.get();
        }
    }
    clock.step_back(Duration::from_secs(5));
    assert_eq!(mint(&on(&clock, Layout::DEFAULT, 7)), last + 1);
}

/// The state of a node must outlast every generator of it, or a clock that
/// stepped back while there was none would bring the old IDs again.
#[test]
fn what_was_issued_is_remembered_while_there_is_no_generator() {
    let clock = ManualClock::at(START);
    let generator = on(&clock, Layout::DEFAULT, 7);
    let first = mint(&generator);
    generator.change_node(Node::fixed(8)).unwrap();
    drop(generator);
    let anew = on(&clock, Layout::DEFAULT, 7);
    assert_eq!(mint(&anew), first + 1);
    clock.step_back(Duration::from_secs(60));
    // Nothing has been issued under 8, so that it has not gone back.
    assert!(on(&clock, Layout::DEFAULT, 8).try_mint::<Snowflake>().is_ok());
    let result = on(&clock, Layout::DEFAULT, 7).try_mint::<Snowflake>();
    assert!(matches!(result, Err(MintError::ClockWentBack { .. })));
}

#[test]
fn nodes_and_layouts_do_not_disturb_each_other() {
    let clock = ManualClock::at(START);
    let generators = [
        on(&clock, Layout::DEFAULT, 7),
        on(&clock, Layout::DEFAULT, 8),
        on(&clock, Layout::TWITTER, 7),
        on(&clock, Layout::TSID, 7),
    ];
    for generator in &generators {
        let parts = generator.layout().decompose(generator.try_mint::<Snowflake>().unwrap());
        assert_eq!(parts.sequence, 0, "the first of its tick");
    }
}

#[test]
fn clocks_set_by_hand_know_nothing_of_each_other() {
    let first = mint(&on(&ManualClock::at(START), Layout::DEFAULT, 7));
    assert_eq!(mint(&on(&ManualClock::at(START), Layout::DEFAULT, 7)), first);
    // A clone shows the same time, so it is the same time.
    let clock = ManualClock::at(START);
    assert_eq!(mint(&on(&clock, Layout::DEFAULT, 7)), first);
    assert_eq!(mint(&on(&clock.clone(), Layout::DEFAULT, 7)), first + 1);
    let by_reference = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), &clock).unwrap();
    assert_eq!(mint(&by_reference), first + 2);
    let dynamic: &dyn Clock = &clock;
    let dynamic = Generator::with_clock(Layout::DEFAULT, Node::fixed(7), dynamic).unwrap();
    assert_eq!(mint(&dynamic), first + 3);
}

/// A device of the user's that tells real time, as far as the kit knows.
#[derive(Clone)]
struct Device(ManualClock);

impl Clock for Device {
    fn read(&self) -> Result<Reading, ClockError> {
        self.0.read()
    }
}

fn real(layout: Layout, node: u32) -> (ManualClock, Generator<Device>) {
    let clock = ManualClock::at(START);
    let generator = Generator::with_clock(layout, Node::fixed(node), Device(clock.clone()));
    (clock, generator.unwrap())
}

#[test]
fn all_clocks_that_tell_real_time_share_it() {
    let (a_clock, a) = real(Layout::TWITTER, 900);
    let (b_clock, b) = real(Layout::TWITTER, 900);
    a_clock.set(START + 1);
    b_clock.set(START + 1);
    let first = mint(&a);
    assert_eq!(mint(&b), first + 1);
    drop((a, b));
    let system = Generator::new(Layout::TWITTER, Node::fixed(900)).unwrap();
    assert!(system.mint::<Snowflake>().get() > first + 1);
}

/// Another process may have had the node until just now, and have issued in
/// this very tick.
#[test]
fn the_first_generator_of_a_node_leaves_out_the_tick_in_which_it_is_built() {
    for (layout, wait) in [(Layout::TWITTER, 1), (Layout::SONYFLAKE, 10)] {
        let (clock, generator) = real(layout, 901);
        let wait = Duration::from_millis(wait);
        assert_eq!(generator.try_mint::<Snowflake>(), Err(MintError::WouldWait { wait }));
        clock.advance(wait);
        let parts = layout.decompose(generator.try_mint::<Snowflake>().unwrap());
        assert_eq!(
            (layout.unix_millis(parts.timestamp), parts.sequence),
            (Some(clock.unix_millis()), 0)
        );
        // For another generator of the same node nothing is left out.
        let again = Generator::with_clock(layout, Node::fixed(901), Device(clock.clone())).unwrap();
        assert_eq!(layout.decompose(again.try_mint::<Snowflake>().unwrap()).sequence, 1);
        // For another node it is.
        again.change_node(Node::fixed(902)).unwrap();
        assert_eq!(again.try_mint::<Snowflake>(), Err(MintError::WouldWait { wait }));
        again.change_node(Node::fixed(901)).unwrap();
        assert!(again.try_mint::<Snowflake>().is_ok());
    }
}

#[test]
fn a_clock_that_cannot_be_read_makes_no_generator() {
    struct Broken;

    impl Clock for Broken {
        fn read(&self) -> Result<Reading, ClockError> {
            Err(ClockError::Unavailable { reason: "no battery" })
        }
    }

    let error = Generator::with_clock(Layout::TWITTER, Node::fixed(903), Broken).map(drop);
    assert_eq!(error.unwrap_err().to_string(), "the clock cannot be read: no battery");
    // And the node is as free as before.
    assert!(real(Layout::TWITTER, 903).1.try_mint::<Snowflake>().is_err());
}

#[test]
fn a_generator_that_changes_its_node_and_back_repeats_no_id() {
    let clock = ManualClock::at(START);
    let generator = on(&clock, Layout::DEFAULT, 7);
    let mut seen = HashSet::new();
    // More changes than a bucket of sessions, or two, or four hold.
    for round in 0..200 {
        let node = [7, 8, 9, 7, 1_023, 0][round % 6];
        generator.change_node(Node::fixed(node)).unwrap();
        assert_eq!(generator.node(), node);
        for _ in 0..3 {
            let id: UserId = generator.try_mint().unwrap();
            assert_eq!(id.parts().node, node);
            assert!(seen.insert(id));
        }
    }
}

#[test]
fn two_generators_may_swap_their_nodes() {
    let clock = ManualClock::at(START);
    let (a, b) = (on(&clock, Layout::DEFAULT, 7), on(&clock, Layout::DEFAULT, 8));
    let mut seen = HashSet::new();
    for round in 0..50_u32 {
        a.change_node(Node::fixed(7 + round % 2)).unwrap();
        b.change_node(Node::fixed(8 - round % 2)).unwrap();
        for generator in [&a, &b, &a] {
            assert!(seen.insert(mint(generator)));
        }
    }
}

#[test]
fn a_generator_keeps_its_node_when_the_new_one_does_not_fit() {
    let clock = ManualClock::at(START);
    let generator = on(&clock, Layout::DEFAULT, 7);
    let first = mint(&generator);
    let node = Node::fixed(1_024);
    assert_eq!(
        generator.change_node(node),
        Err(MintError::NodeOutOfRange { node, max: 1_023, layout: "default" })
    );
    assert_eq!(generator.node(), 7);
    assert_eq!(mint(&generator), first + 1);
}

#[test]
fn a_node_that_was_behind_is_measured_by_itself() {
    let clock = ManualClock::at(START);
    let generator = on(&clock, Layout::DEFAULT, 7);
    mint(&generator);
    clock.step_back(Duration::from_secs(3600));
    assert!(generator.try_mint::<Snowflake>().is_err());
    // Nothing has been issued under this node: it may have any time.
    generator.change_node(Node::fixed(8)).unwrap();
    mint(&generator);
    generator.change_node(Node::fixed(7)).unwrap();
    assert!(generator.try_mint::<Snowflake>().is_err());
}

/// To one without a lead of its own it looks as if the clock had stepped back:
/// it goes on in the last tick, and no further.
#[test]
fn a_generator_without_a_lead_adds_no_tick_to_that_of_another() {
    let clock = ManualClock::at(START);
    let limits = Limits::new().max_lead(Duration::from_secs(5));
    let node = Node::fixed(7);
    let leading =
        Generator::with_clock(Layout::DEFAULT, node.with_limits(limits), clock.clone()).unwrap();
    let issued = leading.try_mint_many::<UserId>(5_000).unwrap().next_back().unwrap();
    let follower = on(&clock, Layout::DEFAULT, 7);
    let mut last = issued;
    let error = loop {
        match follower.try_mint::<UserId>() {
            Ok(id) => {
                assert!(id > last);
                last = id;
            }
            Err(error) => break error,
        }
    };
    assert_eq!(error, MintError::WouldWait { wait: Duration::from_millis(2) });
    assert_eq!(last.unix_millis(), issued.unix_millis());
    assert!(leading.try_mint::<UserId>().unwrap() > last);
}
