//! Why something is not a global ID.

use std::fmt::{self, Display};

use async_graphql::Value;
use snowflake_kit_core::ParseError;

use super::NodeKind;
use crate::input::write_start;

/// Why a text is not a global ID.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeIdError {
    /// Nothing says which kind it is of.
    UnknownKind {
        /// The text, or the beginning of a long one.
        text: String,
        /// The kinds there are.
        kinds: &'static [NodeKind],
    },
    /// It is of a kind, but not an ID of it.
    Id {
        /// The kind.
        kind: &'static NodeKind,
        /// What is wrong with the ID, or with what is after the name of its
        /// kind.
        error: ParseError,
    },
}

impl Display for NodeIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKind { text, kinds } => {
                write!(
                    f,
                    "invalid ID {}: it is of no kind; expected ",
                    Value::from(text.as_str())
                )?;
                write_kinds(kinds, f)
            }
            Self::Id { kind, error } if kind.has_prefix() => error.fmt(f),
            Self::Id { kind, error } => write!(f, "{error} after {kind}"),
        }
    }
}

impl std::error::Error for NodeIdError {}

/// A global ID of another kind than the one that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongNode {
    pub(super) expected: &'static str,
    pub(super) found: &'static str,
    pub(super) id: String,
}

impl WrongNode {
    /// The kind that was asked for.
    pub fn expected(&self) -> &'static str {
        self.expected
    }

    /// The kind that the ID is of.
    pub fn found(&self) -> &'static str {
        self.found
    }
}

impl Display for WrongNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found, id } = self;
        write!(f, "\"{id}\" is the ID of a {found}, not of a {expected}")
    }
}

impl std::error::Error for WrongNode {}

/// An argument that is not even a text.
pub(super) struct NotText<'a> {
    pub(super) found: &'a Value,
    pub(super) kinds: &'static [NodeKind],
}

impl Display for NotText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid ID ")?;
        write_start(self.found, f)?;
        f.write_str(": expected ")?;
        write_kinds(self.kinds, f)
    }
}

fn write_kinds(kinds: &[NodeKind], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("a string that begins with ")?;
    for (index, kind) in kinds.iter().enumerate() {
        match index {
            0 => {}
            last if last + 1 == kinds.len() => f.write_str(" or ")?,
            _ => f.write_str(", ")?,
        }
        write!(f, "{kind}")?;
    }
    Ok(())
}

/// The beginning of a text that may be long.
pub(super) fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    if start.len() == text.len() { start } else { start + "…" }
}
