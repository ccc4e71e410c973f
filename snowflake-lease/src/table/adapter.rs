//! What the stores of all adapters have in common.

/// Makes the type with this name, which has a [`TableStore`](crate::table::TableStore) on such
/// connections, a store: `awaited` an [`AsyncStore`](crate::AsyncStore), `blocking` a
/// [`Store`](crate::Store). For the adapters of the kit only. It can change at any time.
#[doc(hidden)]
#[macro_export]
macro_rules! table_store {
    ($way:ident: [$($generics:tt)*] $Store:ty, $Connection:ty) => {
        impl<$($generics)*> $Store {
            /// The schema of the table (on MariaDB and `MySQL` the database). By default it is
            /// looked up on the search path, where it must be the only table of its name.
            #[must_use = "it is a setting of the store that is returned"]
            pub fn schema(self, schema: impl Into<String>) -> Self {
                Self(self.0.schema(schema))
            }

            /// Accepts a database that may lose acknowledged changes in a crash: for tests, whose
            /// IDs do not have to last.
            #[must_use = "it is a setting of the store that is returned"]
            pub fn trust_durability(self) -> Self {
                Self(self.0.trust_durability())
            }

            /// For the command `snowflake` only. It can change at any time.
            #[doc(hidden)]
            pub fn table_store(&mut self) -> &mut $crate::table::TableStore<$Connection> {
                &mut self.0
            }
        }

        impl<$($generics)*> ::core::fmt::Debug for $Store {
            /// Without what it connects with, which may have a password.
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct("LeaseStore").finish_non_exhaustive()
            }
        }

        $crate::table_store!(@$way [$($generics)*] $Store, $crate::table::TableStore<$Connection>);
    };
    (@awaited [$($generics:tt)*] $Store:ty, $Table:ty) => {
        impl<$($generics)*> $crate::__private::Around for $Store {
            type Store = $Table;

            async fn around<R: Send>(
                &mut self,
                operation: impl for<'a> FnOnce(
                    &'a mut $Table,
                ) -> $crate::__private::Operation<'a, R> + Send,
            ) -> Result<R, $crate::StoreError> {
                operation(&mut self.0).await
            }
        }
    };
    (@blocking [$($generics:tt)*] $Store:ty, $Table:ty) => {
        impl<$($generics)*> $crate::__private::Waits for $Store {
            type Store = $Table;

            fn wait<R: Send>(
                &mut self,
                operation: impl AsyncFnOnce(&mut $Table) -> Result<R, $crate::StoreError> + Send,
            ) -> Result<R, $crate::StoreError> {
                $crate::__private::Waits::wait(&mut self.0, operation)
            }

            fn copy(&self) -> Option<Box<dyn $crate::Store>> {
                $crate::__private::Waits::copy(&self.0)
            }
        }
    };
}
