//! The pattern matches what is read from a string in JSON, and nothing else.

use std::sync::LazyLock;

use proptest::prelude::*;
use regex::Regex;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde_json::Value;
use snowflake_kit_core::{Encoding, Id, Snowflake, Text};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_openapi::pattern;

/// A text form, its pattern, and whether the deserializer of an ID type of that
/// form takes a string.
type PatternForm = (Text, Regex, fn(&str) -> bool);

macro_rules! forms {
    ($($id:ident: $($option:ident = $value:literal),+;)+) => {
        $(
            #[derive(SnowflakeId)]
            #[snowflake(crate = "snowflake_kit_core", $($option = $value),+)]
            struct $id(Snowflake);
        )+
        snowflake_kit_serde::value!($($id),+);

        /// Every encoding without a prefix, and with one that has all that a
        /// prefix may have.
        static FORMS: LazyLock<Vec<PatternForm>> = LazyLock::new(|| vec![$(
            ($id::TEXT, Regex::new(&pattern($id::TEXT)).unwrap(), reads::<$id>),
        )+]);
    };
}

forms! {
    DecimalId: text = "decimal";
    Base62Id: text = "base62";
    Base32Id: text = "base32";
    HexId: text = "hex";
    PrefixedDecimalId: text = "decimal", prefix = "Us-r9_";
    PrefixedBase62Id: text = "base62", prefix = "Us-r9_";
    PrefixedBase32Id: text = "base32", prefix = "Us-r9_";
    PrefixedHexId: text = "hex", prefix = "Us-r9-";
}

/// As a value of JSON, and as the key of an object.
fn reads<T: for<'de> Deserialize<'de>>(input: &str) -> bool {
    let value = serde_json::from_value::<T>(Value::from(input)).is_ok();
    let key = T::deserialize(IntoDeserializer::<serde_json::Error>::into_deserializer(input));
    assert_eq!(value, key.is_ok(), "{input:?}");
    value
}

#[track_caller]
fn agree((text, regex, reads): &PatternForm, input: &str) {
    assert_eq!(regex.is_match(input), reads(input), "{text:?} {input:?} {regex}");
}

#[test]
fn all_forms_are_there() {
    assert_eq!(FORMS.len(), 2 * Encoding::ALL.len());
    for encoding in Encoding::ALL {
        assert_eq!(FORMS.iter().filter(|(text, ..)| text.encoding() == *encoding).count(), 2);
    }
}

#[test]
fn the_patterns_are_these() {
    assert_eq!(
        pattern(Text::DECIMAL),
        "^([1-9][0-9]{0,17}|[1-8][0-9]{18}|9([01][0-9]{17}|2([01][0-9]{16}|2([0-2][0-9]{15}\
         |3([0-2][0-9]{14}|3([0-6][0-9]{13}|7([01][0-9]{12}|20([0-2][0-9]{10}|3([0-5][0-9]{9}\
         |6([0-7][0-9]{8}|8([0-4][0-9]{7}|5([0-3][0-9]{6}|4([0-6][0-9]{5}|7([0-6][0-9]{4}\
         |7([0-4][0-9]{3}|5([0-7][0-9]{2}|80[0-7]))))))))))))))))$",
    );
    assert_eq!(
        pattern(Text::BASE32.with_prefix("usr_")),
        "^usr_(0(0(0(0(0(0(0(0(0(0(0(0[1-9A-HJKMNP-TV-Z]|[1-9A-HJKMNP-TV-Z]ANY)\
         |[1-9A-HJKMNP-TV-Z]ANY{2})|[1-9A-HJKMNP-TV-Z]ANY{3})|[1-9A-HJKMNP-TV-Z]ANY{4})\
         |[1-9A-HJKMNP-TV-Z]ANY{5})|[1-9A-HJKMNP-TV-Z]ANY{6})|[1-9A-HJKMNP-TV-Z]ANY{7})\
         |[1-9A-HJKMNP-TV-Z]ANY{8})|[1-9A-HJKMNP-TV-Z]ANY{9})|[1-9A-HJKMNP-TV-Z]ANY{10})\
         |[1-9A-HJKMNP-TV-Z]ANY{11})|[1-7]ANY{12})$"
            .replace("ANY", "[0-9A-HJKMNP-TV-Z]"),
    );
}

