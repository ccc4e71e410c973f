//! The public forms as codecs of ID types.

use snowflake_kit_core::__private::{
    Raw, decode_block, decode_with_letter, encode_block, encode_with_letter,
};
use snowflake_kit_core::{
    Codec, Encoded, Integer as _, NoKeyError, ParseError, ParseErrorKind, Plain, PublicForm, Shape,
    Snowflake, Text,
};

use crate::installed::{Ciphers, PublicId, ciphers};

/// The codec of `#[snowflake(public = "sealed")]`.
#[derive(Clone, Copy, Debug)]
pub enum SealedCodec {}

/// The codec of `#[snowflake(public = "permuted")]`.
#[derive(Clone, Copy, Debug)]
pub enum PermutedCodec {}

/// The ID of a text and whether it is of the current key, or why it is not one.
pub(crate) type Opened = Result<(Snowflake, bool), ParseErrorKind>;

/// What the two have in common: how an ID becomes a text under the keys of its type, and
/// back.
pub trait PublicCodec {
    #[doc(hidden)]
    const FORM: PublicForm;

    /// The text of an ID under the current key.
    #[doc(hidden)]
    fn write(id: Snowflake, text: Text, ciphers: &Ciphers) -> Encoded;

    /// The ID of a text.
    #[doc(hidden)]
    fn read(input: &str, text: Text, ciphers: &Ciphers) -> Opened;
}

impl PublicCodec for SealedCodec {
    const FORM: PublicForm = PublicForm::Sealed;

    fn write(id: Snowflake, text: Text, ciphers: &Ciphers) -> Encoded {
        encode_block(text, ciphers.current.seal(id))
    }

    fn read(input: &str, text: Text, ciphers: &Ciphers) -> Opened {
        // One and the same error, whatever it is that does not fit.
        let block = decode_block(text, input).ok_or(ParseErrorKind::Sealed)?;
        if let Some(id) = ciphers.current.open(block) {
            return Ok((id, true));
        }
        let id = ciphers.old.iter().find_map(|cipher| cipher.open(block));
        Ok((id.ok_or(ParseErrorKind::Sealed)?, false))
    }
}

impl PublicCodec for PermutedCodec {
    const FORM: PublicForm = PublicForm::Permuted;

    fn write(id: Snowflake, text: Text, ciphers: &Ciphers) -> Encoded {
        encode_with_letter(text, ciphers.current.letter(), ciphers.current.permute(id))
    }

    fn read(input: &str, text: Text, ciphers: &Ciphers) -> Opened {
        let (letter, id) = decode_with_letter(text, input).ok_or(ParseErrorKind::TooLarge)?;
        if letter == ciphers.current.letter() {
            return Ok((ciphers.current.restore(id), true));
        }
        let old = ciphers.old.iter().find(|cipher| cipher.letter() == letter);
        let cipher = old.ok_or(ParseErrorKind::UnknownKey { found: letter })?;
        Ok((cipher.restore(id), false))
    }
}

/// Reads a public text, or the number itself where the type still reads it; and says
/// whether the text was made with the current key.
pub(crate) fn read<T: PublicId<Codec: PublicCodec>>(
    input: &str,
    text: Text,
) -> Result<(T, bool), ParseError> {
    let refuse = |kind| {
        ParseError::new(Shape::of_type::<T>().with_text(text), input.as_bytes(), kind)
            .with_name(T::NAME)
    };
    let ciphers = ciphers::<T>().map_err(|missing| refuse(missing.kind()))?;
    match T::Codec::read(input, text, ciphers) {
        // A key of another kind of ID may have made it, and its number does not fit.
        Ok((id, is_current)) => match T::from_raw(Raw::I64(id.get())) {
            Ok(id) => Ok((id, is_current)),
            Err(_) => Err(refuse(ParseErrorKind::Sealed)),
        },
        Err(kind) => match T::READS_PLAIN.then(|| <Plain as Codec<T>>::decode(input, text)) {
            Some(Ok(id)) => Ok((id, false)),
            _ => Err(refuse(kind)),
        },
    }
}

/// Writes the public text of an ID, with the current key.
fn write<T: PublicId<Codec: PublicCodec>>(id: T, text: Text) -> Result<Encoded, NoKeyError> {
    let ciphers = ciphers::<T>().map_err(|missing| missing.error(T::NAME))?;
    Ok(T::Codec::write(id.as_inner().snowflake(), text, ciphers))
}

impl<T: PublicId<Codec = Self>> Codec<T> for SealedCodec {
    const PUBLIC: Option<PublicForm> = Some(Self::FORM);
    const ACCEPTS_PLAIN: bool = T::READS_PLAIN;

    fn encode(id: T, text: Text) -> Result<Encoded, NoKeyError> {
        write(id, text)
    }

    fn decode(input: &str, text: Text) -> Result<T, ParseError> {
        read(input, text).map(|(id, _)| id)
    }
}

impl<T: PublicId<Codec = Self>> Codec<T> for PermutedCodec {
    const PUBLIC: Option<PublicForm> = Some(Self::FORM);
    const ACCEPTS_PLAIN: bool = T::READS_PLAIN;

    fn encode(id: T, text: Text) -> Result<Encoded, NoKeyError> {
        write(id, text)
    }

    fn decode(input: &str, text: Text) -> Result<T, ParseError> {
        read(input, text).map(|(id, _)| id)
    }
}
