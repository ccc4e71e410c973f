//! Identifiers.

use proc_macro2::{Ident, Span};

/// The name without `r#`.
pub(crate) fn unraw(name: &Ident) -> String {
    let name = name.to_string();
    name.strip_prefix("r#").map(str::to_owned).unwrap_or(name)
}

/// A name of the user's as derived code says it: at its place, but written by the
/// derive, so that lints about uses of it, and about what is never used, are not
/// about the user's code.
pub(crate) fn derived(name: &Ident) -> Ident {
    let mut name = name.clone();
    name.set_span(Span::call_site().located_at(name.span()));
    name
}
