//! What is done in the scratch database, in its order.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;

use super::rows::{Writer, in_order, insert};
use super::{Obstacle, Plan, Script, Statement};
use crate::catalog::{Column, Table};
use crate::markdown::code;

/// The objects of a database, by their kinds and names, and what each is.
pub(super) type Objects = BTreeMap<String, String>;

/// A statement that fails, and what the server says.
pub(super) struct Refusal {
    pub(super) statement: String,
    pub(super) words: String,
}

/// A scratch database with the schema.
pub(super) trait Stage {
    /// Runs a migration, and takes it back as a whole if a statement fails.
    async fn apply(&mut self, statements: &[Statement]) -> Vec<Refusal>;

    /// Whatever has to be the same when all is taken back.
    async fn objects(&mut self) -> Result<Objects, String>;

    /// Whether the plan is to change an object, or to leave it out.
    fn is_meant(&self, plan: &Plan<'_>, object: &str, before: &str, after: Option<&str>) -> bool;

    /// What is read by a program: views and the like. The text is empty if it can be read.
    async fn reads(&mut self) -> Result<Objects, String>;

    /// Runs one statement; if it fails, nothing of it is done.
    async fn execute(&mut self, sql: &str) -> Result<(), String>;
}

/// Plays it all, and tells what fails and what is lost.
pub(super) async fn play(stage: &mut impl Stage, plan: &Plan<'_>) -> Result<Vec<Obstacle>, String> {
    let mut run =
        Play { plan, obstacles: Vec::new(), keyless: BTreeSet::new(), filled: BTreeSet::new() };
    run.fill(stage).await?;
    let reads = stage.reads().await?;
    let before = stage.objects().await?;
    if !run.there(stage).await {
        return Ok(run.obstacles);
    }
    let after = stage.objects().await?;
    let is_lost = |object: &str, was: &str, is: Option<&str>| {
        is != Some(was) && !stage.is_meant(plan, object, was, is)
    };
    run.compare(&before, &after, is_lost, "lost", "the migrations");
    run.write(stage, &reads).await?;
    if !run.back(stage).await {
        return Ok(run.obstacles);
    }
    let back = stage.objects().await?;
    run.compare(
        &before,
        &back,
        |_, was, is| is != Some(was),
        "back",
        "the migrations and their way back",
    );
    run.write_as_before(stage).await?;
    run.there(stage).await;
    Ok(run.obstacles)
}

struct Play<'a> {
    plan: &'a Plan<'a>,
    obstacles: Vec<Obstacle>,
    /// The tables that take rows without a key, before anything is changed.
    keyless: BTreeSet<&'a str>,
    /// The tables that have rows.
    filled: BTreeSet<&'a str>,
}

