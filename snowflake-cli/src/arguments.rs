//! How option values are read: layouts, names, prefixes, node numbers.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use snowflake_kit_core::{Encoding, FieldError, Layout, PrefixError, Scheme, Text};
use snowflake_kit_mint::{Node, NodeError};
use snowflake_kit_sql::text::is_shown_as_it_is;
use snowflake_kit_sql::{Dialect, Table};
use thiserror::Error;

use crate::error::Cause;
use crate::{decimal, layout_file};

/// Reads a layout: the name of a preset, its notation, or a name in the file of layouts.
pub(crate) fn layout() -> impl TypedValueParser<Value = Layout> {
    SchemeParser { takes_decimal: false }.try_map(|scheme| match scheme {
        Scheme::Layout(layout) => Ok(layout),
        Scheme::Decimal => Err("a DecimalId has no layout"),
    })
}

/// Reads a layout likewise, or `decimal-id`.
pub(crate) fn scheme() -> impl TypedValueParser<Value = Scheme> {
    SchemeParser { takes_decimal: true }
}

#[derive(Clone)]
struct SchemeParser {
    takes_decimal: bool,
}

impl SchemeParser {
    fn names(&self) -> impl Iterator<Item = PossibleValue> + use<> {
        let presets = Layout::PRESETS.iter().map(|layout| PossibleValue::new(layout.name()));
        // As the derive calls it, too.
        let decimal = PossibleValue::new(decimal::SCHEME).alias(Scheme::Decimal.name());
        presets.chain(self.takes_decimal.then_some(decimal))
    }
}

impl TypedValueParser for SchemeParser {
    type Value = Scheme;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Scheme, clap::Error> {
        let name = value.to_str().unwrap_or_default();
        if is_notation(name) {
            // A layout keeps its names for as long as the process lives.
            let layout = StringValueParser::new().try_map(|text| Layout::parse(text.leak()));
            return layout.parse_ref(command, argument, value).map(Scheme::Layout);
        }
        let is_known = self.names().any(|known| known.matches(name, false));
        let layouts = if is_known {
            Vec::new()
        } else {
            let file = StringValueParser::new().try_map(|_| layout_file::read());
            file.parse_ref(command, argument, value)?
        };
        let named = layouts.iter().map(|layout| PossibleValue::new(layout.name()));
        // Clap lists them all, and the nearest.
        let name = PossibleValuesParser::new(self.names().chain(named))
            .parse_ref(command, argument, value)?;
        let layout = layouts.into_iter().find(|layout| layout.name() == name);
        Ok(layout.or_else(|| Layout::preset(&name)).map_or(Scheme::Decimal, Scheme::Layout))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names()))
    }
}

/// Whether it is meant as the fields of a layout, and not as a name.
fn is_notation(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit()) || text.contains(['=', ':', '/', '@'])
}

/// Reads the name of a text form.
pub(crate) fn encoding() -> impl TypedValueParser<Value = Encoding> {
    PossibleValuesParser::new(Encoding::ALL.iter().map(|encoding| encoding.name()))
        .try_map(|name| Encoding::from_name(&name).ok_or("no such text form"))
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

/// Reads a decimal number: digits and nothing else. `from_str` would take a `+`.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// Reads a node number.
pub(crate) fn node(text: &str) -> Result<u32, &'static str> {
    number(text).ok_or(
        "expected a node number: decimal digits, from 0 to the layout's largest node, as in \
         `--node 7`",
    )
}

/// Reads a value for the caller's field.
pub(crate) fn caller(text: &str) -> Result<u32, &'static str> {
    number(text).ok_or(
        "expected a value for the caller's field: decimal digits, from 0 to the largest value \
         that fits, such as `--caller 42`",
    )
}

/// Why a node number is missing.
#[derive(Debug, Error)]
pub(crate) enum NoNode {
    #[error(
        "no node number: use `--node 7`, or set the environment variable SNOWFLAKE_NODE; processes \
         that mint at the same time need different numbers"
    )]
    Unset,

    #[error(transparent)]
    Unusable(NodeError),
}

