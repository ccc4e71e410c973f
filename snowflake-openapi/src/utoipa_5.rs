//! Schemas for utoipa 5.

#[path = "utoipa/component.rs"]
mod component;
#[path = "utoipa/keys.rs"]
mod keys;
#[path = "utoipa/parameters.rs"]
mod parameters;
#[path = "utoipa/reference.rs"]
mod reference;

#[doc(hidden)]
pub use ::utoipa_5 as utoipa;
pub use component::schema;
pub use reference::IdComponents;
#[doc(hidden)]
pub use reference::{components, name};

#[doc(inline)]
pub use crate::expression::{brief_pattern, pattern};
