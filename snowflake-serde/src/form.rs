//! Forms that one field can have in place of that of its type.

use serde_core::{Deserializer, Serializer};
use snowflake_kit_core::{Encoding, Id};

use crate::read::{self, Accept};
use crate::write;

/// How a form is written and read. The modules of this crate describe the forms.
pub(crate) trait Form {
    fn write<T: Id, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error>;

    /// A value that is not an ID is an error that names the type, the value and what was expected.
    fn read<'de, T: Id, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>;
}

/// The integer, in every format.
#[derive(Clone, Copy, Debug)]
pub enum Number {}

impl Form for Number {
    fn write<T: Id, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
        const { read::hides::<T>(Some(Encoding::Decimal)) }
        write::value(id, serializer)
    }

    fn read<'de, T: Id, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        const { read::hides::<T>(Some(Encoding::Decimal)) }
        if deserializer.is_human_readable() {
            read::any(deserializer, Accept::NumberOrDigits)
        } else {
            read::value(deserializer)
        }
    }
}

/// The type's text form in human-readable formats, and the integer in binary ones.
#[derive(Clone, Copy, Debug)]
pub enum BinaryNumber {}

impl Form for BinaryNumber {
    fn write<T: Id, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            write::text(id, None, serializer)
        } else {
            write::value(id, serializer)
        }
    }

    fn read<'de, T: Id, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        if deserializer.is_human_readable() {
            read::text(deserializer, None)
        } else {
            read::value(deserializer)
        }
    }
}

/// A text form, as a string in every format. The prefix is that of the type.
macro_rules! text_form {
    ($($(#[$doc:meta])* $form:ident = $encoding:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $form {}

        impl Form for $form {
            fn write<T: Id, S: Serializer>(
                id: T,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                const { read::hides::<T>($encoding) }
                write::text(id, $encoding, serializer)
            }

            fn read<'de, T: Id, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<T, D::Error> {
                const { read::hides::<T>($encoding) }
                read::text(deserializer, $encoding)
            }
        }
    )*};
}

text_form! {
    /// The text form of the ID's type.
    Own = None;
    /// Decimal.
    Decimal = Some(Encoding::Decimal);
    /// Base62, 11 characters.
    Base62 = Some(Encoding::Base62);
    /// Crockford's base32, 13 characters.
    Base32 = Some(Encoding::Base32);
    /// Hexadecimal, 16 characters.
    Hex = Some(Encoding::Hex);
}
