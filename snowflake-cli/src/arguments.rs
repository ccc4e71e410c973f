//! How option values are read: names, prefixes, node numbers.

use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use snowflake_core::{Encoding, Layout, PrefixError, Scheme, Text};
use snowflake_mint::{Node, NodeError};
use snowflake_sql::{Dialect, Functions};

use crate::decimal;
use crate::error::Error;
use crate::form::Form;

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
    let presets = Layout::PRESETS.iter().map(|layout| PossibleValue::new(layout.name()));
    // As the derive calls it, too.
    let decimal = PossibleValue::new(decimal::SCHEME).alias(Scheme::Decimal.name());
    PossibleValuesParser::new(presets.chain([decimal]))
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

/// The node that was named, or the environment's. A layout without a node needs
/// none.
pub(crate) fn node_or_env(number: Option<u32>, layout: &Layout) -> Result<Node, Error> {
    match number {
        Some(number) => Ok(Node::fixed(number)),
        None if layout.node_bits() == 0 => Ok(Node::fixed(0)),
        None => Node::from_env("SNOWFLAKE_NODE").map_err(|error| match error {
            NodeError::Unset { .. } => Error::NoNode,
            error => Error::Node(error),
        }),
    }
}

/// Reads a range of nodes, such as `0-31`.
pub(crate) fn nodes(range: &str) -> Result<RangeInclusive<u32>, String> {
    let bounds = range.split_once('-').and_then(|(first, last)| {
        let (first, last) = (node(first).ok()?, node(last).ok()?);
        (first <= last).then_some(first..=last)
    });
    bounds.ok_or_else(|| {
        "expected the smallest and the largest node number, as in `--nodes 0-31`".to_owned()
    })
}

/// Reads the name of a database that has functions.
pub(crate) fn dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Functions::DIALECTS.iter().map(|dialect| dialect.name()))
        .try_map(|name| Dialect::from_name(&name).ok_or("no such dialect"))
}

/// Reads a table and its column, such as `users.id`.
pub(crate) fn column(name: &str) -> Result<(String, String), String> {
    match name.split_once('.') {
        Some((table, column)) => Ok((table.to_owned(), column.to_owned())),
        None => Err("expected a table and its column, as in `--fill users.id`".to_owned()),
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
