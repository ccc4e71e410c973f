//! What the versions of SeaORM have in common: macros. The folder has the source of their modules.

/// The impls of a value for one version.
#[doc(hidden)]
#[macro_export]
macro_rules! __value {
    ($version:ident $id:ty) => {
        #[automatically_derived]
        impl ::core::convert::From<$id> for $crate::$version::__private::Value {
            #[inline]
            fn from(id: $id) -> Self {
                $crate::$version::to_value(id)
            }
        }

        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl ::core::convert::From<&$id> for $crate::$version::__private::Value {
            #[inline]
            fn from(id: &$id) -> Self {
                $crate::$version::to_value(*id)
            }
        }

        #[automatically_derived]
        impl $crate::$version::__private::TryGetable for $id {
            fn try_get_by<I: $crate::$version::__private::ColIdx>(
                row: &$crate::$version::__private::QueryResult,
                column: I,
            ) -> ::core::result::Result<Self, $crate::$version::__private::TryGetError> {
                $crate::$version::try_get(row, column)
            }
        }

        #[automatically_derived]
        impl $crate::$version::__private::ValueType for $id {
            #[inline]
            fn try_from(
                value: $crate::$version::__private::Value,
            ) -> ::core::result::Result<Self, $crate::$version::__private::ValueTypeErr> {
                $crate::$version::from_value(&value)
            }

            #[inline]
            fn type_name() -> $crate::$version::__private::String {
                <$crate::$version::__private::String as ::core::convert::From<
                    &::core::primitive::str,
                >>::from(<Self as $crate::$version::__private::Id>::NAME)
            }

            #[inline]
            fn array_type() -> $crate::$version::__private::ArrayType {
                $crate::$version::__private::ArrayType::BigInt
            }

            #[inline]
            fn column_type() -> $crate::$version::__private::ColumnType {
                $crate::$version::schema::column_type()
            }
        }

        #[automatically_derived]
        impl $crate::$version::__private::Nullable for $id {
            #[inline]
            fn null() -> $crate::$version::__private::Value {
                $crate::$version::__private::Value::BigInt(::core::option::Option::None)
            }
        }

        #[automatically_derived]
        impl $crate::$version::__private::IntoActiveValue<$id> for $id {
            #[inline]
            fn into_active_value(self) -> $crate::$version::__private::ActiveValue<$id> {
                $crate::$version::__private::ActiveValue::Set(self)
            }
        }

        #[automatically_derived]
        impl $crate::$version::__private::TryFromU64 for $id {
            #[inline]
            fn try_from_u64(
                number: ::core::primitive::u64,
            ) -> ::core::result::Result<Self, $crate::$version::__private::DbErr> {
                $crate::$version::try_from_u64(number)
            }
        }

        #[automatically_derived]
        impl $crate::$version::__private::NotU8 for $id {}

        #[automatically_derived]
        impl $crate::$version::__private::TryGetableArray for $id {
            fn try_get_by<I: $crate::$version::__private::ColIdx>(
                row: &$crate::$version::__private::QueryResult,
                column: I,
            ) -> ::core::result::Result<
                $crate::$version::__private::Vec<Self>,
                $crate::$version::__private::TryGetError,
            > {
                $crate::$version::try_get_array(row, column)
            }
        }
    };
}

/// What mints the keys of a row, for one version.
#[doc(hidden)]
#[macro_export]
macro_rules! __minted {
    ($version:ident $row:ident { $($key:ident $(in $caller:expr)?),* $(,)? }) => {
        #[automatically_derived]
        impl $crate::$version::MintedModel for $row {
            fn keys(
                &mut self,
            ) -> impl ::core::iter::Iterator<
                Item = (
                    &'static ::core::primitive::str,
                    &mut dyn $crate::$version::__private::MintedKey,
                    $crate::$version::__private::Caller,
                ),
            > + ::core::marker::Send {
                let callers: [$crate::$version::__private::Caller; _] =
                    [$($crate::__caller!($version &*self $(, $caller)?)),*];
                let keys: [(&'static ::core::primitive::str, &mut dyn $crate::$version::__private::MintedKey); _] = [$((
                    ::core::stringify!($key),
                    $crate::__key!($version &mut self.$key $(, $caller)?),
                )),*];
                $crate::$version::__private::zip(keys, callers)
            }
        }
    };
}

/// The value of the caller's field of a key.
#[doc(hidden)]
#[macro_export]
macro_rules! __caller {
    ($version:ident $row:expr) => {
        ::core::result::Result::Ok(0)
    };
    ($version:ident $row:expr, $caller:expr) => {
        $crate::$version::__private::caller($row, $caller)
    };
}

/// A key, by the way in which it is minted.
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    ($version:ident $key:expr) => {
        $crate::$version::__private::key($key)
    };
    ($version:ident $key:expr, $caller:expr) => {
        $crate::$version::__private::key_in($key)
    };
}

/// The behaviour of active models: mints, and then calls a hook if there is one.
#[doc(hidden)]
#[macro_export]
macro_rules! __behavior {
    ($version:ident $row:ident $(, $before_save:path)?) => {
        #[automatically_derived]
        impl $crate::$version::__private::ActiveModelBehavior for $row {
            // What `async_trait` makes of an `async fn`.
            fn before_save<'life0, 'async_trait, C>(
                self,
                _db: &'life0 C,
                insert: ::core::primitive::bool,
            ) -> $crate::$version::__private::BoxFuture<
                'async_trait,
                ::core::result::Result<Self, $crate::$version::__private::DbErr>,
            >
            where
                C: $crate::$version::__private::ConnectionTrait + 'async_trait,
                'life0: 'async_trait,
                Self: 'async_trait,
            {
                let row = $crate::$version::MintedModel::mint_on_insert(self, insert);
                $(let row = async move { $before_save(row.await?, _db, insert).await };)?
                $crate::$version::__private::boxed(row)
            }
        }
    };
}
