//! Any clock, any order of calls: what holds always.
//!
//! Several generators share one clock that is set by hand, forwards, backwards
//! and anywhere. Whatever they issue is held against the promises: no ID twice,
//! order, honest timestamps, and that there is an ID when there must be one.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use proptest::prelude::*;
use snowflake_kit_core::{Id, Layout, Limits, SequenceStart, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::__private::{Pause, append_all, ready};
use snowflake_kit_mint::{Generator, Local, ManualClock, Mint, MintError, Minter, Node};

/// Ticks of four slots, so that they are soon used up.
const SMALL: Layout = Layout::builder("small").time_bits(20).node_bits(2).sequence_bits(2).build();

/// Ticks of 10 ms and 64 slots, the node below the sequence.
const LOW: Layout =
    Layout::builder("low").tick_millis(10).time_bits(17).sequence_bits(6).node_bits(2).build();

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = SMALL)]
struct SmallId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = LOW)]
struct LowId(Snowflake);

#[derive(Clone, Debug)]
enum Step {
    Advance(u16),
    Back(u16),
    Set(i64),
    Mint(usize),
    Batch(usize, usize),
    Many(usize, usize),
    Wait(usize),
    Local(usize),
    ChangeNode(usize, u32),
    Rebuild(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let who = 0..GENERATORS;
    let epoch = SMALL.epoch_unix_millis();
    let end = SMALL.ends_at().unwrap();
    prop_oneof![
        4 => (0..30_u16).prop_map(Step::Advance),
        2 => (0..30_u16).prop_map(Step::Back),
        1 => (0..3_000_u16).prop_map(Step::Back),
        1 => prop_oneof![
            epoch - 5..epoch + 50,
            end - 50..end + 5,
            epoch..end,
            any::<i64>(),
        ].prop_map(Step::Set),
        12 => who.clone().prop_map(Step::Mint),
        4 => (who.clone(), 0..80_usize).prop_map(|(who, count)| Step::Batch(who, count)),
        2 => (who.clone(), 0..40_usize).prop_map(|(who, count)| Step::Many(who, count)),
        3 => who.clone().prop_map(Step::Wait),
        12 => who.clone().prop_map(Step::Local),
        2 => (who.clone(), 0..5_u32).prop_map(|(who, node)| Step::ChangeNode(who, node)),
        1 => who.prop_map(Step::Rebuild),
    ]
}

fn limits() -> impl Strategy<Value = Limits> {
    let lead = prop_oneof![Just(0), 1..40_u64, Just(u64::MAX)];
    let rollback = prop_oneof![Just(0), 1..2_000_u64, Just(u64::MAX)];
    let start = prop_oneof![
        Just(SequenceStart::Zero),
        Just(SequenceStart::Random),
        Just(SequenceStart::Continue)
    ];
    (lead, rollback, start, any::<u64>()).prop_map(|(lead, rollback, start, seed)| {
        Limits::new()
            .max_lead(Duration::from_millis(lead))
            .max_rollback(Duration::from_millis(rollback))
            .max_wait(Duration::from_millis(100))
            .sequence_start(start)
            .seed(seed)
    })
}

/// Half of them mint `SmallId`, the other half `LowId`.
const GENERATORS: usize = 6;

/// A generator, and a handle on it. They are leaked: a handle borrows its
/// generator, and both are replaced now and then.
struct Tester {
    limits: Limits,
    generator: &'static Generator<ManualClock>,
    local: Local<'static, ManualClock>,
    /// The last ID of each node from the handle.
    last_local: HashMap<u32, Snowflake>,
}

impl Tester {
    fn new(index: usize, clock: &ManualClock, node: u32, limits: Limits) -> Self {
        let layout = if index.is_multiple_of(2) { SMALL } else { LOW };
        let generator =
            Generator::with_clock(layout, Node::fixed(node).with_limits(limits), clock.clone());
        let generator: &_ = Box::leak(Box::new(generator.unwrap()));
        Self { limits, generator, local: generator.local(), last_local: HashMap::new() }
    }

    fn is_small(&self) -> bool {
        *self.generator.layout() == SMALL
    }

    fn batch(&self, count: usize) -> Result<Vec<Snowflake>, MintError> {
        if self.is_small() {
            let batch = self.generator.try_mint_many::<SmallId>(count)?;
            Ok(batch.map(Snowflake::from).collect())
        } else {
            let batch = self.generator.try_mint_many::<LowId>(count)?;
            Ok(batch.map(Snowflake::from).collect())
        }
    }

    /// What `mint_many` mints, even if it fails.
    fn many(&self, count: usize) -> Vec<Snowflake> {
        if self.is_small() { self.many_of::<SmallId>(count) } else { self.many_of::<LowId>(count) }
    }

    fn many_of<T: SnowflakeId + Mint>(&self, count: usize) -> Vec<Snowflake> {
        let (wait, mut ids) = (self.limits.max_wait, Vec::<T>::new());
        let _ = ready(append_all(self.generator, 0, count, wait, Pause::Thread, &mut ids));
        ids.into_iter().map(Id::snowflake).collect()
    }

    fn wait(&self) -> Result<Snowflake, MintError> {
        let wait = self.limits.max_wait;
        if self.is_small() {
            self.generator.mint_timeout::<SmallId>(wait).map(Snowflake::from)
        } else {
            self.generator.mint_timeout::<LowId>(wait).map(Snowflake::from)
        }
    }

