//! IDs in CSV, which does not say what a field holds.

use serde::{Deserialize, Serialize};
use snowflake_kit_core::{Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62")]
struct BareId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "usr_")]
struct PrettyId(Snowflake);

snowflake_kit_serde::value!(UserId, BareId, PrettyId);

fn id<T: SnowflakeId>(id: i64) -> T {
    T::from_i64(id).unwrap()
}

fn read<T: for<'de> Deserialize<'de>>(csv: &str) -> T {
    csv::Reader::from_reader(csv.as_bytes()).deserialize().next().unwrap().unwrap()
}

#[test]
fn a_list_can_be_the_rest_of_a_record_without_headings() {
    type Record = (UserId, Option<UserId>, Vec<UserId>);
    let record: Record = (id(1), None, vec![id(2), id(3)]);
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    writer.serialize(&record).unwrap();
    let csv = writer.into_inner().unwrap();
    assert_eq!(csv, b"1,,2,3\n");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_slice());
    assert_eq!(reader.deserialize::<Record>().next().unwrap().unwrap(), record);
}

#[test]
fn a_flattened_struct_can_be_read_though_not_written() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Post {
        id: UserId,
        #[serde(flatten)]
        more: More,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct More {
        owner: PrettyId,
    }

    let post = read::<Post>("id,owner\n1,usr_0Czks0tP37X\n");
    assert_eq!(post, Post { id: id(1), more: More { owner: id(175_928_847_299_117_063) } });
}

/// The crate csv takes digits for an integer before anyone is asked, so what
/// is base62 by the type comes as another ID. A prefix, or the module
/// `string`, which asks for a string, keep it apart.
#[test]
fn digits_of_a_text_form_are_kept_by_a_prefix_or_the_module_string() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Row {
        pretty: PrettyId,
        #[serde(with = "snowflake_kit_serde::string")]
        bare: BareId,
    }

    let row = Row { pretty: id(62), bare: id(62) };
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(&row).unwrap();
    let csv = String::from_utf8(writer.into_inner().unwrap()).unwrap();
    assert_eq!(csv, "pretty,bare\nusr_00000000010,00000000010\n");
    assert_eq!(read::<Row>(&csv), row);
}

#[test]
fn digits_of_a_bare_text_form_are_an_integer_to_the_format() {
    assert_eq!(read::<(BareId,)>("id\n00000000010\n").0, id(10));
    assert_eq!(read::<(UserId,)>("id\n01\n").0, id(1));
}
