//! All targets over the inputs that are kept, and over inputs that are changed from them at
//! random. What is fuzzed for hours elsewhere is tried here for a second or two, by
//! everybody.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fastrand::Rng;
use fuzz::{Target, corpus};

/// How many inputs are made per target. The seed is fixed, so they are always the same.
const MADE: usize = 5_000;

/// As many for what waits for a disk.
const MADE_ON_DISK: usize = 500;

fn holds(name: &str) {
    let made = if name == "lease_file" { MADE_ON_DISK } else { MADE };
    let target = Target::named(name).unwrap();
    let kept = corpus::read(name).unwrap();
    assert!(kept.len() >= 10, "the corpus has {} inputs", kept.len());
    let mut random = Rng::with_seed(20);
    let made = (0..made).map(|_| corpus::changed(&kept, &mut random));
    for input in kept.iter().cloned().chain(made) {
        check(target, &input);
    }
}

/// Checks an input, and shows it as the corpus would have it if it fails.
fn check(target: Target, input: &[u8]) {
    let result = catch_unwind(AssertUnwindSafe(|| (target.check)(input)));
    assert!(result.is_ok(), "{} fails on this input: {}", target.name, input.escape_ascii());
}

macro_rules! targets {
    ($($name:ident),+) => {
        $(
            #[test]
            fn $name() {
                holds(stringify!($name));
            }
        )+

        #[test]
        fn none_is_left_out() {
            assert_eq!(fuzz::TARGETS.map(|target| target.name), [$(stringify!($name)),+]);
        }
    };
}

targets!(bridge, database, formats, graphql, layout, lease_file, public, text);
