//! SQL dialects.

/// A database, by the SQL that it speaks.
///
/// The crates that write SQL take it: for functions that mint, and for the table of leases. Each
/// says which versions of a database it needs.
///
/// ```
/// use snowflake_kit_core::Dialect;
///
/// assert_eq!(Dialect::from_name("mariadb"), Some(Dialect::MariaDb));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// PostgreSQL, and databases that speak its SQL.
    Postgres,
    /// MariaDB.
    MariaDb,
    /// MySQL.
    MySql,
    /// SQLite.
    Sqlite,
}

impl Dialect {
    /// All dialects.
    pub const ALL: &'static [Self] = &[Self::Postgres, Self::MariaDb, Self::MySql, Self::Sqlite];

    /// The name: `postgres`, `mariadb`, `mysql`, `sqlite`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::MariaDb => "mariadb",
            Self::MySql => "mysql",
            Self::Sqlite => "sqlite",
        }
    }

    /// The dialect with this [name](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|dialect| dialect.name() == name).copied()
    }
}
