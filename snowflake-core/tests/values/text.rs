//! The text forms: what they write and what they read.

pub(crate) mod refused;

use std::cmp::Ordering;
use std::collections::HashSet;
use std::error::Error;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use proptest::prelude::*;
use snowflake_kit_core::{
    Encoded, Encoding, ParseError, ParseErrorKind, PrefixError, Snowflake, Text,
};
use static_assertions::{assert_impl_all, const_assert, const_assert_eq};

assert_impl_all!(Text: Copy, Eq, std::hash::Hash, Send, Sync);
assert_impl_all!(Encoded: Copy, Ord, std::hash::Hash, AsRef<str>, AsRef<[u8]>, Send, Sync);
assert_impl_all!(ParseError: Copy, Eq, Error, Send, Sync);
assert_impl_all!(ParseErrorKind: Copy, Eq, std::hash::Hash);
const_assert_eq!(Text::MAX_LEN, 35);
// Clippy's limit for the error of a `Result`.
const_assert!(size_of::<ParseError>() < 128);

const USER: Text = Text::BASE62.with_prefix("usr_");
const LONGEST: Text = Text::DECIMAL.with_prefix("a-prefix-of-16_-");
const FORMS: [Text; 8] = [
    Text::DECIMAL,
    Text::BASE62,
    Text::BASE32,
    Text::HEX,
    USER,
    LONGEST,
    Text::BASE32.with_prefix("P-"),
    Text::HEX.with_prefix("x1_"),
];

fn id(value: i64) -> Snowflake {
    Snowflake::new(value).unwrap()
}

/// The digits by the book: long division, and a character per remainder.
fn by_the_book(text: Text, id: Snowflake) -> String {
    let (alphabet, width) = match text.encoding() {
        Encoding::Decimal => ("0123456789", 0),
        Encoding::Base62 => ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11),
        Encoding::Base32 => ("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13),
        Encoding::Hex => ("0123456789abcdef", 16),
        other => panic!("a new encoding: {other}"),
    };
    let base = alphabet.len() as u64;
    let mut value = id.to_u64();
    let mut digits = Vec::new();
    while value > 0 || digits.len() < width {
        digits.push(char::from(alphabet.as_bytes()[(value % base) as usize]));
        value /= base;
    }
    text.prefix().chars().chain(digits.into_iter().rev()).collect()
}

/// IDs of every magnitude, not only the large ones of a uniform choice.
fn any_id() -> impl Strategy<Value = Snowflake> {
    (1..=i64::MAX, 0..63_u32).prop_map(|(value, shift)| id((value >> shift).max(1)))
}

fn any_text() -> impl Strategy<Value = Text> {
    prop::sample::select(&FORMS)
}

#[test]
fn known_ids() {
    let known = [
        (1, "1", "00000000001", "0000000000001", "0000000000000001"),
        (
            175_928_847_299_117_063,
            "175928847299117063",
            "0Czks0tP37X",
            "04W86BB0G4007",
            "0271065ac1020007",
        ),
        (
            1_541_815_603_606_036_480,
            "1541815603606036480",
            "1ptWyK4WgZU",
            "1ASD13XH1F800",
            "1565a11f6217a000",
        ),
        (i64::MAX, "9223372036854775807", "AzL8n0Y58m7", "7ZZZZZZZZZZZZ", "7fffffffffffffff"),
    ];
    for (value, decimal, base62, base32, hex) in known {
        let texts = [
            (Text::DECIMAL, decimal),
            (Text::BASE62, base62),
            (Text::BASE32, base32),
            (Text::HEX, hex),
        ];
        for (form, text) in texts {
            assert_eq!(form.encode(id(value)), text);
            assert_eq!(form.decode(text), Ok(id(value)));
            assert_eq!(by_the_book(form, id(value)), text);
        }
    }
}

#[test]
fn every_number_of_digits() {
    let mut power = 1_i64;
    while let Some(next) = power.checked_mul(10) {
        for value in [power, power + 1, next - 1] {
            let text = Text::DECIMAL.encode(id(value));
            assert_eq!(text, value.to_string().as_str());
            assert_eq!(Text::DECIMAL.decode(&text), Ok(id(value)));
        }
        power = next;
    }
    for value in [power, power + 1, i64::MAX - 1, i64::MAX] {
        assert_eq!(Text::DECIMAL.encode(id(value)), value.to_string().as_str());
    }
}

