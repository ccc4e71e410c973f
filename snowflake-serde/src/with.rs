//! The modules for `#[serde(with = "…")]`.

/// One module per form, each with `option` and `vec` for fields of those.
macro_rules! with {
    ($($(#[$doc:meta])* $module:ident = $form:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// Its modules `option` and `vec` are for fields of `Option<…>` and `Vec<…>`. With an
        /// `Option`, add `#[serde(default)]` so that a missing field is `None`: serde does that
        /// by itself only without `with`.
        pub mod $module {
            use serde_core::{Deserializer, Serializer};
            use snowflake_kit_core::Id;

            use crate::form::{self, Form};

            /// Writes an ID in this form.
            ///
            /// # Errors
            /// Those of the serializer.
            pub fn serialize<T: Id, S: Serializer>(
                id: &T,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                <$form>::write(*id, serializer)
            }

            /// Reads an ID in this form.
            ///
            /// # Errors
            /// Those of the deserializer. A value that is not an ID is an error that names the
            /// type, the value and what was expected.
            pub fn deserialize<'de, T: Id, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<T, D::Error> {
                <$form>::read(deserializer)
            }

            /// The same for `Option<…>`, and for the `OrZero<…>` of a database adapter.
            pub mod option {
                use snowflake_kit_core::OptionalId;

                use super::*;
                use crate::containers;

                /// Writes an ID in this form, or nothing.
                ///
                /// # Errors
                /// Those of the serializer.
                pub fn serialize<V: OptionalId, S: Serializer>(
                    id: &V,
                    serializer: S,
                ) -> Result<S::Ok, S::Error> {
                    containers::write_option::<$form, V::Id, S>((*id).into(), serializer)
                }

                /// Reads an ID in this form, or nothing.
                ///
                /// # Errors
                /// As without `Option`.
                pub fn deserialize<'de, V: OptionalId, D: Deserializer<'de>>(
                    deserializer: D,
                ) -> Result<V, D::Error> {
                    containers::read_option::<$form, V::Id, D>(deserializer).map(V::from)
                }
            }

            /// The same for `Vec<…>`.
            #[cfg(feature = "alloc")]
            pub mod vec {
                use alloc::vec::Vec;

                use super::*;
                use crate::containers;

                /// Writes IDs in this form.
                ///
                /// # Errors
                /// Those of the serializer.
                pub fn serialize<T: Id, S: Serializer>(
                    ids: &[T],
                    serializer: S,
                ) -> Result<S::Ok, S::Error> {
                    containers::write_all::<$form, T, S>(ids, serializer)
                }

                /// Reads IDs in this form.
                ///
                /// # Errors
                /// As for one.
                pub fn deserialize<'de, T: Id, D: Deserializer<'de>>(
                    deserializer: D,
                ) -> Result<Vec<T>, D::Error> {
                    containers::read_all::<$form, T, D>(deserializer)
                }
            }
        }
    )*};
}

with! {
    /// The integer, in every format: `#[serde(with = "snowflake_kit_serde::number")]`.
    number = form::Number;
    /// The type's text form in human-readable formats, and the integer in binary ones:
    /// `#[serde(with = "snowflake_kit_serde::binary_number")]`. For a type with a public form, in a
    /// store that others do not read.
    ///
    /// serde forgets in `flatten`, and in internally tagged and untagged enums, that the format is
    /// binary. There the integer of a type with a public form is refused when it is read, because
    /// it could come from JSON, where a number must not pass for a public text.
    binary_number = form::BinaryNumber;
    /// The type's text form as a string, in every format, even if the type is a number in JSON:
    /// `#[serde(with = "snowflake_kit_serde::string")]`.
    string = form::Own;
    /// Decimal, as a string in every format:
    /// `#[serde(with = "snowflake_kit_serde::decimal")]`.
    decimal = form::Decimal;
    /// Base62, as a string in every format:
    /// `#[serde(with = "snowflake_kit_serde::base62")]`.
    base62 = form::Base62;
    /// Crockford's base32, as a string in every format:
    /// `#[serde(with = "snowflake_kit_serde::base32")]`.
    base32 = form::Base32;
    /// Hexadecimal, as a string in every format:
    /// `#[serde(with = "snowflake_kit_serde::hex")]`.
    hex = form::Hex;
}
