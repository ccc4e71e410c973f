//! The rules, held against a list of all slots that each rule allows.

use core::ops::Range;
use core::time::Duration;

use proptest::prelude::*;
use snowflake_kit_core::{Layout, Limits, SequenceStart};

use super::{Margins, Now, OutOfTime, Refusal, Rules, StepBack};

/// Few slots in a tick and few ticks, so that all of them can be listed.
const SMALL: [Layout; 5] = [
    Layout::builder("one").time_bits(6).node_bits(2).build(),
    Layout::builder("two").time_bits(6).node_bits(2).sequence_bits(1).build(),
    Layout::builder("eight").time_bits(6).node_bits(2).sequence_bits(3).build(),
    Layout::builder("low").tick_millis(10).time_bits(5).sequence_bits(4).node_bits(2).build(),
    Layout::builder("slow").tick_millis(1_000).time_bits(5).node_bits(2).sequence_bits(3).build(),
];

const SMALL_TICKS: u64 = 64;

const PRESETS: [Layout; 4] =
    [Layout::DEFAULT, Layout::SONYFLAKE, Layout::TRACE_ID, Layout::ECMASCRIPT];

/// One call of `take`.
#[derive(Clone, Debug)]
struct Case {
    layout: Layout,
    margins: Margins,
    end_tick: u64,
    last: u64,
    now: Now,
    fewest: u64,
    most: u64,
}

impl Case {
    fn rules(&self) -> Rules<'_> {
        Rules { layout: &self.layout, margins: &self.margins, end_tick: self.end_tick }
    }

    fn take(&self) -> Result<Range<u64>, Refusal> {
        self.rules().take(self.last, self.now, self.fewest, self.most)
    }

    /// The same, later.
    fn after(&self, wait: Duration) -> Self {
        let millis = self.now.millis + wait.as_millis() as u64;
        let tick = millis / u64::from(self.layout.tick_millis());
        Self { now: Now { tick, millis }, ..self.clone() }
    }

    fn max_lead(&self) -> u64 {
        self.margins.max_lead
    }

    /// How far the last slot is ahead of the last tick that the clock allows, in ticks.
    fn ahead(&self) -> u64 {
        let last = self.layout.tick_of_slot(self.last);
        last.saturating_sub(self.now.tick.saturating_add(self.max_lead()))
    }

    fn is_too_far_back(&self) -> bool {
        let by = self.ahead() * u64::from(self.layout.tick_millis());
        self.ahead() > 1 && Duration::from_millis(by) > self.margins.limits.max_rollback
    }

    /// Whether a slot follows the last one, and is not before now.
    fn is_free(&self, slot: u64) -> bool {
        let (layout, now) = (&self.layout, self.now.tick);
        let tick = layout.tick_of_slot(slot);
        let last_tick = layout.tick_of_slot(self.last);
        let Limits { sequence_start, .. } = self.margins.limits;
        let start = if tick == now && last_tick < now {
            let last_index = self.last % layout.slots_per_tick();
            sequence_start.index(layout.slots_per_tick(), now, last_index, self.margins.seed)
        } else {
            0
        };
        slot > self.last && tick >= now && slot % layout.slots_per_tick() >= start
    }

    /// Whether the clock permits a slot.
    fn is_due(&self, slot: u64) -> bool {
        let (tick, last) = (self.layout.tick_of_slot(slot), self.layout.tick_of_slot(self.last));
        let on_time = tick <= self.now.tick.saturating_add(self.max_lead());
        on_time || (tick == last && !self.is_too_far_back())
    }

    fn is_leased(&self, slot: u64) -> bool {
        self.layout.tick_of_slot(slot) < self.end_tick
    }

    /// What `take` is to return, of a small layout.
    fn expected(&self) -> Result<Range<u64>, Refusal> {
        let layout = &self.layout;
        let slots = 0..layout.end_slot();
        let free: Vec<u64> = slots.filter(|slot| self.is_free(*slot)).collect();
        let allowed = |slot: &&u64| self.is_due(**slot) && self.is_leased(**slot);
        let taken: Vec<u64> =
            free.iter().filter(allowed).take(self.most as usize).copied().collect();
        if taken.len() as u64 >= self.fewest {
            assert!(taken.is_sorted_by(|a, b| a + 1 == *b));
            return Ok(taken[0]..taken[taken.len() - 1] + 1);
        }
        let most_spared = match self.margins.limits.sequence_start {
            SequenceStart::Zero => 0,
            _ => (layout.slots_per_tick() / 4).max(1) - 1,
        };
        let at_once = u128::from(self.max_lead()) + 1;
        let max = u128::from(layout.slots_per_tick()) * at_once;
        let max = u64::try_from(max).unwrap_or(u64::MAX) - most_spared;
        if self.fewest > max {
            return Err(Refusal::TooMany { max });
        }
        let Some(wanted) = free.get(self.fewest as usize - 1) else {
            return Err(Refusal::LayoutEnded);
        };
        if !self.is_leased(*wanted) {
            return Err(Refusal::LeaseEnded);
        }
        let millis = |tick: u64| tick * u64::from(layout.tick_millis());
        if self.is_too_far_back() {
            let caught_up = layout.tick_of_slot(self.last) - self.max_lead();
            let until = layout.epoch_unix_millis() + millis(caught_up) as i64;
            let by = Duration::from_millis(millis(self.ahead()));
            return Err(Refusal::WentBack(StepBack { by, until }));
        }
        let due = millis(layout.tick_of_slot(*wanted) - self.max_lead());
        Err(Refusal::Wait(Duration::from_millis(due - self.now.millis)))
    }
}

