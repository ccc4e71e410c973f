//! How option values are read: names, prefixes, node numbers.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use snowflake_core::{Encoding, Layout, PrefixError, Text};

use crate::form::Form;
use crate::scheme::Scheme;

/// Reads the name of a preset; clap lists them all, and the nearest.
pub(crate) fn layout() -> impl TypedValueParser<Value = Layout> {
    PossibleValuesParser::new(Layout::PRESETS.iter().map(Layout::name))
        .try_map(|name| Layout::preset(&name).ok_or("no such layout"))
}

/// Reads the name of a text form.
pub(crate) fn encoding() -> impl TypedValueParser<Value = Encoding> {
    PossibleValuesParser::new(Encoding::ALL.iter().map(|encoding| encoding.name()))
        .try_map(|name| Encoding::from_name(&name).ok_or("no such text form"))
}

/// Reads the name of a text form, or of a kind of foreign ID.
pub(crate) fn form() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::all().map(Form::name))
        .try_map(|name| Form::all().find(|form| form.name() == name).ok_or("no such form"))
}

/// Reads the name of a preset, or `decimal-id`.
pub(crate) fn scheme() -> impl TypedValueParser<Value = Scheme> {
    PossibleValuesParser::new(Layout::PRESETS.iter().map(Layout::name).chain([Scheme::DECIMAL]))
        .map(|name| Layout::preset(&name).map_or(Scheme::Decimal, Scheme::Layout))
}

/// Reads an ID prefix.
pub(crate) fn prefix(prefix: &str) -> Result<&'static str, PrefixError> {
    // A `Text` is made for constants. This one lives as long as the process,
    // which has at most two.
    let prefix = Box::leak(prefix.to_owned().into_boxed_str());
    Text::DECIMAL.try_with_prefix(prefix).map(|text| text.prefix())
}

/// The text form with this encoding and this prefix, if any.
pub(crate) fn text(encoding: Encoding, prefix: Option<&'static str>) -> Text {
    let text = Text::new(encoding);
    prefix.map_or(text, |prefix| text.with_prefix(prefix))
}

/// Reads a decimal number: digits and nothing else. `u32::from_str` would take
/// a `+`.
pub(crate) fn node(number: &str) -> Result<u32, String> {
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    match number.parse() {
        Ok(number) if digits => Ok(number),
        _ => Err("expected a node number: decimal digits, from 0 to the layout's largest node, \
                  as in `--node 7`"
            .to_owned()),
    }
}

/// Reads how many IDs are wanted, likewise.
pub(crate) fn count(number: &str) -> Result<u64, String> {
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    match number.parse() {
        Ok(number) if digits => Ok(number),
        _ => Err("expected how many IDs to mint: decimal digits, as in `-n 1000`".to_owned()),
    }
}
