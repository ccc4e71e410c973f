//! Writing and reading the text forms.

use benches::ids;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use snowflake_core::{Encoded, Text};

fn main() {
    divan::main();
}

const COUNT: u64 = 1_024;

/// One function per form, so that each is compiled for its own.
macro_rules! form {
    ($name:ident, $text:expr) => {
        mod $name {
            use super::*;

            #[divan::bench]
            fn encode(bencher: Bencher<'_, '_>) {
                let ids = ids(COUNT);
                bencher.counter(ItemsCount::new(ids.len())).bench(|| {
                    for id in &ids {
                        black_box($text.encode(*id).as_bytes());
                    }
                });
            }

            #[divan::bench]
            fn decode(bencher: Bencher<'_, '_>) {
                let texts: Vec<Encoded> = ids(COUNT).iter().map(|id| $text.encode(*id)).collect();
                bencher.counter(ItemsCount::new(texts.len())).bench(|| {
                    for text in &texts {
                        let _ = black_box($text.decode_bytes(text.as_bytes()));
                    }
                });
            }
        }
    };
}

form!(decimal, Text::DECIMAL);
form!(base62, Text::BASE62);
form!(base32, Text::BASE32);
form!(hex, Text::HEX);
form!(prefixed, Text::BASE62.with_prefix("usr_"));
