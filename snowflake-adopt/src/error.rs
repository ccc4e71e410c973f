//! What keeps a plan from being made.

use std::borrow::Borrow;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use regex::Regex;
use snowflake_kit_sql::text::shown;
use sqlx::postgres::PgDatabaseError;
use thiserror::Error;

/// Why nothing was planned.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The URL cannot be read, or is that of an unknown kind of database.
    #[error(
        "the URL cannot be read: {problem}; it begins with postgres://, mysql:// or sqlite://, and \
         reserved characters of a password are written as %40"
    )]
    Url {
        /// What the driver says, without a password.
        problem: String,
    },

    /// The database cannot be read.
    #[error("the database cannot be read: {problem}")]
    Database {
        /// What the driver says, without a password, and how to fix it.
        problem: String,
    },

    /// The database does not answer.
    #[error("the database has not answered within {limit:?}: check that it can be reached")]
    TimedOut {
        /// How long the command has waited.
        limit: Duration,
    },

    /// The runtime could not be started.
    #[error("cannot wait for a database: {0}")]
    Runtime(io::Error),

    /// A schema without tables.
    #[error(
        "there is no table in {schema}: check the database in the URL, and on PostgreSQL say \
         which schema, as in `--schema shop`"
    )]
    NoTables {
        /// Which schema.
        schema: String,
    },

    /// A file of the program, or one that this command writes, cannot be used, or not overwritten; or
    /// the place of the types is not that of a module.
    #[error("{}: {problem}", .path.display())]
    File {
        /// Which file or folder.
        path: PathBuf,
        /// What is wrong, and how to fix it.
        problem: String,
    },
}

impl Error {
    pub(crate) fn database(error: &sqlx::Error) -> Self {
        let problem = match error {
            sqlx::Error::Protocol(problem) => problem.clone(),
            _ => words(error),
        };
        let fix = if problem.contains("row-level security") {
            "a policy would hide rows, so run this command as a role with BYPASSRLS, or as the owner of \
             the table while that has no FORCE ROW LEVEL SECURITY"
        } else if problem.contains("; hint: ") {
            return Self::Database { problem };
        } else {
            "check that it can be reached, and that this user may select from its tables"
        };
        Self::Database { problem: format!("{problem}; {fix}") }
    }

    /// What the system says of a file.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Self {
        Self::File { path: path.into(), problem: error.to_string() }
    }

    pub(crate) fn url(error: &sqlx::Error) -> Self {
        Self::Url { problem: words(error) }
    }

    /// Whether something in the command's arguments or files has to be changed.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Self::Url { .. } | Self::File { .. })
    }
}

/// All that a server says, or a driver, without what a terminal would obey, and without passwords
/// in URLs.
pub(crate) fn words<E: Borrow<sqlx::Error>>(error: E) -> String {
    let Some(error) = error.borrow().as_database_error() else {
        let text = shown(&error.borrow().to_string()).into_owned();
        return match Regex::new(r"://[^\s/@]*@") {
            Ok(credentials) => credentials.replace_all(&text, "://").into_owned(),
            Err(_) => String::new(),
        };
    };
    let mut text = error.message().to_owned();
    let of_postgres = error.try_downcast_ref::<PgDatabaseError>();
    let mut lines = of_postgres.and_then(PgDatabaseError::r#where).into_iter().flat_map(str::lines);
    // Where it happened, if that is a function, such as that of a trigger.
    if let Some(place) = lines.find(|line| line.starts_with("PL/pgSQL function ")) {
        let _ = write!(text, " ({place})");
    }
    let more = of_postgres.map(|error| [("detail", error.detail()), ("hint", error.hint())]);
    for (kind, more) in more.into_iter().flatten() {
        let Some(more) = more else { continue };
        let _ = write!(text, "; {kind}: {}", more.trim_end_matches('.'));
    }
    shown(&text).into_owned()
}
