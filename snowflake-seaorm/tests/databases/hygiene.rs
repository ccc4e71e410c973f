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
    #[snowflake(crate = "snowflake_kit_mint")]
    pub(super) struct UserId(Snowflake);

    snowflake_kit_seaorm::value!(sea_orm_2: UserId);
}

#[test]
fn the_macro_names_nothing_of_the_module_around_it() {
    use sea_orm::Value;

    let id = shadowed::UserId::from_i64(5).unwrap();
    assert_eq!(Value::from(id), Value::BigInt(Some(5)));
}

#[test]
fn types_inside_functions_are_values() {
    use sea_orm::sea_query::{ArrayType, Nullable, ValueType};
    use sea_orm::{ColumnType, TryFromU64 as _, Value};
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    struct LocalId(Snowflake);

    snowflake_kit_seaorm::value!(sea_orm_2: LocalId);

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
    assert_eq!(LocalId::column_type(), ColumnType::custom("bigint"));

    assert_eq!(LocalId::try_from_u64(5), Ok(LocalId::from_i64(5).unwrap()));
    assert_eq!(
        LocalId::try_from_u64(u64::MAX).unwrap_err().to_string(),
        "Error converting `u64` into `LocalId`: invalid LocalId 18446744073709551615: expected \
         1 to 9223372036854775807"
    );
}

/// Models in modules that are as strict as they can be, beside names of their
/// own for what the derive uses. What SeaORM's derives name has to stay.
#[deny(warnings, clippy::pedantic)]
#[deny(missing_docs, unsafe_code, unused_qualifications, unused_lifetimes, dead_code)]
#[deny(missing_debug_implementations, missing_copy_implementations, single_use_lifetimes)]
mod strict {
    #![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

    /// IDs of posts.
    pub mod ids {
        use snowflake_kit_core::Snowflake;
        use snowflake_kit_derive::SnowflakeId;

        /// Identifies a post.
        #[derive(SnowflakeId)]
        #[snowflake(crate = "snowflake_kit_mint")]
        pub struct PostId(Snowflake);

        snowflake_kit_seaorm::value!(sea_orm_2: PostId);
    }

    /// In the dense format.
    pub mod dense {
        #![expect(dead_code, reason = "they are there to be mistaken")]

        use sea_orm::entity::prelude::*;
        use snowflake_kit_derive::MintedModel;

        use super::ids::PostId;

        struct IdColumn;
        struct IdOperand;
        struct Key;
        mod core {}
        mod snowflake_kit_core {}
        mod snowflake_kit_seaorm {}
        mod snowflake_kit {}

        /// A post.
        #[sea_orm::model]
        #[derive(
            ::core::clone::Clone, ::core::fmt::Debug, PartialEq, Eq, DeriveEntityModel, MintedModel,
        )]
        #[sea_orm(table_name = "posts")]
        #[minted(crate = "::snowflake_kit_seaorm::sea_orm_2")]
        pub struct Model {
            /// Its key.
            #[sea_orm(primary_key, auto_increment = false)]
            pub id: PostId,
            /// What it replies to.
            pub reply_to: Option<PostId>,
            /// The same.
            #[sea_orm(self_ref, relation_enum = "Question", from = "reply_to", to = "id")]
            pub question: BelongsTo<Option<Entity>>,
        }
    }
}

#[test]
fn the_derive_names_nothing_of_the_module_around_it() {
    use sea_orm::{DbBackend, EntityTrait, QueryFilter, QueryTrait};
    use strict::dense;

    let id = strict::ids::PostId::from_i64(5).unwrap();
    let select = dense::Entity::find().filter(dense::IDS.reply_to.eq(id));
    let sql = select.build(DbBackend::Sqlite).to_string();
    assert!(sql.ends_with(r#"WHERE "posts"."reply_to" = 5"#), "{sql}");
}

/// What SeaORM asks of the value of a primary key, whoever wraps it.
#[test]
fn an_id_is_all_that_a_key_has_to_be() {
    use sea_orm::sea_query::{FromValueTuple, IntoValueTuple, Nullable, ValueType};
    use sea_orm::{IntoActiveValue, PrimaryKeyArity, TryFromU64, TryGetable, Value};

    fn key<T>()
    where
        T: Into<Value> + ValueType + Nullable + TryGetable + TryFromU64 + IntoActiveValue<T>,
        T: FromValueTuple + IntoValueTuple + PrimaryKeyArity,
        T: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static,
        Option<T>: Into<Value> + ValueType + TryGetable,
        for<'a> &'a T: Into<Value>,
    {
    }

    key::<strict::ids::PostId>();
}