#[test]
fn neighbours_of_the_bounds_and_of_the_digits() {
    for form @ (text, regex, _) in &*FORMS {
        for id in [Snowflake::MIN, Snowflake::MAX] {
            let valid = text.encode(id);
            agree(form, &valid);
            assert!(regex.is_match(&valid));
            for at in 0..valid.len() {
                for byte in 0..128_u8 {
                    // Another byte, one more, one less.
                    let (before, after) = valid.split_at(at);
                    let byte = char::from(byte);
                    agree(form, &format!("{before}{byte}{}", &after[1..]));
                    agree(form, &format!("{before}{byte}{after}"));
                    agree(form, &format!("{before}{}", &after[1..]));
                    agree(form, &format!("{valid}{byte}"));
                }
            }
        }
    }
}

#[test]
fn every_power_of_two_and_of_ten_and_their_neighbours() {
    let powers = (0..63).map(|bit| 1_i64 << bit).chain((0..19).map(|digit| 10_i64.pow(digit)));
    let values: Vec<_> = powers.flat_map(|power| [power - 1, power, power + 1]).collect();
    for (text, regex, _) in &*FORMS {
        for id in values.iter().filter_map(|value| Snowflake::new(*value)) {
            assert!(regex.is_match(&text.encode(id)), "{text:?} {id}");
        }
    }
}

#[test]
fn what_is_just_beyond_is_not_matched() {
    // 0 and 2^63, as the encodings would write them.
    let beyond = [
        (Text::DECIMAL, "0", "9223372036854775808"),
        (Text::BASE62, "00000000000", "AzL8n0Y58m8"),
        (Text::BASE32, "0000000000000", "8000000000000"),
        (Text::HEX, "0000000000000000", "8000000000000000"),
    ];
    for (text, below, above) in beyond {
        let regex = Regex::new(&pattern(text)).unwrap();
        assert!(!regex.is_match(below), "{text:?}");
        assert!(!regex.is_match(above), "{text:?}");
        assert!(!regex.is_match(""), "{text:?}");
    }
}

#[test]
fn only_what_every_engine_knows_is_used() {
    for (text, ..) in &*FORMS {
        let pattern = pattern(*text);
        let plain = |c: char| c.is_ascii_alphanumeric() || "^$()[]{}|,-_".contains(c);
        assert!(pattern.chars().all(plain), "{pattern}");
    }
}

/// Where the texts of a form differ from each other.
fn digits() -> impl Strategy<Value = String> {
    // Weighted towards the longest and the shortest, where the bounds are.
    prop_oneof![
        "[0-9A-Za-z]{1,20}",
        "[0-9]{16,20}",
        "[0-9A-Z]{13}",
        "[0-9A-Za-z]{11}",
        "[0-9a-f]{16}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_id_matches(value in 1..=i64::MAX, shift in 0..63_u32) {
        let id = Snowflake::new((value >> shift).max(1)).unwrap();
        for (text, regex, _) in &*FORMS {
            prop_assert!(regex.is_match(&text.encode(id)), "{text:?} {id}");
        }
    }

    #[test]
    fn any_text(input in any::<String>()) {
        for form in &*FORMS {
            agree(form, &input);
        }
    }

    #[test]
    fn any_digits(digits in digits()) {
        for form in &*FORMS {
            agree(form, &format!("{}{digits}", form.0.prefix()));
        }
    }

    #[test]
    fn one_character_off(value in 1..=i64::MAX, at in any::<prop::sample::Index>(), to in any::<char>()) {
        let id = Snowflake::new(value).unwrap();
        for form @ (text, ..) in &*FORMS {
            let mut input: Vec<char> = text.encode(id).chars().collect();
            let at = at.index(input.len());
            input[at] = to;
            agree(form, &input.iter().collect::<String>());
            input.insert(at, to);
            agree(form, &input.iter().collect::<String>());
            input.drain(at..=at + 1);
            agree(form, &input.iter().collect::<String>());
        }
    }
}
