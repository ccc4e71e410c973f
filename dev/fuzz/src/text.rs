//! Text forms of IDs, beside decoders and encoders that only want to be right.

use snowflake_kit_core::{Snowflake, Text};

use crate::input::Input;
use crate::refusal;

const FORMS: [Text; 8] = [
    Text::DECIMAL,
    Text::BASE62,
    Text::BASE32,
    Text::HEX,
    Text::DECIMAL.with_prefix("usr_"),
    Text::BASE62.with_prefix("u-"),
    Text::BASE32.with_prefix("a_long_prefix_1-"),
    Text::HEX.with_prefix("Z_"),
];

pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    let form = input.pick(FORMS);
    reads(form, input.0);
    let id = input.id();
    let text = form.encode(id);
    assert_eq!(*text, *reference::encode(form, id), "{form:?}");
    reads(form, text.as_bytes());
    if text.as_bytes() != input.0 {
        nearly(form, text.as_bytes(), input.bytes());
    }
}

/// The form and the reference agree, and what is an ID has this text and no other.
fn reads(form: Text, bytes: &[u8]) {
    let read = form.decode_bytes(bytes);
    assert_eq!(read.ok(), reference::decode(form, bytes), "{form:?}: {:?}", bytes.escape_ascii());
    match read {
        Ok(id) => assert_eq!(form.encode(id).as_bytes(), bytes),
        Err(error) => refusal::check(&error),
    }
    if let Ok(text) = str::from_utf8(bytes) {
        assert_eq!(form.decode(text), read);
    }
}

/// The text of an ID with one byte changed.
fn nearly(form: Text, text: &[u8], [at, byte]: [u8; 2]) {
    let mut text = text.to_vec();
    let at = usize::from(at) % text.len();
    text[at] = byte;
    reads(form, &text);
}

/// The text forms as their documentation says them, by division and search.
mod reference {
    use super::{Snowflake, Text};
    use snowflake_kit_core::Encoding;

    /// The characters of an encoding in their order, and the width of its texts; that
    /// of decimal ones is 0, for any.
    fn alphabet(form: Text) -> (&'static str, usize) {
        match form.encoding() {
            Encoding::Decimal => ("0123456789", 0),
            Encoding::Base62 => {
                ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11)
            }
            Encoding::Base32 => ("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13),
            Encoding::Hex => ("0123456789abcdef", 16),
            other => panic!("an encoding that the reference does not know: {other:?}"),
        }
    }

    pub(super) fn decode(form: Text, bytes: &[u8]) -> Option<Snowflake> {
        let (characters, width) = alphabet(form);
        let digits = str::from_utf8(bytes).ok()?.strip_prefix(form.prefix())?;
        // 30 digits of any alphabet are fewer than 2^128 has, and more than an ID has.
        let is_of_width = if width == 0 { digits.len() <= 19 } else { digits.len() == width };
        if !is_of_width || (width == 0 && digits.starts_with('0')) {
            return None;
        }
        let base = characters.len() as u128;
        let value = digits.chars().try_fold(0_u128, |value, digit| {
            Some(value * base + characters.find(digit)? as u128)
        })?;
        Snowflake::new(i64::try_from(value).ok()?)
    }

    pub(super) fn encode(form: Text, id: Snowflake) -> String {
        let (characters, width) = alphabet(form);
        let base = characters.len() as u64;
        let (mut value, mut digits) = (id.to_u64(), Vec::new());
        while value > 0 || digits.len() < width {
            digits.push(characters.as_bytes()[(value % base) as usize]);
            value /= base;
        }
        digits.reverse();
        format!("{}{}", form.prefix(), String::from_utf8(digits).expect("ASCII"))
    }
}
