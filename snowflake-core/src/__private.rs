//! What derived code calls.

use core::fmt;

pub use crate::{Encoding, Json, Layout, ParseError, Snowflake, SnowflakeId, Text, ValueError};

#[cfg(feature = "std")]
pub use crate::install::InstalledGenerator;
#[cfg(feature = "std")]
pub use crate::{Generator, MintError};

pub use crate::__generator as generator;

/// `UserId(175928847299117063)`, with the ID in its text form.
pub fn debug<T: SnowflakeId>(id: T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}({})", T::NAME, id.text())
}

/// The text form, which takes width and alignment as strings do.
pub fn display<T: SnowflakeId>(id: T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.pad(&id.text())
}

/// The ID with this value.
#[inline]
pub fn from_integer<T: SnowflakeId, I>(value: I) -> Result<T, ValueError>
where
    Snowflake: TryFrom<I, Error = ValueError>,
{
    match Snowflake::try_from(value) {
        Ok(id) => Ok(T::from_snowflake(id)),
        Err(error) => Err(error.with_name(T::NAME)),
    }
}

/// The method `generator` of `SnowflakeId`, where there is one.
#[cfg(feature = "std")]
#[doc(hidden)]
#[macro_export]
macro_rules! __generator {
    () => {
        #[inline]
        fn generator() -> ::core::result::Result<&'static $crate::Generator, $crate::MintError> {
            static GENERATOR: $crate::__private::InstalledGenerator =
                $crate::__private::InstalledGenerator::new();
            GENERATOR.get::<Self>()
        }
    };
}

/// The method `generator` of `SnowflakeId`, where there is none.
#[cfg(not(feature = "std"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __generator {
    () => {};
}