/// Digits are written in three words: each at its ends, beside each of the others.
#[test]
fn decimal_words() {
    const WORD: i64 = 100_000_000;
    let ends = [0, 1, 9, 10, 99, 100, 999, 1_000, 999_999, 1_000_000, WORD / 10 - 1, WORD - 1];
    let highs = [0, 1, 9, 10, 99, 100, 101, 421, 921];
    for high in highs {
        for middle in ends {
            for low in ends {
                let value = (high * WORD + middle) * WORD + low;
                if value > 0 {
                    let text = Text::DECIMAL.encode(id(value));
                    assert_eq!(text, value.to_string().as_str());
                    assert_eq!(Text::DECIMAL.decode(&text), Ok(id(value)));
                }
            }
        }
    }
}

#[test]
fn lengths() {
    for form in FORMS {
        assert_eq!(form.encode(Snowflake::MIN).len(), form.min_len());
        assert_eq!(form.encode(Snowflake::MAX).len(), form.max_len());
        assert!(form.max_len() <= Text::MAX_LEN);
        assert_eq!(form.is_ordered(), form.min_len() == form.max_len());
    }
    assert_eq!(LONGEST.max_len(), Text::MAX_LEN);
}

#[test]
fn prefixes() {
    assert_eq!(USER.prefix(), "usr_");
    assert_eq!(USER.encoding(), Encoding::Base62);
    assert_eq!(USER.with_prefix("u-").prefix(), "u-");
    assert_eq!(LONGEST.encode(Snowflake::MAX), "a-prefix-of-16_-9223372036854775807");
    assert_eq!(Text::HEX.prefix(), "");
}

macro_rules! refused_prefixes {
    ($($name:ident: $prefix:literal, $message:literal;)*) => {
        mod refused_prefix {
            $(
                #[test]
                #[should_panic(expected = $message)]
                fn $name() {
                    let _ = snowflake_kit_core::Text::HEX.with_prefix($prefix);
                }
            )*
        }
    };
}

refused_prefixes! {
    empty: "", "is not empty";
    long: "a_prefix_of_17_b_", "at most 16 bytes";
    digit_first: "1_", "starts with an ASCII letter";
    underscore_first: "_", "starts with an ASCII letter";
    no_end: "usr", "ends with `_` or `-`";
    digit_last: "usr_1", "ends with `_` or `-`";
    space: "us r_", "only ASCII letters";
    colon: "usr:", "only ASCII letters";
    not_ascii: "üsr_", "starts with an ASCII letter";
    not_ascii_inside: "uſr_", "only ASCII letters";
}

