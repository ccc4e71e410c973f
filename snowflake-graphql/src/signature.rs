//! The signature of `OutputType::resolve`, of which async-graphql has two: with its feature
//! `boxed-trait`, a function returns a box.
//!
//! Cargo does not say whether that feature is on. async-graphql's own macros know: with it, they put
//! `#[async_trait]` before an impl, by a path into this crate. There it is an attribute that imports
//! [`__resolve_boxed`](crate::__resolve_boxed) in place of the impl, and what is imported by name
//! takes precedence over what comes with a `*`.

use async_graphql::{InputValueResult, Scalar, ScalarType, Value};

#[doc(hidden)]
pub mod unless_boxed {
    pub use crate::__resolve as resolve;
}

pub use unless_boxed::*;

/// A scalar that no schema has.
pub struct Probe;

#[Scalar(internal)]
impl ScalarType for Probe {
    fn parse(_: Value) -> InputValueResult<Self> {
        Ok(Self)
    }

    fn to_value(&self) -> Value {
        Value::Null
    }
}

/// Resolves an ID in an `impl OutputType`.
#[doc(hidden)]
#[macro_export]
macro_rules! __resolve {
    () => {
        #[inline]
        fn resolve(
            &self,
            _: &$crate::__private::async_graphql::ContextSelectionSet<'_>,
            _: &$crate::__private::async_graphql::Positioned<
                $crate::__private::async_graphql::parser::types::Field,
            >,
        ) -> $crate::__private::Resolved {
            $crate::__private::resolve(*self)
        }
    };
}

/// The same with the feature `boxed-trait`: what `async_trait` makes of an `async fn`.
#[doc(hidden)]
#[macro_export]
macro_rules! __resolve_boxed {
    () => {
        #[inline]
        fn resolve<'life0, 'life1, 'life2, 'life3, 'async_trait>(
            &'life0 self,
            _: &'life1 $crate::__private::async_graphql::ContextSelectionSet<'life2>,
            _: &'life3 $crate::__private::async_graphql::Positioned<
                $crate::__private::async_graphql::parser::types::Field,
            >,
        ) -> $crate::__private::BoxedResolved<'async_trait>
        where
            'life0: 'async_trait,
            'life1: 'async_trait,
            'life2: 'async_trait,
            'life3: 'async_trait,
            Self: 'async_trait,
        {
            $crate::__private::resolve_boxed(*self)
        }
    };
}
