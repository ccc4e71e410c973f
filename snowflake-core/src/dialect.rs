//! Which SQL a database speaks.

/// A database, by the SQL that it speaks.
///
/// The crates that write SQL (functions that mint, the table of leases) take it. What
/// they need of a database, its version included, each says itself.
///
/// ```
/// use snowflake_core::Dialect;
///
/// assert_eq!(Dialect::from_name("mariadb"), Some(Dialect::MariaDb));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// PostgreSQL, and databases that speak its language.
    Postgres,
    /// MariaDB.
    MariaDb,
    /// MySQL. Most statements are the same in MariaDB.
    MySql,
    /// SQLite.
    Sqlite,
}

impl Dialect {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Postgres, Self::MariaDb, Self::MySql, Self::Sqlite];

    /// Its name: `postgres`, `mariadb`, `mysql`, `sqlite`.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::MariaDb => "mariadb",
            Self::MySql => "mysql",
            Self::Sqlite => "sqlite",
        }
    }

    /// The dialect of this [name](Self::name).
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|dialect| dialect.name() == name)
    }
}