#[test]
fn what_is_not_a_prefix_says_which_rule_it_breaks() {
    for (prefix, error, message) in [
        ("", PrefixError::Empty, "an ID prefix is not empty: leave it out"),
        ("a-prefix-of-17-b_", PrefixError::TooLong, "an ID prefix has at most 16 bytes"),
        ("1_", PrefixError::Start, "an ID prefix starts with an ASCII letter"),
        (
            "a b_",
            PrefixError::Character,
            "an ID prefix has only ASCII letters, digits, `_` and `-`",
        ),
        ("usr", PrefixError::End, "an ID prefix ends with `_` or `-`, as in \"usr_\""),
    ] {
        assert_eq!(Text::BASE62.try_with_prefix(prefix), Err(error));
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn encoding_names() {
    for encoding in Encoding::ALL {
        assert_eq!(Encoding::from_name(encoding.name()), Some(*encoding));
        assert_eq!(format!("{encoding:>8}"), format!("{:>8}", encoding.name()));
    }
    let names: Vec<_> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
    assert_eq!(names, ["decimal", "base62", "base32", "hex"]);
    let alphabets: Vec<_> = Encoding::ALL.iter().map(|encoding| encoding.alphabet()).collect();
    assert_eq!(
        alphabets,
        [
            "0123456789",
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
            "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
            "0123456789abcdef",
        ]
    );
    assert_eq!(Encoding::from_name("base64"), None);
    assert_eq!(Encoding::from_name(""), None);
}

#[test]
fn encoded_is_a_string() {
    let text = USER.encode(id(1));
    assert_eq!(text.as_str(), "usr_00000000001");
    assert_eq!(text.as_bytes(), b"usr_00000000001");
    assert_eq!(AsRef::<str>::as_ref(&text), "usr_00000000001");
    assert_eq!(AsRef::<[u8]>::as_ref(&text), b"usr_00000000001");
    assert!(text.starts_with("usr_"));
    assert!(text == *"usr_00000000001" && text == "usr_00000000001");
    assert!(text != *"usr_00000000002" && text != "usr_00000000002");
    assert_eq!(
        format!("{text}|{text:<16}|{text:.3}"),
        "usr_00000000001|usr_00000000001 |usr_00000000001"
    );
    assert_eq!(format!("{text:?}"), "\"usr_00000000001\"");
    // Equal texts are equal, whatever form wrote them and whatever lies before.
    let (one, other) = (Text::BASE62.encode(id(1)), USER.encode(id(1)));
    assert_eq!(one.cmp(&other), "00000000001".cmp("usr_00000000001"));
    let ten = Text::DECIMAL.encode(id(1_000_000_000_000_000));
    let hex = Text::HEX.encode(id(0x1000_0000_0000_0000));
    assert_eq!((ten.as_str(), ten), (hex.as_str(), hex));
    assert_eq!(HashSet::from([ten, hex]).len(), 1);
    assert_ne!(ten, one);
    let hash = |text: Encoded| BuildHasherDefault::<DefaultHasher>::default().hash_one(text);
    assert_ne!(hash(ten), hash(one));
    assert!(Text::DECIMAL.encode(id(9)) > Text::DECIMAL.encode(id(10)));
}

#[test]
fn expected_says_what_a_form_looks_like() {
    assert_eq!(
        LONGEST.with_prefix("o-").expected().to_string(),
        "\"o-\" and a decimal string from \"o-1\" to \"o-9223372036854775807\"",
    );
    for form in FORMS {
        let expected = form.expected().to_string();
        for id in [Snowflake::MIN, Snowflake::MAX] {
            assert!(expected.contains(&format!("\"{}\"", form.encode(id))), "{expected}");
        }
    }
}

proptest! {
    #[test]
    fn round_trip(form in any_text(), id in any_id()) {
        let text = form.encode(id);
        prop_assert_eq!(text.as_str(), by_the_book(form, id));
        prop_assert_eq!(form.decode(&text), Ok(id));
        prop_assert_eq!(form.decode_bytes(text.as_bytes()), Ok(id));
        prop_assert!((form.min_len()..=form.max_len()).contains(&text.len()));
    }

    #[test]
    fn texts_sort_as_ids(form in any_text(), one in any_id(), other in any_id()) {
        let texts = (form.encode(one), form.encode(other));
        let by_text = texts.0.cmp(&texts.1);
        prop_assert_eq!(by_text, texts.0.as_str().cmp(texts.1.as_str()));
        prop_assert_eq!(by_text == Ordering::Equal, one == other);
        if form.is_ordered() {
            prop_assert_eq!(by_text, one.cmp(&other));
        }
    }

    #[test]
    fn one_text_per_id(
        form in any_text(),
        id in any_id(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), "[0-9A-Za-z_ +.\\-]|\\PC", 0..3), 1..4),
    ) {
        let mut text: Vec<char> = form.encode(id).chars().collect();
        for (at, with, edit) in edits {
            let with = with.chars().next().unwrap();
            let at = at.index(text.len() + 1);
            match edit {
                0 => text.insert(at, with),
                1 if at < text.len() => text[at] = with,
                _ if at < text.len() => drop(text.remove(at)),
                _ => {}
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(read) = form.decode(&text) {
            let again = form.encode(read);
            prop_assert_eq!(again.as_str(), text);
        }
    }

    #[test]
    fn anything_is_read_or_refused(form in any_text(), tail in "\\PC*|[0-9a-zA-Z]{0,45}", prefixed: bool) {
        let input = if prefixed { format!("{}{tail}", form.prefix()) } else { tail };
        match form.decode(&input) {
            Ok(read) => {
                let again = form.encode(read);
                prop_assert_eq!(again.as_str(), input);
            }
            Err(error) => prop_assert!(error.to_string().len() < 700, "{}", error),
        }
    }
}
