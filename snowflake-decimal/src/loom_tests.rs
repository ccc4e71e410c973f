//! All interleavings of a few threads at the end of a counter.

use std::sync::Arc;

use loom::{model, thread};
use snowflake_kit_core::{DecimalParts, Snowflake};
use snowflake_kit_mint::__private::{Bell, Ring};
use snowflake_kit_mint::MintError;

use super::Launch;
use super::counters::Counters;
use super::number::Number;

const MAX: u64 = DecimalParts::MAX_COUNTER as u64;

fn number(generator: u32) -> Number {
    Number::new(generator, Launch::new(65).unwrap())
}

fn counters(left: u64) -> (Arc<Counters>, Arc<Bell>) {
    let bell = Arc::new(Bell::default());
    let counters = Counters::new(number(1), Some(Arc::clone(&bell)));
    counters.take(MAX - left).unwrap();
    bell.answer(Ring::Wanted);
    (Arc::new(counters), bell)
}

fn taken(first: Result<u64, MintError>) -> Option<(u32, u32)> {
    let id = Snowflake::new(first.ok()?.cast_signed()).unwrap();
    let DecimalParts { counter, generator, launch: 65 } = DecimalParts::decompose(id).unwrap()
    else {
        panic!("{id} is of another launch");
    };
    Some((generator, counter))
}

#[test]
fn two_mints_go_on_with_the_next_number_once() {
    model(|| {
        let (counters, _) = counters(1);
        counters.offer(number(2));
        let other = Arc::clone(&counters);
        let other = thread::spawn(move || [taken(other.take(1)), taken(other.take(1))]);
        let mine = taken(counters.take(1));
        let [first, second] = other.join().unwrap();
        let mut all = [mine, first, second].map(Option::unwrap);
        assert!(first < second);
        all.sort_unstable();
        assert_eq!(all, [(1, MAX as u32), (2, 1), (2, 2)]);
    });
}

#[test]
fn a_batch_that_gives_up_the_rest_takes_nothing_from_others() {
    model(|| {
        let (counters, _) = counters(2);
        counters.offer(number(2));
        let other = Arc::clone(&counters);
        let other = thread::spawn(move || [taken(other.take(1)), taken(other.take(1))]);
        let batch = taken(counters.take(3)).unwrap();
        let singles = other.join().unwrap().map(Option::unwrap);
        assert_eq!(batch.0, 2, "the three are of one number");
        let batch: Vec<_> = (batch.1..batch.1 + 3).map(|counter| (2, counter)).collect();
        assert!(singles.iter().all(|id| !batch.contains(id)), "{singles:?} {batch:?}");
        assert!(singles[0] < singles[1]);
    });
}

#[test]
fn two_batches_take_one_next_number() {
    model(|| {
        let (counters, _) = counters(1);
        counters.offer(number(2));
        let other = Arc::clone(&counters);
        let other = thread::spawn(move || taken(other.take(2)).unwrap());
        let mut all = [taken(counters.take(2)).unwrap(), other.join().unwrap()];
        all.sort_unstable();
        assert_eq!(all, [(2, 1), (2, 3)]);
    });
}

#[test]
fn who_finds_no_number_has_asked_for_one() {
    model(|| {
        let (counters, bell) = counters(0);
        let supply = Arc::clone(&counters);
        let supply = thread::spawn(move || supply.offer(number(2)));
        match taken(counters.take(1)) {
            Some(id) => assert_eq!(id, (2, 1)),
            None => assert!(bell.has_rung(Ring::Wanted)),
        }
        supply.join().unwrap();
        assert!(taken(counters.take(1)).is_some());
    });
}
