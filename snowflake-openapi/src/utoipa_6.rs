//! Schemas for utoipa 6.

#[path = "utoipa/component.rs"]
mod component;
#[path = "utoipa/keys.rs"]
mod keys;
#[path = "utoipa/reference.rs"]
mod reference;

#[doc(hidden)]
pub use ::utoipa_6 as utoipa;
pub use component::schema;
pub use reference::IdComponents;
#[doc(hidden)]
pub use reference::{components, name};

#[doc(inline)]
pub use crate::__utoipa_6 as schema;
#[doc(inline)]
pub use crate::expression::{brief_pattern, pattern};

/// Implements `PartialSchema` and `ToSchema` of utoipa 6 for ID types.
///
/// A name that cannot be the key of a component does not compile.
#[doc(hidden)]
#[macro_export]
macro_rules! __utoipa_6 {
    ($($id:ty),+ $(,)?) => { $crate::__utoipa!(utoipa_6 $($id)+); };
}
