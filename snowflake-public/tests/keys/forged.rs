//! Texts that nobody has sealed: none is read. `SNOWFLAKE_FORGED` says how many are tried.

use std::env;
use std::thread;

use snowflake_kit_core::{ParseErrorKind, Snowflake, Text};
use snowflake_kit_public::{Keys, Label, Sealer, SecretKey};

/// `SplitMix64` (Steele, Lea, Flood, 2014): any numbers will do, and each run has the same.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Mutates a sealed text in one to three characters, again and again.
fn try_forged(count: u64, seed: u64) {
    const ALPHABET: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let keys = Keys::new(SecretKey::from_bytes([1; 32]).unwrap())
        .and_old(SecretKey::from_bytes([2; 32]).unwrap());
    let sealer = Sealer::sealed(&keys, Text::BASE62, Label::Name("UserId")).unwrap();
    let mut state = seed;
    let mut text = String::new();
    let mut whole = String::new();
    for at in 0..count {
        if at % 1_000 == 0 {
            let id = Snowflake::new((next(&mut state) >> 1).max(1).cast_signed()).unwrap();
            whole = sealer.seal(id).to_string();
        }
        text.clone_from(&whole);
        let mut random = next(&mut state);
        for _ in 0..=random % 3 {
            random /= 3;
            let (place, digit) = (random as usize % text.len(), random as usize / 22 % 62);
            text.replace_range(place..=place, str::from_utf8(&ALPHABET[digit..=digit]).unwrap());
            random = random.rotate_right(16);
        }
        match sealer.open(&text) {
            Ok(_) => assert_eq!(text, whole, "a forged text is read"),
            Err(error) => assert_eq!(error.kind(), ParseErrorKind::Sealed, "{text}"),
        }
    }
}

#[test]
fn no_forged_text_is_read() {
    let count = env::var("SNOWFLAKE_FORGED").map_or(100_000, |count| count.parse().unwrap());
    thread::scope(|scope| {
        for seed in [1, 2] {
            scope.spawn(move || try_forged(count / 2, seed));
        }
    });
}
