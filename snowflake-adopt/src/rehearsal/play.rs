//! What is done in the scratch database, in its order.

mod compare;
mod online;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use super::rows::in_order;
use super::{Obstacle, Proposal, Rehearsed, Script, Statement};
use crate::catalog::Table;
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
    /// Whether a table that could not be changed is as it was, so that the others can be tried.
    const GOES_ON: bool = false;

    /// Runs a migration, to its end.
    async fn apply(&mut self, statements: &[Statement]) -> Vec<Refusal> {
        // Marks from before the first migration are those of keys that are counted.
        let _ = self.execute("DELETE FROM snowflake_marks").await;
        let mut refused = Vec::new();
        for statement in statements {
            if let Err(words) = self.execute(&statement.sql).await {
                refused.push(Refusal { statement: statement.sql.clone(), words });
            }
        }
        refused
    }

    /// Runs a file of the widening without a long lock, up to a statement that fails, in a session of
    /// its own.
    async fn run_file(&mut self, _: &[Statement]) -> Result<(), String> {
        Ok(())
    }

    /// Whatever has to be the same when all is taken back.
    async fn objects(&mut self) -> Result<Objects, String>;

    /// Whether the plan is to change an object, or to leave it out.
    fn is_meant(&self, of: &Proposal<'_>, object: &str, was: &str, is: Option<&str>) -> bool;

    /// What is read by a program: views, and functions that are called with this key. The text is
    /// empty if it can be read.
    async fn reads(&mut self, key: i64) -> Result<Objects, String>;

    /// The routines of which each statement has run since the last migration, by their signatures,
    /// and the views that had a row.
    async fn ran(&mut self) -> Result<BTreeSet<String>, String>;

    /// Begins a transaction in which these tables take rows that their constraints refuse, as far
    /// as the database can do that.
    async fn loosen(&mut self, tables: &[&str]) -> Result<(), String>;

    /// Takes back that transaction.
    async fn tighten(&mut self) -> Result<(), String>;

    /// Runs one statement; if it fails, nothing of it is done.
    async fn execute(&mut self, sql: &str) -> Result<(), String>;
}

/// What an obstacle is about, and the words of the server.
fn said<'a>(name: &'a str, what: &'a str) -> Option<(&'a str, &'a str)> {
    Some((name.split_once(':')?.1, what.split_once(": ")?.1))
}

/// Which tables take rows, before anything is changed.
#[derive(Debug, Default)]
struct Rows<'a> {
    /// Those that have some.
    filled: BTreeSet<&'a str>,
    /// The first words of those that refuse one.
    refused: BTreeMap<&'a str, String>,
    /// Those that take some without a key.
    keyless: BTreeSet<&'a str>,
    /// Those that take another one with a key, and of which numbers it is.
    more: BTreeMap<&'a str, &'static [u8]>,
    /// Those that take another one without: not each does, since a default may be unique.
    more_keyless: BTreeSet<&'a str>,
}

/// Plays it all, and tells what fails and what is lost.
pub(super) async fn play<S: Stage>(
    stage: &mut S,
    proposal: &Proposal<'_>,
) -> Result<Rehearsed, String> {
    let mut run = Play { proposal, done: proposal.begun(), failed: BTreeSet::new() };
    (proposal.progress)("puts rows into the tables");
    let mut rows = run.fill(stage, |_| true).await;
    stage.execute("BEGIN").await?;
    run.fill_more(stage, &mut rows).await;
    let reads = stage.reads(1).await?;
    let changed = run.change(stage, &rows, &Objects::new()).await;
    // A function may have done that already.
    let _ = stage.execute("ROLLBACK").await;
    // What takes no row gets one in spite of its constraints: its triggers are tried too.
    let empty: Vec<_> = proposal.catalog.tables.keys().map(String::as_str).collect();
    let empty: Vec<_> = empty.into_iter().filter(|of| !rows.filled.contains(of)).collect();
    let (loose, loosely_changed) = run.without_constraints(stage, &empty).await?;
    run.name_untried(&loose);
    let before = stage.objects().await?;
    (proposal.progress)("runs the migrations");
    if run.there(stage).await {
        let after = stage.objects().await?;
        let is_lost = |object: &str, was: &str, is: Option<&str>| {
            is != Some(was) && !stage.is_meant(proposal, object, was, is)
        };
        run.compare(&before, &after, is_lost, "lost", "the migrations");
    } else if !S::GOES_ON {
        return Ok(run.done);
    }
    (proposal.progress)("uses the tables as programs do");
    stage.execute("BEGIN").await?;
    run.write(stage, &rows, &changed, &reads).await?;
    let _ = stage.execute("ROLLBACK").await;
    if !loose.filled.is_empty() {
        stage.loosen(&empty).await?;
        run.write(stage, &loose, &loosely_changed, &reads).await?;
        stage.tighten().await?;
    }
    (proposal.progress)("takes the migrations back");
    if !run.failed.is_empty() || !run.back(stage).await {
        return Ok(run.done);
    }
    let back = stage.objects().await?;
    run.compare(
        &before,
        &back,
        |_, was, is| is != Some(was),
        "back",
        "the migrations and their way back",
    );
    run.write_as_before(stage, &rows).await?;
    if run.there(stage).await && !proposal.online.is_empty() && run.back(stage).await {
        (proposal.progress)("runs the files of widen_online");
        run.done.online = run.online(stage, &rows, &changed).await?;
    }
    Ok(run.done)
}

