//! What programs do: inserts with and without a key, changes of rows, reads.

use std::collections::BTreeSet;

use snowflake_kit_sql::text::known;

use super::super::rows::{EXPLICIT, Writer, changes, in_order, insert};
use super::{Objects, Play, Proposal, Rows, Stage};
use crate::catalog::{Column, Table};

/// Rows with other values than those that are there, or with the same, as a table likes. Then, for a
/// table whose default is unique, one without its defaults.
const MORE: [&[u8]; 2] = [&[11, 1, 2], &[EXPLICIT]];
const LATER: &[u8] = &[13, 1, 2];

impl<'a> Play<'a> {
    /// Inserts as programs of today do, into these tables.
    pub(super) async fn fill(
        &mut self,
        stage: &mut impl Stage,
        is_of: impl Fn(&str) -> bool,
    ) -> Rows<'a> {
        let mut rows = Rows::default();
        for (name, table) in self.tables().into_iter().filter(|(name, _)| is_of(name)) {
            for number in [1, 2] {
                for writer in [Writer::Keyless, Writer::Numbering] {
                    let sql = insert(self.proposal, name, table, writer, number);
                    if let Err(words) = stage.execute(&sql).await {
                        rows.refused.entry(name).or_insert(words);
                    } else if !is_without_key(self.proposal, table, writer) {
                        rows.filled.insert(name);
                        if writer == Writer::Keyless {
                            rows.keyless.insert(name);
                        }
                        break;
                    }
                }
            }
        }
        rows
    }

    /// Inserts once more.
    pub(super) async fn fill_more(&self, stage: &mut impl Stage, rows: &mut Rows<'a>) {
        for (name, table) in self.tables() {
            for numbers in MORE {
                if rows.filled.contains(name)
                    && self.attempt(stage, name, table, Writer::Numbering, numbers).await.is_none()
                {
                    rows.more.insert(name, numbers);
                    break;
                }
            }
            if rows.keyless.contains(name)
                && self.attempt(stage, name, table, Writer::Keyless, LATER).await.is_none()
            {
                rows.more_keyless.insert(name);
            }
        }
    }

    /// Changes the rows of these tables and deletes them, and tells which of it they refuse now
    /// and took before.
    pub(super) async fn change(
        &self,
        stage: &mut impl Stage,
        rows: &Rows<'_>,
        before: &Objects,
    ) -> Objects {
        let tables = in_order(self.proposal);
        let filled = tables.iter().filter(|(name, _)| rows.filled.contains(name));
        let updates = filled.clone().flat_map(|(name, table)| {
            let all = changes(self.proposal, name, table).into_iter();
            all.map(move |(what, sql)| (format!("{what}:{name}"), sql))
        });
        let deletions = filled.rev().map(|(name, _)| {
            let table = super::super::rows::qualified(self.proposal, name);
            (format!("delete:{name}"), format!("DELETE FROM {table}"))
        });
        let mut said = Objects::new();
        for (of, sql) in updates.chain(deletions) {
            if let Err(words) = stage.execute(&sql).await {
                said.insert(of, words);
            }
        }
        said.retain(|of, _| !before.contains_key(of));
        said
    }

    /// Inserts as new programs do, and as old ones that were forgotten.
    pub(super) async fn write(
        &mut self,
        stage: &mut impl Stage,
        rows: &Rows<'a>,
        changed: &Objects,
        reads: &Objects,
    ) -> Result<(), String> {
        self.insert_minted(stage, rows).await;
        self.read(stage, reads).await?;
        self.insert_keyless(stage, rows).await;
        self.write_views(stage).await;
        let all = self.change(stage, rows, changed).await;
        for (change, words) in &all {
            let (what, table) = change.split_once(':').unwrap_or_default();
            // Rows that could not be deleted refer to them.
            let follows = what == "delete"
                && self.proposal.catalog.tables.iter().any(|(name, of)| {
                    name != table
                        && all.contains_key(&format!("delete:{name}"))
                        && of.foreign_keys.iter().any(|key| key.table == table)
                });
            if !follows {
                let what = if what == "delete" { "the deletion" } else { "a change" };
                self.block(
                    change.clone(),
                    format!("after the migrations, {table} refuses {what} of its rows: {words}"),
                    "Before them it works. Look at the triggers of the table, and at the functions \
                     that they call: one may take or hold a key as an integer of 32 bits.",
                );
            }
        }
        self.done.ran.get_or_insert_default().extend(stage.ran().await?);
        Ok(())
    }

    /// Writes to the views that show a key, for triggers and rules of their own.
    async fn write_views(&self, stage: &mut impl Stage) {
        let Proposal { catalog, decision, choices, .. } = self.proposal;
        for view in &catalog.views {
            let shown = view.shows.iter().filter(|(_, of)| decision.columns.contains_key(of));
            let names: Vec<_> = shown.map(|(name, _)| known(catalog.dialect, name)).collect();
            let Some(first) = names.first() else { continue };
            let name = &view.qualified;
            let keys = vec![(choices.first_minted + 99).to_string(); names.len()].join(", ");
            for sql in [
                format!("INSERT INTO {name} ({}) VALUES ({keys})", names.join(", ")),
                format!("UPDATE {name} SET {first} = {first}"),
                format!("DELETE FROM {name} WHERE {first} = {}", choices.first_minted + 99),
            ] {
                // Most views cannot be written.
                let _ = stage.execute(&sql).await;
            }
        }
    }

    async fn insert_minted(&mut self, stage: &mut impl Stage, rows: &Rows<'a>) {
        let mut refused = BTreeSet::new();
        for (name, table) in self.tables() {
            let has_parent = !table.foreign_keys.iter().any(|key| refused.contains(&key.table));
            let Some(numbers) = rows.more.get(name).filter(|_| has_parent) else { continue };
            let words = self.attempt(stage, name, table, Writer::Minting, numbers).await;
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
    }

    /// The first thing that is said if a table takes no row of these numbers.
    pub(super) async fn attempt(
        &self,
        stage: &mut impl Stage,
        name: &str,
        table: &Table,
        writer: Writer,
        numbers: &[u8],
    ) -> Option<String> {
        let mut words = None;
        for &number in numbers {
            match stage.execute(&insert(self.proposal, name, table, writer, number)).await {
                Ok(()) => return None,
                Err(error) => words = words.or(Some(error)),
            }
        }
        words
    }

    async fn insert_keyless(&mut self, stage: &mut impl Stage, rows: &Rows<'a>) {
        let proposal = self.proposal;
        for (name, table) in self.tables() {
            let Some(column) = filled_key(proposal, name, table) else { continue };
            let sql = insert(proposal, name, table, Writer::Keyless, 12);
            if !rows.keyless.contains(name) || stage.execute(&sql).await.is_err() {
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
                 migration of your own.",
            );
        }
    }

    /// The tables that refuse a row without a key that they took before, and what the server says.
    pub(super) async fn refused(
        &self,
        stage: &mut impl Stage,
        rows: &Rows<'_>,
    ) -> Vec<(String, String)> {
        let mut refused = Vec::new();
        for (name, table) in self.tables() {
            if rows.more_keyless.contains(name)
                && let Some(words) = self.attempt(stage, name, table, Writer::Keyless, LATER).await
            {
                refused.push((name.to_owned(), words));
            }
        }
        refused
    }

    /// Inserts as programs did before.
    pub(super) async fn write_as_before(
        &mut self,
        stage: &mut impl Stage,
        rows: &Rows<'a>,
    ) -> Result<(), String> {
        stage.execute("BEGIN").await?;
        for (name, words) in self.refused(stage, rows).await {
            self.block(
                format!("back:{name}"),
                format!("after the way back, {name} refuses a row that it took before: {words}"),
                "It was tried in a scratch database. Look at the down files of the migrations.",
            );
        }
        // A trigger may have done that already.
        let _ = stage.execute("ROLLBACK").await;
        Ok(())
    }
}

/// Whether a row without a key has none: `SQLite` takes NULL as the key of an older table.
fn is_without_key(proposal: &Proposal<'_>, table: &Table, writer: Writer) -> bool {
    writer == Writer::Keyless
        && proposal.catalog.dialect == snowflake_kit_core::Dialect::Sqlite
        && table.sole_key().is_some_and(|key| key.is_nullable && key.counting.is_none())
}

/// The column of a key that the database must not fill once the counting has ended.
fn filled_key<'a>(proposal: &Proposal<'_>, name: &str, table: &'a Table) -> Option<&'a Column> {
    // What counts a key for which no migration could be written is named already.
    let is_ended = |column: &&Column| {
        column.counting.is_none() || proposal.scripts.iter().any(|of| of.tables.contains(name))
    };
    table.sole_key().filter(|_| proposal.decision.is_owner(name, table)).filter(is_ended)
}
