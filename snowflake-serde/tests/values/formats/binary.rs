//! The formats that are not for people.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::format::{Format, text};

/// A format that is read from and written to bytes.
macro_rules! bytes {
    ($($format:ident: $write:expr, $read:expr;)*) => {$(
        pub(crate) enum $format {}

        impl Format for $format {
            type Output = Vec<u8>;

            const FOR_PEOPLE: bool = false;

            fn write<V: Serialize>(value: &V) -> Result<Vec<u8>, String> {
                $write(value).map_err(text)
            }

            fn read<V: DeserializeOwned>(output: &Vec<u8>) -> Result<V, String> {
                $read(output).map_err(text)
            }
        }
    )*};
}

bytes! {
    Postcard: postcard::to_stdvec, postcard::from_bytes;
    Bincode: write_bincode, read_bincode;
    Cbor: minicbor_serde::to_vec, minicbor_serde::from_slice;
    MessagePack: rmp_serde::to_vec, rmp_serde::from_slice;
    MessagePackNamed: rmp_serde::to_vec_named, rmp_serde::from_slice;
}

fn write_bincode<V: Serialize>(value: &V) -> Result<Vec<u8>, String> {
    bincode::serde::encode_to_vec(value, bincode::config::standard()).map_err(text)
}

fn read_bincode<V: DeserializeOwned>(bytes: &[u8]) -> Result<V, String> {
    let (value, read) =
        bincode::serde::decode_from_slice(bytes, bincode::config::standard()).map_err(text)?;
    assert_eq!(read, bytes.len());
    Ok(value)
}
