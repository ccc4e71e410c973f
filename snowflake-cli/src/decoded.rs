//! An ID taken apart under a layout.

use snowflake_kit_core::{Layout, Parts, Snowflake, UtcTime};
use thiserror::Error;

use crate::error::{Cause, Consequence};

/// What a layout makes of an ID.
pub(crate) struct Decoded<'a> {
    pub(crate) id: Snowflake,
    pub(crate) layout: &'a Layout,
    pub(crate) parts: Parts,
    pub(crate) unix_millis: i64,
    /// When the period began in which the ID was minted, in Unix ms, if timestamps
    /// wrap around.
    pub(crate) period_start: Option<i64>,
    /// Whether that is what the ID is taken for, since it does not say.
    pub(crate) is_assumed: bool,
}

/// Why a layout cannot take an ID apart.
#[derive(Debug, Error)]
pub(crate) enum Undecodable {
    #[error("{id} is not an ID of the layout `{layout}`: its largest one is {max}")]
    TooLarge { id: Snowflake, layout: &'static str, max: Snowflake },

    #[error(
        "{id} is not an ID of the layout `{layout}`: its sequence would be {sequence}, which the \
         layout does not use"
    )]
    NoSuchSequence { id: Snowflake, layout: &'static str, sequence: u32 },

    #[error("{id} has no time before {}: give a later `--at`", UtcTime(*.reference))]
    NoTime { id: Snowflake, reference: i64 },
}

impl Cause for Undecodable {
    fn consequence(&self) -> Consequence {
        Consequence::NextId
    }
}

impl<'a> Decoded<'a> {
    /// Takes an ID apart. Where timestamps wrap around, assumes that it was
    /// minted in the last period before `reference` (Unix ms).
    pub(crate) fn new(
        id: Snowflake,
        layout: &'a Layout,
        reference: i64,
    ) -> Result<Self, Undecodable> {
        let parts = layout.decompose(id);
        if !layout.contains(id) {
            let name = layout.name();
            return Err(if parts.timestamp > layout.max_timestamp() {
                Undecodable::TooLarge { id, layout: name, max: layout.max_id() }
            } else {
                Undecodable::NoSuchSequence { id, layout: name, sequence: parts.sequence }
            });
        }
        let unix_millis = layout
            .unix_millis(parts.timestamp)
            .or_else(|| layout.unix_millis_before(parts.timestamp, reference))
            .ok_or(Undecodable::NoTime { id, reference })?;
        let period_start = layout.period_start(unix_millis);
        Ok(Self { id, layout, parts, unix_millis, period_start, is_assumed: true })
    }

    /// Takes an ID apart whose time (Unix ms) is known from elsewhere.
    pub(crate) fn of_time(
        id: Snowflake,
        layout: &'a Layout,
        unix_millis: i64,
    ) -> Result<Self, Undecodable> {
        Ok(Self { is_assumed: false, ..Self::new(id, layout, unix_millis)? })
    }

    /// The node's named parts; one that has none is called `node`, and a layout
    /// without a node has none at all.
    pub(crate) fn node_fields(&self) -> Vec<(&'static str, u32)> {
        let fields: Vec<_> = self.layout.split_node(self.parts.node).collect();
        if fields.is_empty() && self.layout.node_bits() > 0 {
            vec![("node", self.parts.node)]
        } else {
            fields
        }
    }

    /// The sequence's named parts, likewise.
    pub(crate) fn sequence_fields(&self) -> Vec<(&'static str, u32)> {
        let fields: Vec<_> = self.layout.split_sequence(self.parts.sequence).collect();
        if fields.is_empty() && self.layout.sequence_bits() > 0 {
            vec![("sequence", self.parts.sequence)]
        } else {
            fields
        }
    }

    /// The node in words, with its named parts: `32 (worker 1, process 0)`.
    pub(crate) fn node_in_words(&self) -> String {
        if self.layout.node_bits() == 0 {
            return "-".to_owned();
        }
        in_words(self.parts.node, "node", &self.node_fields())
    }

    /// The sequence in words, likewise.
    pub(crate) fn sequence_in_words(&self) -> String {
        in_words(self.parts.sequence, "sequence", &self.sequence_fields())
    }

    /// The name and the value of the caller's field, if there is one.
    pub(crate) fn caller(&self) -> Option<(&'static str, u32)> {
        self.layout.caller().map(|field| (field.name(), self.parts.caller))
    }

    /// The caller's field in words, likewise: `42 (shard)`.
    pub(crate) fn caller_in_words(&self) -> Option<String> {
        self.caller().map(|field| in_words(field.1, "caller", &[field]))
    }
}

fn in_words(number: u32, name: &str, fields: &[(&str, u32)]) -> String {
    match fields {
        [] => number.to_string(),
        [(field, _)] if *field == name => number.to_string(),
        [(field, _)] => format!("{number} ({field})"),
        fields => {
            let fields: Vec<_> =
                fields.iter().map(|(name, value)| format!("{name} {value}")).collect();
            format!("{number} ({})", fields.join(", "))
        }
    }
}
