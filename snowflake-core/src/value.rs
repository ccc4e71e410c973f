//! What an ID type wraps.

use core::fmt;
use core::hash::Hash;

use crate::raw::{Raw, Width};
use crate::snowflake::{Snowflake, ValueError};
use crate::text::{Encoded, ParseError, Shape, Text};

/// What an ID type wraps: a [`Snowflake`], or the `i16`, `i32` or `i64` that a database counts, or
/// (with the feature `uuid`) a `Uuid`.
///
/// No other type implements it.
pub trait Value: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + Sealed + 'static {
    /// What a database stores, and [`Id::get`](crate::Id::get) returns: `i64` for a `Snowflake`,
    /// and the type itself for the others.
    type Stored: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static;

    #[doc(hidden)]
    const WIDTH: Width;

    #[doc(hidden)]
    fn stored(self) -> Self::Stored;

    #[cfg(feature = "bytemuck")]
    #[doc(hidden)]
    fn as_stored(&self) -> &Self::Stored;

    #[doc(hidden)]
    fn from_stored(value: Self::Stored) -> Result<Self, ValueError>;

    #[doc(hidden)]
    fn raw(self) -> Raw;

    /// Of another width, it is an error unless it fits.
    #[doc(hidden)]
    fn from_raw(value: Raw) -> Result<Self, ValueError>;

    #[doc(hidden)]
    fn encode(self, text: Text) -> Encoded {
        Shape::of(text).with_width(Self::WIDTH).encode(self.raw())
    }

    /// The shape's text form is `text`.
    #[doc(hidden)]
    fn decode(input: &str, shape: Shape) -> Result<Self, ParseError> {
        shape.decode(input).map(|raw| match Self::from_raw(raw) {
            Ok(value) => value,
            Err(_) => unreachable!("a shape reads values of its width"),
        })
    }

    /// Whether it is a value that identifies something only if its type says so: the nil UUID and
    /// the max UUID.
    #[doc(hidden)]
    fn is_special(self) -> bool {
        false
    }
}

/// A [`Value`] that is an integer from 1 on.
///
/// `OrZero` and public forms are for ID types that wrap one of these.
pub trait Integer: Value<Stored: Into<i64>> {
    #[doc(hidden)]
    const ZERO: &'static Self::Stored;

    #[doc(hidden)]
    fn is_zero(value: Self::Stored) -> bool {
        value == *Self::ZERO
    }

    /// The same integer as a `Snowflake`.
    ///
    /// # Panics
    /// If the field of a counted ID was given 0 or a negative number, inside of its module.
    #[doc(hidden)]
    fn snowflake(self) -> Snowflake {
        match Snowflake::new(self.stored().into()) {
            Some(id) => id,
            None => panic!("{:?} is not an ID: expected 1 to {}", self, Self::WIDTH.max()),
        }
    }
}

/// Keeps other types from being values of IDs.
pub trait Sealed {}

impl Sealed for Snowflake {}

impl Value for Snowflake {
    type Stored = i64;

    const WIDTH: Width = Width::I64;

    #[inline]
    fn stored(self) -> i64 {
        self.get()
    }

    #[cfg(feature = "bytemuck")]
    #[inline]
    fn as_stored(&self) -> &i64 {
        self.as_i64()
    }

    #[inline]
    fn from_stored(value: i64) -> Result<Self, ValueError> {
        match Self::new(value) {
            Some(id) => Ok(id),
            None => Err(ValueError::new(value.into())),
        }
    }

    #[inline]
    fn raw(self) -> Raw {
        Raw::I64(self.get())
    }

    #[inline]
    fn from_raw(value: Raw) -> Result<Self, ValueError> {
        match value.to_i64() {
            Some(value) => Self::from_stored(value),
            None => Err(ValueError::of_raw(value, Self::WIDTH)),
        }
    }

    #[expect(clippy::inline_always, reason = "the match folds, as a form is a constant")]
    #[inline(always)]
    fn encode(self, text: Text) -> Encoded {
        text.encode(self)
    }

    #[expect(clippy::inline_always, reason = "the match folds, as a form is a constant")]
    #[inline(always)]
    fn decode(input: &str, shape: Shape) -> Result<Self, ParseError> {
        shape.text().decode(input)
    }
}

impl Integer for Snowflake {
    const ZERO: &'static i64 = &0;
}

macro_rules! counted {
    ($($integer:ident $width:ident),*) => {$(
        impl Sealed for $integer {}

        impl Value for $integer {
            type Stored = Self;

            const WIDTH: Width = Width::$width;

            #[inline]
            fn stored(self) -> Self {
                self
            }

            #[cfg(feature = "bytemuck")]
            #[inline]
            fn as_stored(&self) -> &Self {
                self
            }

            #[inline]
            fn from_stored(value: Self) -> Result<Self, ValueError> {
                if value > 0 { Ok(value) } else { Err(ValueError::of_raw(value.raw(), Self::WIDTH)) }
            }

            #[inline]
            fn raw(self) -> Raw {
                Raw::$width(self)
            }

            #[inline]
            fn from_raw(value: Raw) -> Result<Self, ValueError> {
                match value.to_i64().and_then(|value| Self::try_from(value).ok()) {
                    Some(value) if value > 0 => Ok(value),
                    _ => Err(ValueError::of_raw(value, Self::WIDTH)),
                }
            }
        }

        impl Integer for $integer {
            const ZERO: &'static Self = &0;
        }
    )*};
}

counted!(i16 I16, i32 I32, i64 I64);

#[cfg(feature = "uuid")]
impl Sealed for uuid::Uuid {}

#[cfg(feature = "uuid")]
impl Value for uuid::Uuid {
    type Stored = Self;

    const WIDTH: Width = Width::U128;

    #[inline]
    fn stored(self) -> Self {
        self
    }

    #[cfg(feature = "bytemuck")]
    #[inline]
    fn as_stored(&self) -> &Self {
        self
    }

    #[inline]
    fn from_stored(value: Self) -> Result<Self, ValueError> {
        Ok(value)
    }

    #[inline]
    fn is_special(self) -> bool {
        self.is_nil() || self.is_max()
    }

    #[inline]
    fn raw(self) -> Raw {
        Raw::Uuid(self.as_u128())
    }

    #[inline]
    fn from_raw(value: Raw) -> Result<Self, ValueError> {
        match value {
            Raw::Uuid(bits) => Ok(Self::from_u128(bits)),
            _ => Err(ValueError::of_raw(value, Self::WIDTH)),
        }
    }
}