fn limits() -> impl Strategy<Value = Limits> {
    let lead = prop_oneof![4 => Just(0), 4 => 0..50_u64, 1 => 0..5_000_u64, 1 => Just(u64::MAX)];
    let rollback =
        prop_oneof![2 => Just(0), 6 => 0..60_u64, 1 => 0..9_000_u64, 1 => Just(u64::MAX)];
    let start = prop_oneof![
        Just(SequenceStart::Zero),
        Just(SequenceStart::Random),
        Just(SequenceStart::Continue)
    ];
    (lead, rollback, start, any::<u64>()).prop_map(|(lead, rollback, start, seed)| {
        Limits::new()
            .max_lead(Duration::from_millis(lead))
            .max_rollback(Duration::from_millis(rollback))
            .sequence_start(start)
            .seed(seed)
    })
}

/// A case of one of these layouts in `ticks` ticks, of which the first and the last are likely.
fn case(layouts: &'static [Layout], ticks: u64) -> impl Strategy<Value = Case> {
    let near = || prop_oneof![Just(0), 0..4_u64, 0..SMALL_TICKS];
    let count = prop_oneof![4 => Just(1), 2 => 1..10_u64, 2 => 1..300_u64];
    (prop::sample::select(layouts), 0..=ticks, near(), any::<bool>(), 0..1_000_u64)
        .prop_flat_map(move |(layout, base, near_end, is_leased, rest)| {
            let last = layout.last_tick();
            let base = if near_end == 0 { last - SMALL_TICKS.min(last) } else { base.min(last) };
            let tick = move |off: u64| (base + off).min(last);
            let of_tick = layout.slots_per_tick();
            let last_slot = (near(), prop_oneof![Just(of_tick - 1), 0..of_tick])
                .prop_map(move |(off, index)| layout.first_slot(tick(off)) + index);
            let now = near().prop_map(move |off| {
                let length = u64::from(layout.tick_millis());
                Now { tick: tick(off), millis: tick(off) * length + rest % length }
            });
            let end = near().prop_map(move |off| if is_leased { tick(off) } else { last + 1 });
            (Just(layout), last_slot, now, end)
        })
        .prop_flat_map(move |moment| (Just(moment), limits(), count.clone(), 0..300_u64))
        .prop_map(|((layout, last, now, end_tick), limits, fewest, more)| {
            let margins = Margins::new(&layout, limits);
            Case { layout, margins, end_tick, last, now, fewest, most: fewest + more }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn exactly_the_slots_are_taken_that_each_rule_allows(case in case(&SMALL, SMALL_TICKS)) {
        prop_assert_eq!(case.take(), case.expected());
    }

    /// What a handle asks of a block that it has taken, and what is reported of a step.
    #[test]
    fn a_step_back_is_more_than_a_tick(case in case(&SMALL, SMALL_TICKS)) {
        let (rules, tick) = (case.rules(), case.layout.tick_of_slot(case.last));
        prop_assert_eq!(rules.allows(tick, case.now), !case.is_too_far_back());
        let step = rules.step_back(tick, case.now);
        prop_assert_eq!(step.is_some(), case.ahead() > 1);
        if let Some(StepBack { by, until }) = step {
            let millis = u128::from(case.ahead() * u64::from(case.layout.tick_millis()));
            prop_assert_eq!(by.as_millis(), millis);
            prop_assert_eq!(until, case.layout.unix_millis_of_tick(tick - case.max_lead()));
        }
    }

    #[test]
    fn what_is_on_time_is_what_is_taken(case in case(&SMALL, SMALL_TICKS)) {
        let on_time = case.rules().on_time(case.last, case.now, case.fewest, case.most);
        match on_time {
            Some(slots) => prop_assert_eq!(case.take(), Ok(slots)),
            None => prop_assert!(case.ahead() > 0 || case.take().is_err()),
        }
    }

    /// Of layouts with more slots than can be listed.
    #[test]
    fn slots_follow_the_last_and_end_with_the_clock_the_lease_and_the_layout(
        case in case(&PRESETS, 1 << 40),
    ) {
        let layout = &case.layout;
        let Ok(slots) = case.take() else { return Ok(()) };
        let len = slots.end - slots.start;
        prop_assert!(case.last < slots.start && (case.fewest..=case.most).contains(&len));
        prop_assert!(layout.tick_of_slot(slots.start) >= case.now.tick);
        let bound = [slots.start, slots.end - 1];
        prop_assert!(bound.iter().all(|slot| case.is_free(*slot) && case.is_due(*slot)));
        prop_assert!(bound.iter().all(|slot| case.is_leased(*slot) && *slot < layout.end_slot()));
        // None is left out at the end, unless it is not wanted.
        let next = slots.end;
        let stops = len == case.most
            || next == layout.end_slot()
            || !case.is_due(next)
            || !case.is_leased(next);
        prop_assert!(stops);
        // None is left out at the beginning.
        let before = slots.start - 1;
        prop_assert!(before == case.last || !case.is_free(before));
    }

    /// After the time that a refusal says, and not before.
    #[test]
    fn a_wait_is_as_long_as_it_must_be(
        of_many in case(&PRESETS, 1 << 40),
        of_few in case(&SMALL, SMALL_TICKS),
    ) {
        for case in [of_many, of_few] {
            let Err(Refusal::Wait(wait)) = case.take() else { continue };
            let starts_at_zero = case.margins.limits.sequence_start == SequenceStart::Zero;
            // Where a tick starts anywhere, a batch that was to begin in the one before may have to
            // wait again.
            if case.fewest == 1 || starts_at_zero {
                prop_assert!(case.after(wait).take().is_ok());
            }
            let sooner = case.after(wait.saturating_sub(Duration::from_millis(1)));
            prop_assert!(sooner.take().is_err());
        }
    }

    #[test]
    fn time_goes_from_the_epoch_to_the_end(
        layout in prop::sample::select([SMALL.as_slice(), PRESETS.as_slice()].concat()),
        unix_millis in any::<i64>(),
        since_epoch in 0..1_u64 << 41,
    ) {
        let epoch = layout.epoch_unix_millis();
        let near = epoch.saturating_add_unsigned(since_epoch);
        for unix_millis in [unix_millis, near, epoch - 1, epoch] {
            match Now::at(&layout, unix_millis) {
                Ok(Now { tick, millis }) => {
                    prop_assert_eq!(epoch.checked_add_unsigned(millis), Some(unix_millis));
                    prop_assert_eq!(tick, millis / u64::from(layout.tick_millis()));
                    prop_assert!(tick <= layout.last_tick());
                }
                Err(OutOfTime::BeforeEpoch) => prop_assert!(unix_millis < epoch),
                Err(OutOfTime::AfterEnd) => {
                    let end = layout.unix_millis_of_tick(layout.last_tick() + 1);
                    prop_assert!(unix_millis >= end);
                }
            }
        }
    }
}

/// The time and the limits may be as large as a word: nothing overflows.
#[test]
fn the_largest_numbers_do_not_overflow() {
    let layout = Layout::DEFAULT;
    let last = layout.last_tick();
    let limits = Limits::new().max_lead(Duration::MAX).max_rollback(Duration::MAX);
    let margins = Margins::new(&layout, limits);
    let now = Now { tick: last, millis: last };
    let end = layout.end_slot();
    let take = |last, fewest| {
        Rules { layout: &layout, margins: &margins, end_tick: layout.last_tick() + 1 }.take(
            last,
            now,
            fewest,
            u64::MAX,
        )
    };
    assert_eq!(take(0, 1), Ok(layout.first_slot(last)..end));
    assert_eq!(take(end - 1, 1), Err(Refusal::LayoutEnded));
    assert_eq!(take(0, u64::MAX), Err(Refusal::LayoutEnded));
}

#[test]
fn a_lead_is_rounded_down_to_whole_ticks() {
    let [.., of_ten_millis, of_a_second] = SMALL;
    let lead = |layout, millis| {
        Margins::new(&layout, Limits::new().max_lead(Duration::from_millis(millis))).max_lead
    };
    assert_eq!([0, 9, 10, 19, 20].map(|millis| lead(of_ten_millis, millis)), [0, 0, 1, 1, 2]);
    assert_eq!([999, 1_000, 5_000].map(|millis| lead(of_a_second, millis)), [0, 1, 5]);
}

#[test]
fn the_last_tick_of_a_layout_lasts_as_long_as_the_others() {
    for layout in SMALL {
        let (epoch, last) = (layout.epoch_unix_millis(), layout.last_tick());
        let end = layout.ends_at().unwrap();
        let millis = (end - 1 - epoch).unsigned_abs();
        assert_eq!(Now::at(&layout, end - 1), Ok(Now { tick: last, millis }));
        assert_eq!(Now::at(&layout, end), Err(OutOfTime::AfterEnd));
        assert_eq!(Now::at(&layout, epoch), Ok(Now { tick: 0, millis: 0 }));
        assert_eq!(Now::at(&layout, epoch - 1), Err(OutOfTime::BeforeEpoch));
    }
}

#[test]
fn a_step_back_of_max_rollback_is_ridden_out_and_a_longer_one_is_not() {
    let layout = Layout::DEFAULT;
    let limits = Limits::new().max_rollback(Duration::from_millis(10));
    let margins = Margins::new(&layout, limits);
    let rules = Rules { layout: &layout, margins: &margins, end_tick: layout.last_tick() + 1 };
    let last = layout.first_slot(1_010);
    let at = |millis| Now { tick: millis, millis };
    assert_eq!(rules.take(last, at(1_000), 1, 1), Ok(last + 1..last + 2));
    assert!(rules.allows(1_010, at(1_000)));
    let by = Duration::from_millis(11);
    let step = StepBack { by, until: layout.epoch_unix_millis() + 1_010 };
    assert_eq!(rules.take(last, at(999), 1, 1), Err(Refusal::WentBack(step)));
    assert!(!rules.allows(1_010, at(999)));
}
