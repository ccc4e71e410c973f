//! What the text forms refuse, and what they say of it.

use proptest::prelude::*;
use snowflake_kit_core::ParseErrorKind as Kind;
use snowflake_kit_core::{Snowflake, Text};

use super::{FORMS, LONGEST, USER, id};

fn kind(text: Text, input: &str) -> Kind {
    text.decode(input).unwrap_err().kind()
}

fn message(text: Text, input: &str) -> String {
    text.decode(input).unwrap_err().with_name("UserId").to_string()
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

/// The texts with two characters that no form has, in any two places after the prefix. The fast
/// paths look at all characters at once: what is wrong with one must not make up for what is wrong
/// with another.
pub(crate) fn with_two_bad(form: Text, good: &str) -> impl Iterator<Item = (usize, String)> {
    let places = form.prefix().len()..good.len();
    places.clone().flat_map(move |second| {
        (places.start..second).flat_map(move |first| {
            ["!", "~", "\u{7f}"].map(|bad| {
                let mut text = good.to_owned();
                text.replace_range(first..=first, bad);
                text.replace_range(second..=second, "!");
                (first, text)
            })
        })
    })
}

#[test]
fn two_bad_characters() {
    for form in FORMS {
        for (index, text) in with_two_bad(form, &form.encode(Snowflake::MAX)) {
            let found = char::from(text.as_bytes()[index]);
            assert_eq!(kind(form, &text), Kind::Character { found, index }, "{text}");
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

proptest! {
    #[test]
    fn numbers_that_are_too_large(value in 1_u64 << 63..) {
        let text = value.to_string();
        prop_assert_eq!(kind(Text::DECIMAL, &text), Kind::TooLarge);
        prop_assert_eq!(kind(Text::HEX, &format!("{value:016x}")), Kind::TooLarge);
    }
}
