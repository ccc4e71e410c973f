//! The macro's code in modules that are strict, and that have names of their
//! own for what it uses.

#[deny(warnings)]
#[deny(missing_docs, unused_qualifications, unreachable_pub, unused_lifetimes)]
mod shadowed {
    #![expect(dead_code, reason = "they are there to be mistaken for those of the prelude")]

    use snowflake_core::Snowflake;
    use snowflake_derive::SnowflakeId;

    struct Option;
    struct Result;
    struct String;
    struct Vec;
    struct Value;
    struct DbErr;
    #[expect(non_camel_case_types, reason = "shadows the primitive type")]
    struct u64;
    #[expect(non_camel_case_types, reason = "shadows the primitive type")]
    struct str;
    trait From {}
    trait TryFrom {}
    mod core {}
    mod std {}
    mod sea_orm {}

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core")]
    pub(super) struct UserId(Snowflake);

    snowflake_seaorm::value!(UserId);
}

#[test]
fn the_macro_names_nothing_of_the_module_around_it() {
    use sea_orm::Value;
    use snowflake_core::SnowflakeId as _;

    let id = shadowed::UserId::from_i64(5).unwrap();
    assert_eq!(Value::from(id), Value::BigInt(Some(5)));
}

#[test]
fn types_inside_functions_are_values() {
    use sea_orm::sea_query::{ArrayType, Nullable, ValueType};
    use sea_orm::{ColumnType, TryFromU64 as _, Value};
    use snowflake_core::{Snowflake, SnowflakeId as _};
    use snowflake_derive::SnowflakeId;

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core")]
    struct LocalId(Snowflake);

    snowflake_seaorm::value!(LocalId);

    let id = LocalId::from_i64(i64::MAX).unwrap();
    assert_eq!(Value::from(&id), Value::from(i64::MAX));
    assert_eq!(Value::from(Some(id)), Value::from(i64::MAX));
    assert_eq!(Value::from(None::<LocalId>), <LocalId as Nullable>::null());

    assert_eq!(<LocalId as ValueType>::try_from(Value::from(id)).ok(), Some(id));
    for value in [Value::from(0_i64), Value::from(-1_i64), Value::from(1_i32), LocalId::null()] {
        assert!(<LocalId as ValueType>::try_from(value).is_err());
    }
    assert_eq!(LocalId::type_name(), "LocalId");
    assert_eq!(LocalId::array_type(), ArrayType::BigInt);
    assert_eq!(LocalId::column_type(), ColumnType::BigInteger);

    assert_eq!(LocalId::try_from_u64(5), Ok(LocalId::from_i64(5).unwrap()));
    assert_eq!(
        LocalId::try_from_u64(u64::MAX).unwrap_err().to_string(),
        "Error converting `u64` into `LocalId`: invalid LocalId 18446744073709551615: expected \
         1 to 9223372036854775807"
    );
}
