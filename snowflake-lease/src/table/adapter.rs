//! What the stores of all adapters have in common.

/// Makes the type with this name, which has a [`TableStore`](crate::table::TableStore) on such
/// connections, a store: `awaited` an [`AsyncStore`](crate::AsyncStore), `blocking` a
/// [`Store`](crate::Store). For the adapters of the kit only. It can change at any time.
#[doc(hidden)]
#[macro_export]
macro_rules! table_store {
    ($way:ident: [$($generics:tt)*] $Store:ty) => {
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
        }

        impl<$($generics)*> ::core::fmt::Debug for $Store {
            /// Without what it connects with, which may have a password.
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct("LeaseStore").finish_non_exhaustive()
            }
        }

        $crate::table_store!(@$way [$($generics)*] $Store);
    };
    (@awaited [$($generics:tt)*] $Store:ty) => {
        impl<$($generics)*> $crate::AsyncStore for $Store {
            fn read_nodes(
                &mut self,
                space: &str,
                nodes: ::core::ops::RangeInclusive<u32>,
                most: usize,
            ) -> impl Future<Output = Result<$crate::Registry, $crate::StoreError>> + Send {
                $crate::AsyncStore::read_nodes(&mut self.0, space, nodes, most)
            }

            fn change(
                &mut self,
                space: &str,
                change: &$crate::Change,
            ) -> impl Future<Output = Result<bool, $crate::StoreError>> + Send {
                $crate::AsyncStore::change(&mut self.0, space, change)
            }
        }
    };
    (@blocking [$($generics:tt)*] $Store:ty) => {
        impl<$($generics)*> $crate::Store for $Store {
            fn read_nodes(
                &mut self,
                space: &str,
                nodes: ::core::ops::RangeInclusive<u32>,
                most: usize,
            ) -> Result<$crate::Registry, $crate::StoreError> {
                $crate::Store::read_nodes(&mut self.0, space, nodes, most)
            }

            fn change(
                &mut self,
                space: &str,
                change: &$crate::Change,
            ) -> Result<bool, $crate::StoreError> {
                $crate::Store::change(&mut self.0, space, change)
            }

            fn replacement(&self) -> Option<Box<dyn $crate::Store>> {
                $crate::Store::replacement(&self.0)
            }
        }
    };
}
