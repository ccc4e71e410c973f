//! ts-rs for snowflake IDs: a branded string type in TypeScript for each ID type.
//!
//! Applications enable the feature `ts_rs_12` of `snowflake-kit`, and every ID type can be in a
//! struct that ts-rs exports. Without `snowflake-kit`, [`alias!`] implements that:
//!
//! ```
//! use snowflake_kit_core::{Snowflake, SnowflakeId};
//! # use snowflake_kit_derive::SnowflakeId;
//! use ts_rs::{Config, TS};
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_kit_core")]
//! pub struct UserId(Snowflake);
//!
//! snowflake_kit_ts_rs::alias!(UserId);
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
//! An ID has the same type in TypeScript as in JSON: a string, or a number with
//! `#[snowflake(json = "number")]`. Its type in TypeScript has the name of the ID type, or that of
//! `#[snowflake(name = "…")]`, and a brand: a property that exists only for the compiler. So the
//! compiler refuses a `PostId`, or any string, in place of a `UserId`. `idType` of the JavaScript
//! module (`clients/js`) returns the same type for the same name.
//!
//! The doc comment of the type in TypeScript is that of the ID type, and says how IDs are written.
//!
//! # Where it is exported
//!
//! A struct with `#[ts(export)]` also exports the types of its IDs, each into its own file. For an
//! ID type that is in no struct, call `UserId::export(&Config::from_env())`. To choose the place,
//! write `#[snowflake(ts_rs(export_to = "ids/"))]`; the options are those of [`alias!`]. To write
//! the impl yourself, write `#[snowflake(skip(ts_rs))]`.
//!
//! # A field that differs
//!
//! If a field has `#[serde(with = "…")]`, ts-rs needs its TypeScript type: for example
//! `#[ts(type = "string")]` beside `snowflake_kit_serde::base62`.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod alias;
mod name;
mod place;

/// Implements `TS` for ID types.
///
/// ```
/// # use snowflake_kit_core::Snowflake;
/// # use snowflake_kit_derive::SnowflakeId;
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// # struct UserId(Snowflake);
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// # struct PostId(Snowflake);
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// # struct TagId(Snowflake);
/// snowflake_kit_ts_rs::alias!(UserId, PostId);
/// snowflake_kit_ts_rs::alias!(TagId, export_to = "ids/");
/// ```
///
/// # Options
///
/// `#[snowflake(ts_rs(…))]` on the type takes the same.
///
/// - `export_to = "ids/"`: the folder of the file `TagId.ts`, below the folder of ts-rs (which is
///   the default).
/// - `export_to = "ids.ts"`: the file. Types may share it.
///
/// # Names
///
/// Names that TypeScript does not allow, and other options, do not compile:
///
/// ```compile_fail
/// # use snowflake_kit_core::Snowflake;
/// # use snowflake_kit_derive::SnowflakeId;
/// #[derive(SnowflakeId)]
/// #[snowflake(crate = "snowflake_kit_core", name = "User ID")]
/// struct UserId(Snowflake);
///
/// snowflake_kit_ts_rs::alias!(UserId);
/// ```
///
/// ```compile_fail
/// # use snowflake_kit_core::Snowflake;
/// # use snowflake_kit_derive::SnowflakeId;
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// # struct UserId(Snowflake);
/// snowflake_kit_ts_rs::alias!(UserId, rename = "User");
/// ```
///
/// Types of one name and file are one type in TypeScript: ts-rs writes the
/// first.
#[macro_export]
macro_rules! alias {
    // What stands in `#[snowflake(ts_rs(…))]`.
    (@options $id:ty, export_to = $place:literal $(,)?) => {
        const _: () = $crate::__private::check_place($place);
        $crate::alias!(@impl $id, $place);
    };
    (@options $id:ty, $($rest:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`", ::core::stringify!($id), "`: the option of `ts_rs` is `export_to = \"ids/\"`, \
             not `", ::core::stringify!($($rest)*), "`"
        ));
    };
    (@impl $id:ty, $place:expr) => {
        const _: () = $crate::__private::check_name(<$id as $crate::__private::Id>::NAME);

        #[automatically_derived]
        impl $crate::__private::ts_rs::TS for $id {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            #[inline]
            fn docs() -> ::core::option::Option<::std::string::String> {
                ::core::option::Option::Some($crate::__private::docs::<Self>())
            }

            #[inline]
            fn decl(_: &$crate::__private::ts_rs::Config) -> ::std::string::String {
                $crate::__private::declaration::<Self>()
            }

            #[inline]
            fn decl_concrete(_: &$crate::__private::ts_rs::Config) -> ::std::string::String {
                $crate::__private::declaration::<Self>()
            }

            #[inline]
            fn name(_: &$crate::__private::ts_rs::Config) -> ::std::string::String {
                ::std::string::String::from(<Self as $crate::__private::Id>::NAME)
            }

            #[inline]
            fn inline(_: &$crate::__private::ts_rs::Config) -> ::std::string::String {
                $crate::__private::brand::<Self>()
            }

            #[inline]
            fn output_path() -> ::core::option::Option<::std::path::PathBuf> {
                ::core::option::Option::Some($crate::__private::file::<Self>($place))
            }
        }
    };
    // Before the list of types: as one, `export_to` is a type too.
    ($id:ty, $option:ident = $($rest:tt)+) => {
        $crate::alias!(@options $id, $option = $($rest)+);
    };
    ($($id:ty),+ $(,)?) => {$(
        $crate::alias!(@impl $id, "");
    )+};
}

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    pub use crate::alias::{brand, declaration, docs};
    pub use crate::name::check_name;
    pub use crate::place::{check_place, file};
    pub use snowflake_kit_core::Id;
    pub use ts_rs;
}
