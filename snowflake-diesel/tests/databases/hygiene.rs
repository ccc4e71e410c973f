//! The macro's code in modules that are strict, and that have names of their
//! own for what it uses.

#[deny(warnings)]
#[deny(missing_docs, unused_qualifications, unreachable_pub, unused_lifetimes)]
mod shadowed {
    #![expect(dead_code, reason = "they are there to be mistaken for those of the prelude")]

    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    struct Option;
    struct Result;
    struct Backend;
    struct BigInt;
    struct Nullable;
    struct Queryable;
    #[expect(non_camel_case_types, reason = "shadows the primitive type")]
    struct i64;
    trait ToSql {}
    trait FromSql {}
    trait AsExpression {}
    mod core {}
    mod std {}
    mod diesel {}

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    pub(super) struct UserId(Snowflake);

    snowflake_kit_diesel::column!(UserId);
}

#[test]
fn the_macro_names_nothing_of_the_module_around_it() {
    use diesel::prelude::*;
    use diesel::sql_types::BigInt;

    let mut connection = SqliteConnection::establish(":memory:").unwrap();
    let id = shadowed::UserId::from_i64(5).unwrap();
    let found = diesel::select(id.into_sql::<BigInt>()).get_result(&mut connection);
    assert_eq!(found, Ok(id));
}

#[test]
fn types_inside_functions_are_columns() {
    use diesel::prelude::*;
    use diesel::sql_types::{BigInt, Nullable};
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    struct LocalId(Snowflake);

    snowflake_kit_diesel::column!(LocalId);

    let mut connection = SqliteConnection::establish(":memory:").unwrap();
    let id = LocalId::from_i64(5).unwrap();
    let found =
        diesel::select((id.into_sql::<BigInt>(), None::<LocalId>.into_sql::<Nullable<BigInt>>()))
            .get_result(&mut connection);
    assert_eq!(found, Ok((id, None::<LocalId>)));
}
