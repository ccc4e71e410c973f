//! OpenAPI schemas for snowflake IDs: a named component per ID type, with the
//! exact pattern of its texts.
//!
//! Applications enable the feature `utoipa_6` of `snowflake-kit`, and every ID type has a schema
//! for utoipa. Without `snowflake-kit`, [`schema!`] writes it:
//!
//! ```
//! use snowflake_core::{Snowflake, SnowflakeId};
//! # use snowflake_derive::SnowflakeId;
//! use utoipa::{OpenApi, ToSchema};
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_core")]
//! pub struct UserId(Snowflake);
//!
//! snowflake_openapi::schema!(UserId);
//!
//! #[derive(ToSchema)]
//! struct User {
//!     id: UserId,
//!     friends: Vec<UserId>,
//! }
//!
//! #[utoipa::path(get, path = "/users/{id}", params(("id" = UserId, Path)), responses((status = 200, body = User)))]
//! async fn user() {}
//!
//! #[derive(OpenApi)]
//! #[openapi(paths(user))]
//! struct Api;
//!
//! let api = serde_json::to_value(Api::openapi())?;
//! let schemas = &api["components"]["schemas"];
//! assert_eq!(schemas["User"]["properties"]["id"]["$ref"], "#/components/schemas/UserId");
//! assert_eq!(schemas["UserId"]["type"], "string");
//! assert_eq!(schemas["UserId"]["minLength"], 1);
//! assert_eq!(schemas["UserId"]["maxLength"], 19);
//! assert_eq!(schemas["UserId"]["examples"][0], "132271570944004097");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # The schema
//!
//! It describes what the service writes:
//!
//! - A `string`, with lengths, an example, and a `pattern` that matches the texts of IDs and
//!   nothing else (see [`pattern()`]). So generated clients and gateways can refuse what the
//!   service would refuse.
//! - With `#[snowflake(json = "number")]`, an `integer` of the format `int64`, from 1 to 2^63 - 1.
//!
//! A service also *reads* an integer where the schema says string (see `snowflake-serde`).
//!
//! The component has the name of the ID type, or that of `#[snowflake(name = "…")]`. Components of
//! one name overwrite each other, so the ID types of a document must have different names.
//!
//! utoipa 6 describes the key of a map like a value. But the keys of a map are strings in JSON, so
//! for a type with `json = "number"` put `#[schema(value_type = HashMap<String, …>)]` on the field.
//!
//! # Parameters
//!
//! An ID type that appears only in parameters is also a component, if the document has any ID
//! type in a body or among its `components`:
//!
//! ```
//! # use snowflake_core::{Snowflake, SnowflakeId};
//! # use snowflake_derive::SnowflakeId;
//! # use utoipa::{OpenApi, ToSchema};
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_core")]
//! # pub struct UserId(Snowflake);
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_core")]
//! # pub struct PostId(Snowflake);
//! # snowflake_openapi::schema!(UserId, PostId);
//! # #[derive(ToSchema)]
//! # struct User { id: UserId }
//! #[utoipa::path(delete, path = "/posts/{id}", params(("id" = PostId, Path)), responses((status = 204)))]
//! async fn delete_post() {}
//! # #[utoipa::path(get, path = "/user", responses((status = 200, body = User)))]
//! # async fn user() {}
//!
//! #[derive(OpenApi)]
//! #[openapi(paths(delete_post, user))]
//! struct Api;
//!
//! let components = Api::openapi().components.unwrap();
//! assert!(components.schemas.contains_key("PostId"));
//! ```
//!
//! If it has none, add the modifier [`IdComponents`]:
//!
//! ```
//! # use snowflake_core::{Snowflake, SnowflakeId};
//! # use snowflake_derive::SnowflakeId;
//! # use utoipa::OpenApi;
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_core")]
//! # pub struct PostId(Snowflake);
//! # snowflake_openapi::schema!(PostId);
//! # #[utoipa::path(delete, path = "/posts/{id}", params(("id" = PostId, Path)), responses((status = 204)))]
//! # async fn delete_post() {}
//! use snowflake_openapi::IdComponents;
//!
//! #[derive(OpenApi)]
//! #[openapi(paths(delete_post), modifiers(&IdComponents))]
//! struct Api;
//! # assert!(Api::openapi().components.unwrap().schemas.contains_key("PostId"));
//! ```
//!
//! It changes nothing in a complete document. With nested documents, add it to the outermost one.
//! With utoipa-axum, call [`IdComponents::modify`](utoipa::Modify::modify) after all routes are
//! there.
//!
//! The reason: utoipa 6 collects components only from the types of bodies ([issue
//! 1165][issue]), and asks the type of a parameter only for its name. So [`schema!`] remembers the
//! ID types whose names were asked for, and adds their components when utoipa collects those of
//! any ID type.
//!
//! [issue]: https://github.com/juhaku/utoipa/issues/1165
//!
//! # Crate features
//!
//! - `utoipa` (default): [`schema!`] and [`schema()`].
//! - `schemars`: [`json_schema!`] and [`json_schema()`], the same for schemars 1.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "utoipa")]
mod component;
#[cfg(feature = "schemars")]
mod document;
mod expression;
#[cfg(feature = "utoipa")]
mod name;
#[cfg(feature = "utoipa")]
mod reference;
#[cfg(any(feature = "schemars", feature = "utoipa"))]
mod sample;

