//! Routines, views, policies and rules that can see an adopted key. Each is proven, since the rehearsal ran
//! all of it with minted keys, or somebody confirms it by its name in `adopt.toml`.

use std::collections::BTreeSet;

use snowflake_kit_core::Dialect;

use super::values::is_named_like_an_id;
use super::{Obstacle, Scene};
use crate::catalog::{Narrow, Routine, View};
use crate::mentions::{inserts, mentions, words};

/// Those that are not proven. `ran` is what the rehearsal ran; it is `None` if that ended before.
pub(crate) fn unproven(scene: &Scene<'_>, ran: Option<&BTreeSet<String>>) -> Vec<Obstacle> {
    let views = seeing_views(scene);
    let names: BTreeSet<&str> = views.iter().map(|view| view.name.as_str()).collect();
    let has_run = |signature: &str| ran.is_some_and(|ran| ran.contains(signature));
    let mut all = Vec::new();
    for view in views {
        let definition = words(&view.definition);
        let has_run = has_run(&format!("view {}", view.name));
        let is_followed = has_run && !definition.contains("case");
        let Some(word) = narrow_word(scene, &definition) else { continue };
        if scene.catalog.dialect == Dialect::Sqlite || !is_followed {
            all.push(item("view", &view.name, holds(scene, word)));
        }
    }
    let composites = scene.catalog.routines.iter().filter(|routine| routine.noun == "type");
    for of in composites {
        let mut narrow = of.narrow.iter().filter(|narrow| is_of_a_key(scene, &narrow.declared));
        let narrow = narrow.find(|narrow| is_named_like_an_id(&narrow.name));
        if let Some(Narrow { name, declared, .. }) = narrow {
            all.push(item("type", &of.name, (format!("has {name} {declared}"), SIGNATURE)));
        }
    }
    for of in seeing_routines(scene, &names) {
        let narrow = of.narrow.iter().filter(|narrow| is_of_a_key(scene, &narrow.declared));
        let (twins, ours): (Vec<_>, Vec<_>) =
            narrow.partition(|narrow| has_wide_twin(scene, of, narrow));
        // One for the programs of today, beside one that takes what is wide.
        if ours.is_empty() && !twins.is_empty() {
            continue;
        }
        let body = of.body.split_once("\nAS $").map_or(of.body.as_str(), |(_, body)| body);
        let filled = filled(scene, body).into_iter().filter(|_| !has_run(&of.signature));
        let inserts = filled.map(|table| (format!("inserts into {table} without a key"), KEYLESS));
        let signatures = ours.into_iter().map(|Narrow { name, declared, argument }| {
            let does = if argument.is_some() { "takes" } else { "returns" };
            let name = if name.is_empty() { String::new() } else { format!("{name} ") };
            (format!("{does} {name}{declared}"), SIGNATURE)
        });
        let mut causes: Vec<_> = inserts.chain(signatures).collect();
        if causes.is_empty() {
            // Of policies and rules, which nothing calls, the server knows the types.
            let is_called = !of.signature.is_empty();
            let is_open = is_called && ran.is_some() && !has_run(&of.signature);
            let what = "has statements that the rehearsal did not run with minted keys";
            let not_run = || is_open.then(|| (what.to_owned(), NOT_RUN));
            let word = narrow_word(scene, &words(body)).map(|word| holds(scene, word));
            causes.extend(word.or_else(not_run));
        }
        all.extend(causes.into_iter().map(|cause| item(&of.noun, &of.name, cause)));
    }
    all
}

/// What something does that is not proven, and what to do about it.
type Cause = (String, &'static str);

fn holds(scene: &Scene<'_>, word: &str) -> Cause {
    let way_out = match scene.catalog.dialect {
        Dialect::Sqlite => {
            "These use row numbers. When the counting has ended, the row number of a row is not its key \
             any more: use the key. If only the row number is meant, confirm the name."
        }
        _ => {
            "These can see adopted keys, and have a type that cannot hold a minted ID: look at \
             declarations, casts and tables of their own. If none can hold a key, confirm the name."
        }
    };
    (format!("holds {word}"), way_out)
}

const KEYLESS: &str = "When the counting has ended, that is an error. Let it give the key: `snowflake sql` \
    writes functions that mint inside of the database, with a node of their own. SQLite has none: there, let \
    the program insert that row.";

const SIGNATURE: &str = "These can see adopted keys, and take or return what cannot hold a minted ID: a \
    call with one finds no such function, or fails. If a value can be a key, make it a bigint (bigint[] \
    in place of an array), in a migration that runs together with `widen`, or before it in a second \
    function of the name. If it never is, confirm the name.";

const NOT_RUN: &str = "These can see adopted keys, and a made-up row does not reach each of their \
    branches. Look at what they do with a key of 64 bits (declarations, casts, calls, inserts without a \
    key), or try them on a copy of the database. Then confirm the name.";

fn item(noun: &str, name: &str, (what, way_out): Cause) -> Obstacle {
    Obstacle::block(format!("{noun}:{name}"), format!("the {noun} {name} {what}"), way_out)
}

/// The views over adopted columns, and those over these.
fn seeing_views<'a>(scene: &Scene<'a>) -> Vec<&'a View> {
    let mut seen: BTreeSet<&str> =
        scene.decision.columns.keys().map(|(table, _)| table.as_str()).collect();
    let mut rest: Vec<&View> = scene.catalog.views.iter().collect();
    let mut all = Vec::new();
    loop {
        let (next, later): (Vec<_>, Vec<_>) = rest.into_iter().partition(|view: &&View| {
            view.uses.iter().any(|(of, _)| seen.contains(of.as_str()))
                || view.uses.is_empty() && seen.iter().any(|of| mentions(&view.definition, of))
        });
        if next.is_empty() {
            return all;
        }
        seen.extend(next.iter().map(|view| view.name.as_str()));
        all.extend(next);
        rest = later;
    }
}

