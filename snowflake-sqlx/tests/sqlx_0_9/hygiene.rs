//! The macro's code in a module that is strict, and that has names of its own for what it uses.

#[deny(warnings)]
#[deny(missing_docs, unused_qualifications, unreachable_pub, unused_lifetimes)]
mod shadowed {
    #![expect(dead_code, reason = "they are there to be mistaken for those of the prelude")]

    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    struct Result;
    struct Database;
    struct PgTypeInfo;
    #[expect(non_camel_case_types, reason = "shadows the primitive type")]
    struct i64;
    #[expect(non_camel_case_types, reason = "shadows the primitive type")]
    struct bool;
    trait Encode {}
    trait Decode {}
    trait Type {}
    mod core {}
    mod sqlx {}

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub(super) struct UserId(Snowflake);

    snowflake_kit_sqlx::value!(sqlx_0_8: UserId);
    snowflake_kit_sqlx::value!(sqlx_0_9: UserId);
}

#[test]
fn the_macro_names_nothing_of_the_module_around_it() {
    use sqlx_0_9::postgres::{PgTypeInfo, Postgres};
    use sqlx_0_9::{Type, TypeInfo as _};

    let column: PgTypeInfo = <shadowed::UserId as Type<Postgres>>::type_info();
    assert_eq!(column.name(), "INT8");
    let column: PgTypeInfo = <Vec<shadowed::UserId> as Type<Postgres>>::type_info();
    assert_eq!(column.name(), "INT8[]");
}
