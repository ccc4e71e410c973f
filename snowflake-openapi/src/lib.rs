//! OpenAPI schemas for snowflake IDs: a named component per ID type, with the
//! exact pattern of its texts.
//!
//! Applications switch on the feature `openapi` of `snowflake-kit`, and every
//! ID type has a schema for utoipa. Without the facade, [`schema!`] writes it:
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
//! It follows what the ID is in JSON. A string has its text form's lengths, an
//! example, and a `pattern` that matches the texts of IDs and nothing else (see
//! [`pattern()`]), so that generated clients and gateways refuse what the service
//! would refuse. With `#[snowflake(json = "number")]` it is an `integer` of
//! the format `int64`, at least 1.
//!
//! The component has the name of the ID type (`#[snowflake(name = "…")]` gives
//! another). Components of one name overwrite each other, so ID types of one
//! document have different names.
//!
//! # Parameters
//!
//! utoipa 6 refers to the type of a parameter by its name, and puts a component
//! into the document for types in bodies only. A type that is *nowhere* but in
//! the parameters is therefore a reference to nothing, until it is listed,
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
//! #[derive(OpenApi)]
//! #[openapi(paths(delete_post), components(schemas(PostId)))]
//! struct Api;
//! # assert!(Api::openapi().components.unwrap().schemas.contains_key("PostId"));
//! ```
//!
//! or the parameter has the schema itself: `params(("id" = inline(PostId),
//! Path))`, and `#[param(inline)]` on a field of `IntoParams`.

//! # Crate features
//!
//! - `utoipa` (default): [`schema!`] and [`schema()`].
//! - `schemars`: [`json_schema!`] and [`json_schema()`], the same for schemars 1.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "schemars", feature = "utoipa"))]
mod example;
#[cfg(feature = "schemars")]
mod json_schema;
#[cfg(feature = "utoipa")]
mod name;
mod pattern;
#[cfg(feature = "utoipa")]
mod schema;

#[cfg(feature = "schemars")]
pub use json_schema::json_schema;
pub use pattern::pattern;
#[cfg(feature = "utoipa")]
pub use schema::schema;

/// Implements `PartialSchema` and `ToSchema` for types that implement
/// `SnowflakeId`.
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
            <$id as $crate::__private::SnowflakeId>::NAME,
        );

        // `PartialSchema` follows from it. Implemented by itself it would not
        // do for `Page<Vec<Id>>` and other generic schemas of utoipa 6, so this
        // is also what `#[derive(ToSchema)]` writes.
        #[automatically_derived]
        impl $crate::__private::utoipa::__dev::ComposeSchema for $id {
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
            fn name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                ::std::borrow::Cow::Borrowed(<$id as $crate::__private::SnowflakeId>::NAME)
            }
        }
    )+};
}

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "utoipa")]
    pub use crate::name::check_name;
    #[cfg(feature = "schemars")]
    pub use schemars;
    pub use snowflake_core::SnowflakeId;
    #[cfg(feature = "utoipa")]
    pub use utoipa;
}
