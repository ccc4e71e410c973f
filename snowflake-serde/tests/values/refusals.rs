//! What is not an ID, in each format for people.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use snowflake_kit_core::{Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "usr_")]
struct PrettyId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", json = "number")]
struct CountedId(Snowflake);

snowflake_kit_serde::value!(UserId, PrettyId, CountedId);

#[derive(Debug, Deserialize)]
struct Record<T> {
    id: T,
}

/// How a format holds a value, and what reads it.
trait Format {
    /// Whether digits can be a string. To CSV they are an integer, in quotes or
    /// not: see `csv.rs`.
    const HAS_STRINGS: bool;

    /// The document in which the field `id` is this: a number, a boolean, or a
    /// string with its quotes.
    fn document(value: &str) -> String;

    fn read<V: DeserializeOwned>(document: &str) -> Result<V, String>;
}

macro_rules! formats {
    ($($test:ident, $format:ident, strings $strings:literal: $document:expr, $read:expr;)*) => {$(
        enum $format {}

        impl Format for $format {
            const HAS_STRINGS: bool = $strings;

            fn document(value: &str) -> String {
                $document(value)
            }

            fn read<V: DeserializeOwned>(document: &str) -> Result<V, String> {
                $read(document).map_err(|error| error.to_string())
            }
        }

        #[test]
        fn $test() {
            refuses::<$format>();
        }
    )*};
}

formats! {
    json_refuses_by_name_and_value, Json, strings true:
        |value| format!("{{\"id\": {value}}}"), serde_json::from_str;
    a_json_stream_refuses_by_name_and_value, JsonStream, strings true:
        |value| format!("{{\"id\": {value}}}"),
        |document: &str| serde_json::from_reader(document.as_bytes());
    json_values_refuse_by_name_and_value, JsonValue, strings true:
        |value| format!("{{\"id\": {value}}}"),
        |document| serde_json::from_str(document).and_then(serde_json::from_value);
    simd_json_refuses_by_name_and_value, SimdJson, strings true:
        |value| format!("{{\"id\": {value}}}"),
        |document: &str| simd_json::from_slice(&mut document.as_bytes().to_vec());
    toml_refuses_by_name_and_value, Toml, strings true:
        |value| format!("id = {value}\n"), toml::from_str;
    yaml_refuses_by_name_and_value, Yaml, strings true:
        |value| format!("id: {value}\n"), serde_saphyr::from_str;
    ron_refuses_by_name_and_value, Ron, strings true:
        |value| format!("(id: {value})"), ron::from_str;
    csv_refuses_by_name_and_value, Csv, strings false:
        |value| format!("id\n{value}\n"), read_record;
    forms_refuse_by_name_and_value, Form, strings true:
        |value: &str| format!("id={}", value.trim_matches('"')), serde_html_form::from_str;
}

fn read_record<V: DeserializeOwned>(csv: &str) -> Result<V, csv::Error> {
    csv::Reader::from_reader(csv.as_bytes()).deserialize().next().expect("a record")
}

fn refuses<F: Format>() {
    for value in ["0", "-1", "9223372036854775808", "1.5", "true"] {
        refuse::<F, UserId>(value, value);
        refuse::<F, PrettyId>(value, value);
        refuse::<F, CountedId>(value, value);
    }
    // A float, though of a whole number. RON shows it as `1`.
    refuse::<F, UserId>("1.0", "1");
    refuse::<F, CountedId>("1.0", "1");
    refuse::<F, UserId>(r#""user""#, "user");
    refuse::<F, UserId>(r#""usr_0Czks0tP37X""#, "usr_0Czks0tP37X");
    refuse::<F, CountedId>(r#""usr_0Czks0tP37X""#, "usr_0Czks0tP37X");
    refuse::<F, PrettyId>(r#""pst_0Czks0tP37X""#, "pst_0Czks0tP37X");
    refuse::<F, PrettyId>(r#""USR_0Czks0tP37X""#, "USR_0Czks0tP37X");
    refuse::<F, PrettyId>(r#""0Czks0tP37X""#, "0Czks0tP37X");
    if F::HAS_STRINGS {
        refuse::<F, UserId>(r#""01""#, "01");
        refuse::<F, CountedId>(r#""01""#, "01");
        refuse::<F, PrettyId>(r#""175928847299117063""#, "175928847299117063");
    }
}

/// The error names the type and the value.
fn refuse<F: Format, T: SnowflakeId + DeserializeOwned>(value: &str, shown: &str) {
    let document = F::document(value);
    match F::read::<Record<T>>(&document) {
        Ok(record) => panic!("{document:?} is {:?}", record.id),
        Err(error) => {
            assert!(error.contains(T::NAME), "{document:?}: {error}");
            assert!(error.contains(shown), "{document:?}: {error}");
        }
    }
}
