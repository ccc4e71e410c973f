//! Why there is no SQL.

use core::fmt;

use snowflake_kit_core::{Dialect, UtcTime};

use crate::text::Unwritable;

/// Why there is no SQL for a layout, a node or a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SqlError {
    /// The database has no stored functions.
    NoFunctions {
        /// The database.
        dialect: Dialect,
    },
    /// The database has no partitions.
    NoPartitions {
        /// The database.
        dialect: Dialect,
    },
    /// The layout has no ID of the time of a partition.
    NoIds {
        /// The layout's name.
        layout: &'static str,
        /// The first instant of the partition, in Unix ms.
        from: i64,
        /// The first instant after it, in Unix ms.
        until: i64,
    },
    /// The node number does not fit the layout.
    Node {
        /// The number.
        node: u32,
        /// The largest that fits.
        max: u32,
        /// The layout's name.
        layout: &'static str,
    },
    /// A range of nodes without one.
    NoNode,
    /// The layout's timestamps wrap around, so the keys of a table would repeat.
    Periodic {
        /// The layout's name.
        layout: &'static str,
    },
    /// A column cannot be filled, because `next_id` takes the node as an argument.
    NodeIsArgument,
    /// A column cannot be filled, because `next_id` takes the caller's field as an argument.
    CallerIsArgument {
        /// The name of the field.
        field: &'static str,
    },
    /// A name cannot be written.
    Name(Unwritable),
}

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFunctions { dialect } => write!(
                f,
                "`{}` has no stored functions, so it cannot mint: mint IDs in the program that \
                 inserts the rows, or use `postgres`, `mariadb` or `mysql`",
                dialect.name()
            ),
            Self::NoPartitions { dialect } => write!(
                f,
                "`{}` has no partitions: delete old rows by a range of their key, or use \
                 `postgres`, `mariadb` or `mysql`",
                dialect.name()
            ),
            Self::NoIds { layout, from, until } => write!(
                f,
                "the layout `{layout}` has no ID from {} until before {}: choose a time between \
                 its epoch and its end (`snowflake layouts` shows both)",
                UtcTime(*from),
                UtcTime(*until)
            ),
            Self::Node { node, max, layout } => write!(
                f,
                "node {node} does not fit the layout `{layout}`: use 0 to {max}, or a layout with \
                 more node bits"
            ),
            Self::NoNode => f.write_str(
                "the range of nodes is empty: give the smallest and the largest one, such as \
                 0..=31",
            ),
            Self::Periodic { layout } => write!(
                f,
                "a database does not mint IDs of the layout `{layout}`: its timestamps wrap \
                 around, and a table keeps its keys for longer than a period; use a layout that \
                 ends, such as `default`"
            ),
            Self::NodeIsArgument => f.write_str(
                "the node is an argument of these functions, so a column cannot be filled by \
                 them alone: write `DEFAULT …next_id(5)` with the node of that table",
            ),
            Self::CallerIsArgument { field } => write!(
                f,
                "the {field} is an argument of `next_id`, so a column cannot be filled by it \
                 alone: write `DEFAULT …next_id(5)` with the {field} of that table"
            ),
            Self::Name(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SqlError {}

impl From<Unwritable> for SqlError {
    fn from(error: Unwritable) -> Self {
        Self::Name(error)
    }
}
