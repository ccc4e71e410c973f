//! The same schema, where the outside sees no numbers.

#[path = "schema/places.rs"]
mod places;

mod ids {
    use snowflake_core::{Id, Snowflake};
    use snowflake_derive::SnowflakeId;
    use snowflake_public::install_for_tests;

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_public", public = "sealed")]
    pub(crate) struct UserId(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(
        crate = "snowflake_public",
        text = "base62",
        prefix = "post_",
        layout = "discord",
        public = "permuted"
    )]
    pub(crate) struct PostId(Snowflake);

    snowflake_graphql::scalar!(UserId, PostId);

    /// The ID that has this number.
    pub(crate) fn id<T: Id>(number: i64) -> T {
        install_for_tests().unwrap();
        T::from_i64(number).unwrap()
    }
}
