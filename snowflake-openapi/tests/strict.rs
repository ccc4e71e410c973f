//! The macro's code compiles wherever an application puts it.

#![deny(warnings, missing_docs, unsafe_code, unused_qualifications)]
#![deny(clippy::pedantic)]

use utoipa_6::{PartialSchema as _, ToSchema as _};

/// A module with names of its own for what everybody else calls so.
pub mod shadows {
    use ::snowflake_kit_core::Snowflake;
    use ::snowflake_kit_derive::SnowflakeId;

    /// Not the macro.
    #[macro_export]
    macro_rules! vec {
        () => {};
    }

    /// Not `core::result::Result`.
    pub struct Result;
    /// Not `core::option::Option`.
    pub struct Option;
    /// Not `std::string::String`.
    pub struct String;
    /// Not the trait.
    pub trait ToString {}

    /// Not the crate.
    pub mod std {}
    /// Not the crate.
    pub mod core {}
    /// Not the crate.
    pub mod utoipa {}
    /// Not the crate.
    pub mod snowflake_kit_core {}

    /// Identifies a user.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "::snowflake_kit_core")]
    pub struct UserId(Snowflake);

    ::snowflake_kit_openapi::schema!(utoipa_6: UserId);
    ::snowflake_kit_openapi::schema!(utoipa_5: UserId);
    ::snowflake_kit_openapi::json_schema!(schemars_0_8: UserId);
    ::snowflake_kit_openapi::json_schema!(schemars_0_9: UserId);
    ::snowflake_kit_openapi::json_schema!(schemars_1: UserId);
}

#[test]
fn a_type_can_be_local_to_a_function() {
    /// Identifies a user.
    #[derive(snowflake_kit_derive::SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    struct UserId(snowflake_kit_core::Snowflake);

    snowflake_kit_openapi::schema!(utoipa_6: UserId);

    assert_eq!(UserId::name(), "UserId");
    assert_eq!(shadows::UserId::name(), "UserId");
    // Of the same name, doc comment, layout and text form.
    assert!(UserId::schema() == shadows::UserId::schema());
}
