//! IDs as text: four encodings, an optional prefix, exactly one text per ID.

mod base32;
mod base62;
mod buffer;
mod codec;
mod decimal;
mod encoded;
mod encoding;
mod error;
mod excerpt;
mod hex;
mod no_key;
mod numerals;
mod plain;
mod prefix;
pub(crate) mod public;
mod public_form;
mod shape;
mod untyped;
mod uuid;

use core::fmt;

use self::buffer::Digits;

pub use self::codec::{Codec, Plain};
pub use self::encoded::Encoded;
pub use self::encoding::Encoding;
pub use self::error::{ParseError, ParseErrorKind};
pub(crate) use self::excerpt::Excerpt;
pub use self::no_key::NoKeyError;
pub use self::prefix::PrefixError;
pub use self::public_form::PublicForm;
pub use self::shape::Shape;
use crate::snowflake::Snowflake;

/// How IDs of a type are written: an encoding and an optional prefix.
///
/// ```
/// use snowflake_kit_core::{Snowflake, Text};
///
/// const USER: Text = Text::BASE62.with_prefix("usr_");
///
/// let id = Snowflake::new(175_928_847_299_117_063).unwrap();
/// assert_eq!(USER.encode(id), "usr_0Czks0tP37X");
/// assert_eq!(USER.decode("usr_0Czks0tP37X"), Ok(id));
/// assert!(USER.decode("0Czks0tP37X").is_err());
///
/// assert_eq!(Text::DECIMAL.encode(id), "175928847299117063");
/// assert_eq!(Text::BASE32.encode(id), "04W86BB0G4007");
/// assert_eq!(Text::HEX.encode(id), "0271065ac1020007");
/// ```
///
/// | form | width | characters | from | to | sorts as the IDs |
/// |---|---|---|---|---|---|
/// | [`Text::DECIMAL`] | 1 to 19 | `0-9` | `1` | `9223372036854775807` | no |
/// | [`Text::BASE62`] | 11 | `0-9A-Za-z` | `00000000001` | `AzL8n0Y58m7` | yes |
/// | [`Text::BASE32`] | 13 | `0-9A-Z` without `ILOU` | `0000000000001` | `7ZZZZZZZZZZZZ` | yes |
/// | [`Text::HEX`] | 16 | `0-9a-f` | `0000000000000001` | `7fffffffffffffff` | yes |
///
/// Base32 has the alphabet of [Douglas Crockford's Base 32][crockford], without hyphens and check
/// symbol. The characters of base62 are in the order of ASCII. "Sorts" means by bytes: a database
/// column with base62 needs the collation `C` (`BINARY`, `ascii_bin`), also to tell upper from
/// lower case.
///
/// # One text per ID
///
/// [`Text::decode`] accepts only what [`Text::encode`] writes: no sign, space, underscore, leading
/// zero or `0x`, no digits of other scripts, no other width, no other case.
///
/// Crockford's decoders read lower case as upper case, `O` as `0`, and `I` and `L` as `1`. This
/// crate refuses such texts, and the error says what to write instead. Otherwise one ID would have
/// thousands of texts: a cache with URLs as keys would miss, a unique index over texts would accept
/// duplicates, and a search of the logs would not find all lines. If people type IDs that they
/// heard, replace these characters before you decode.
///
/// [crockford]: https://www.crockford.com/base32.html
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    encoding: Encoding,
    prefix: &'static str,
}

impl Text {
    /// Decimal digits, as in SQL and JSON. Texts do not sort as the IDs.
    pub const DECIMAL: Self = Self::new(Encoding::Decimal);

    /// Base62, the shortest form. Upper and lower case differ, so do not use it for file names or
    /// columns that ignore case.
    pub const BASE62: Self = Self::new(Encoding::Base62);

    /// Crockford's base32, for reading aloud.
    pub const BASE32: Self = Self::new(Encoding::Base32);

    /// Lower-case hex, which shows the bits.
    pub const HEX: Self = Self::new(Encoding::Hex);

    /// The most bytes a prefix may have, 16.
    pub const MAX_PREFIX_LEN: usize = 16;

    /// The most bytes that an ID has as text, the prefix included: 35. Public forms can be longer;
    /// [`Encoded::MAX_LEN`] includes them.
    pub const MAX_LEN: usize = Self::MAX_PREFIX_LEN + Self::DECIMAL.max_len();