impl Cause for NoNode {}

/// The values of the options do not fit into the layout.
impl Cause for FieldError {}

/// The node that was named, or the environment's. A layout without a node needs
/// none.
pub(crate) fn node_or_env(number: Option<u32>, layout: &Layout) -> Result<Node, NoNode> {
    match number {
        Some(number) => Ok(Node::fixed(number)),
        None if layout.node_bits() == 0 => Ok(Node::fixed(0)),
        None => Node::from_env("SNOWFLAKE_NODE").map_err(|error| match error {
            NodeError::Unset { .. } => NoNode::Unset,
            error => NoNode::Unusable(error),
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
        "expected the smallest and the largest node number, such as `--nodes 0-31`".to_owned()
    })
}

/// Reads the name of a database.
pub(crate) fn dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.iter().map(|dialect| dialect.name()))
        .try_map(|name| Dialect::from_name(&name).ok_or("no such dialect"))
}

/// Reads a name for SQL that is printed. A database may take one with a line break or with bidi
/// controls, but a reader of the SQL would not see what it says.
pub(crate) fn name(name: &str) -> Result<String, String> {
    match name.chars().find(|character| !is_shown_as_it_is(*character)) {
        None => Ok(name.to_owned()),
        Some(hidden) => Err(format!(
            "{name:?} is not a valid name: it has the invisible character U+{:04X}; \
             write the SQL by a program, with the crate snowflake-kit-sql",
            u32::from(hidden)
        )),
    }
}

/// A table of the application's.
#[derive(Clone, Debug)]
pub(crate) struct TableName {
    schema: Option<String>,
    name: String,
}

impl TableName {
    pub(crate) fn as_table(&self) -> Table<'_> {
        match &self.schema {
            Some(schema) => (schema.as_str(), self.name.as_str()).into(),
            None => self.name.as_str().into(),
        }
    }

    /// Refuses `events.id`, which is meant as a table and its key, although it has the look of a
    /// schema and its table.
    pub(crate) fn without_column(&self, key: &str) -> Result<&Self, NotATable> {
        match &self.schema {
            Some(table) if self.name == key => {
                Err(NotATable { table: table.clone(), key: key.to_owned() })
            }
            _ => Ok(self),
        }
    }
}

/// A table was given with its key.
#[derive(Debug, Error)]
#[error(
    "{table}.{key} is a table and its key, but expected is a table, such as `{table}`, or a schema and \
     a table, such as `shop.{table}`; for a table that is called `{key}`, write the SQL by a program, \
     with the crate snowflake-kit-sql"
)]
pub(crate) struct NotATable {
    table: String,
    key: String,
}

impl Cause for NotATable {}

/// Reads a table, such as `users` or `shop.users`.
pub(crate) fn table(text: &str) -> Result<TableName, String> {
    let parts: Vec<_> = name(text)?.split('.').map(str::to_owned).collect();
    match <[String; 2]>::try_from(parts) {
        Ok([schema, name]) => Ok(TableName { schema: Some(schema), name }),
        Err(mut parts) if parts.len() == 1 => Ok(TableName { schema: None, name: parts.remove(0) }),
        Err(_) => Err("expected a table, such as `users` or `shop.users`; for names with a full \
                       stop in them, write the SQL by a program, with the crate snowflake-kit-sql"
            .to_owned()),
    }
}

/// Reads a table and its column, such as `users.id` or `shop.users.id`.
pub(crate) fn column(text: &str) -> Result<(TableName, String), String> {
    let (table, column) = name(text)?
        .rsplit_once('.')
        .map(|(table, column)| (table.to_owned(), column.to_owned()))
        .ok_or("expected a table and its column, such as `--fill users.id`")?;
    Ok((self::table(&table)?, column))
}

/// Reads how many IDs are wanted.
pub(crate) fn count(text: &str) -> Result<u64, &'static str> {
    number(text).ok_or("expected how many IDs to mint: decimal digits, as in `-n 1000`")
}
