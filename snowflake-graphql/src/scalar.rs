//! A scalar for an ID type.

use std::sync::Arc;

use async_graphql::registry::{MetaType, MetaTypeId, Registry};
use async_graphql::{InputType, OutputType, ScalarType, Value};
use snowflake_kit_core::{Description, Id};

use crate::check::{recorded_of, recorded_shared};
use crate::input::Untyped;
use crate::name;

/// Implements `ScalarType`, `InputType`, `OutputType` and `CursorType` for ID types.
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
/// snowflake_kit_graphql::scalar!(UserId, PostId);
/// snowflake_kit_graphql::scalar!(TagId, name = "Snowflake", specified_by = "https://example.com/ids");
/// ```
///
/// # Options
///
/// `#[snowflake(async_graphql(…))]` on the type takes the same.
///
/// - `name = "Snowflake"`: the name of the scalar. Types with the same name share the scalar, whose
///   description then does not say how IDs are written.
/// - `name = "ID"`: GraphQL's built-in scalar, which clients that cache by object expect. The
///   schema does not declare it.
/// - `specified_by = "https://…"`: where the scalar is specified, for `@specifiedBy`. Types that
///   share a scalar should have the same value.
///
/// # Names
///
/// Names in a schema must differ. `#[snowflake(name = "User")]` also names the scalar, so beside an
/// object `User` give the scalar another name: `async_graphql(name = "UserId")`. async-graphql 7 panics
/// for such a clash only if it meets the object before the scalar. Otherwise the object is missing
/// in the schema.
///
/// Names that GraphQL does not allow, and other options, do not compile:
///
/// ```compile_fail
/// # use snowflake_kit_core::Snowflake;
/// # use snowflake_kit_derive::SnowflakeId;
/// #[derive(SnowflakeId)]
/// #[snowflake(crate = "snowflake_kit_core", name = "User ID")]
/// struct UserId(Snowflake);
///
/// snowflake_kit_graphql::scalar!(UserId);
/// ```
///
/// ```compile_fail
/// # use snowflake_kit_core::Snowflake;
/// # use snowflake_kit_derive::SnowflakeId;
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// # struct UserId(Snowflake);
/// snowflake_kit_graphql::scalar!(UserId, description = "An ID");
/// ```
#[macro_export]
macro_rules! scalar {
    // Collects the options: `[name] [specified_by] what is left`.
    (@options $id:ty, [] $url:tt name = $name:expr $(, $($rest:tt)*)?) => {
        $crate::scalar!(@options $id, [$name] $url $($($rest)*)?);
    };
    (@options $id:ty, $name:tt [] specified_by = $url:expr $(, $($rest:tt)*)?) => {
        $crate::scalar!(@options $id, $name [$url] $($($rest)*)?);
    };
    (@options $id:ty, [] [$url:expr]) => {
        const _: () = $crate::__private::check_url(
            <$id as $crate::__private::Id>::NAME,
            $url,
        );
        $crate::scalar!(
            @impl $id,
            <$id as $crate::__private::Id>::NAME,
            $crate::__private::own_description::<$id>,
            ::core::option::Option::Some($url),
            is_valid
        );
    };
    (@options $id:ty, [$name:expr] []) => {
        $crate::scalar!(
            @impl $id,
            $name,
            $crate::__private::shared_description,
            ::core::option::Option::None,
            is_valid_shared
        );
    };
    (@options $id:ty, [$name:expr] [$url:expr]) => {
        const _: () = $crate::__private::check_url($name, $url);
        $crate::scalar!(
            @impl $id,
            $name,
            $crate::__private::shared_description,
            ::core::option::Option::Some($url),
            is_valid_shared
        );
    };
    (@options $id:ty, $name:tt $url:tt name = $($rest:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`", ::core::stringify!($id), "`: `name` is given twice, or is not a text"
        ));
    };
    (@options $id:ty, $name:tt $url:tt specified_by = $($rest:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`", ::core::stringify!($id), "`: `specified_by` is given twice, or is not a text"
        ));
    };
    (@options $id:ty, $name:tt $url:tt $($rest:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`", ::core::stringify!($id), "`: a scalar's options are `name = \"…\"` and \
             `specified_by = \"https://…\"`, not `", ::core::stringify!($($rest)*), "`"
        ));
    };
    (@impl $id:ty, $name:expr, $describe:expr, $url:expr, $is_valid:ident) => {
        const _: () = $crate::__private::check_name($name);

        #[automatically_derived]
        impl $crate::__private::async_graphql::ScalarType for $id {
            #[inline]
            fn parse(
                value: $crate::__private::async_graphql::Value,
            ) -> $crate::__private::async_graphql::InputValueResult<Self> {
                $crate::__private::parse(&value)
            }

            #[inline]
            fn is_valid(
                value: &$crate::__private::async_graphql::Value,
            ) -> ::core::primitive::bool {
                $crate::__private::$is_valid::<Self>(value)
            }

            #[inline]
            fn to_value(&self) -> $crate::__private::async_graphql::Value {
                $crate::__private::to_value(*self)
            }
        }

        // By hand, because the attribute `#[Scalar]` looks for `async-graphql`
        // in the manifest of the crate that uses this macro; and because a line that calls a
        // generic function is not compiled until it is used.
        #[automatically_derived]
        impl $crate::__private::async_graphql::InputType for $id {
            type RawValueType = Self;

            #[inline]
            fn type_name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                ::std::borrow::Cow::Borrowed($name)
            }

            #[inline]
            fn create_type_info(
                registry: &mut $crate::__private::async_graphql::registry::Registry,
            ) -> ::std::string::String {
                $crate::__private::register::<Self>(registry, $describe)
            }

            #[inline]
            fn parse(
                value: ::core::option::Option<$crate::__private::async_graphql::Value>,
            ) -> $crate::__private::async_graphql::InputValueResult<Self> {
                $crate::__private::parse(&::core::option::Option::unwrap_or_default(value))
            }

            #[inline]
            fn to_value(&self) -> $crate::__private::async_graphql::Value {
                $crate::__private::to_value(*self)
            }

            #[inline]
            fn as_raw_value(&self) -> ::core::option::Option<&Self> {
                ::core::option::Option::Some(self)
            }
        }

        #[automatically_derived]
        impl $crate::__private::async_graphql::OutputType for $id {
            #[inline]
            fn type_name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                ::std::borrow::Cow::Borrowed($name)
            }

            #[inline]
            fn create_type_info(
                registry: &mut $crate::__private::async_graphql::registry::Registry,
            ) -> ::std::string::String {
                $crate::__private::declare::<Self>(registry, $describe, $url)
            }

            $crate::signature::resolve!();
        }

        #[automatically_derived]
        impl $crate::__private::async_graphql::connection::CursorType for $id {
            type Error = $crate::__private::ParseError;

            #[inline]
            fn decode_cursor(
                cursor: &::core::primitive::str,
            ) -> ::core::result::Result<Self, $crate::__private::ParseError> {
                $crate::__private::Id::from_text(cursor)
            }

            #[inline]
            fn encode_cursor(&self) -> ::std::string::String {
                ::std::string::ToString::to_string(self)
            }
        }
    };
    // Before the list of types: as one, `name` is a type too.
    ($id:ty, $option:ident = $($rest:tt)+) => {
        $crate::scalar!(@options $id, [] [] $option = $($rest)+);
    };
    ($($id:ty),+ $(,)?) => {$(
        $crate::scalar!(
            @impl $id,
            <$id as $crate::__private::Id>::NAME,
            $crate::__private::own_description::<$id>,
            ::core::option::Option::None,
            is_valid
        );
    )+};
}

