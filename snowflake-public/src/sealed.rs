//! An ID with the key of the text that it was read from.

use std::str::FromStr;

use snowflake_kit_core::ParseError;

use crate::codec::{self, PublicCodec};
use crate::installed::PublicId;

/// An ID that was read from a public text, and whether that text was made with the current key.
///
/// With the feature `serde`, a handler can read it from a path or a query, and redirect an old
/// link:
///
/// ```
/// # use snowflake_kit_core::Snowflake;
/// # use snowflake_kit_derive::SnowflakeId;
/// # use snowflake_kit_public::{SecretKey, Keys, Sealed};
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_public", public = "sealed")]
/// # struct UserId(Snowflake);
/// # snowflake_kit_public::install(Keys::new(SecretKey::from_bytes([1; 32])?))?;
/// # let text = UserId::from_snowflake(Snowflake::MIN).to_string();
/// # use snowflake_kit_core::Id;
/// fn show(user: Sealed<UserId>) -> String {
///     let id = user.id();
///     if user.is_current() { format!("user {id}") } else { format!("moved to /users/{id}") }
/// }
/// # assert!(show(text.parse()?).starts_with("user "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealed<T> {
    id: T,
    is_current: bool,
}

impl<T> Sealed<T> {
    pub(crate) const fn new(id: T, is_current: bool) -> Self {
        Self { id, is_current }
    }

    /// The ID.
    pub fn id(self) -> T {
        self.id
    }

    /// Whether its text was made with the current key. It is not if the text was made with
    /// an older one, or was the number itself.
    #[must_use]
    pub const fn is_current(&self) -> bool {
        self.is_current
    }
}

impl<T: PublicId<Codec: PublicCodec>> FromStr for Sealed<T> {
    type Err = ParseError;

    fn from_str(input: &str) -> Result<Self, ParseError> {
        let (id, is_current) = codec::read(input, T::TEXT)?;
        Ok(Self::new(id, is_current))
    }
}

#[cfg(feature = "serde")]
const _: () = {
    use std::fmt;
    use std::marker::PhantomData;

    use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
    use snowflake_kit_core::Shape;

    struct SealedVisitor<T>(PhantomData<T>);

    impl<T: PublicId<Codec: PublicCodec>> Visitor<'_> for SealedVisitor<T> {
        type Value = Sealed<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a {}: {}", T::NAME, Shape::of_type::<T>().expected())
        }

        fn visit_str<E: Error>(self, input: &str) -> Result<Sealed<T>, E> {
            input.parse().map_err(E::custom)
        }
    }

    impl<'de, T: PublicId<Codec: PublicCodec>> Deserialize<'de> for Sealed<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_str(SealedVisitor(PhantomData))
        }
    }
};
