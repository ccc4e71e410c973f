//! Which database.

use std::fmt;
use std::str::FromStr;

/// Where the database is.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// A file, which is made if it is missing.
    Sqlite(String),
    /// A URL.
    Postgres(String),
    /// A URL, of MariaDB or `MySQL`.
    MySql(String),
}

/// A URL of none of the three.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a database URL: expected sqlite:FILE, postgres://… or mysql://…")]
pub struct DatabaseError;

impl FromStr for Database {
    type Err = DatabaseError;

    fn from_str(url: &str) -> Result<Self, Self::Err> {
        let (scheme, rest) = url.split_once(':').ok_or(DatabaseError)?;
        match scheme {
            "sqlite" => {
                let file = rest.strip_prefix("//").unwrap_or(rest);
                let file = file.split_once('?').map_or(file, |(file, _)| file);
                // Each connection would have a database in memory of its own; and a
                // file that is named by a URL in the URL is not one to every driver.
                if file.is_empty() || file == ":memory:" || file.starts_with("file:") {
                    return Err(DatabaseError);
                }
                Ok(Self::Sqlite(file.into()))
            }
            "postgres" | "postgresql" => Ok(Self::Postgres(url.to_owned())),
            "mysql" | "mariadb" => Ok(Self::MySql(format!("mysql:{rest}"))),
            _ => Err(DatabaseError),
        }
    }
}

/// Which one, without the URL: it may have a password in it.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite(_) => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
            Self::MySql(_) => "MySQL",
        })
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => f.debug_tuple("Sqlite").field(file).finish(),
            other => write!(f, "{other}(…)"),
        }
    }
}
