//! The same schema, where the outside sees no numbers.

#[path = "schema/places.rs"]
mod places;

mod ids {
    use snowflake_kit_core::{Id, Snowflake};
    use snowflake_kit_derive::SnowflakeId;
    use snowflake_kit_public::install_for_tests;

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_public", public = "sealed")]
    pub(crate) struct UserId(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(
        crate = "snowflake_kit_public",
        text = "base62",
        prefix = "post_",
        layout = "discord",
        public = "permuted"
    )]
    pub(crate) struct PostId(Snowflake);

    snowflake_kit_graphql::scalar!(UserId, PostId);

    /// The ID that has this number.
    pub(crate) fn id<T: Id<Value = Snowflake>>(number: i64) -> T {
        install_for_tests().unwrap();
        T::from_i64(number).unwrap()
    }
}

/// The number that a public form hides is not one of its texts.
#[test]
fn an_integer_is_refused() {
    fn refused<T: snowflake_kit_core::Id + async_graphql::InputType>() {
        let error = snowflake_kit_graphql::__private::parse::<T>(&7.into()).unwrap_err();
        let error = error.into_server_error(async_graphql::Pos::default()).message;
        assert!(error.contains("invalid ID 7: expected "), "{error}");
        assert!(!error.contains("integer"), "{error}");
    }

    refused::<ids::UserId>();
    refused::<ids::PostId>();
}
