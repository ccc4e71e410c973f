//! What derived code and the other crates of the kit call.

use core::fmt;

pub use crate::__on_std as on_std;
#[cfg(feature = "bridges")]
pub use crate::bridge::bridged_id::{Bridges, has_ksuids, has_uuids};
pub use crate::counted_id::{CountedId, MintedHere};
pub use crate::decimal_id::COUNTER;
pub use crate::decimal_id::DecimalId;
pub use crate::detail::Detail;
pub use crate::id::{Id, Json};
pub use crate::layout::{Layout, Parts};
#[cfg(feature = "std")]
pub use crate::random::seed;
pub use crate::random::{Random, mix};
pub use crate::raw::{Raw, Width};
pub use crate::scheme::Scheme;
pub use crate::snowflake::{Snowflake, ValueError};
pub use crate::snowflake_id::{CallerId, SnowflakeId};
#[cfg(feature = "uuid")]
use crate::text::PrefixError;
pub use crate::text::public::{decode_block, decode_with_letter, encode_block, encode_with_letter};
pub use crate::text::{Codec, Encoded, Encoding, ParseError, Plain, PublicForm, Shape, Text};
pub use crate::time::PointInTime;
#[cfg(feature = "std")]
pub use crate::time::unix_millis;
#[cfg(feature = "uuid")]
pub use crate::uuid_id::{NoTimeError, UuidId};
pub use crate::value::{Integer, Value};
#[cfg(feature = "uuid")]
pub use uuid::Uuid;

/// Writes `UserId(175928847299117063)` with the plain text form. For a type with a public form, it
/// writes the number: people who read logs can usually read the database too.
pub fn debug<T: Id>(id: T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let text = match Shape::of_type::<T>().public() {
        None => id.as_inner().encode(T::TEXT),
        Some(_) => id.as_inner().encode(Text::DECIMAL),
    };
    write!(f, "{}({text})", T::NAME)
}

/// Writes the text form. Width and alignment work as for strings; a 0 before the width pads a decimal
/// text as an integer. With a precision, the text is written as it is.
///
/// # Errors
/// If the type has a public form and no key is installed.
pub fn display<T: Id>(id: T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let text = id.try_text().map_err(|_| fmt::Error)?;
    text.pad(const { Shape::of_type::<T>().is_decimal() }, f)
}

/// The untyped ID of a constant.
///
/// # Panics
/// If the value is not in 1 ..= 2^63 - 1.
#[must_use]
pub const fn constant(value: i64) -> Snowflake {
    match Snowflake::new(value) {
        Some(id) => id,
        None => panic!("this constant is not an ID: IDs are from 1 to 2^63 - 1"),
    }
}

/// Checks that the attribute `caller` stands exactly at the types whose layout has such a field.
///
/// # Panics
/// If it does not. Derived code calls this in a `const`, so it is a compile error there.
pub const fn check_caller(layout: &Layout, is_declared: bool) {
    match layout.caller() {
        Some(_) if !is_declared => panic!(
            "the layout has a field that the caller gives: write `caller` beside `layout`, and \
             mint with `within(value)`"
        ),
        None if is_declared => panic!(
            "the layout has no field that the caller gives: leave `caller` out, or give the \
             layout the field with `LayoutBuilder::caller`"
        ),
        _ => {}
    }
}

/// Checks the prefix of a UUID's text.
///
/// # Panics
/// If it does not fit. Derived code calls this in a `const`, so it is a compile error there.
#[cfg(feature = "uuid")]
pub const fn check_uuid_text(text: Text) {
    if let Err((_, message)) = fits_uuids(text) {
        panic!("{}", message);
    }
}

/// Whether the prefix of a UUID's text keeps the rules that other prefixes do not have.
///
/// # Errors
/// What breaks one, and the rule.
#[cfg(feature = "uuid")]
pub const fn fits_uuids(text: Text) -> Result<(), (PrefixError, &'static str)> {
    let prefix = text.prefix().as_bytes();
    if !matches!(text.encoding(), Encoding::Base32) {
        return if prefix.len() <= 12 {
            Ok(())
        } else {
            Err((
                PrefixError::TooLong,
                "the prefix of a hyphenated UUID has at most 12 bytes: write a shorter one, or \
                 `text = \"typeid\"`, whose prefix has up to 16",
            ))
        };
    }
    let mut at = 0;
    while at < prefix.len() {
        if !matches!(prefix[at], b'a'..=b'z' | b'_') {
            return Err((
                PrefixError::Character,
                "the prefix of a TypeID has lower-case letters and `_` alone, as in \"order_\"",
            ));
        }
        at += 1;
    }
    if prefix.len() > 1 && prefix[prefix.len() - 2] == b'_' {
        return Err((
            PrefixError::End,
            "the prefix of a TypeID ends with a letter and one `_`, as in \"order_\"",
        ));
    }
    Ok(())
}

/// The ID with this value.
pub fn from_integer<T: Id<Value = Snowflake>, I>(value: I) -> Result<T, ValueError>
where
    Snowflake: TryFrom<I, Error = ValueError>,
{
    match Snowflake::try_from(value) {
        Ok(id) => Ok(T::from_snowflake(id)),
        Err(error) => Err(error.with_name(T::NAME)),
    }
}

/// Shows an error of a program's start as its text with `{:?}` too: so `unwrap` shows it, and a `main`
/// that returns it.
#[doc(hidden)]
#[macro_export]
macro_rules! __debug_is_text {
    ($error:ty) => {
        impl ::core::fmt::Debug for $error {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// Writes code that needs the standard library, if this crate has the feature `std`.
#[cfg(feature = "std")]
#[doc(hidden)]
#[macro_export]
macro_rules! __on_std {
    ($($code:tt)*) => { $($code)* };
}

#[cfg(not(feature = "std"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __on_std {
    ($($code:tt)*) => {};
}
