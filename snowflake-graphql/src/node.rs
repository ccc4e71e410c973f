//! IDs of any object, for Relay's `node(id:)`.

mod declare;
mod error;

use std::fmt::{self, Display};

use async_graphql::registry::Registry;
use async_graphql::{ID, InputType, InputValueError, InputValueResult, Value};
use snowflake_kit_core::__private::Raw;
use snowflake_kit_core::{Id, Text};

pub use self::error::{NodeIdError, WrongNode};
use self::error::{NotText, excerpt};
use crate::input::Untyped;

/// An enum that [`node_id!`] has declared.
///
/// [`node_id!`]: crate::node_id!
pub trait NodeKinds: Sized {
    /// The kinds, in the order of the variants.
    const KINDS: &'static [NodeKind];

    /// The ID of the kind with this index.
    #[doc(hidden)]
    fn new(kind: usize, id: Raw) -> Self;

    #[doc(hidden)]
    fn index(&self) -> usize;

    /// The ID without its kind.
    fn raw(&self) -> Raw;

    /// The kind of the object.
    fn kind(&self) -> NodeKind {
        Self::KINDS[self.index()]
    }
}

/// A kind of object: its name, and how its global IDs are written.
#[derive(Clone, Copy, Debug)]
pub struct NodeKind {
    name: &'static str,
    id: Untyped,
}

/// Of the same name and text id.
impl PartialEq for NodeKind {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.id.shape) == (other.name, other.id.shape)
    }
}

impl Eq for NodeKind {}

impl NodeKind {
    /// The kind that this ID type identifies.
    pub const fn of<T: Id>(name: &'static str) -> Self {
        Self { name, id: Untyped::of::<T>() }
    }

    /// The name of the variant.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The text form of the ID type.
    pub const fn text(&self) -> Text {
        self.id.shape.text()
    }

    const fn has_prefix(&self) -> bool {
        !self.id.shape.text().prefix().is_empty()
    }

    /// The text of an ID after what says its kind, if that is this one.
    fn strip<'a>(&self, text: &'a str) -> Option<&'a str> {
        if self.has_prefix() {
            // No encoding has a separator as a character, so with one in the
            // rest it is the prefix of another kind that begins as this one's.
            let digits = text.strip_prefix(self.id.shape.text().prefix())?;
            (!digits.contains(['_', '-'])).then_some(text)
        } else {
            text.strip_prefix(self.name)?.strip_prefix(':')
        }
    }
}

/// How the IDs of a kind begin.
impl Display for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, id } = self;
        if self.has_prefix() {
            write!(f, "\"{}\" ({name})", id.shape.text().prefix())
        } else {
            write!(f, "\"{name}:\"")
        }
    }
}

/// Refuses, at compile time, kinds that their prefixes do not tell apart.
///
/// # Panics
/// If two prefixes are equal.
pub const fn check_kinds(kinds: &[NodeKind]) {
    let mut at = 0;
    while at < kinds.len() {
        let mut other = 0;
        while other < at {
            assert!(
                !kinds[at].has_prefix()
                    || !same(
                        kinds[at].id.shape.text().prefix(),
                        kinds[other].id.shape.text().prefix()
                    ),
                "two kinds of a `node_id!` have the same prefix, which then does not say the kind: \
                 give each ID type one of its own with `#[snowflake(prefix = \"…\")]`"
            );
            other += 1;
        }
        at += 1;
    }
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Writes the text of a global ID.
///
/// # Errors
/// As the formatter.
pub fn fmt_node<N: NodeKinds>(node: &N, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let kind = node.kind();
    let id = kind.id.encode(node.raw()).map_err(|_| fmt::Error)?;
    if kind.has_prefix() { f.pad(&id) } else { f.pad(&format!("{}:{id}", kind.name)) }
}

/// Reads the text of a global ID.
///
/// # Errors
/// If it does not begin like an ID of any kind, or is not an ID of its kind.
pub fn parse_node<N: NodeKinds>(text: &str) -> Result<N, NodeIdError> {
    for (index, kind) in N::KINDS.iter().enumerate() {
        if let Some(id) = kind.strip(text) {
            let id = kind.id.decode(id);
            return match id {
                Ok(id) => Ok(N::new(index, id)),
                Err(error) => Err(NodeIdError::Id { kind, error: error.with_name(kind.name) }),
            };
        }
    }
    Err(NodeIdError::UnknownKind { text: excerpt(text), kinds: N::KINDS })
}

/// The ID, if it is of the kind with this index.
///
/// # Errors
/// If it is of another.
pub fn narrow<T: Id, N: NodeKinds + Display>(node: &N, expected: usize) -> Result<T, WrongNode> {
    if node.index() == expected {
        Ok(of_raw(node.raw()))
    } else {
        Err(WrongNode {
            expected: N::KINDS[expected].name,
            found: node.kind().name,
            id: node.to_string(),
        })
    }
}

/// The ID of a kind whose values have been read as its.
pub fn of_raw<T: Id>(id: Raw) -> T {
    match T::from_raw(id) {
        Ok(id) => id,
        Err(error) => unreachable!("{error}"),
    }
}

/// Reads a global ID out of an argument.
///
/// # Errors
/// If it is none.
pub fn read_node<N: NodeKinds + InputType>(value: &Value) -> InputValueResult<N> {
    match value {
        Value::String(text) => parse_node(text).map_err(InputValueError::custom),
        _ => Err(InputValueError::custom(NotText { found: value, kinds: N::KINDS })),
    }
}

/// Registers GraphQL's own `ID`.
pub fn register_id(registry: &mut Registry) -> String {
    <ID as InputType>::create_type_info(registry)
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    use super::*;

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core", prefix = "post_")]
    struct PostId(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core", prefix = "po_")]
    struct OfficeId(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    struct UserId(Snowflake);

    const POST: NodeKind = NodeKind::of::<PostId>("Post");
    const OFFICE: NodeKind = NodeKind::of::<OfficeId>("Office");
    const USER: NodeKind = NodeKind::of::<UserId>("User");

    #[test]
    fn kinds_are_equal_by_name_and_text_form() {
        assert_eq!(POST, NodeKind::of::<PostId>("Post"));
        assert_ne!(POST, NodeKind::of::<PostId>("Entry"));
        assert_ne!(POST, NodeKind::of::<OfficeId>("Post"));
    }

    #[test]
    fn two_kinds_with_one_prefix_are_refused() {
        check_kinds(&[]);
        // Without a prefix, the name says the kind.
        check_kinds(&[POST, USER, OFFICE, NodeKind::of::<UserId>("Author")]);
        for kinds in [[POST, USER, POST], [POST, POST, USER], [USER, OFFICE, OFFICE]] {
            let panic = catch_unwind(|| check_kinds(&kinds)).unwrap_err();
            let text = panic.downcast_ref::<&str>().unwrap();
            assert!(text.starts_with("two kinds of a `node_id!` have the same prefix"), "{text}");
        }
    }

    #[test]
    fn texts_are_compared_to_their_ends() {
        for text in ["", "a", "ab"] {
            assert!(same(text, text));
        }
        for (one, other) in [("", "a"), ("a", "ab"), ("ab", "ac"), ("ab", "bb")] {
            assert!(!same(one, other) && !same(other, one));
        }
    }
}