impl Play<'_> {
    fn block(&mut self, name: String, what: String, way_out: impl Into<String>) {
        self.add(true, name, what, way_out);
    }

    fn add(&mut self, blocks: bool, name: String, what: String, way_out: impl Into<String>) {
        if !self.obstacles.iter().any(|known| known.name == name) {
            let obstacle = Obstacle::block(name, what, way_out);
            self.obstacles.push(Obstacle { blocks, ..obstacle });
        }
    }

    /// Inserts as programs of today do.
    async fn fill(&mut self, stage: &mut impl Stage) -> Result<(), String> {
        for (name, table) in in_order(self.plan) {
            for number in [1, 2] {
                for writer in [Writer::Keyless, Writer::Numbering] {
                    let sql = insert(self.plan, name, table, writer, number);
                    if stage.execute(&sql).await.is_ok()
                        && !is_without_key(self.plan, table, writer)
                    {
                        self.filled.insert(name);
                        if writer == Writer::Keyless {
                            self.keyless.insert(name);
                        }
                        break;
                    }
                }
            }
        }
        let empty = self.plan.catalog.tables.keys().filter(|of| !self.filled.contains(of.as_str()));
        let empty: Vec<_> = empty.map(String::as_str).collect();
        if !empty.is_empty() {
            let what = format!("no row of the rehearsal could be put into {}", empty.join(", "));
            self.add(
                false,
                "rehearsal:rows".to_owned(),
                what,
                "So nothing is known of what inserts do there, nor of triggers and the functions that \
                 they call. Try the program's inserts on a copy of the database, after the migrations.",
            );
        }
        Ok(())
    }

    /// Runs the migrations.
    async fn there(&mut self, stage: &mut impl Stage) -> bool {
        for script in self.plan.scripts {
            if !self.apply(stage, script, &script.up, "").await {
                return false;
            }
        }
        true
    }

    /// Takes the migrations back.
    async fn back(&mut self, stage: &mut impl Stage) -> bool {
        for script in self.plan.scripts.iter().rev() {
            if !self.apply(stage, script, &script.down, "on the way back, ").await {
                return false;
            }
        }
        true
    }

    async fn apply(
        &mut self,
        stage: &mut impl Stage,
        script: &Script,
        statements: &[Statement],
        way: &str,
    ) -> bool {
        let refused = stage.apply(statements).await;
        let is_done = refused.is_empty();
        for Refusal { statement, words } in refused {
            let task = script.task.name();
            let of = self.subject(&statement);
            self.block(
                format!("{task}:{of}"),
                format!("{way}the migration {task} fails at {of}: {words}"),
                format!(
                    "It was tried in a scratch database, with the statement {}. Change what it \
                     names in a migration before, and back after that, or leave the table out \
                     (`leave_out`).",
                    code(first_line(&statement))
                ),
            );
        }
        is_done
    }

    /// The table that a statement is about.
    fn subject(&self, statement: &str) -> String {
        let dialect = self.plan.catalog.dialect;
        let names = self
            .plan
            .catalog
            .tables
            .keys()
            .map(|name| (name, snowflake_sql::text::known(dialect, name)));
        let views = self
            .plan
            .catalog
            .views
            .iter()
            .map(|view| (&view.name, snowflake_sql::text::known(dialect, &view.name)));
        let found =
            names.chain(views).filter_map(|(name, quoted)| Some((statement.find(&quoted)?, name)));
        found.min().map_or_else(|| "the schema".to_owned(), |(_, name)| name.clone())
    }

    fn compare(
        &mut self,
        before: &Objects,
        after: &Objects,
        is_lost: impl Fn(&str, &str, Option<&str>) -> bool,
        kind: &str,
        by: &str,
    ) {
        let casts = Regex::new(r"::(?:bigint|integer|smallint)\b|[()\s]").ok();
        let plain =
            |text: &str| casts.as_ref().map(|casts| casts.replace_all(text, "").into_owned());
        for (object, was) in before {
            let is = after.get(object).map(String::as_str);
            if !is_lost(object, was, is) {
                continue;
            }
            let what = match is {
                None => format!("{object} is lost by {by}"),
                Some(is) => {
                    let (was, is) = difference(was, is);
                    format!("{object} is changed by {by}: {was} has become {is}")
                }
            };
            // Nothing is lost by a cast that is written out.
            let blocks = is.is_none_or(|is| plain(was) != plain(is));
            self.add(
                blocks,
                format!("{kind}:{object}"),
                what,
                "It was tried in a scratch database. Restore it in a migration of your own, which \
                 runs after these.",
            );
        }
    }

    /// Inserts as new programs do, and as old ones that were forgotten.
    async fn write(&mut self, stage: &mut impl Stage, reads: &Objects) -> Result<(), String> {
        let plan = self.plan;
        stage.execute("BEGIN").await?;
        let mut refused = BTreeSet::new();
        for (name, table) in in_order(plan) {
            let has_parent = !table.foreign_keys.iter().any(|key| refused.contains(&key.table));
            if !self.filled.contains(name) || !has_parent {
                continue;
            }
            let mut words = None;
            // Other values than those of the rows that are there, or the same, as a table likes.
            for number in [11, 1, 2] {
                let sql = insert(plan, name, table, Writer::Minting, number);
                match stage.execute(&sql).await {
                    Ok(()) => {
                        words = None;
                        break;
                    }
                    Err(error) => words = words.or(Some(error)),
                }
            }
            if let Some(words) = words {
                refused.insert(name.to_owned());
                self.block(
                    format!("insert:{name}"),
                    format!(
                        "after the migrations, {name} refuses a row that has a minted key: {words}"
                    ),
                    "Before them it takes such a row with a small key. Look at the triggers, the \
                     checks and the functions of the table: one may hold the key as an integer of \
                     32 bits, or insert elsewhere without a key.",
                );
            }
        }
        for (object, words) in stage.reads().await? {
            if reads.get(&object).is_some_and(String::is_empty) && !words.is_empty() {
                self.block(
                    object.replace(' ', ":"),
                    format!("after the migrations, the {object} fails: {words}"),
                    "It works before them. It may make a key an integer of 32 bits: remove the \
                     cast, or cast to bigint.",
                );
            }
        }
        for (name, table) in in_order(plan) {
            let Some(column) = filled_key(plan, name, table) else { continue };
            let sql = insert(plan, name, table, Writer::Keyless, 12);
            if !self.keyless.contains(name) || stage.execute(&sql).await.is_err() {
                continue;
            }
            let by = match &column.default {
                Some(default) => format!("its default {default}"),
                None => "the database".to_owned(),
            };
            self.block(
                format!("counted:{name}.{}", column.name),
                format!("after end_counting, {name}.{} is still filled by {by}", column.name),
                "So a program that was forgotten still gets keys that nothing mints. End it in a \
                 migration of your own, or leave the table out (`leave_out`) if its keys are to be \
                 counted.",
            );
        }
        // A trigger may have done that already.
        let _ = stage.execute("ROLLBACK").await;
        Ok(())
    }

    /// Inserts as programs did before.
    async fn write_as_before(&mut self, stage: &mut impl Stage) -> Result<(), String> {
        let plan = self.plan;
        stage.execute("BEGIN").await?;
        for (name, table) in in_order(plan) {
            if !self.keyless.contains(name) {
                continue;
            }
            let mut words = None;
            for number in [13, 1, 2] {
                match stage.execute(&insert(plan, name, table, Writer::Keyless, number)).await {
                    Ok(()) => {
                        words = None;
                        break;
                    }
                    Err(error) => words = words.or(Some(error)),
                }
            }
            if let Some(words) = words {
                self.block(
                    format!("back:{name}"),
                    format!(
                        "after the way back, {name} refuses a row that it took before: {words}"
                    ),
                    "It was tried in a scratch database. Look at the down files of the migrations.",
                );
            }
        }
        // A trigger may have done that already.
        let _ = stage.execute("ROLLBACK").await;
        Ok(())
    }
}

