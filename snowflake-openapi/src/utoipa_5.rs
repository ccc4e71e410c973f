//! Schemas for utoipa 5.

#[path = "utoipa/component.rs"]
mod component;
#[path = "utoipa/keys.rs"]
mod keys;
#[path = "utoipa/reference.rs"]
mod reference;

#[doc(hidden)]
pub use ::utoipa_5 as utoipa;
pub use component::schema;
pub use reference::IdComponents;
#[doc(hidden)]
pub use reference::{components, name};

#[doc(inline)]
pub use crate::__utoipa_5 as schema;
#[doc(inline)]
pub use crate::expression::{brief_pattern, pattern};

/// Implements `PartialSchema` and `ToSchema` of utoipa 5 for ID types.
///
/// A name that cannot be the key of a component does not compile.
#[doc(hidden)]
#[macro_export]
macro_rules! __utoipa_5 {
    ($($id:ty),+ $(,)?) => { $crate::__utoipa!(utoipa_5 $($id)+); };
}
