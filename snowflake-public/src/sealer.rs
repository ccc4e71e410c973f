//! Public texts of an ID type that is known at run time only.

use std::fmt;

use snowflake_kit_core::{Encoded, ParseError, Shape, Snowflake, Text};

use crate::codec::{Opened, PermutedCodec, PublicCodec, SealedCodec};
use crate::error::KeyError;
use crate::installed::Ciphers;
use crate::key::Keys;
use crate::label::Label;
use crate::sealed::Sealed;

/// The public texts of one ID type, for tools that do not have the type itself, but know its
/// label, its form and its text form. Programs that have the type call
/// [`install`](crate::install).
///
/// The key of a type is derived from its [`Label`], so with another label no sealed text opens.
///
/// ```
/// use snowflake_kit_core::{Snowflake, Text};
/// use snowflake_kit_public::{Keys, Label, Sealer, SecretKey};
///
/// let keys = Keys::new(SecretKey::from_bytes([1; 32])?);
/// let text = Text::BASE62.with_prefix("usr_");
/// let users = Sealer::sealed(&keys, text, Label::Prefix("usr_"))?;
/// let id = Snowflake::new(175_928_847_299_117_063).unwrap();
/// assert_eq!(users.seal(id), "usr_Hq8AnFvKpSRBZ8kZMTIvP4");
///
/// let opened = users.open("usr_Hq8AnFvKpSRBZ8kZMTIvP4")?;
/// assert_eq!((opened.id(), opened.is_current()), (id, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sealer {
    shape: Shape,
    ciphers: Ciphers,
    write: fn(Snowflake, Text, &Ciphers) -> Encoded,
    read: fn(&str, Text, &Ciphers) -> Opened,
}

impl Sealer {
    /// For a type with `public = "sealed"`.
    ///
    /// # Errors
    /// [`KeyError`] if two of the keys are equal, or if permuted texts could not tell two of
    /// them apart.
    pub fn sealed(keys: &Keys, text: Text, label: Label<'_>) -> Result<Self, KeyError> {
        Self::new::<SealedCodec>(keys, text, label)
    }

    /// For a type with `public = "permuted"`.
    ///
    /// # Errors
    /// As those of [`sealed`](Self::sealed).
    pub fn permuted(keys: &Keys, text: Text, label: Label<'_>) -> Result<Self, KeyError> {
        Self::new::<PermutedCodec>(keys, text, label)
    }

    fn new<C: PublicCodec>(keys: &Keys, text: Text, label: Label<'_>) -> Result<Self, KeyError> {
        keys.check()?;
        Ok(Self {
            shape: Shape::of_public(text, C::FORM, false),
            ciphers: Ciphers::derive(keys, C::FORM, label),
            write: C::write,
            read: C::read,
        })
    }

    /// The public text of an ID, made with the current key.
    #[must_use]
    pub fn seal(&self, id: Snowflake) -> Encoded {
        (self.write)(id, self.shape.text(), &self.ciphers)
    }

    /// The ID of a public text, and whether the text was made with the current key.
    ///
    /// # Errors
    /// [`ParseError`] if the text has another shape, or if no key opens it.
    pub fn open(&self, input: &str) -> Result<Sealed<Snowflake>, ParseError> {
        let read = (self.read)(input, self.shape.text(), &self.ciphers);
        read.map(|(id, is_current)| Sealed::new(id, is_current))
            .map_err(|kind| ParseError::new(self.shape, input.as_bytes(), kind))
    }
}

/// Without the keys.
impl fmt::Debug for Sealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sealer").field("shape", &self.shape).finish_non_exhaustive()
    }
}