/// The description of a scalar that has the name of its ID type.
pub fn own_description<T: Id>(_name: &str) -> Option<String> {
    Some(const { Description::of::<T>().as_text() }.to_string())
}

/// The description of a scalar with a name of its own: types of several text
/// forms may share it, and async-graphql keeps what the first of them says.
pub fn shared_description(name: &str) -> Option<String> {
    // What async-graphql says about its own, in case that it is not there yet.
    (!name::is_built_in(name)).then(|| {
        format!(
            "A snowflake ID of any kind, as a string: an integer from 1 to {}, written as IDs \
             of its kind are.",
            i64::MAX
        )
    })
}

/// Registers the scalar as an output.
pub fn declare<T: ScalarType + OutputType>(
    registry: &mut Registry,
    describe: fn(&str) -> Option<String>,
    url: Option<&str>,
) -> String {
    let name = T::type_name();
    // By a reference, so that async-graphql's function is compiled once for all types.
    let declare: &mut dyn FnMut(&mut Registry) -> MetaType =
        &mut |_: &mut Registry| declaration(&name, describe(&name), T::is_valid, url);
    registry.create_output_type::<T, _>(MetaTypeId::Scalar, declare)
}

/// How a scalar is declared.
fn declaration(
    own_name: &str,
    own_description: Option<String>,
    own_check: fn(&Value) -> bool,
    url: Option<&str>,
) -> MetaType {
    // That of another scalar, changed: a release of async-graphql may add to what a scalar has.
    let mut others = Registry::default();
    <bool as OutputType>::create_type_info(&mut others);
    let mut declaration =
        others.types.remove("Boolean").expect("async-graphql has registered its scalar");
    if let MetaType::Scalar { name, description, is_valid, specified_by_url, .. } = &mut declaration
    {
        own_name.clone_into(name);
        *description = own_description;
        *is_valid = Some(Arc::new(own_check));
        *specified_by_url = url.map(str::to_owned);
    }
    declaration
}

/// Registers the scalar as an input, and sees to it that
/// [`CheckIds`](crate::CheckIds) asks no type about the IDs of another.
pub fn register<T: InputType + OutputType + 'static>(
    registry: &mut Registry,
    describe: fn(&str) -> Option<String>,
) -> String {
    let qualified = <T as OutputType>::create_type_info(registry);
    // async-graphql keeps what the first type of a name has said. If that was
    // another one, of the same `NAME` and another description, then its check
    // would refuse this type's texts.
    let name = <T as InputType>::type_name();
    if !name::is_built_in(&name)
        && let Some(MetaType::Scalar { description: first, is_valid, .. }) =
            registry.types.get_mut(&*name)
        && *first != describe(&name)
    {
        *is_valid = Some(Arc::new(is_valid_shared::<T>));
    }
    qualified
}

/// Whether a value can be an ID of this type; yes, unless
/// [`CheckIds`](crate::CheckIds) asks.
pub fn is_valid<T: Id + InputType>(value: &Value) -> bool {
    recorded_of(Untyped::of::<T>(), value)
}

/// Whether a value can be an ID of some type that shares the scalar, likewise.
pub fn is_valid_shared<T>(value: &Value) -> bool {
    recorded_shared(value)
}