    fn local(&self) -> Result<Snowflake, MintError> {
        if self.is_small() {
            self.local.try_mint::<SmallId>().map(Snowflake::from)
        } else {
            self.local.try_mint::<LowId>().map(Snowflake::from)
        }
    }
}

/// What has been issued: the other side of the comparison.
#[derive(Default)]
struct Issued {
    ids: HashSet<(&'static str, Snowflake)>,
    /// The last ID of a layout and node that came straight from a generator.
    last: HashMap<(&'static str, u32), Snowflake>,
    /// The last tick of which a slot may be taken.
    last_tick: HashMap<(&'static str, u32), u64>,
    /// The latest timestamp that any generator of a layout may have issued.
    bound: HashMap<&'static str, u64>,
}

impl Issued {
    /// The clock was read, by a generator of this layout and lead.
    fn saw(&mut self, layout: &Layout, now: i64, lead: Duration) {
        if let Ok(tick) = layout.timestamp(now) {
            let lead = lead.as_millis() / u128::from(layout.tick_millis());
            let bound = tick.saturating_add(lead as u64);
            let known = self.bound.entry(layout.name()).or_default();
            *known = bound.max(*known);
        }
    }

    fn add(&mut self, layout: &Layout, id: Snowflake) -> Result<(), TestCaseError> {
        prop_assert!(layout.contains(id));
        let parts = layout.decompose(id);
        prop_assert!(self.ids.insert((layout.name(), id)), "{id} is issued twice");
        prop_assert!(parts.timestamp <= self.bound[layout.name()], "{id} is ahead of the clock");
        let tick = self.last_tick.entry((layout.name(), parts.node)).or_default();
        *tick = parts.timestamp.max(*tick);
        Ok(())
    }

    /// IDs straight from a generator come after all others of their node.
    fn add_in_order(
        &mut self,
        layout: &Layout,
        node: u32,
        ids: &[Snowflake],
    ) -> Result<(), TestCaseError> {
        for &id in ids {
            prop_assert_eq!(layout.decompose(id).node, node);
            self.add(layout, id)?;
            if let Some(last) = self.last.insert((layout.name(), node), id) {
                prop_assert!(id > last, "{} came after {}", id, last);
            }
        }
        Ok(())
    }

    /// A refusal is right if the clock is out of the layout's time, or has not
    /// passed what was issued.
    fn refused(
        &self,
        layout: &Layout,
        node: u32,
        now: i64,
        error: &MintError,
    ) -> Result<(), TestCaseError> {
        match layout.timestamp(now) {
            Ok(tick) => {
                let last = self.last_tick.get(&(layout.name(), node)).copied();
                prop_assert!(last.is_some_and(|last| tick <= last), "at {}: {}", now, error);
            }
            Err(_) if now < layout.epoch_unix_millis() => {
                let right = matches!(error, MintError::BeforeEpoch { .. });
                prop_assert!(right, "before the epoch: {}", error);
            }
            Err(_) => {
                let right = matches!(error, MintError::LayoutEnded { .. });
                prop_assert!(right, "past the end: {}", error);
            }
        }
        Ok(())
    }
}

fn run(steps: Vec<Step>, all_limits: &[Limits]) -> Result<(), TestCaseError> {
    let clock = ManualClock::at(SMALL.epoch_unix_millis() + 1_000);
    let mut issued = Issued::default();
    let mut minters: Vec<Tester> = all_limits
        .iter()
        .enumerate()
        // Of the three of each layout, two begin with one node.
        .map(|(index, limits)| Tester::new(index, &clock, (index / 4) as u32, *limits))
        .collect();
    for step in steps {
        let before = clock.unix_millis();
        match step {
            Step::Advance(millis) => clock.advance(Duration::from_millis(millis.into())),
            Step::Back(millis) => clock.step_back(Duration::from_millis(millis.into())),
            Step::Set(unix_millis) => clock.set(unix_millis),
            Step::ChangeNode(who, node) => {
                let changed = minters[who].generator.change_node(Node::fixed(node));
                prop_assert_eq!(changed.is_ok(), node < 4);
            }
            Step::Rebuild(who) => {
                let (node, limits) = (minters[who].generator.node(), minters[who].limits);
                minters[who] = Tester::new(who, &clock, node, limits);
            }
            Step::Mint(who) | Step::Batch(who, _) | Step::Many(who, _) | Step::Wait(who) => {
                let minter = &minters[who];
                let (layout, node) = (minter.generator.layout(), minter.generator.node());
                let result = match step {
                    Step::Mint(_) => minter.generator.try_mint::<Snowflake>().map(|id| vec![id]),
                    Step::Batch(_, count) => minter.batch(count),
                    Step::Many(_, count) => Ok(minter.many(count)),
                    _ => minter.wait().map(|id| vec![id]),
                };
                // Who waits moves the clock, forwards.
                issued.saw(layout, before, minter.limits.max_lead);
                issued.saw(layout, clock.unix_millis(), minter.limits.max_lead);
                match result {
                    Ok(ids) => issued.add_in_order(layout, node, &ids)?,
                    Err(error) if matches!(step, Step::Mint(_)) => {
                        issued.refused(layout, node, before, &error)?;
                    }
                    Err(_) => {}
                }
            }
            Step::Local(who) => {
                let minter = &mut minters[who];
                let (layout, node) = (minter.generator.layout(), minter.generator.node());
                issued.saw(layout, before, minter.limits.max_lead);
                match minter.local() {
                    Ok(id) => {
                        prop_assert_eq!(layout.decompose(id).node, node);
                        issued.add(layout, id)?;
                        if let Some(last) = minter.last_local.insert(node, id) {
                            prop_assert!(id > last);
                        }
                    }
                    Err(error) => issued.refused(layout, node, before, &error)?,
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_id_is_issued_twice_or_out_of_order_or_ahead_of_its_time(
        steps in prop::collection::vec(step(), 1..300),
        limits in prop::collection::vec(limits(), GENERATORS),
    ) {
        run(steps, &limits)?;
    }
}
