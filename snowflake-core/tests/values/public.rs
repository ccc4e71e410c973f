//! The texts of public forms: what `snowflake-kit-public` writes its enciphered numbers as, and what
//! adapters say of them.

use proptest::prelude::*;
use snowflake_kit_core::__private::{
    decode_block, decode_with_letter, encode_block, encode_with_letter,
};
use snowflake_kit_core::{Encoding, NoKeyError, PublicForm, Shape, Snowflake, Text};

use crate::text::refused::with_two_bad;

const FORMS: [Text; 5] = [
    Text::DECIMAL,
    Text::BASE62,
    Text::BASE32.with_prefix("usr_"),
    Text::HEX.with_prefix("a-"),
    Text::BASE62.with_prefix("u_"),
];

#[test]
fn a_block_is_its_two_words() {
    let words = [1, u64::MAX];
    for (text, written) in [
        (Text::DECIMAL, "00000000001LygHa16AHYF"),
        (Text::BASE62, "00000000001LygHa16AHYF"),
        (Text::BASE32.with_prefix("usr_"), "usr_0000000000001FZZZZZZZZZZZZ"),
        (Text::HEX, "0000000000000001ffffffffffffffff"),
    ] {
        assert_eq!(encode_block(text, words), *written);
        assert_eq!(decode_block(text, written), Some(words));
    }
    // Unlike an ID, a word may be 0.
    for form in FORMS {
        for words in [[0, 1], [1, 0], [0, 0]] {
            assert_eq!(decode_block(form, &encode_block(form, words)), Some(words));
        }
    }
}

#[test]
fn a_text_that_no_block_has_is_refused() {
    for (text, refused) in [
        // A word that is one too large for 64 bits.
        (Text::BASE62, "00000000001LygHa16AHYG"),
        (Text::BASE32, "0000000000001G000000000000"),
        // A character of another alphabet, at either end of a word.
        (Text::BASE62, "0000000000-LygHa16AHYF"),
        (Text::BASE32, "000000000000UFZZZZZZZZZZZZ"),
        (Text::BASE32, "U000000000001FZZZZZZZZZZZZ"),
        (Text::HEX, "0000000000000001fffffffffffffffF"),
        (Text::HEX, "g000000000000001ffffffffffffffff"),
        // Too short, too long, and not in the middle of a character.
        (Text::HEX, "000000000000001ffffffffffffffff"),
        (Text::HEX, "00000000000000010ffffffffffffffff"),
        (Text::HEX, ""),
        (Text::HEX, "\u{e9}"),
        (Text::HEX.with_prefix("a-"), "0000000000000001ffffffffffffffff"),
    ] {
        assert_eq!(decode_block(text, refused), None, "{refused}");
    }
}

#[test]
fn a_block_with_two_bad_characters_is_refused() {
    for form in FORMS {
        for (_, text) in with_two_bad(form, &encode_block(form, [1, 2])) {
            assert_eq!(decode_block(form, &text), None, "{text}");
        }
    }
}

#[test]
fn a_letter_stands_before_the_id() {
    let id = Snowflake::new(258).unwrap();
    for (text, written) in [
        (Text::DECIMAL, "A258"),
        (Text::BASE62.with_prefix("u_"), "u_A0000000004A"),
        (Text::HEX, "A0000000000000102"),
    ] {
        assert_eq!(encode_with_letter(text, 'A', id), *written);
        assert_eq!(decode_with_letter(text, written), Some(('A', id)));
    }
    for refused in ["", "A", "258", "a258", "A0", "A-1", "A0258", "\u{c4}258"] {
        assert_eq!(decode_with_letter(Text::DECIMAL, refused), None, "{refused}");
    }
}

proptest! {
    #[test]
    fn any_block_comes_back(form in prop::sample::select(&FORMS[..]), words: [u64; 2]) {
        prop_assert_eq!(decode_block(form, &encode_block(form, words)), Some(words));
    }

    #[test]
    fn one_text_per_block(
        form in prop::sample::select(&FORMS[..]),
        words: [u64; 2],
        at: prop::sample::Index,
        byte in 0_u8..128,
    ) {
        let mut text = encode_block(form, words).as_bytes().to_vec();
        let at = at.index(text.len());
        text[at] = byte;
        let text = String::from_utf8(text).unwrap();
        if let Some(read) = decode_block(form, &text) {
            prop_assert_eq!(encode_block(form, read), text.as_str());
        }
    }
}

#[test]
fn a_shape_says_how_long_texts_are() {
    use PublicForm::{Permuted, Sealed};

    let user = Text::BASE62.with_prefix("usr_");
    for (text, form, lengths, encoding) in [
        (Text::DECIMAL, Sealed, (22, 22), Encoding::Base62),
        (Text::DECIMAL, Permuted, (2, 20), Encoding::Decimal),
        (user, Sealed, (26, 26), Encoding::Base62),
        (user, Permuted, (16, 16), Encoding::Base62),
        (Text::BASE32, Sealed, (26, 26), Encoding::Base32),
        (Text::HEX, Permuted, (17, 17), Encoding::Hex),
    ] {
        let shape = Shape::of_public(text, form, false);
        assert_eq!((shape.min_len(), shape.max_len()), lengths, "{text:?} {form:?}");
        assert_eq!((shape.encoding(), shape.public()), (encoding, Some(form)));
        assert!(!shape.accepts_plain() && Shape::of_public(text, form, true).accepts_plain());
        assert_eq!(shape.text(), text);
        assert_eq!(shape.with_text(Text::HEX).text(), Text::HEX);
        assert_eq!(shape.with_text(Text::HEX).public(), Some(form));
    }
    let plain = Shape::of(user);
    assert_eq!((plain.min_len(), plain.max_len(), plain.public()), (15, 15, None));
    assert!(plain.accepts_plain());
}

#[test]
fn a_shape_says_what_is_expected() {
    let user = Text::BASE62.with_prefix("usr_");
    for (shape, expected) in [
        (
            Shape::of_public(user, PublicForm::Sealed, true),
            "\"usr_\" and 22 base62 characters (0-9, A-Z, a-z), or the number itself: \"usr_\" \
             and 11 base62 characters (0-9, A-Z, a-z) from \"usr_00000000001\" to \
             \"usr_AzL8n0Y58m7\"",
        ),
        (
            Shape::of_public(Text::HEX, PublicForm::Permuted, false),
            "the letter of a key and 16 lower-case hex digits (0-9, a-f)",
        ),
        (
            Shape::of_public(user, PublicForm::Permuted, false),
            "\"usr_\", the letter of a key, and 11 base62 characters (0-9, A-Z, a-z)",
        ),
    ] {
        assert_eq!(shape.expected().to_string(), expected);
    }
}

#[test]
fn names_and_messages() {
    assert_eq!(
        [PublicForm::Sealed, PublicForm::Permuted].map(PublicForm::name),
        ["sealed", "permuted"]
    );
    assert_eq!(
        NoKeyError::new("UserId").to_string(),
        "no key is installed to write the public form of a UserId: call \
         `public::install(Keys::from_env(\"SNOWFLAKE_PUBLIC_KEY\")?)` when the program starts; \
         `snowflake keygen` makes a key"
    );
}
