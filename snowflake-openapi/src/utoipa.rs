//! What the versions of utoipa have in common. The folder has the source of their modules.

/// Implements `PartialSchema` and `ToSchema` of a version of utoipa for ID types:
/// `schema!(utoipa_6: UserId, PostId)`.
///
/// A name that cannot be the key of a component does not compile.
#[macro_export]
macro_rules! schema {
    ($version:ident: $($id:ty),+ $(,)?) => {$(
        const _: () = $crate::__private::check_name(
            <$id as $crate::__private::Id>::NAME,
        );

        // `PartialSchema` follows from it. Implemented by itself it would not
        // do for `Page<Vec<Id>>` and other generic schemas of utoipa, so this
        // is also what `#[derive(ToSchema)]` writes.
        #[automatically_derived]
        impl $crate::$version::utoipa::__dev::ComposeSchema for $id {
            #[inline]
            fn compose(
                _: ::std::vec::Vec<
                    $crate::$version::utoipa::openapi::RefOr<
                        $crate::$version::utoipa::openapi::Schema,
                    >,
                >,
            ) -> $crate::$version::utoipa::openapi::RefOr<
                $crate::$version::utoipa::openapi::Schema,
            > {
                $crate::$version::schema::<$id>()
            }
        }

        #[automatically_derived]
        impl $crate::$version::utoipa::ToSchema for $id {
            #[inline]
            fn name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                $crate::$version::name::<$id>()
            }

            #[inline]
            fn schemas(
                schemas: &mut ::std::vec::Vec<(
                    ::std::string::String,
                    $crate::$version::utoipa::openapi::RefOr<
                        $crate::$version::utoipa::openapi::Schema,
                    >,
                )>,
            ) {
                $crate::$version::components(schemas);
            }
        }
    )+};
}
