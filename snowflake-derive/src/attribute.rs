//! What stands in the parentheses of an attribute.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, Result};

/// Calls a function for each option. It is not generic, so that syn's parser is compiled once.
pub(crate) fn parse_nested(
    attribute: &Attribute,
    parse: &mut dyn FnMut(ParseNestedMeta<'_>) -> Result<()>,
) -> Result<()> {
    attribute.parse_nested_meta(parse)
}
