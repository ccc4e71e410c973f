//! The kinds of IDs, as one type whose kind is chosen while the test runs: each format is compiled
//! for one type, and not for each of them.

use std::cell::Cell;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use snowflake_kit_core::{Id, Json, Shape, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_serde::string;

use super::format::Format;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "usr_")]
struct PrettyId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", json = "number")]
struct CountedId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "no_", json = "number")]
struct CountedBase62Id(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", public = "sealed")]
struct SealedId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", text = "base62", prefix = "no_", public = "permuted")]
struct PermutedId(Snowflake);

snowflake_kit_serde::value!(UserId, PrettyId, CountedId, CountedBase62Id, SealedId, PermutedId);

/// An ID of the kind that was chosen last, by its number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Any(pub(crate) i64);

/// A type of ID, and whether a field has it as its text in every format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    of: Type,
    as_text: bool,
}

thread_local! {
    static CHOSEN: Cell<Kind> = const { Cell::new(Kind { of: Type::UserId, as_text: false }) };
}

macro_rules! types {
    ($($id:ident),*) => {
        #[derive(Clone, Copy, Debug)]
        #[expect(clippy::enum_variant_names, reason = "they are those of the types")]
        enum Type {
            $($id,)*
        }

        const TYPES: &[Type] = &[$(Type::$id),*];

        impl Kind {
            /// The text of an ID, and whether it is an integer in the format.
            pub(crate) fn text_or_number<F: Format>(self, id: i64) -> (String, bool) {
                match self.of {
                    $(Type::$id => (typed::<$id>(id).to_string(), is_number::<F, $id>(self)),)*
                }
            }
        }

        impl Serialize for Any {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match CHOSEN.get() {
                    $(
                        Kind { of: Type::$id, as_text: true } => {
                            string::serialize(&typed::<$id>(self.0), serializer)
                        }
                        Kind { of: Type::$id, as_text: false } => {
                            typed::<$id>(self.0).serialize(serializer)
                        }
                    )*
                }
            }
        }

        impl<'de> Deserialize<'de> for Any {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match CHOSEN.get() {
                    $(
                        Kind { of: Type::$id, as_text: true } => {
                            string::deserialize(deserializer).map(|id: $id| Self(id.get()))
                        }
                        Kind { of: Type::$id, as_text: false } => {
                            $id::deserialize(deserializer).map(|id| Self(id.get()))
                        }
                    )*
                }
            }
        }
    };
}

types!(UserId, PrettyId, CountedId, CountedBase62Id, SealedId, PermutedId);

impl Kind {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        TYPES.iter().flat_map(|of| [false, true].map(|as_text| Self { of: *of, as_text }))
    }

    /// From now on this thread's IDs are of this kind.
    pub(crate) fn choose(self) {
        CHOSEN.set(self);
    }
}

fn typed<T: SnowflakeId>(id: i64) -> T {
    T::from_i64(id).unwrap()
}

fn is_number<F: Format, T: Id>(kind: Kind) -> bool {
    let is_hidden = Shape::of_type::<T>().public().is_some();
    let is_text = F::FOR_PEOPLE && T::JSON == Json::String;
    !(kind.as_text || is_hidden || is_text)
}
