//! The forms as adapters of the crate `serde_with`.

use ::serde_with::{DeserializeAs, SerializeAs};
use serde_core::{Deserializer, Serializer};
use snowflake_kit_core::Id;

use crate::form::{Base32, Base62, BinaryNumber, Decimal, Form, Hex, Number, Own};

macro_rules! adapters {
    ($($form:ty),*) => {$(
        impl<T: Id> SerializeAs<T> for $form {
            fn serialize_as<S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
                <$form>::write(*id, serializer)
            }
        }

        impl<'de, T: Id> DeserializeAs<'de, T> for $form {
            fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
                <$form>::read(deserializer)
            }
        }
    )*};
}

adapters!(Number, BinaryNumber, Own, Decimal, Base62, Base32, Hex);