struct Play<'a> {
    proposal: &'a Proposal<'a>,
    done: Rehearsed,
    /// What a migration could not change.
    failed: BTreeSet<String>,
}

impl<'a> Play<'a> {
    fn block(&mut self, name: String, what: String, way_out: impl Into<String>) {
        self.add(true, name, what, way_out);
    }

    fn add(&mut self, blocks: bool, name: String, what: String, way_out: impl Into<String>) {
        // A table that refuses one change refuses others for the same reason. What was accepted hides none.
        let of = said(&name, &what);
        let is_known = |known: &Obstacle| {
            let hides = known.blocks >= blocks && !self.is_accepted(&known.name);
            known.name == name || hides && of.is_some() && said(&known.name, &known.what) == of
        };
        if !self.done.obstacles.iter().any(is_known) {
            let obstacle = Obstacle::block(name, what, way_out);
            self.done.obstacles.push(Obstacle { blocks, ..obstacle });
        }
    }

    /// Puts rows into tables that permit none, and takes them back.
    async fn without_constraints(
        &mut self,
        stage: &mut impl Stage,
        tables: &[&str],
    ) -> Result<(Rows<'a>, Objects), String> {
        stage.loosen(tables).await?;
        let mut rows = self.fill(stage, |name| tables.contains(&name)).await;
        self.fill_more(stage, &mut rows).await;
        let changed = self.change(stage, &rows, &Objects::new()).await;
        stage.tighten().await?;
        Ok((rows, changed))
    }

    fn name_untried(&mut self, loose: &Rows<'_>) {
        let untried = loose.refused.iter().filter(|(of, _)| !loose.filled.contains(*of));
        let untried: Vec<_> = untried.map(|(of, words)| format!("{of} ({words})")).collect();
        if !untried.is_empty() {
            let what = format!("no row of the rehearsal could be put into {}", untried.join(", "));
            self.add(
                false,
                "rehearsal:rows".to_owned(),
                what,
                "So nothing is known of what inserts do there, nor of triggers and the functions that \
                 they call. Try the program's inserts on a copy of the database, after the migrations.",
            );
        }
    }

    /// Reads what could be read before.
    async fn read(&mut self, stage: &mut impl Stage, reads: &Objects) -> Result<(), String> {
        for (object, words) in stage.reads(self.proposal.choices.first_minted + 1).await? {
            if reads.get(&object).is_some_and(String::is_empty) && !words.is_empty() {
                self.block(
                    object.replace(' ', ":"),
                    format!("after the migrations, the {object} fails: {words}"),
                    "It works before them. It may make a key an integer of 32 bits: remove the \
                     cast, or cast to bigint.",
                );
            }
        }
        Ok(())
    }

    /// Runs the migrations.
    async fn there<S: Stage>(&mut self, stage: &mut S) -> bool {
        let mut is_done = true;
        for script in self.proposal.scripts {
            is_done &= self.apply(stage, script, &script.up, "").await;
            if !is_done && !S::GOES_ON {
                break;
            }
        }
        is_done
    }

    /// The tables in order, without what a migration could not change and what refers to that.
    fn tables(&self) -> Vec<(&'a str, &'a Table)> {
        let mut spoilt = self.failed.clone();
        let mut all = in_order(self.proposal);
        all.retain(|(name, table)| {
            let mut parents = table.foreign_keys.iter().map(|key| &key.table);
            let is_spoilt = spoilt.contains(*name) || parents.any(|of| spoilt.contains(of));
            spoilt.extend(is_spoilt.then(|| (*name).to_owned()));
            !is_spoilt
        });
        all
    }

    /// Takes the migrations back.
    async fn back(&mut self, stage: &mut impl Stage) -> bool {
        for script in self.proposal.scripts.iter().rev() {
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
        let mut said = BTreeSet::new();
        for Refusal { statement, words } in refused {
            let phase = script.phase.name();
            let of = self.subject(&statement);
            // What names a table that could not be changed, or none, fails because of that.
            let is_named = |table: &String| of.is_none() || self.names(&statement, table).is_some();
            let follows = self.failed.iter().any(is_named);
            let of = of.unwrap_or_else(|| "the schema".to_owned());
            self.failed.insert(of.clone());
            // What was accepted hides none.
            if !self.is_accepted(phase) && (follows || !said.insert(words.clone())) {
                continue;
            }
            self.block(
                format!("{phase}:{of}"),
                format!("{way}the migration {phase} fails at {of}: {words}"),
                format!(
                    "It was tried in a scratch database, with the statement {}. Change what the server \
                     names (what belongs to the schema by a migration of your own), and run this command \
                     again; or do not move the table.",
                    code(&statement.replace('\n', " "))
                ),
            );
        }
        is_done
    }

    /// Whether an item of this name, or one that begins so, was accepted.
    fn is_accepted(&self, name: &str) -> bool {
        self.proposal.choices.accepted.keys().any(|accepted| accepted.starts_with(name))
    }

    /// The table that a statement is about.
    fn subject(&self, statement: &str) -> Option<String> {
        let catalog = self.proposal.catalog;
        let names = catalog.tables.keys().chain(catalog.views.iter().map(|view| &view.name));
        let found = names.filter_map(|name| Some((self.names(statement, name)?, name)));
        found.min().map(|(_, name)| name.clone())
    }

    /// Where a statement names a table.
    fn names(&self, statement: &str, table: &str) -> Option<usize> {
        statement.find(&snowflake_kit_sql::text::known(self.proposal.catalog.dialect, table))
    }
}