#[cfg(feature = "utoipa")]
pub use component::schema;
#[cfg(feature = "schemars")]
pub use document::json_schema;
pub use expression::pattern;
#[cfg(feature = "utoipa")]
pub use reference::IdComponents;

/// Implements `PartialSchema` and `ToSchema` for ID types.
///
/// A name that cannot be the key of a component does not compile:
///
/// ```compile_fail
/// # use snowflake_core::Snowflake;
/// # use snowflake_derive::SnowflakeId;
/// #[derive(SnowflakeId)]
/// #[snowflake(crate = "snowflake_core", name = "User ID")]
/// struct UserId(Snowflake);
///
/// snowflake_openapi::schema!(UserId);
/// ```
#[cfg(feature = "utoipa")]
#[macro_export]
macro_rules! schema {
    ($($id:ty),+ $(,)?) => {$(
        const _: () = $crate::__private::check_name(
            <$id as $crate::__private::Id>::NAME,
        );

        // `PartialSchema` follows from it. Implemented by itself it would not
        // do for `Page<Vec<Id>>` and other generic schemas of utoipa 6, so this
        // is also what `#[derive(ToSchema)]` writes.
        #[automatically_derived]
        impl $crate::__private::utoipa::__dev::ComposeSchema for $id {
            #[inline]
            fn compose(
                _: ::std::vec::Vec<
                    $crate::__private::utoipa::openapi::RefOr<
                        $crate::__private::utoipa::openapi::Schema,
                    >,
                >,
            ) -> $crate::__private::utoipa::openapi::RefOr<
                $crate::__private::utoipa::openapi::Schema,
            > {
                $crate::schema::<$id>()
            }
        }

        #[automatically_derived]
        impl $crate::__private::utoipa::ToSchema for $id {
            #[inline]
            fn name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                $crate::__private::name::<$id>()
            }

            #[inline]
            fn schemas(
                schemas: &mut ::std::vec::Vec<(
                    ::std::string::String,
                    $crate::__private::utoipa::openapi::RefOr<
                        $crate::__private::utoipa::openapi::Schema,
                    >,
                )>,
            ) {
                $crate::__private::components(schemas);
            }
        }
    )+};
}

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "utoipa")]
    pub use crate::name::check_name;
    #[cfg(feature = "utoipa")]
    pub use crate::reference::{components, name};
    #[cfg(feature = "schemars")]
    pub use schemars;
    pub use snowflake_core::Id;
    #[cfg(feature = "utoipa")]
    pub use utoipa;
}
