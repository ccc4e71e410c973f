//! The text forms: what they write, what they read, and what they refuse.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::error::Error;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use proptest::prelude::*;
use snowflake_core::ParseErrorKind as Kind;
use snowflake_core::{Encoded, Encoding, ParseError, ParseErrorKind, PrefixError, Snowflake, Text};
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

fn kind(text: Text, input: &str) -> ParseErrorKind {
    text.decode(input).unwrap_err().kind()
}

fn message(text: Text, input: &str) -> String {
    text.decode(input).unwrap_err().with_name("UserId").to_string()
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
                    let _ = snowflake_core::Text::HEX.with_prefix($prefix);
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
    assert_eq!(format!("{text}|{text:<16}|{text:.3}"), "usr_00000000001|usr_00000000001 |usr");
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
fn bad_decimal() {
    let character = |found, index| Kind::Character { found, index };
    let bad = [
        ("", Kind::Empty),
        ("0", Kind::Zero),
        ("-1", character('-', 0)),
        ("9223372036854775808", Kind::TooLarge),
        ("9999999999999999999", Kind::TooLarge),
        ("18446744073709551616", Kind::TooLarge),
        ("18446744073709551617", Kind::TooLarge),
        ("1.0", character('.', 1)),
        ("1e3", character('e', 1)),
        ("+1", character('+', 0)),
        (" 1", character(' ', 0)),
        ("1 ", character(' ', 1)),
        ("1\n", character('\n', 1)),
        ("1\0", character('\0', 1)),
        ("01", Kind::LeadingZero),
        ("00", Kind::LeadingZero),
        ("0175928847299117063", Kind::LeadingZero),
        ("1_000", character('_', 1)),
        ("0x1f", character('x', 1)),
        ("١٢٣", character('١', 0)),
        ("1２", character('２', 1)),
        ("𝟏", character('𝟏', 0)),
        ("usr_1", character('u', 0)),
        ("12345678:", character(':', 8)),
        ("1/34567890", character('/', 1)),
        ("123456789012345678\u{7f}", character('\u{7f}', 18)),
        ("12345678901234567890123x", character('x', 23)),
    ];
    for (input, expected) in bad {
        assert_eq!(kind(Text::DECIMAL, input), expected, "{input:?}");
    }
}

#[test]
fn bad_fixed_width() {
    let character = |found, index| Kind::Character { found, index };
    for form in [Text::BASE62, Text::BASE32, Text::HEX] {
        let width = form.max_len();
        let last = form.encode(Snowflake::MAX);
        let zeros = "0".repeat(width);
        let padded = |end: &str| format!("{}{end}", &zeros[end.len()..]);
        assert_eq!(kind(form, ""), Kind::Empty);
        assert_eq!(kind(form, &zeros), Kind::Zero);
        assert_eq!(kind(form, "1"), Kind::Length { found: 1 });
        assert_eq!(kind(form, &last[1..]), Kind::Length { found: width - 1 });
        assert_eq!(kind(form, &format!("0{last}")), Kind::Length { found: width + 1 });
        assert_eq!(kind(form, &zeros[1..]), Kind::Length { found: width - 1 });
        for (input, found, back) in [
            ("+1", '+', 2),
            ("-1", '-', 2),
            (" 1", ' ', 2),
            ("1 ", ' ', 1),
            ("1.0", '.', 2),
            ("1_000", '_', 4),
            ("١", '١', 2),
            ("１", '１', 3),
            ("é", 'é', 2),
        ] {
            assert_eq!(kind(form, &padded(input)), character(found, width - back), "{input:?}");
            let index = input.find(found).unwrap();
            assert_eq!(kind(form, input), character(found, index), "{input:?}");
        }
    }
    for input in ["AzL8n0Y58m8", "AzL8n0Y58mz", "B0000000000", "zzzzzzzzzzz"] {
        assert_eq!(kind(Text::BASE62, input), Kind::TooLarge, "{input:?}");
    }
    for input in ["8000000000000", "F000000000000", "G000000000001", "ZZZZZZZZZZZZZ"] {
        assert_eq!(kind(Text::BASE32, input), Kind::TooLarge, "{input:?}");
    }
    for input in ["8000000000000000", "ffffffffffffffff"] {
        assert_eq!(kind(Text::HEX, input), Kind::TooLarge, "{input:?}");
    }
    assert_eq!(kind(Text::BASE62, "175928847299117063"), Kind::Length { found: 18 });
    assert_eq!(kind(Text::BASE32, "175928847299117063"), Kind::Length { found: 18 });
    assert_eq!(kind(Text::HEX, "175928847299117063"), Kind::Length { found: 18 });
    assert_eq!(kind(Text::HEX, "0271065AC1020007"), character('A', 7));
    for found in "ilouILOUabcxyz".chars() {
        assert_eq!(kind(Text::BASE32, &format!("00000000000{found}1")), character(found, 11));
    }
}

/// The fast paths look at all characters of a text at once: what is wrong with one must not make up
/// for what is wrong with another.
#[test]
fn two_bad_characters() {
    for form in FORMS {
        let good = form.encode(Snowflake::MAX);
        for bad in ['!', '~', '\u{7f}'] {
            for first in form.prefix().len()..good.len() {
                for second in first + 1..good.len() {
                    let mut text = good.to_string();
                    text.replace_range(first..=first, &bad.to_string());
                    text.replace_range(second..=second, "!");
                    assert_eq!(
                        kind(form, &text),
                        Kind::Character { found: bad, index: first },
                        "{text:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn bad_prefixed() {
    for form in [USER, LONGEST] {
        let good = form.encode(id(175_928_847_299_117_063));
        let prefix = form.prefix();
        let digits = &good[prefix.len()..];
        let upper = format!("{}{digits}", prefix.to_uppercase());
        let twice = format!("{prefix}{good}");
        assert_eq!(kind(form, ""), Kind::Empty);
        for input in [digits, "175928847299117063", "x", " ", &upper, &good[1..], &prefix[1..]] {
            assert_eq!(kind(form, input), Kind::Prefix, "{input:?}");
        }
        assert_eq!(kind(form, &prefix[..prefix.len() - 1]), Kind::Prefix);
        assert_eq!(kind(form, &format!(" {good}")), Kind::Prefix);
        assert_eq!(kind(form, &format!("post_{digits}")), Kind::Prefix);
        assert_eq!(kind(form, prefix), Kind::Length { found: 0 });
        assert!(matches!(kind(form, &twice), Kind::Character { .. }));
        assert_eq!(
            kind(form, &format!("{prefix}+1")),
            Kind::Character { found: '+', index: prefix.len() },
        );
    }
    assert_eq!(kind(USER, "usr_1"), Kind::Length { found: 1 });
    assert_eq!(kind(USER, "usr_00000000000"), Kind::Zero);
    assert_eq!(kind(USER, "usr_AzL8n0Y58m8"), Kind::TooLarge);
    assert_eq!(kind(LONGEST, "a-prefix-of-16_-0"), Kind::Zero);
    assert_eq!(kind(LONGEST, "a-prefix-of-16_-01"), Kind::LeadingZero);
    assert_eq!(kind(LONGEST, "a-prefix-of-16_-9223372036854775808"), Kind::TooLarge);
}

#[test]
fn messages() {
    let decimal = r#"expected a decimal string from "1" to "9223372036854775807""#;
    for (input, reason) in [
        ("", r#""": it is empty"#),
        ("0", r#""0": 0 is not an ID"#),
        ("+1", r#""+1": '+' at byte 0 is not a decimal digit"#),
        ("-1", r#""-1": '-' at byte 0 is not a decimal digit"#),
        (" 1", r#"" 1": ' ' at byte 0 is not a decimal digit"#),
        ("1\n", r#""1\n": '\n' at byte 1 is not a decimal digit"#),
        ("1'", r#""1'": '\'' at byte 1 is not a decimal digit"#),
        ("1\"\u{1b}[0m", r#""1\"\u{1b}[0m": '"' at byte 1 is not a decimal digit"#),
        ("1.0", r#""1.0": '.' at byte 1 is not a decimal digit"#),
        ("1_000", r#""1_000": '_' at byte 1 is not a decimal digit"#),
        ("1é", r#""1é": 'é' at byte 1 is not a decimal digit"#),
        ("01", r#""01": it has a leading zero (remove it)"#),
        ("١٢٣", r#""١٢٣": '١' at byte 0 is not a decimal digit (write ASCII digits)"#),
        (
            "9223372036854775808",
            r#""9223372036854775808": it is larger than the largest ID, 2^63 - 1"#,
        ),
    ] {
        assert_eq!(message(Text::DECIMAL, input), format!("invalid UserId {reason}; {decimal}"));
    }

    let base32 = "expected 13 Crockford base32 characters (0-9, A-Z without I, L, O, U) \
                  from \"0000000000001\" to \"7ZZZZZZZZZZZZ\"";
    for (input, reason) in [
        ("00000000000O1", r#"'O' at byte 11 is not a base32 character (write "0")"#),
        ("00000000000o1", r#"'o' at byte 11 is not a base32 character (write "0")"#),
        ("00000000000I1", r#"'I' at byte 11 is not a base32 character (write "1")"#),
        ("00000000000l1", r#"'l' at byte 11 is not a base32 character (write "1")"#),
        ("00000000000z1", r#"'z' at byte 11 is not a base32 character (write "Z")"#),
        ("00000000000u1", "'u' at byte 11 is not a base32 character"),
        ("AzL8n0Y58m7", "'z' at byte 1 is not a base32 character"),
        ("000000000001", "its length is 12 instead of 13"),
    ] {
        let expected = format!("invalid UserId \"{input}\": {reason}; {base32}");
        assert_eq!(message(Text::BASE32, input), expected);
    }

    assert_eq!(
        message(Text::HEX, "0271065AC1020007"),
        "invalid UserId \"0271065AC1020007\": 'A' at byte 7 is not a lower-case hex digit \
         (write \"a\"); expected 16 lower-case hex digits (0-9, a-f) \
         from \"0000000000000001\" to \"7fffffffffffffff\"",
    );

    let user = "expected \"usr_\" and 11 base62 characters (0-9, A-Z, a-z) \
                from \"usr_00000000001\" to \"usr_AzL8n0Y58m7\"";
    for (input, reason) in [
        ("175928847299117063", "it does not start with \"usr_\""),
        ("usr_", "there is nothing after the prefix"),
        ("usr_0Czks0tP37", "its length after the prefix is 10 instead of 11"),
        ("usr_00000000000", "0 is not an ID"),
        ("usr_0Czks0tP37-", "'-' at byte 14 is not a base62 character"),
    ] {
        assert_eq!(message(USER, input), format!("invalid UserId \"{input}\": {reason}; {user}"));
    }
}

#[test]
fn a_name_is_optional() {
    let error = Text::HEX.decode("").unwrap_err();
    assert_eq!(error.name(), None);
    assert!(error.to_string().starts_with("invalid ID \"\": "));
    let named = error.with_name("UserId");
    assert_eq!((named.name(), named.kind()), (Some("UserId"), error.kind()));
    assert_ne!(named, error);
    assert_eq!(named.with_name("PostId"), error.with_name("PostId"));
    let debug = "ParseError { kind: Empty, name: Some(\"UserId\"), \
                 text: Text { encoding: Hex, prefix: \"\" }, input: \"\" }";
    assert_eq!(format!("{named:?}"), debug);
}

#[test]
fn a_million_characters_give_a_short_message() {
    let length = 1_000_000;
    let (nines, zeros) = ("9".repeat(length), "0".repeat(length));
    assert_eq!(kind(Text::DECIMAL, &nines), Kind::TooLarge);
    assert_eq!(kind(Text::DECIMAL, &zeros), Kind::LeadingZero);
    assert_eq!(kind(Text::BASE62, &zeros), Kind::Length { found: length });
    assert_eq!(kind(USER, &format!("usr_{nines}")), Kind::Length { found: length });
    for form in FORMS {
        for piece in ["9", "0", "a", " ", "\u{1}", "é", "€", "😀", "\u{301}"] {
            let input = format!("{}{}", form.prefix(), piece.repeat(length));
            assert!(message(form, &input).len() < 500);
        }
    }
    assert_eq!(
        message(Text::DECIMAL, &nines),
        "invalid UserId \"9999999999999999999999999999999999999999…\" (1000000 bytes): \
         it is larger than the largest ID, 2^63 - 1; \
         expected a decimal string from \"1\" to \"9223372036854775807\"",
    );
    // What is foreign beyond the part that is looked at does not count.
    assert_eq!(
        kind(Text::DECIMAL, &format!("{}x", &nines[..39])),
        Kind::Character { found: 'x', index: 39 }
    );
    assert_eq!(kind(Text::DECIMAL, &format!("{}x", &nines[..40])), Kind::TooLarge);
}

#[test]
fn a_long_text_is_cut_between_characters() {
    for (input, shown) in [
        ("1".repeat(40), "1".repeat(40) + "\":"),
        ("1".repeat(41), "1".repeat(40) + "…\" (41 bytes):"),
        ("é".repeat(20), "é".repeat(20) + "\":"),
        (format!("1{}", "é".repeat(20)), format!("1{}…\" (41 bytes):", "é".repeat(19))),
        ("€".repeat(14), "€".repeat(13) + "…\" (42 bytes):"),
        (format!("1{}", "😀".repeat(10)), format!("1{}…\" (41 bytes):", "😀".repeat(9))),
    ] {
        let message = message(Text::DECIMAL, &input);
        assert!(message.starts_with(&format!("invalid UserId \"{shown}")), "{message}");
    }
}

#[test]
fn bytes_that_are_not_utf_8() {
    for form in FORMS {
        assert_eq!(form.decode_bytes(form.encode(id(7)).as_bytes()), Ok(id(7)));
    }
    let error = Text::DECIMAL.decode_bytes(b"1\xff\xe2\x82").unwrap_err();
    assert_eq!(error.kind(), Kind::Character { found: '\u{fffd}', index: 1 });
    assert!(error.to_string().starts_with(r#"invalid ID "1\xff\xe2\x82": "#), "{error}");
    let error = Text::HEX.decode_bytes(&[0x80; 1000]).unwrap_err();
    assert!(error.to_string().contains("…\" (1000 bytes)"), "{error}");
    // Every byte in every place, as the tables and the words see it.
    for form in FORMS {
        let good = form.encode(id(1_234_567_890_123_456_789));
        for at in 0..good.len() {
            for byte in 0..=u8::MAX {
                let mut input = good.as_bytes().to_vec();
                input[at] = byte;
                match form.decode_bytes(&input) {
                    Ok(read) => assert_eq!(form.encode(read).as_bytes(), input),
                    Err(error) => assert_ne!(error.to_string(), ""),
                }
            }
        }
    }
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

    #[test]
    fn numbers_that_are_too_large(value in 1_u64 << 63..) {
        let text = value.to_string();
        prop_assert_eq!(kind(Text::DECIMAL, &text), Kind::TooLarge);
        prop_assert_eq!(kind(Text::HEX, &format!("{value:016x}")), Kind::TooLarge);
    }
}
