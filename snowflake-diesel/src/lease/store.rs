//! Operations on the table.

use std::error::Error;
use std::fmt;

use diesel::ConnectionError;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use snowflake_core::lease::table::{self, Dialect, Statement};
use snowflake_core::lease::{Claim, Registry, Release, Renewal, Store, StoreError};

use super::LeaseConnection;

/// Leases in a table of a database, on a connection of their own. See [the
/// module](crate::lease) for the table, and for what is needed of the server.
pub struct LeaseStore<C> {
    dialect: Dialect,
    trust_durability: bool,
    establish: Box<Establish<C>>,
    /// Not here while an operation is under way, so that one that fails leaves
    /// none.
    open: Option<C>,
}

type Establish<C> = dyn FnMut() -> Result<C, Box<dyn Error + Send + Sync>> + Send;

impl<C> LeaseStore<C> {
    /// A store on the connections that `establish` makes: one, when it is first
    /// used, and another after a failure.
    ///
    /// The connection belongs to the store from then on. It must not be in a
    /// transaction; the store tells it how long to wait for locks.
    pub fn new<E>(
        dialect: Dialect,
        mut establish: impl FnMut() -> Result<C, E> + Send + 'static,
    ) -> Self
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        let establish = Box::new(move || establish().map_err(Into::into));
        Self { dialect, trust_durability: false, establish, open: None }
    }

    /// Takes the database as it is, where it may forget what it has
    /// acknowledged when it crashes: for tests, whose IDs do not have to last.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn trust_durability(mut self) -> Self {
        self.trust_durability = true;
        self
    }
}

impl<C: LeaseConnection> LeaseStore<C> {
    /// One statement in a transaction of its own.
    fn operate<T>(
        &mut self,
        operation: impl FnOnce(&mut C) -> Result<T, DieselError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.begin()?;
        let result = self.settle(&mut connection).and_then(|()| {
            operation(&mut connection)
                .and_then(|result| connection.run("COMMIT").map(|()| result))
                .map_err(|error| self.failed(error))
        });
        if result.is_ok() {
            self.open = Some(connection);
        } else {
            // A pool takes a connection back as it is.
            let _ = connection.run("ROLLBACK");
        }
        result
    }

    /// A connection on which a transaction has begun.
    fn begin(&mut self) -> Result<C, StoreError> {
        if let Some(mut connection) = self.open.take()
            // It may have been cut while it was not used, and then nothing is
            // lost yet.
            && connection.run(self.dialect.begin()).is_ok()
        {
            return Ok(connection);
        }
        let mut connection = (self.establish)().map_err(not_established)?;
        for sql in self.dialect.session().iter().chain([&self.dialect.begin()]) {
            connection.run(sql).map_err(|error| self.failed(error))?;
        }
        Ok(connection)
    }

    /// Sees to it that what is committed lasts.
    fn settle(&self, connection: &mut C) -> Result<(), StoreError> {
        let settings = connection.settings(self.dialect.settings());
        let settings = settings.map_err(|error| self.failed(error))?;
        settings.check(self.dialect, self.trust_durability)
    }

    /// Whether a row has changed.
    fn change(&mut self, statement: Statement) -> Result<bool, StoreError> {
        self.operate(|connection| match connection.change(statement) {
            // There was a row after all, and nothing is written.
            Err(DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => Ok(false),
            changed => Ok(changed? > 0),
        })
    }

    fn failed(&self, error: DieselError) -> StoreError {
        let mend = self.dialect.mend(&error.to_string());
        StoreError::new(error).with_mend(mend)
    }
}

impl<C: LeaseConnection> Store for LeaseStore<C> {
    fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        let statement = self.dialect.read(space)?;
        let rows = self.operate(|connection| connection.rows(statement))?;
        table::registry(space, rows)
    }

    fn unix_millis(&mut self) -> Result<i64, StoreError> {
        let statement = self.dialect.unix_millis();
        self.operate(|connection| connection.unix_millis(statement))
    }

    fn claim(&mut self, space: &str, claim: &Claim, holder: &str) -> Result<bool, StoreError> {
        self.change(self.dialect.claim(space, claim, holder)?)
    }

    fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        self.change(self.dialect.renew(space, renewal)?)
    }

    fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        self.change(self.dialect.release(space, release)?)
    }
}

/// Why there is no connection.
fn not_established(error: Box<dyn Error + Send + Sync>) -> StoreError {
    /// In what libpq says of a URL or a connection string that it cannot read:
    /// it quotes a part, which may be half of a password.
    const UNREAD: &[&str] =
        &["connection info string", "connection option", "URI", "percent-encoded", "port number"];
    let text = error.to_string();
    let unread = matches!(error.downcast_ref(), Some(ConnectionError::InvalidConnectionUrl(_)))
        || UNREAD.iter().any(|part| text.contains(part))
        // It takes what is behind an `@` in a password for the host.
        || (text.contains("host name") && text.contains('@'));
    let error = if unread { "the connection URL cannot be read".into() } else { error };
    StoreError::new(error).with_mend("see that the server can be reached, and the URL is right")
}

impl<C> fmt::Debug for LeaseStore<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaseStore").field("dialect", &self.dialect).finish_non_exhaustive()
    }
}
