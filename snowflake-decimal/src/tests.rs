//! Tests at the end of a counter, which no test could reach by minting alone.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use ids::OrderId;
use snowflake_kit_core::{DecimalId as _, DecimalParts, Snowflake};
use snowflake_kit_lease::{Change, FileStore, Registry, Store, StoreError};
use snowflake_kit_mint::__private::{Bell, Ring};
use snowflake_kit_mint::MintError;

use super::counters::Counters;
use super::number::Number;
use super::{DecimalBuilder, Launch};

mod ids {
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::DecimalId;

    #[derive(DecimalId)]
    #[snowflake(crate = "crate")]
    pub(super) struct OrderId(Snowflake);
}

const MAX: u64 = DecimalParts::MAX_COUNTER as u64;

fn number(generator: u32) -> Number {
    Number::new(generator, Launch::new(65).unwrap())
}

fn parts(first: Result<u64, MintError>) -> (u32, u32) {
    let id = Snowflake::new(first.unwrap().cast_signed()).unwrap();
    let DecimalParts { counter, generator, launch } = DecimalParts::decompose(id).unwrap();
    assert_eq!(launch, 65);
    (generator, counter)
}

#[test]
fn a_counter_goes_to_its_end_and_on_with_the_next_number() {
    let counters = Counters::new(number(92), None);
    assert_eq!(parts(counters.take(1)), (92, 1));
    assert_eq!(parts(counters.take(MAX - 2)), (92, 2));
    assert_eq!(parts(counters.take(1)), (92, MAX as u32));
    let used_up = MintError::CounterUsedUp { generator: 92, launch: 65 };
    for count in [1, 2, MAX] {
        assert_eq!(counters.take(count), Err(used_up.clone()));
    }
    assert_eq!(counters.take(0), Ok(9_223_372_030_009_200_065), "none is any number");
    counters.offer(number(7));
    assert_eq!(parts(counters.take(1)), (7, 1));
    assert_eq!(parts(counters.take(1)), (7, 2));
}

#[test]
fn a_second_install_names_the_number_that_is_there() {
    let text = super::supply::already(number(92)).to_string();
    assert!(text.starts_with("this process already is generator 92, launch 65, so"), "{text}");
}

/// The smallest number, that of a test scope, leaves its counter the most room.
#[cfg(feature = "test-util")]
#[test]
fn a_counter_of_number_zero_ends_where_others_do() {
    let counters = Counters::new(Number::new(0, Launch::TEST), None);
    counters.take(MAX).unwrap();
    assert_eq!(counters.take(1), Err(MintError::CounterUsedUp { generator: 0, launch: 0 }));
}

#[test]
fn a_batch_is_of_one_number() {
    let counters = Counters::new(number(92), None);
    assert_eq!(parts(counters.take(MAX - 5)), (92, 1));
    let used_up = MintError::CounterUsedUp { generator: 92, launch: 65 };
    assert_eq!(counters.take(6), Err(used_up), "there is no other one yet");
    assert_eq!(parts(counters.take(2)), (92, MAX as u32 - 4), "and nothing was lost by it");
    counters.offer(number(93));
    assert_eq!(parts(counters.take(4)), (93, 1));
    assert_eq!(parts(counters.take(1)), (93, 5), "what 92 had left is given up");

    let whole = Counters::new(number(1), None);
    assert_eq!(parts(whole.take(MAX)), (1, 1));
    let too_large = MintError::BatchTooLarge { wanted: MAX + 1, max: MAX };
    assert_eq!(whole.take(MAX + 1), Err(too_large));
    let too_large = MintError::BatchTooLarge { wanted: u64::MAX, max: MAX };
    assert_eq!(whole.take(u64::MAX), Err(too_large));
}

#[test]
fn the_largest_id_is_positive() {
    let last = Number::new(99_999, Launch::new(99_999).unwrap());
    let counters = Counters::new(last, None);
    counters.take(MAX - 1).unwrap();
    let id = Snowflake::new(counters.take(1).unwrap().cast_signed()).unwrap();
    let launch = DecimalParts::MAX_LAUNCH;
    let parts = DecimalParts { counter: MAX as u32, generator: 99_999, launch };
    assert_eq!(parts.compose(), Ok(id));
    assert!(counters.take(1).is_err());
}

#[test]
fn the_next_number_is_asked_for_when_half_is_gone() {
    let bell = Arc::new(Bell::default());
    let counters = Counters::new(number(1), Some(Arc::clone(&bell)));
    counters.take(MAX / 2 - 1).unwrap();
    assert!(!counters.is_wanting(&bell));
    counters.take(1).unwrap();
    assert!(counters.is_wanting(&bell));
    counters.offer(number(2));
    assert!(!counters.is_wanting(&bell));
    counters.take(MAX / 2).unwrap();
    assert_eq!(parts(counters.take(1)), (2, 1));
    assert!(!counters.is_wanting(&bell), "the second number has just begun");
    counters.take(MAX).unwrap_err();
    assert!(counters.is_wanting(&bell), "a batch wants a number of its own");
    // A late ring does not claim a second number in advance.
    counters.offer(number(3));
    bell.ring(Ring::Wanted);
    assert!(!counters.is_wanting(&bell));
}

