//! The other formats for people.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::format::{Format, text};

/// A format that is read from and written to a `String`.
macro_rules! texts {
    ($($format:ident: $write:path, $read:path;)*) => {$(
        pub(crate) enum $format {}

        impl Format for $format {
            type Output = String;

            const FOR_PEOPLE: bool = true;

            fn write<V: Serialize>(value: &V) -> Result<String, String> {
                $write(value).map_err(text)
            }

            fn read<V: DeserializeOwned>(output: &String) -> Result<V, String> {
                $read(output).map_err(text)
            }
        }
    )*};
}

texts! {
    Toml: toml::to_string, toml::from_str;
    Yaml: serde_saphyr::to_string, serde_saphyr::from_str;
    Ron: ron::to_string, ron::from_str;
    Csv: write_record, read_record;
    Form: serde_html_form::to_string, serde_html_form::from_str;
}

/// A heading and one record.
fn write_record<V: Serialize>(value: &V) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(value).map_err(text)?;
    String::from_utf8(writer.into_inner().map_err(text)?).map_err(text)
}

fn read_record<V: DeserializeOwned>(csv: &str) -> Result<V, String> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.deserialize().next().ok_or("no record")?.map_err(text)
}
