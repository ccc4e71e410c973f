//! IDs through the formats people use, wherever an ID can stand in them.

mod binary;
mod format;
mod json;
mod kind;
mod part;
mod people;

use snowflake_kit_public::install_for_tests;

use format::Format;
use kind::{Any, Kind};
use part::Part::{self, *};

/// The ends, an ID that a float cannot hold, and one of every day.
const IDS: [i64; 4] = [1, (1 << 53) + 1, 175_928_847_299_117_063, i64::MAX];

/// Each part through a format, with each kind of ID, and with each of these as its text: what a
/// format carries for any string comes back, from wherever serde reads it before it knows the
/// type. What the format cannot carry is an error, never another value.
fn suite<F: Format>(cannot: &[Part], cannot_as_numbers: &[Part]) {
    install_for_tests().unwrap();
    for kind in Kind::all() {
        kind.choose();
        for id in IDS {
            let (text, is_number) = kind.text_or_number::<F>(id);
            let more = if is_number { cannot_as_numbers } else { &[] };
            let cannot = &[cannot, more].concat();
            for part in Part::ALL {
                match part.through::<F, _>(Any(id)) {
                    Ok(()) if cannot.contains(&part) => {
                        panic!("{part:?} of {text} as {kind:?} works after all")
                    }
                    Err(error) if !cannot.contains(&part) => {
                        panic!("{part:?} of {text} as {kind:?}: {error}")
                    }
                    _ => {}
                }
            }
            // It is written as a string would be, or an integer.
            for part in [Fields, Lists].into_iter().filter(|part| !cannot.contains(part)) {
                let plain = if is_number {
                    part.write::<F, i64>(id)
                } else {
                    part.write::<F, String>(text.clone())
                };
                assert_eq!(part.write::<F, _>(Any(id)), plain, "{part:?} as {kind:?}");
            }
        }
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
