//! All targets over the inputs that are kept, and over inputs that are changed from them at
//! random. What is fuzzed for hours elsewhere is tried here for a second or two, by
//! everybody.

use fuzz::{Target, corpus};

/// How many inputs are made per target. The seed is fixed, so they are always the same.
const MADE: u64 = 5_000;

/// As many for what waits for a disk.
const MADE_ON_DISK: u64 = 500;

fn holds(name: &str) {
    let made = if name == "lease_file" { MADE_ON_DISK } else { MADE };
    let target = Target::named(name).unwrap();
    let kept = corpus::read(name).unwrap();
    assert!(kept.len() >= 10, "the corpus has {} inputs", kept.len());
    target.check_kept().unwrap();
    target.check_changed(made, 20).unwrap();
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
