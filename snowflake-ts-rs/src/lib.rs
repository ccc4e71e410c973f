//! ts-rs for snowflake IDs: a branded type of strings per ID type.
//!
//! Applications switch on the feature `ts-rs` of `snowflake-kit`, and every ID
//! type can be in a struct that ts-rs exports. Without the facade, [`alias!`]
//! sees to it:
//!
//! ```
//! use snowflake_core::{Snowflake, SnowflakeId};
//! # use snowflake_derive::SnowflakeId;
//! use ts_rs::{Config, TS};
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_core")]
//! pub struct UserId(Snowflake);
//!
//! snowflake_ts_rs::alias!(UserId);
//!
//! #[derive(TS)]
//! struct User {
//!     id: UserId,
//!     friends: Vec<UserId>,
//! }
//!
//! let config = Config::new();
//! assert!(User::export_to_string(&config)?.ends_with(
//!     "import type { UserId } from \"./UserId\";\n\n\
//!      export type User = { id: UserId, friends: Array<UserId>, };\n"
//! ));
//! assert!(UserId::export_to_string(&config)?.ends_with(
//!     "export type UserId = string & { readonly __id: \"UserId\" };\n"
//! ));
//! # Ok::<(), ts_rs::ExportError>(())
//! ```
//!
//! # The type
//!
//! An ID is in TypeScript what it is in JSON: a string, or a number with
//! `#[snowflake(json = "number")]`. The type has the name of the ID type
//! (`#[snowflake(name = "…")]` gives another) and says it by a property that no
//! value has, so that a `PostId` is no `UserId` for the compiler, and neither is
//! any string. It is the type that `idType` of the JavaScript module
//! (`clients/js`) makes of the same name; the two need not know each other.
//!
//! The ID type's doc comment, and how its IDs are written, is the type's.
//!
//! # Where it is exported
//!
//! With the first struct that has such a field, into a file of its own: a struct
//! with `#[ts(export)]` takes its IDs along. One that is in no struct is
//! exported by `UserId::export(&Config::from_env())`. Another place is
//! `#[snowflake(ts_rs(export_to = "ids/"))]`, as for [`alias!`];
//! `#[snowflake(skip(ts_rs))]` leaves the impl to you.
//!
//! # A field that differs
//!
//! ts-rs does not look into `#[serde(with = "…")]`, and asks for the type of such
//! a field: `#[ts(type = "string")]` beside `snowflake_serde::base62`.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod alias;
mod name;
mod place;

pub use alias::{brand, declaration, docs};

/// Implements `TS` for types that implement `SnowflakeId`.
///
/// ```
/// # use snowflake_core::Snowflake;
/// # use snowflake_derive::SnowflakeId;
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// # struct UserId(Snowflake);
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// # struct PostId(Snowflake);
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// # struct TagId(Snowflake);
/// snowflake_ts_rs::alias!(UserId, PostId);
/// snowflake_ts_rs::alias!(TagId, export_to = "ids/");
/// ```
///
/// # Options
///
/// `#[snowflake(ts_rs(…))]` on the type takes the same.
///
/// - `export_to = "ids/"`: the folder below ts-rs' own of the file `TagId.ts`;
///   `export_to = "ids.ts"`: the file, which types may share. By default the
///   file `TagId.ts` is in ts-rs' folder.
///
/// # Names
///
/// A name that TypeScript does not allow does not compile, and neither does any
/// other option:
///
/// ```compile_fail
/// # use snowflake_core::Snowflake;
/// # use snowflake_derive::SnowflakeId;
/// #[derive(SnowflakeId)]
/// #[snowflake(crate = "snowflake_core", name = "User ID")]
/// struct UserId(Snowflake);
///
/// snowflake_ts_rs::alias!(UserId);
/// ```
///
/// ```compile_fail
/// # use snowflake_core::Snowflake;
/// # use snowflake_derive::SnowflakeId;
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// # struct UserId(Snowflake);
/// snowflake_ts_rs::alias!(UserId, rename = "User");
/// ```
///
/// Types of one name and file are one type in TypeScript: ts-rs writes the
/// first.
#[macro_export]
macro_rules! alias {
    // Before the list of types: as one, `export_to` is a type too.
    ($id:ty, $option:ident = $($rest:tt)+) => {
        $crate::__alias_options!($id, $option = $($rest)+);
    };
    ($($id:ty),+ $(,)?) => {$(
        $crate::__alias!($id, "");
    )+};
}

/// With options, as they stand in `#[snowflake(ts_rs(…))]`.
#[doc(hidden)]
#[macro_export]
macro_rules! __alias_options {
    ($id:ty, export_to = $place:literal $(,)?) => {
        const _: () = $crate::__private::check_place($place);
        $crate::__alias!($id, $place);
    };
    ($id:ty, $($rest:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`", ::core::stringify!($id), "`: the option of `ts_rs` is `export_to = \"ids/\"`, \
             not `", ::core::stringify!($($rest)*), "`"
        ));
    };
}

/// The impl.
#[doc(hidden)]
#[macro_export]
macro_rules! __alias {
    ($id:ty, $place:expr) => {
        const _: () = $crate::__private::check_name(<$id as $crate::__private::Id>::NAME);

        #[automatically_derived]
        impl $crate::__private::ts_rs::TS for $id {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            #[inline]
            fn docs() -> ::core::option::Option<::std::string::String> {
                ::core::option::Option::Some($crate::docs::<Self>())
            }

            #[inline]
            fn decl(_: &$crate::__private::ts_rs::Config) -> ::std::string::String {
                $crate::declaration::<Self>()
            }

            #[inline]
            fn decl_concrete(_: &$crate::__private::ts_rs::Config) -> ::std::string::String {
                $crate::declaration::<Self>()
            }

            #[inline]
            fn name(_: &$crate::__private::ts_rs::Config) -> ::std::string::String {
                ::std::string::String::from(<Self as $crate::__private::Id>::NAME)
            }

            #[inline]
            fn inline(_: &$crate::__private::ts_rs::Config) -> ::std::string::String {
                $crate::brand::<Self>()
            }

            #[inline]
            fn output_path() -> ::core::option::Option<::std::path::PathBuf> {
                ::core::option::Option::Some($crate::__private::file::<Self>($place))
            }
        }
    };
}

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    pub use crate::name::check_name;
    pub use crate::place::{check_place, file};
    pub use snowflake_core::Id;
    pub use ts_rs;
}