#[test]
fn types_with_a_counter_of_their_own_share_the_numbers() {
    let (one, two) = (TypeId::of::<u8>(), TypeId::of::<u16>());
    let counters = Counters::new(number(1), None);
    assert_eq!(parts(counters.take(3)), (1, 1));
    assert_eq!(parts(counters.take_own(one, 1)), (1, 1));
    assert_eq!(parts(counters.take_own(one, MAX - 1)), (1, 2));
    counters.take_own(one, 1).unwrap_err();
    assert_eq!(parts(counters.take(1)), (1, 4), "the shared one has some left");
    counters.offer(number(2));
    assert_eq!(parts(counters.take_own(one, 1)), (2, 1));
    // A new counter begins with the present number. The others continue, and catch up
    // without another claim.
    assert_eq!(parts(counters.take_own(two, 1)), (2, 1));
    assert_eq!(parts(counters.take(1)), (1, 5));
    counters.take(MAX - 5).unwrap();
    assert_eq!(parts(counters.take(1)), (2, 1));
    assert_eq!(parts(counters.take_own(one, 1)), (2, 2));
}

#[test]
fn many_threads_share_many_numbers() {
    const NUMBERS: u32 = 20;
    let counters = Counters::new(number(0), None);
    let taken = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for worker in 1..=8_u64 {
            let (counters, taken) = (&counters, &taken);
            scope.spawn(move || {
                for size in (1..).map(|step| 1 + step * worker * 7_654_321 % (MAX / 3)) {
                    match counters.take(size) {
                        Ok(first) => taken.lock().unwrap().push((first, size)),
                        Err(MintError::CounterUsedUp { generator, .. }) => {
                            if generator == NUMBERS {
                                break;
                            }
                            thread::yield_now();
                        }
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
        // Offers each number when the one before it has been taken.
        let bell = Bell::default();
        for next in 1..=NUMBERS {
            bell.ring(Ring::Wanted);
            while !counters.is_wanting(&bell) {
                bell.ring(Ring::Wanted);
                thread::yield_now();
            }
            counters.offer(number(next));
        }
    });
    // The counters taken from each number, which must not overlap.
    let mut by_number = BTreeMap::<u32, Vec<(u64, u64)>>::new();
    for (first, size) in taken.into_inner().unwrap() {
        let (generator, counter) = parts(Ok(first));
        by_number.entry(generator).or_default().push((counter.into(), size));
    }
    assert_eq!(by_number.len(), NUMBERS as usize + 1);
    for ranges in by_number.values_mut() {
        ranges.sort_unstable();
        let mut next = 1;
        for (first, size) in ranges {
            assert_eq!(*first, next);
            next += *size;
        }
        assert!(next <= MAX + 1);
    }
}

struct Shaky(FileStore, Arc<Mutex<u32>>);

impl Shaky {
    fn answers(&self) -> Result<(), StoreError> {
        let mut left = self.1.lock().unwrap();
        *left = left.saturating_sub(1);
        if *left == 0 { Ok(()) } else { Err(StoreError::new("away")) }
    }
}

impl Store for Shaky {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.answers()?;
        self.0.read_nodes(space, nodes, most)
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        self.0.change(space, change)
    }
}

/// The only test that installs a number in this process.
#[test]
fn the_installed_number_is_followed_by_others() {
    let folder = std::env::temp_dir().join(format!("next-numbers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file: PathBuf = folder.join("leases");
    let failures = Arc::new(Mutex::new(0));
    let store = Shaky(FileStore::new(&file), Arc::clone(&failures));
    DecimalBuilder::new(store).space("shop").launch(Launch::new(65).unwrap()).install().unwrap();
    // Long enough for a slow machine.
    let mint = || OrderId::mint_timeout(Duration::from_secs(300)).unwrap();
    let counters = Counters::get().unwrap();
    for generator in 0..4 {
        // Meanwhile the store is away, and the claim is retried.
        *failures.lock().unwrap() = generator;
        let DecimalParts { counter, launch, .. } = mint().decimal_parts().unwrap();
        assert_eq!((counter, launch), (1, 65));
        assert_eq!(mint().decimal_parts().unwrap().generator, generator);
        counters.take(MAX - 2).unwrap();
    }
    let registry = FileStore::new(&file).read("shop (decimal IDs)").unwrap();
    assert_eq!(registry.rows.len(), 1);
    assert_eq!(registry.rows[0].node, 65);
    // The last number is half used, so another one is being claimed in this folder.
    while !counters.has_next() {
        thread::sleep(Duration::from_millis(1));
    }
    std::fs::remove_dir_all(folder).unwrap();
}