/// The routines that mention an adopted table, or a column of a name such as `user_id`; those that
/// such a table or a view over one calls; and those that these call.
fn seeing_routines<'a>(scene: &Scene<'a>, views: &BTreeSet<&str>) -> Vec<&'a Routine> {
    let columns = scene.decision.columns.keys();
    let names = columns
        .flat_map(|(table, column)| [Some(table), is_named_like_an_id(column).then_some(column)]);
    let names: BTreeSet<String> = names.flatten().map(|name| name.to_lowercase()).collect();
    let is_word = |name: &str| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let (plain, odd): (BTreeSet<String>, BTreeSet<String>) =
        names.into_iter().partition(|name| is_word(name));
    let mut rest: Vec<_> = scene.catalog.routines.iter().filter(|of| of.noun != "type").collect();
    let tables: BTreeSet<&str> =
        scene.decision.columns.keys().map(|(table, _)| table.as_str()).collect();
    let (mut called, mut all) = (BTreeSet::new(), Vec::new());
    loop {
        let (next, later): (Vec<_>, Vec<_>) = rest.into_iter().partition(|of: &&Routine| {
            let body = words(&of.body);
            let own = of.name.rsplit('.').next().unwrap_or_default().to_lowercase();
            called.contains(&own)
                || !plain.is_disjoint(&body)
                || odd.iter().any(|name| of.body.to_lowercase().contains(name))
                || of
                    .used_by
                    .iter()
                    .any(|by| tables.contains(by.as_str()) || views.contains(by.as_str()))
        });
        if next.is_empty() {
            return all;
        }
        called.extend(next.iter().flat_map(|of| words(&of.body)));
        all.extend(next);
        rest = later;
    }
}

/// What in a text cannot hold a minted ID, or is a row number, which such an ID is not.
fn narrow_word(scene: &Scene<'_>, of: &BTreeSet<String>) -> Option<&'static str> {
    let words: &[&str] = match scene.catalog.dialect {
        Dialect::Sqlite => &["rowid", "_rowid_", "oid", "last_insert_rowid"],
        Dialect::Postgres => &["int", "integer", "int4", "int2", "smallint", "uuid"],
        _ => &["int", "integer", "mediumint", "smallint", "tinyint", "binary", "uuid"],
    };
    let is_meant =
        |word: &&&str| scene.catalog.dialect == Dialect::Sqlite || is_of_a_key(scene, word);
    words.iter().filter(is_meant).find(|word| of.contains(**word)).copied()
}

/// Whether keys of this type move: integers, or UUIDs.
fn is_of_a_key(scene: &Scene<'_>, declared: &str) -> bool {
    let is_integer = declared.contains("int");
    let columns = scene.decision.widened().filter_map(|place| scene.catalog.column(place));
    columns.into_iter().any(|column| column.is_integer() == is_integer)
}

/// Whether another function of the name takes what is wide in its place.
fn has_wide_twin(scene: &Scene<'_>, of: &Routine, narrow: &Narrow) -> bool {
    narrow.argument.is_some()
        && scene.catalog.routines.iter().any(|routine| {
            routine.name == of.name
                && routine.arguments == of.arguments
                && !routine.narrow.iter().any(|other| other.argument == narrow.argument)
        })
}

/// The tables that rows are inserted into without their keys.
fn filled<'a>(scene: &Scene<'a>, text: &str) -> Vec<&'a str> {
    let tables = scene.catalog.tables.iter();
    let owners = tables.filter(|(name, table)| scene.decision.is_owner(name, table));
    let keyless = owners.filter(|(name, table)| {
        let key = table.sole_key().map_or("", |key| key.name.as_str());
        inserts(text, name).iter().any(|columns| !mentions(columns, key))
    });
    keyless.map(|(name, _)| name.as_str()).collect()
}