/// Whether a row without a key has none: `SQLite` takes NULL as the key of an older table.
fn is_without_key(plan: &Plan<'_>, table: &Table, writer: Writer) -> bool {
    writer == Writer::Keyless
        && plan.catalog.dialect == snowflake_core::Dialect::Sqlite
        && table.sole_key().is_some_and(|key| key.is_nullable && key.counting.is_none())
}

/// The column of a key that the database must not fill once the counting has ended.
fn filled_key<'a>(plan: &Plan<'_>, name: &str, table: &'a Table) -> Option<&'a Column> {
    if plan.settings.leaves_out(name) {
        return None;
    }
    let columns = table.primary_key.iter().filter_map(|name| table.column(name));
    let mut columns = columns.filter(|column| column.is_integer());
    if plan.decision.is_owner(name, table) {
        return columns.next();
    }
    // The number of a composite key.
    columns.find(|column| {
        let default = column.default.as_deref();
        column.counting.is_some() || default.is_some_and(|default| default.contains('('))
    })
}

/// The first lines in which two texts differ.
fn difference<'a>(one: &'a str, other: &'a str) -> (&'a str, &'a str) {
    let lines = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    lines.map_or_else(
        || (first_line(one), first_line(other)),
        |(one, other)| (one.trim(), other.trim()),
    )
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