    /// The form with this encoding and no prefix.
    pub const fn new(encoding: Encoding) -> Self {
        Self { encoding, prefix: "" }
    }

    /// The same form with a prefix that says what the ID identifies. It replaces an earlier prefix.
    ///
    /// A prefix has 1 to 16 ASCII characters: first a letter, then letters, digits, `_` and `-`,
    /// and last a `_` or `-`, so that readers see where the ID starts.
    ///
    /// # Panics
    /// If the prefix is anything else. In a `const` that is a compile error:
    ///
    /// ```compile_fail
    /// use snowflake_kit_core::Text;
    ///
    /// const USER: Text = Text::BASE62.with_prefix("usr");
    /// ```
    #[must_use]
    pub const fn with_prefix(self, prefix: &'static str) -> Self {
        match self.try_with_prefix(prefix) {
            Ok(text) => text,
            Err(error) => panic!("{}", error.message()),
        }
    }

    /// As [`with_prefix`](Self::with_prefix), for prefixes that are known only at run time.
    ///
    /// # Errors
    /// [`PrefixError`] says what is wrong with the prefix.
    ///
    /// ```
    /// use snowflake_kit_core::{PrefixError, Text};
    ///
    /// assert_eq!(Text::BASE62.try_with_prefix("usr"), Err(PrefixError::End));
    /// ```
    pub const fn try_with_prefix(self, prefix: &'static str) -> Result<Self, PrefixError> {
        let bytes = prefix.as_bytes();
        if bytes.is_empty() {
            return Err(PrefixError::Empty);
        }
        if bytes.len() > Self::MAX_PREFIX_LEN {
            return Err(PrefixError::TooLong);
        }
        if !bytes[0].is_ascii_alphabetic() {
            return Err(PrefixError::Start);
        }
        let mut at = 0;
        while at < bytes.len() {
            if !bytes[at].is_ascii_alphanumeric() && !matches!(bytes[at], b'_' | b'-') {
                return Err(PrefixError::Character);
            }
            at += 1;
        }
        if !matches!(bytes[at - 1], b'_' | b'-') {
            return Err(PrefixError::End);
        }
        Ok(Self { encoding: self.encoding, prefix })
    }

    /// The same form with another encoding. The prefix stays.
    ///
    /// ```
    /// use snowflake_kit_core::{Encoding, Text};
    ///
    /// let user = Text::BASE62.with_prefix("usr_").with_encoding(Encoding::Hex);
    /// assert_eq!(user, Text::HEX.with_prefix("usr_"));
    /// ```
    #[must_use]
    pub const fn with_encoding(self, encoding: Encoding) -> Self {
        Self { encoding, prefix: self.prefix }
    }

