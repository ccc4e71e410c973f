//! The macro's code in modules that are strict, and that have names of their own for what
//! it uses.

#[deny(warnings)]
#[deny(missing_docs, unused_qualifications, unreachable_pub, unused_lifetimes)]
mod shadowed {
    #![expect(dead_code, reason = "they are there to be mistaken for those of the prelude")]

    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    struct Box;
    struct BytesMut;
    struct Error;
    struct Option;
    struct Result;
    struct Type;
    #[expect(non_camel_case_types, reason = "shadows the primitive type")]
    struct bool;
    #[expect(non_camel_case_types, reason = "shadows the primitive type")]
    struct u8;
    trait ToSql {}
    trait FromSql {}
    mod core {}
    mod std {}
    mod postgres_types {}

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    pub(super) struct UserId(Snowflake);

    snowflake_kit_postgres::value!(UserId);
}

#[test]
fn the_macro_names_nothing_of_the_module_around_it() {
    use bytes::BytesMut;
    use postgres_types::{FromSql as _, ToSql as _, Type};

    let id = shadowed::UserId::from_i64(5).unwrap();
    let mut sent = BytesMut::new();
    id.to_sql_checked(&Type::INT8, &mut sent).unwrap();
    assert_eq!(sent[..], 5_i64.to_be_bytes());
    assert_eq!(shadowed::UserId::from_sql(&Type::INT8, &sent).unwrap(), id);
}

#[test]
fn types_inside_functions_are_values() {
    use bytes::BytesMut;
    use postgres_types::{FromSqlOwned, ToSql, Type};
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    struct LocalId(Snowflake);

    snowflake_kit_postgres::value!(LocalId);

    fn is_value<T: ToSql + FromSqlOwned>() {}

    is_value::<LocalId>();
    is_value::<Option<LocalId>>();
    is_value::<Vec<Option<LocalId>>>();
    is_value::<Box<[LocalId]>>();
    is_value::<[LocalId; 2]>();

    let id = LocalId::from_i64(5).unwrap();
    let parameters: [&(dyn ToSql + Sync); 3] = [&id, &Some(id), &vec![id]];
    for (parameter, ty) in parameters.into_iter().zip([Type::INT4, Type::TEXT, Type::INT8]) {
        let error = parameter.to_sql_checked(&ty, &mut BytesMut::new()).err().unwrap().to_string();
        assert!(error.contains("LocalId") && error.contains(ty.name()), "{error}");
    }
}
