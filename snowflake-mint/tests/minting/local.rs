//! The handle that holds a block of slots.

use std::collections::HashSet;
use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{Generator, Grant, Local, ManualClock, MintError, Minter, Node, Permit};
use static_assertions::{assert_impl_all, assert_not_impl_any};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct RowId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "sonyflake")]
struct ReadingId(Snowflake);

assert_impl_all!(Local<'static>: Send);
// Two threads with one handle would issue one slot twice.
assert_not_impl_any!(Local<'static>: Sync, Clone, Copy);

/// 2026-01-01T00:00:00Z.
const START: i64 = 1_767_225_600_000;

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn at(limits: Limits) -> (ManualClock, Generator<ManualClock>) {
    let clock = ManualClock::at(START);
    let generator =
        Generator::with_clock(Layout::DEFAULT, Node::fixed(7).with_limits(limits), clock.clone())
            .unwrap();
    (clock, generator)
}

#[test]
fn handles_and_their_generator_never_issue_one_slot_twice() {
    let (clock, generator) = at(Limits::new());
    let handles = [generator.local(), generator.local(), generator.local()];
    let mut seen = HashSet::new();
    let mut last = [0; 3];
    for round in 0..20_000_u32 {
        let turn = (round.wrapping_mul(2_654_435_761) >> 16) as usize % 5;
        let minted = match turn {
            0..=2 => handles[turn].try_mint::<RowId>(),
            3 => generator.try_mint(),
            _ => {
                clock.advance(ms(u64::from(round % 50 == 0)));
                continue;
            }
        };
        if let Ok(id) = minted {
            assert!(seen.insert(id));
            if turn < 3 {
                assert!(id.get() > last[turn]);
                last[turn] = id.get();
            }
        } else {
            clock.advance(ms(1));
        }
    }
    assert!(seen.len() > 10_000);
}

#[test]
fn a_block_ends_with_its_tick() {
    let (clock, generator) = at(Limits::new());
    let local = generator.local();
    let first: RowId = local.try_mint().unwrap();
    clock.advance(ms(1));
    let second: RowId = local.try_mint().unwrap();
    assert_eq!(first.unix_millis(), START);
    assert_eq!(second.unix_millis(), START + 1);
    assert_eq!(second.parts().sequence, 0);
}

#[test]
fn handles_use_a_tick_up() {
    let (_, generator) = at(Limits::new());
    let handles = [generator.local(), generator.local()];
    let minted = handles
        .iter()
        .map(|local| std::iter::from_fn(|| local.try_mint::<RowId>().ok()).count())
        .sum::<usize>();
    assert_eq!(minted, 4_096);
    assert_eq!(handles[0].try_mint::<RowId>(), Err(MintError::WouldWait { wait: ms(1) }));
}

#[test]
fn no_more_than_sixty_three_slots_or_a_sixteenth_of_a_tick_are_lost() {
    let (_, generator) = at(Limits::new());
    let _: RowId = generator.local().try_mint().unwrap();
    assert_eq!(generator.try_mint::<RowId>().unwrap().parts().sequence, 64);

    let clock = ManualClock::at(START);
    let generator = Generator::with_clock(Layout::SONYFLAKE, Node::fixed(7), clock).unwrap();
    let _: ReadingId = generator.local().try_mint().unwrap();
    assert_eq!(generator.try_mint::<ReadingId>().unwrap().parts().sequence, 16);
}

/// As its generator does. Were a block given back at each mint because its tick
/// is not that of the clock, 64 mints would use up the tick.
#[test]
fn a_handle_uses_its_block_up_while_the_clock_is_back() {
    let (clock, generator) = at(Limits::new());
    let local = generator.local();
    let first: RowId = local.try_mint().unwrap();
    clock.step_back(ms(5));
    for next in 1..4_096 {
        let id = local.try_mint::<RowId>();
        assert_eq!(id.map(RowId::get), Ok(first.get() + next));
    }
    assert_eq!(local.try_mint::<RowId>(), Err(MintError::WouldWait { wait: ms(6) }));
}

#[test]
fn a_handle_minds_max_rollback() {
    let (clock, generator) = at(Limits::new());
    let local = generator.local();
    let first: RowId = local.try_mint().unwrap();
    clock.step_back(ms(10_001));
    assert!(matches!(local.try_mint::<RowId>(), Err(MintError::ClockWentBack { .. })));
    clock.advance(ms(10_001));
    assert!(local.try_mint::<RowId>().unwrap() > first);
}

#[test]
fn a_handle_minds_max_lead() {
    let (clock, generator) = at(Limits::new().max_lead(ms(3)));
    let local = generator.local();
    let minted: Vec<RowId> = std::iter::from_fn(|| local.try_mint().ok()).collect();
    assert_eq!(minted.len(), 4 * 4_096);
    assert!(minted.is_sorted_by(|a, b| a < b));
    assert_eq!(minted.last().unwrap().unix_millis(), START + 3);
    clock.advance(ms(10));
    assert_eq!(local.try_mint::<RowId>().unwrap().unix_millis(), START + 10);
}

#[test]
fn a_handle_waits_as_its_generator_does() {
    let (clock, generator) = at(Limits::new());
    let local = generator.local();
    let ids: Vec<RowId> = (0..10_000).map(|_| local.mint()).collect();
    assert!(ids.is_sorted_by(|a, b| a < b));
    assert_eq!(clock.unix_millis(), START + 2);
}

#[test]
fn a_handle_follows_its_generator_to_another_node() {
    let (_, generator) = at(Limits::new());
    let local = generator.local();
    let mut seen = HashSet::new();
    for node in [7, 8, 7, 7, 9, 8] {
        generator.change_node(Node::fixed(node)).unwrap();
        for _ in 0..100 {
            let id: RowId = local.try_mint().unwrap();
            assert_eq!(id.parts().node, node);
            assert!(seen.insert(id));
        }
    }
}

#[test]
fn a_block_whose_mint_failed_is_not_lost() {
    let (clock, generator) = at(Limits::new());
    let local = generator.local();
    let first: RowId = local.try_mint().unwrap();
    clock.set(i64::MIN);
    assert!(matches!(local.try_mint::<RowId>(), Err(MintError::BeforeEpoch { .. })));
    clock.set(i64::MAX);
    assert!(matches!(local.try_mint::<RowId>(), Err(MintError::LayoutEnded { .. })));
    clock.set(START);
    assert_eq!(local.try_mint::<RowId>().unwrap().get(), first.get() + 1);
}

/// Its block may reach far ahead, and is not used after the lease was given back.
#[test]
fn a_handle_mints_nothing_after_the_lease_was_given_back() {
    let limits = Limits::new().max_lead(Duration::from_secs(20));
    let grant = Grant { node: 7, token: 1, from: 0, until: i64::MAX };
    let permit = Permit::new(grant);
    let settings = permit.clone().with_limits(limits);
    let generator =
        Generator::with_clock(Layout::DEFAULT, settings, ManualClock::at(START)).unwrap();
    let handle = generator.local();
    let id: RowId = handle.try_mint().unwrap();
    let release = permit.close();
    assert_eq!(handle.try_mint::<RowId>(), Err(MintError::LeaseReleased { node: 7 }));
    assert!(release.until > id.unix_millis());
}