    /// The encoding of the digits.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The prefix, empty if there is none.
    pub const fn prefix(&self) -> &'static str {
        self.prefix
    }

    /// The length of the shortest text in bytes, the prefix included.
    pub const fn min_len(&self) -> usize {
        self.prefix.len() + self.encoding.numerals().first.len()
    }

    /// The length of the longest text in bytes, the prefix included.
    ///
    /// ```
    /// use snowflake_kit_core::Text;
    ///
    /// assert_eq!(Text::DECIMAL.max_len(), 19);
    /// assert_eq!(Text::BASE62.with_prefix("usr_").max_len(), 15);
    /// ```
    pub const fn max_len(&self) -> usize {
        self.prefix.len() + self.encoding.numerals().last.len()
    }

    /// Whether texts sort, by bytes, as the IDs do. Decimal ones do not: `"10"` comes before `"9"`.
    pub const fn is_ordered(&self) -> bool {
        self.encoding.numerals().is_fixed()
    }

    /// The text of an ID, without allocation. If the form is a constant, choosing the encoding
    /// costs nothing.
    ///
    /// ```
    /// use snowflake_kit_core::{Snowflake, Text};
    ///
    /// let text = Text::BASE32.encode(Snowflake::MAX);
    /// assert_eq!(text.as_str(), "7ZZZZZZZZZZZZ");
    /// ```
    #[expect(clippy::inline_always, reason = "the match folds, as a form is a constant")]
    #[inline(always)]
    pub fn encode(&self, id: Snowflake) -> Encoded {
        Encoded::new(self.prefix, self.digits(id))
    }

    #[expect(clippy::inline_always, reason = "the match folds, as a form is a constant")]
    #[inline(always)]
    fn digits(&self, id: Snowflake) -> Digits {
        self.digits_of(id.to_u64())
    }

    #[expect(clippy::inline_always, reason = "the match folds, as a form is a constant")]
    #[inline(always)]
    fn digits_of(&self, value: u64) -> Digits {
        match self.encoding {
            Encoding::Decimal => decimal::encode(value),
            Encoding::Base62 => base62::encode(value),
            Encoding::Base32 => base32::encode(value),
            Encoding::Hex => hex::encode(value),
        }
    }

    /// The ID of a text.
    ///
    /// # Errors
    /// [`ParseError`] if `input` is not a text that [`encode`](Self::encode) writes. The time to
    /// refuse does not depend on the length of `input`.
    ///
    /// ```
    /// use snowflake_kit_core::{Snowflake, Text};
    ///
    /// assert_eq!(Text::HEX.decode("0000000000000001"), Ok(Snowflake::MIN));
    /// assert_eq!(
    ///     Text::BASE32.decode("000000000000O").unwrap_err().to_string(),
    ///     "invalid ID \"000000000000O\": 'O' at byte 12 is not a base32 character \
    ///      (write \"0\"); expected 13 Crockford base32 characters \
    ///      (0-9, A-Z without I, L, O, U) from \"0000000000001\" to \"7ZZZZZZZZZZZZ\"",
    /// );
    /// ```
    #[expect(clippy::inline_always, reason = "the match folds, as a form is a constant")]
    #[inline(always)]
    pub fn decode(&self, input: &str) -> Result<Snowflake, ParseError> {
        self.decode_bytes(input.as_bytes())
    }

    /// The ID of a text in bytes, which need not be UTF-8.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    ///
    /// ```
    /// use snowflake_kit_core::{Snowflake, Text};
    ///
    /// assert_eq!(Text::DECIMAL.decode_bytes(b"1"), Ok(Snowflake::MIN));
    /// assert!(Text::DECIMAL.decode_bytes(b"\xff").is_err());
    /// ```
    #[expect(clippy::inline_always, reason = "the match folds, as a form is a constant")]
    #[inline(always)]
    pub fn decode_bytes(&self, input: &[u8]) -> Result<Snowflake, ParseError> {
        let value = self.without_prefix(input).map_or(0, |digits| match self.encoding {
            Encoding::Decimal => decimal::decode(digits),
            Encoding::Base62 => base62::decode(digits),
            Encoding::Base32 => base32::decode(digits),
            Encoding::Hex => hex::decode(digits),
        });
        // The decoders return 0 or a negative number if the text is not an ID. Numbers from
        // 2^63 on become negative too.
        match Snowflake::new(value) {
            Some(id) => Ok(id),
            None => Err(ParseError::new(Shape::of(*self), input, ParseErrorKind::TooLarge)),
        }
    }

    #[expect(clippy::inline_always, reason = "the condition folds, as a form is a constant")]
    #[inline(always)]
    fn without_prefix<'t>(&self, input: &'t [u8]) -> Option<&'t [u8]> {
        // Not `strip_prefix` alone: for an empty prefix it may call `memcmp` with 0 bytes at
        // a dangling address, which takes 100 ns in glibc 2 with AVX-512 (measured on an
        // EPYC).
        if self.prefix.is_empty() {
            Some(input)
        } else {
            input.strip_prefix(self.prefix.as_bytes())
        }
    }

    /// What a text of this form looks like, for messages and documentation.
    ///
    /// ```
    /// use snowflake_kit_core::Text;
    ///
    /// assert_eq!(
    ///     Text::BASE62.with_prefix("usr_").expected().to_string(),
    ///     "\"usr_\" and 11 base62 characters (0-9, A-Z, a-z) \
    ///      from \"usr_00000000001\" to \"usr_AzL8n0Y58m7\"",
    /// );
    /// ```
    pub fn expected(&self) -> impl fmt::Display + use<> {
        Shape::of(*self).expected()
    }
}
