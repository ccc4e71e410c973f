//! `REPORT.md`: what was found, and the rollout for this database, step by step.

mod movable;
mod rollout;

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::catalog::Catalog;
use crate::choices::{Choices, toml_key};
use crate::decide::Decision;
use crate::files::MARK;
use crate::markdown::{self, code};
use crate::obstacles::Obstacle;
use crate::orm::Orm;
use crate::script::{Step, size};
use movable::movable;
use rollout::{rollout, types, without_lock};

/// What the report is about.
pub(crate) struct Found<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) choices: &'a Choices,
    pub(crate) decision: &'a Decision,
    /// What of it concerns tables that move.
    pub(crate) moving: &'a Decision,
    pub(crate) obstacles: &'a [Obstacle],
    pub(crate) orm: Orm,
    /// The path of the module in the program.
    pub(crate) module: &'a str,
    /// The widening without a long lock, or why there is none.
    pub(crate) online: Result<&'a [Step], &'a [String]>,
    /// Why the plan was not tried.
    pub(crate) untried: Option<&'a str>,
}

/// The whole report.
pub(crate) fn text(found: &Found<'_>) -> String {
    let mut text = format!("<!-- {MARK}. The next run overwrites it. -->\n\n");
    if let Some(reason) = found.untried {
        let reason = markdown::text(reason);
        let _ = write!(text, "**This plan is untried**: {reason}.\n\n");
    }
    text += "# Typed IDs\n\n";
    text += &summary(found);
    text += &obstacles(found);
    text += &columns(found);
    text += &types(found);
    text += &movable(found);
    text += &rollout(found);
    text += &without_lock(found);
    if !found.moving.columns.is_empty() {
        text += UNSEEN;
    }
    text
}

/// One paragraph.
fn summary(found: &Found<'_>) -> String {
    let [blocking, look, _] = sections(found).map(|(_, items)| items.len());
    let things = |count| match count {
        1 => "1 thing is".to_owned(),
        count => format!("{count} things are"),
    };
    let moving = match found.moving.kinds.len() {
        0 => "Nothing in the database has to change".to_owned(),
        count => format!(
            "{count} of the tables move or have moved to minted keys: {} in the way",
            things(blocking)
        ),
    };
    format!(
        "Tables of {}: {}. With an ID type: {}; columns that hold one: {}. {moving}, and {} to look at.\n",
        found.catalog.dialect.name(),
        found.catalog.tables.len(),
        found.decision.kinds.len(),
        found.decision.columns.len(),
        things(look)
    )
}

/// The obstacles, by their titles.
fn sections<'a>(found: &Found<'a>) -> [(&'static str, Vec<&'a Obstacle>); 3] {
    let is_accepted = |of: &&Obstacle| found.choices.accepted.contains_key(&of.name);
    let (accepted, rest): (Vec<_>, Vec<_>) = found.obstacles.iter().partition(is_accepted);
    let (blocking, look) = rest.into_iter().partition(|of| of.blocks);
    [("In the way", blocking), ("To look at", look), ("Accepted", accepted)]
}

fn obstacles(found: &Found<'_>) -> String {
    let mut text = String::new();
    for (title, some) in sections(found) {
        if some.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## {title}\n\n");
        // Those with one way out stand together, in the order of the first of each.
        let mut groups: Vec<(&str, Vec<&Obstacle>)> = Vec::new();
        for obstacle in some {
            match groups.iter_mut().find(|(way_out, _)| *way_out == obstacle.way_out) {
                Some((_, group)) => group.push(obstacle),
                None => groups.push((&obstacle.way_out, vec![obstacle])),
            }
        }
        for (way_out, group) in groups {
            for Obstacle { name, what, .. } in group {
                let what = capital(&markdown::text(what));
                let _ = writeln!(text, "- {what}.\n  ({})", code(name));
            }
            let _ = writeln!(text, "\n  {way_out}\n");
        }
        if title == "In the way" {
            text += &confirmation(found.obstacles);
        }
    }
    text
}

/// What is to be pasted into `adopt.toml`.
fn confirmation(all: &[Obstacle]) -> String {
    let blocking = all.iter().filter(|obstacle| obstacle.blocks);
    let names: BTreeSet<&str> = blocking.map(|obstacle| obstacle.name.as_str()).collect();
    let mut accepted = toml_edit::Table::new();
    for name in names {
        accepted.insert_formatted(&toml_key(name), toml_edit::value("…"));
    }
    format!(
        "Migrations are written once no item is left under \"In the way\". When you have handled or \
         accepted an item, keep its line of these, with the reason, under `[accepted]` in \
         adopt.toml:\n\n```toml\n{accepted}```\n"
    )
}

fn capital(text: &str) -> String {
    // A name of the database begins a sentence as it is.
    text.strip_prefix("the ").map_or(text.to_owned(), |rest| format!("The {rest}"))
}

/// Which column holds what.
fn columns(found: &Found<'_>) -> String {
    let mut text =
        "\n## Columns\n\n| table | size | column | now | holds |\n|---|---|---|---|---|\n"
            .to_owned();
    let mut last = "";
    let several = found.decision.polymorphic.iter().map(|(place, tables)| {
        let tables: Vec<_> = tables.iter().map(|table| markdown::text(table)).collect();
        (place, format!("an integer: an ID of {}", tables.join(" or ")))
    });
    let typed = found.decision.columns.iter().map(|(place, owner)| {
        let id = found.choices.ids.get(owner).map_or("", |id| id.name.as_str());
        let is_or_zero = found.decision.or_zero.contains(place);
        let kind = found.decision.kinds.get(owner).filter(|_| *owner == place.0);
        let kind = kind.map_or(String::new(), |kind| format!(", a {}", kind.derive()));
        (place, if is_or_zero { code(&format!("OrZero<{id}>")) } else { format!("{id}{kind}") })
    });
    let mut all: Vec<_> = typed.chain(several).collect();
    all.sort();
    for (place, id) in all {
        let (table, column) = place;
        let declared = found.catalog.column(place).map_or("", |column| column.declared.as_str());
        let counted = found.catalog.column(place).is_some_and(|column| column.counting.is_some());
        let counted = if counted { ", counted" } else { "" };
        let size = match found.catalog.tables.get(table) {
            Some(of) if table != last => size(of),
            _ => String::new(),
        };
        let name = if table == last { "" } else { table };
        let [name, column, declared] = [name, column, declared].map(markdown::text);
        let _ = writeln!(text, "| {name} | {size} | {column} | {declared}{counted} | {id} |");
        last = table;
    }
    text
}

const UNSEEN: &str = "
## What no tool sees

- Programs in other languages, reports and exports that read keys as 32 bits (in this one: `as i32`), or
  as numbers in JavaScript, which are exact up to 2^53 only.
- IDs in JSON, in texts, in sessions and tokens, in caches, in queued jobs, in webhooks, in files and in
  URLs that have been sent.
- Statements that a program builds as text, and inserts of tools, cron jobs and administrators.
- Columns without a foreign key whose names do not end in `_id`.
- Code that sorts by key and takes that for the order of insertion: IDs of several processes are
  in the order of time to the millisecond.
- Code that takes small numbers for granted: page sizes by key, `LIMIT` by key ranges, sums,
  bit sets, sharding by `id % n`.
- The time in an old key: it has none. Ask `unix_millis_since`.
- Old UUIDs and ULIDs in sessions, tokens, queued jobs, caches and webhooks: the tables named
  `snowflake_moved_…` know the new key of each.
- Replicas and change feeds (CDC, logical replication), whose target columns are widened first.
";
