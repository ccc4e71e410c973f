//! What is in the way, or has to be looked at: each with the reason and the way out.

mod code;
mod seen;
mod values;

use crate::catalog::Catalog;
use crate::choices::Choices;
use crate::decide::Decision;
use crate::markdown;
use crate::orm::Orm;

pub(crate) use seen::unproven;

/// Something about a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Obstacle {
    /// Its name in `accepted`.
    pub(crate) name: String,
    /// Whether nothing may be migrated before it is dealt with.
    pub(crate) blocks: bool,
    /// As it is: the report makes Markdown of it.
    pub(crate) what: String,
    /// In Markdown.
    pub(crate) way_out: String,
}

/// What obstacles are looked for in.
pub(crate) struct Scene<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) choices: &'a Choices,
    /// What concerns tables that move.
    pub(crate) decision: &'a Decision,
    /// All of it.
    pub(crate) all: &'a Decision,
    pub(crate) orm: Orm,
}

impl Obstacle {
    /// What may not stay as it is.
    pub(crate) fn block(name: String, what: String, way_out: impl Into<String>) -> Self {
        Self { name, blocks: true, what, way_out: way_out.into() }
    }

    /// What the reader has to look at.
    fn look(name: String, what: String, way_out: impl Into<String>) -> Self {
        Self { blocks: false, ..Self::block(name, what, way_out) }
    }
}

/// Finds all that are seen without a rehearsal.
pub(crate) fn find(scene: &Scene<'_>) -> Vec<Obstacle> {
    let mut all = values::find(scene);
    code::find(scene, &mut all);
    all
}

/// Puts those in the way first. What was accepted is not in the way.
pub(crate) fn settle(all: &mut Vec<Obstacle>, choices: &Choices) {
    for obstacle in &mut *all {
        if let Some(reason) = choices.accepted.get(&obstacle.name) {
            obstacle.blocks = false;
            obstacle.way_out = format!("Accepted in adopt.toml: {}", markdown::text(reason));
        }
    }
    all.sort_by(|one, other| (!one.blocks, &one.name).cmp(&(!other.blocks, &other.name)));
    all.dedup_by(|one, other| one.name == other.name && one.what == other.what);
}
