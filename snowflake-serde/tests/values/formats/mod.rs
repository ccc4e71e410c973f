//! IDs through the formats people use, wherever an ID can stand in them.

mod binary;
mod format;
mod json;
mod part;
mod people;

use serde::{Deserialize, Serialize};
use snowflake_kit_core::{Id, Json, Shape, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_public::install_for_tests;

use format::{Format, Known};
use part::Part::{self, *};

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

/// An ID as its text in every format.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent, bound = "")]
struct AsText<T: Id<Value = Snowflake>>(#[serde(with = "snowflake_kit_serde::string")] T);

/// The ends, an ID that a float cannot hold, and one of every day.
const IDS: [i64; 4] = [1, (1 << 53) + 1, 175_928_847_299_117_063, i64::MAX];

/// Each part through a format, with each kind of ID. What the format cannot
/// carry is an error, never another value.
fn suite<F: Format>(cannot: &[Part], cannot_as_numbers: &[Part]) {
    install_for_tests().unwrap();
    kind::<F, UserId>(cannot, cannot_as_numbers);
    kind::<F, PrettyId>(cannot, cannot_as_numbers);
    kind::<F, CountedId>(cannot, cannot_as_numbers);
    kind::<F, CountedBase62Id>(cannot, cannot_as_numbers);
    kind::<F, SealedId>(cannot, cannot_as_numbers);
    kind::<F, PermutedId>(cannot, cannot_as_numbers);
    as_text::<F>(cannot);
}

/// Whether an ID of this type is an integer in the format.
fn is_number<F: Format, T: Id<Value = Snowflake>>() -> bool {
    Shape::of_type::<T>().public().is_none() && !(F::FOR_PEOPLE && T::JSON == Json::String)
}

fn kind<F: Format, T: SnowflakeId + Known>(cannot: &[Part], cannot_as_numbers: &[Part]) {
    let more = if is_number::<F, T>() { cannot_as_numbers } else { &[] };
    let cannot = &[cannot, more].concat();
    for id in IDS.map(|id| T::from_i64(id).unwrap()) {
        for part in Part::ALL {
            match part.through::<F, T>(id) {
                Ok(()) if cannot.contains(&part) => panic!("{part:?} of {id:?} works after all"),
                Err(error) if !cannot.contains(&part) => panic!("{part:?} of {id:?}: {error}"),
                _ => {}
            }
        }
        looks_like_its_form::<F, T>(id, cannot);
    }
}

/// Each part with each kind of ID that is written as its text: what a format carries for any
/// string comes back, from wherever serde reads it before it knows the type.
fn as_text<F: Format>(cannot: &[Part]) {
    fn kind<F: Format, T: Id<Value = Snowflake>>(cannot: &[Part]) {
        for id in IDS.map(|id| AsText(T::from_i64(id).unwrap())) {
            for part in Part::ALL.into_iter().filter(|part| !cannot.contains(part)) {
                let result = part.through::<F, _>(id.clone());
                result.unwrap_or_else(|error| panic!("{part:?} of {id:?}: {error}"));
            }
        }
    }

    kind::<F, UserId>(cannot);
    kind::<F, PrettyId>(cannot);
    kind::<F, CountedId>(cannot);
    kind::<F, CountedBase62Id>(cannot);
    kind::<F, SealedId>(cannot);
    kind::<F, PermutedId>(cannot);
}

/// An ID is written as a string would be, or an integer.
fn looks_like_its_form<F: Format, T: SnowflakeId + Known>(id: T, cannot: &[Part]) {
    for part in [Fields, Lists].into_iter().filter(|part| !cannot.contains(part)) {
        let plain = if is_number::<F, T>() {
            part.write::<F, i64>(id.get())
        } else {
            part.write::<F, String>(id.to_string())
        };
        assert_eq!(part.write::<F, T>(id), plain, "{part:?} of {id:?}");
    }
}

/// What formats cannot carry whose reader has to be told what comes.
const SELF_DESCRIPTION: [Part; 6] =
    [Flattened, FlattenedKeys, Internal, InternalDocument, Adjacent, Untagged];

/// A test for each format, and what that cannot carry, and what not if IDs are numbers there.
macro_rules! formats {
    ($(
        $test:ident: $format:ty,
        cannot $cannot:expr,
        as_numbers $as_numbers:expr;
    )*) => {$(
        #[test]
        fn $test() {
            suite::<$format>(&$cannot, &$as_numbers);
        }
    )*};
}

formats! {
    ids_go_through_json_text: json::Text, cannot [], as_numbers [];
    ids_go_through_simd_json: json::Simd, cannot [], as_numbers [];
    ids_go_through_toml: people::Toml, cannot [], as_numbers [];
    ids_go_through_yaml: people::Yaml, cannot [], as_numbers [];
    // A flattened map is a struct to RON, whose fields are not numbers.
    ids_go_through_ron: people::Ron, cannot [], as_numbers [FlattenedKeys];
    // Records are flat.
    ids_go_through_csv: people::Csv, cannot [
        Lists, Keys, Flattened, FlattenedKeys, External, Internal, InternalDocument, Adjacent,
        Untagged,
    ], as_numbers [];
    ids_go_through_forms: people::Form,
        cannot [Keys, External, Internal, Adjacent, Untagged], as_numbers [];
    ids_go_through_postcard: binary::Postcard, cannot SELF_DESCRIPTION, as_numbers [];
    ids_go_through_bincode: binary::Bincode, cannot SELF_DESCRIPTION, as_numbers [];
    // The crate takes the flattened map's keys for names of fields: text.
    ids_go_through_cbor: binary::Cbor, cannot [], as_numbers [FlattenedKeys];
    // Structs are sequences, and serde wants maps in these enums.
    ids_go_through_messagepack: binary::MessagePack, cannot [Adjacent, Untagged], as_numbers [];
    ids_go_through_messagepack_with_names: binary::MessagePackNamed, cannot [], as_numbers [];
}
