//! What keeps a store from being read.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use snowflake_kit_lease::StoreError;
use snowflake_kit_sql::text;
use sqlx::error::DatabaseError;
use thiserror::Error;

use crate::error::{Cause, Consequence};

/// Why there is no list of nodes, or not the whole one. None has a password in
/// it.
#[derive(Debug, Error)]
pub(crate) enum Error {
    #[error(
        "no store: use `--database-url postgres://…`, or set the environment variable \
         DATABASE_URL"
    )]
    NoStore,

    #[error("write the URL after `--database-url`")]
    BareUrl,

    #[error(
        "leases are not kept in a `{scheme}` store: expected a URL that begins with postgres://, \
         mysql://, sqlite:// or etcd://, or the path of an SQLite database or of a file of leases"
    )]
    Scheme { scheme: String },

    #[error(
        "the URL cannot be read: {wrong}; reserved characters of a password are written as %40"
    )]
    Url { wrong: String },

    #[error(
        "`--schema {schema:?}` names the schema of a table, and this store is not a table: leave \
         `--schema` out"
    )]
    NoTable { schema: String },

    #[error("there is no file {}: give the path of the store of the leases", shown(path))]
    NoFile { path: PathBuf },

    #[error("cannot read {}: {error}", shown(path))]
    File { path: PathBuf, error: io::Error },

    #[error("{} is neither an SQLite database nor a file of leases", path.display())]
    OtherFile { path: PathBuf },

    #[error(
        "{} does not end as a file of leases does: something else has written to it",
        path.display()
    )]
    CutOff { path: PathBuf },

    #[error("{store}: {wrong}; {advice}")]
    Database { store: String, wrong: String, advice: &'static str },

    #[error("{store} did not answer within {limit:?}: check whether it can be reached")]
    TimedOut { store: String, limit: Duration },

    #[error("{store}: {error}")]
    Refused { store: String, error: StoreError },

    #[error(
        "{rows} {} not written by a lease, so nothing was fenced: `snowflake nodes` shows what \
         is wrong; fix that first",
        if *rows == 1 { "row was" } else { "rows were" }
    )]
    CorruptFence { rows: usize },

    #[error(
        "the store has no row of a lease, so it does not say which spaces there are: name each \
         with `--space`, such as `--space default`"
    )]
    NoSpace,

    #[error(
        "a lease of node {node} in the space {space:?} reached {reached:?} past its last renewal, \
         which is longer than `--for {wanted:?}`: use the longest term + max_lead + max_skew of \
         all processes"
    )]
    ShortFence { space: String, node: u32, reached: Duration, wanted: Duration },

    #[error("cannot wait for a database: {0}")]
    Runtime(io::Error),

    #[error(
        "{rows} {} not written by a lease: find out which other program writes there",
        if *rows == 1 { "row was" } else { "rows were" }
    )]
    Corrupt { rows: usize },
}

impl Error {
    /// What a store has answered.
    pub(super) fn database(store: String, error: &sqlx::Error) -> Self {
        // Without what a terminal would obey.
        let wrong = text::shown(&error.to_string()).into_owned();
        let code = error.as_database_error().and_then(DatabaseError::code);
        let code = code.as_deref().unwrap_or_default();
        let says = |codes: &[&str], texts: &[&str]| {
            codes.contains(&code) || texts.iter().any(|text| wrong.contains(text))
        };
        let advice = if says(&["42P01", "42S02"], &["no such table"]) {
            "check that the migration that creates snowflake_leases has run in this database, and \
             the schema"
        } else if says(&["42703", "42S22"], &["no such column"]) {
            "the table differs from what the migration creates: find out what changed it"
        } else if says(&[], &["INSERT", "UPDATE"]) && says(&["42501", "42000"], &[]) {
            "grant this role SELECT, INSERT and UPDATE on snowflake_leases, and on PostgreSQL USAGE on \
             its schema"
        } else if says(&["42501"], &["SELECT command denied"]) {
            "grant this role SELECT on snowflake_leases, and on PostgreSQL USAGE on its schema"
        } else if says(&["28P01", "28000"], &["Access denied"]) {
            "check the user name and the password"
        } else if says(&["3D000", "42000"], &[]) {
            "check the name of the database, and that this user may use it"
        } else if says(&["14"], &[]) {
            "check that the file exists and is readable"
        } else {
            "check that it can be reached"
        };
        Self::Database { store, wrong, advice }
    }

    /// Why there is no connection to a store.
    pub(super) fn unconnected(store: String, error: &sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(_) => Self::database(store, error),
            _ => Self::Refused { store, error: StoreError::not_connected("no connection", error) },
        }
    }
}

impl Cause for Error {
    fn consequence(&self) -> Consequence {
        match self {
            Self::NoStore
            | Self::BareUrl
            | Self::Scheme { .. }
            | Self::Url { .. }
            | Self::NoTable { .. } => Consequence::BadInput,
            _ => Consequence::Failure,
        }
    }
}

/// A path that cannot be read, unless it may be a URL or a connection string with a
/// slip of the pen, and a password in it.
fn shown(path: &Path) -> String {
    let path = path.display().to_string();
    if path.contains(['@', '=']) { "with the name that was given".to_owned() } else { path }
}
