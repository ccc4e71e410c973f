//! The macro that declares an enum of them.

/// Declares the ID of any object of a schema, for Relay's global object
/// identification: an enum with one variant per kind, which GraphQL sees as
/// its own `ID`.
///
/// ```
/// use async_graphql::{Context, EmptyMutation, EmptySubscription, Interface, Object, Schema};
/// use async_graphql::{Result, SimpleObject};
/// use snowflake_kit_core::{Snowflake, SnowflakeId};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// #[snowflake(prefix = "usr_")]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// pub struct UserId(Snowflake);
///
/// #[derive(SnowflakeId)]
/// #[snowflake(prefix = "pst_")]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// pub struct PostId(Snowflake);
///
/// // Or `#[snowflake(async_graphql(name = "ID"))]` on the types.
/// snowflake_kit_graphql::scalar!(UserId, name = "ID");
/// snowflake_kit_graphql::scalar!(PostId, name = "ID");
///
/// snowflake_kit_graphql::node_id! {
///     /// The ID of any object.
///     pub enum NodeId {
///         User(UserId),
///         Post(PostId),
///     }
/// }
///
/// #[derive(SimpleObject)]
/// pub struct User {
///     id: UserId,
/// }
///
/// #[derive(SimpleObject)]
/// pub struct Post {
///     id: PostId,
/// }
///
/// /// Anything that has an ID.
/// #[derive(Interface)]
/// #[graphql(field(name = "id", ty = "NodeId"))]
/// pub enum Node {
///     User(User),
///     Post(Post),
/// }
///
/// pub struct Query;
///
/// #[Object]
/// impl Query {
///     async fn node(&self, id: NodeId) -> Option<Node> {
///         Some(match id {
///             NodeId::User(id) => Node::User(User { id }),
///             NodeId::Post(id) => Node::Post(Post { id }),
///         })
///     }
/// }
///
/// let schema = Schema::new(Query, EmptyMutation, EmptySubscription);
/// assert!(schema.sdl().contains("node(id: ID!): Node"));
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
/// # runtime.block_on(async {
/// let query = r#"{ node(id: "pst_7") { __typename id } }"#;
/// let data = schema.execute(query).await.into_result().unwrap().data;
/// assert_eq!(data.to_string(), r#"{node: {__typename: "Post", id: "pst_7"}}"#);
/// # });
/// ```
///
/// # Texts
///
/// If the type has a prefix, its text says what it identifies, and is the global ID. Otherwise the
/// global ID begins with the name of the variant and a colon: `Tag:7`. Then the field `id` of the
/// object must be a `NodeId`, so that clients get the text that `node` takes:
/// `async fn id(&self) -> NodeId { self.id.into() }`.
///
/// Types with the same prefix do not compile:
///
/// ```compile_fail
/// # use snowflake_kit_core::Snowflake;
/// # use snowflake_kit_derive::SnowflakeId;
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core", prefix = "usr_")]
/// # struct UserId(Snowflake);
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core", prefix = "usr_")]
/// # struct AdminId(Snowflake);
/// snowflake_kit_graphql::node_id! {
///     enum NodeId { User(UserId), Admin(AdminId) }
/// }
/// ```
///
/// # What it implements
///
/// `Clone`, `Copy`, `PartialEq`, `Eq`, `Hash`, `Debug`, `Display` and `FromStr`
/// for the text, `InputType` and `OutputType`; `From` for each ID type and a
/// reference to it, and `TryFrom` back, whose error, [`WrongNode`](crate::WrongNode), names both
/// kinds. It can be the key of a `DataLoader`.
#[macro_export]
macro_rules! node_id {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $node:ident {
            $($(#[$variant_attribute:meta])* $kind:ident($id:ty)),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[derive(
            ::core::clone::Clone, ::core::marker::Copy, ::core::cmp::PartialEq, ::core::cmp::Eq,
            ::core::hash::Hash, ::core::fmt::Debug,
        )]
        $visibility enum $node {
            $(
                $(#[$variant_attribute])*
                #[doc = ::core::concat!("The ID of a `", ::core::stringify!($kind), "`.")]
                $kind($id),
            )+
        }

        const _: () = {
            $crate::__private::check_kinds(<$node as $crate::NodeKinds>::KINDS);

            // The kinds are numbered by it.
            enum __Kind { $($kind),+ }

            #[automatically_derived]
            impl $crate::NodeKinds for $node {
                const KINDS: &'static [$crate::NodeKind] = &[
                    $($crate::NodeKind::of::<$id>(::core::stringify!($kind))),+
                ];

                fn new(kind: ::core::primitive::usize, id: $crate::__private::Raw) -> Self {
                    $(if kind == __Kind::$kind as ::core::primitive::usize {
                        return Self::$kind($crate::__private::of_raw(id));
                    })+
                    ::core::unreachable!()
                }

                fn index(&self) -> ::core::primitive::usize {
                    match self {
                        $(Self::$kind(_) => __Kind::$kind as ::core::primitive::usize),+
                    }
                }

                fn raw(&self) -> $crate::__private::Raw {
                    match *self {
                        $(Self::$kind(id) => $crate::__private::Id::raw(id)),+
                    }
                }
            }

            $(
                #[automatically_derived]
                impl ::core::convert::From<$id> for $node {
                    fn from(id: $id) -> Self {
                        Self::$kind(id)
                    }
                }

                // What interfaces ask for: objects lend their fields.
                #[automatically_derived]
                impl ::core::convert::From<&$id> for $node {
                    fn from(id: &$id) -> Self {
                        Self::$kind(*id)
                    }
                }

                #[automatically_derived]
                impl ::core::convert::TryFrom<$node> for $id {
                    type Error = $crate::WrongNode;

                    fn try_from(
                        node: $node,
                    ) -> ::core::result::Result<Self, $crate::WrongNode> {
                        $crate::__private::narrow(
                            &node,
                            __Kind::$kind as ::core::primitive::usize,
                        )
                    }
                }
            )+
        };

        #[automatically_derived]
        impl ::core::fmt::Display for $node {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::fmt_node(self, f)
            }
        }

        #[automatically_derived]
        impl ::core::str::FromStr for $node {
            type Err = $crate::NodeIdError;

            fn from_str(
                text: &::core::primitive::str,
            ) -> ::core::result::Result<Self, $crate::NodeIdError> {
                $crate::__private::parse_node(text)
            }
        }

        #[automatically_derived]
        impl $crate::__private::async_graphql::ScalarType for $node {
            fn parse(
                value: $crate::__private::async_graphql::Value,
            ) -> $crate::__private::async_graphql::InputValueResult<Self> {
                $crate::__private::read_node(&value)
            }

            fn to_value(&self) -> $crate::__private::async_graphql::Value {
                $crate::__private::async_graphql::Value::String(
                    ::std::string::ToString::to_string(self),
                )
            }
        }

        #[automatically_derived]
        impl $crate::__private::async_graphql::InputType for $node {
            type RawValueType = Self;

            fn type_name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                ::std::borrow::Cow::Borrowed("ID")
            }

            fn create_type_info(
                registry: &mut $crate::__private::async_graphql::registry::Registry,
            ) -> ::std::string::String {
                $crate::__private::register_id(registry)
            }

            fn parse(
                value: ::core::option::Option<$crate::__private::async_graphql::Value>,
            ) -> $crate::__private::async_graphql::InputValueResult<Self> {
                $crate::__private::read_node(&::core::option::Option::unwrap_or_default(value))
            }

            fn to_value(&self) -> $crate::__private::async_graphql::Value {
                $crate::__private::async_graphql::ScalarType::to_value(self)
            }

            fn as_raw_value(&self) -> ::core::option::Option<&Self> {
                ::core::option::Option::Some(self)
            }
        }

        // Not by hand as in `scalar!`: a program has few of these.
        $crate::__private::async_graphql::scalar_internal_output!(
            $node,
            "ID",
            ::core::option::Option::None,
            ::core::option::Option::None
        );
    };
}
