//! The macro's code compiles wherever an application puts it.

#![deny(warnings, missing_docs, unsafe_code, unused_qualifications, unreachable_pub)]
#![deny(missing_debug_implementations, missing_copy_implementations, single_use_lifetimes)]
#![deny(clippy::pedantic)]

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
    #[derive(Clone, Copy, Debug)]
    pub struct Result;
    /// Not `core::option::Option`.
    #[derive(Clone, Copy, Debug)]
    pub struct Option;
    /// Not `std::string::String`.
    #[derive(Clone, Copy, Debug)]
    pub struct String;
    /// Not the trait.
    pub trait ToString {}

    /// Not the crate.
    pub mod std {}
    /// Not the crate.
    pub mod core {}
    /// Not the crate.
    pub mod async_graphql {}
    /// Not the crate.
    pub mod snowflake_kit_core {}

    /// Identifies a user.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "::snowflake_kit_core")]
    pub struct UserId(Snowflake);

    ::snowflake_kit_graphql::scalar!(UserId);

    /// Identifies what the macros might name as well.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "::snowflake_kit_core", prefix = "idx_")]
    pub struct Index(Snowflake);

    /// Identifies a tag.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "::snowflake_kit_core")]
    pub struct Self_(Snowflake);

    /// Where the scalar is specified.
    pub const URL: &::core::primitive::str = "https://example.com/ids";

    ::snowflake_kit_graphql::scalar!(Index, name = "Snowflake", specified_by = URL);
    ::snowflake_kit_graphql::scalar!(Self_, name = "ID");

    ::snowflake_kit_graphql::node_id! {
        /// The ID of any object.
        pub enum NodeId {
            /// With a comment of its own.
            User(UserId),
            Index(Index),
            Some(Self_),
        }
    }
}

mod private {
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    struct Hidden(Snowflake);

    snowflake_kit_graphql::scalar!(Hidden, name = "Snowflake");

    snowflake_kit_graphql::node_id! {
        #[derive(PartialOrd, Ord)]
        pub(super) enum Nodes { Hidden(Hidden) }
    }
}

#[test]
fn a_type_can_be_local_to_a_function() {
    #[derive(snowflake_kit_derive::SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    struct Local(snowflake_kit_core::Snowflake);

    snowflake_kit_graphql::scalar!(Local);

    let value = async_graphql::Value::from(7);
    let id = <Local as async_graphql::ScalarType>::parse(value).unwrap();
    assert_eq!(id.get(), 7);
    assert_eq!(async_graphql::InputType::to_value(&id), async_graphql::Value::from("7"));
    let user = shadows::UserId::from_i64(7).unwrap();
    assert_eq!(async_graphql::ScalarType::to_value(&user), async_graphql::Value::from("7"));
    snowflake_kit_graphql::node_id! {
        enum Node { Local(Local), User(shadows::UserId) }
    }

    assert_eq!("Local:7".parse(), Ok(Node::from(id)));
    let node: Node = user.into();
    assert_eq!(node.to_string(), "User:7");
    assert!(Local::try_from(node).is_err());
    assert_eq!(shadows::NodeId::from(user).to_string(), "User:7");
    assert_eq!("Hidden:7".parse::<private::Nodes>().unwrap().to_string(), "Hidden:7");
}
