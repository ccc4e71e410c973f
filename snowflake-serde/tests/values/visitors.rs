//! Every call a format may make.

use std::borrow::Cow;
use std::fmt::Debug;

use serde::de::value::{
    self, BoolDeserializer, BorrowedBytesDeserializer, BorrowedStrDeserializer, CharDeserializer,
    CowStrDeserializer, F64Deserializer, I8Deserializer, I16Deserializer, I32Deserializer,
    I64Deserializer, I128Deserializer, StrDeserializer, StringDeserializer, U8Deserializer,
    U16Deserializer, U32Deserializer, U64Deserializer, U128Deserializer, UnitDeserializer,
};
use serde::de::{Deserialize, Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use snowflake_kit_core::{Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "usr_")]
struct PrettyId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", public = "permuted")]
struct HiddenId(Snowflake);

snowflake_kit_serde::value!(UserId, PrettyId, HiddenId);

type Error = value::Error;

const EXPECTED: &str = r#"expected a UserId: a decimal string from "1" to "9223372036854775807""#;
const EXPECTED_BINARY: &str = "expected a UserId: an integer from 1 to 9223372036854775807";

/// A format that calls `visit_newtype_struct` around another's call.
struct Newtype<D> {
    inner: D,
    human_readable: bool,
}

impl<'de, D: Deserializer<'de, Error = Error>> Deserializer<'de> for Newtype<D> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self.inner)
    }

    fn is_human_readable(&self) -> bool {
        self.human_readable
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

/// Read as it is, and as the inside of a newtype, also of a binary format, which
/// is expected to hold the integer.
fn read<'de, T: Deserialize<'de> + PartialEq + Debug, D>(deserializer: D) -> Result<T, String>
where
    D: Deserializer<'de, Error = Error> + Clone,
{
    let [newtype, binary] = [true, false].map(|human_readable| {
        let newtype = Newtype { inner: deserializer.clone(), human_readable };
        T::deserialize(newtype).map_err(|error| error.to_string())
    });
    let plain = T::deserialize(deserializer).map_err(|error| error.to_string());
    assert_eq!(newtype, plain);
    assert_eq!(binary.map_err(|error| error.replace(EXPECTED_BINARY, EXPECTED)), plain);
    plain
}

fn id<T: SnowflakeId>(id: i64) -> T {
    T::from_i64(id).unwrap()
}

#[test]
fn an_id_is_read_from_strings_of_each_kind() {
    fn reads<T: SnowflakeId + for<'de> Deserialize<'de>>(text: &str) {
        let id = Ok(id::<T>(175_928_847_299_117_063));
        assert_eq!(read(StrDeserializer::<Error>::new(text)), id);
        assert_eq!(read(BorrowedStrDeserializer::<Error>::new(text)), id);
        assert_eq!(read(StringDeserializer::<Error>::new(text.to_owned())), id);
        assert_eq!(read(CowStrDeserializer::<Error>::new(Cow::Borrowed(text))), id);
        assert_eq!(read(CowStrDeserializer::<Error>::new(Cow::Owned(text.to_owned()))), id);
    }

    reads::<UserId>("175928847299117063");
    reads::<PrettyId>("usr_0Czks0tP37X");
}

/// One test per type of integer: the values that are IDs and those that are
/// not, read as both kinds of ID.
macro_rules! integers {
    ($($test:ident, $integer:ty, $deserializer:ident: [$($good:expr),*], [$($bad:expr),*];)*) => {$(
        #[test]
        fn $test() {
            for value in [$($good as $integer),*] {
                let deserializer = || $deserializer::<Error>::new(value);
                let expected = i64::try_from(value).unwrap();
                assert_eq!(read(deserializer()), Ok(id::<UserId>(expected)));
                assert_eq!(read(deserializer()), Ok(id::<PrettyId>(expected)));
            }
            for value in [$($bad as $integer),*] {
                let error = read::<UserId, _>($deserializer::<Error>::new(value)).unwrap_err();
                let small = format!("invalid value: integer `{value}`, {EXPECTED}");
                // serde has no way to show what takes 128 bits.
                let large = format!("invalid UserId {value}: expected 1 to 9223372036854775807");
                let wide = size_of::<$integer>() == 16;
                assert_eq!(error, if wide { large } else { small });
            }
        }
    )*};
}

integers! {
    an_id_is_read_from_i8, i8, I8Deserializer: [1, i8::MAX], [0, -1, i8::MIN];
    an_id_is_read_from_i16, i16, I16Deserializer: [1, i16::MAX], [0, -1, i16::MIN];
    an_id_is_read_from_i32, i32, I32Deserializer: [1, i32::MAX], [0, -1, i32::MIN];
    an_id_is_read_from_i64, i64, I64Deserializer: [1, i64::MAX], [0, -1, i64::MIN];
    an_id_is_read_from_i128, i128, I128Deserializer:
        [1, i64::MAX], [0, -1, 1_i128 << 63, i128::MIN, i128::MAX];
    an_id_is_read_from_u8, u8, U8Deserializer: [1, u8::MAX], [0];
    an_id_is_read_from_u16, u16, U16Deserializer: [1, u16::MAX], [0];
    an_id_is_read_from_u32, u32, U32Deserializer: [1, u32::MAX], [0];
    an_id_is_read_from_u64, u64, U64Deserializer: [1, i64::MAX], [0, 1_u64 << 63, u64::MAX];
    an_id_is_read_from_u128, u128, U128Deserializer:
        [1, i64::MAX], [0, 1_u128 << 63, 1_u128 << 64, u128::MAX];
}

#[test]
fn nothing_else_is_an_id() {
    fn refused<'de>(deserializer: impl Deserializer<'de, Error = Error> + Clone, found: &str) {
        let error = read::<UserId, _>(deserializer).unwrap_err();
        assert_eq!(error, format!("invalid type: {found}, {EXPECTED}"));
    }

    refused(F64Deserializer::new(1.0), "floating point `1.0`");
    refused(F64Deserializer::new(f64::NAN), "floating point `NaN`");
    refused(BoolDeserializer::new(true), "boolean `true`");
    refused(UnitDeserializer::new(), "unit value");
    refused(BorrowedBytesDeserializer::new(b"1"), "byte array");
}

/// serde hands a character on as a string, and it is one.
#[test]
fn a_character_is_a_string() {
    assert_eq!(read(CharDeserializer::<Error>::new('7')), Ok(id::<UserId>(7)));
    let error = read::<UserId, _>(CharDeserializer::<Error>::new('0')).unwrap_err();
    assert!(error.starts_with(r#"invalid UserId "0": "#), "{error}");
}

/// Some formats give an integer where a string is asked for.
#[test]
fn the_number_that_a_public_form_hides_is_no_id() {
    fn refused<'de>(deserializer: impl Deserializer<'de, Error = Error>, found: &str) {
        let error = HiddenId::deserialize(deserializer).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("invalid type: {found}, expected a HiddenId: ")),
            "{error}"
        );
    }

    refused(I64Deserializer::new(7), "integer `7`");
    for human_readable in [true, false] {
        let inner = I64Deserializer::new(7);
        refused(Newtype { inner, human_readable }, "integer `7`");
    }
    refused(U64Deserializer::new(7), "integer `7`");
    refused(I128Deserializer::new(7), "an integer");
    refused(U128Deserializer::new(7), "an integer");
}
