//! Operations on the table.

use std::error::Error;
use std::fmt;

use diesel::result::{DatabaseErrorKind, Error as DieselError};
use snowflake_lease::table::{Dialect, Statement};
use snowflake_lease::{Claim, Registry, Release, Renewal, Store, StoreError, table};

use super::LeaseConnection;
use super::error::{failed, may_be_cut, not_established};

/// Leases in a table of a database, on a connection of their own. See [the
/// module](crate::lease) for the table, and for the requirements on the server.
pub struct LeaseStore<C> {
    dialect: Dialect,
    trust_durability: bool,
    establish: Box<dyn Establish<C>>,
    /// Not here while an operation is under way, so that one that fails leaves
    /// none.
    open: Option<C>,
}

/// Makes connections. Each store has a copy of its own, since one that hangs may do so
/// in here.
trait Establish<C>: Send {
    fn establish(&mut self) -> Result<C, Box<dyn Error + Send + Sync>>;
    fn copy(&self) -> Box<dyn Establish<C>>;
}

impl<C, E, F> Establish<C> for F
where
    E: Into<Box<dyn Error + Send + Sync>>,
    F: FnMut() -> Result<C, E> + Clone + Send + 'static,
{
    fn establish(&mut self) -> Result<C, Box<dyn Error + Send + Sync>> {
        self().map_err(Into::into)
    }

    fn copy(&self) -> Box<dyn Establish<C>> {
        Box::new(self.clone())
    }
}

impl<C> LeaseStore<C> {
    /// A store on the connections that `establish` makes: one at the first operation, and another
    /// one after a failure.
    ///
    /// The store keeps the connection, and sets how long it waits for locks. The connection must
    /// not be in a transaction.
    ///
    /// If the store hangs in a call of `establish`, its [replacement](Store::replacement) calls a
    /// clone of it.
    pub fn new<E>(
        dialect: Dialect,
        establish: impl FnMut() -> Result<C, E> + Clone + Send + 'static,
    ) -> Self
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        Self { dialect, trust_durability: false, establish: Box::new(establish), open: None }
    }

    /// Accepts a database that may lose acknowledged changes in a crash: for tests, whose IDs do
    /// not have to last.
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
                .map_err(failed(self.dialect))
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
        if let Some(mut connection) = self.open.take() {
            match connection.run(table::begin(self.dialect)) {
                Ok(()) => return Ok(connection),
                Err(error) if !may_be_cut(self.dialect) => return Err(failed(self.dialect)(error)),
                Err(_) => {}
            }
        }
        let mut connection = self.establish.establish().map_err(not_established)?;
        for sql in table::session(self.dialect).iter().chain([&table::begin(self.dialect)]) {
            connection.run(sql).map_err(failed(self.dialect))?;
        }
        Ok(connection)
    }

    /// Sees to it that what is committed lasts.
    fn settle(&self, connection: &mut C) -> Result<(), StoreError> {
        let settings = connection.settings(table::settings(self.dialect));
        let settings = settings.map_err(failed(self.dialect))?;
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
}

impl<C: LeaseConnection> Store for LeaseStore<C> {
    fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        let statement = table::read(self.dialect, space)?;
        let rows = self.operate(|connection| connection.rows(statement))?;
        table::registry(space, rows)
    }

    fn unix_millis(&mut self) -> Result<i64, StoreError> {
        let statement = table::unix_millis(self.dialect);
        self.operate(|connection| connection.clock(statement))
    }

    fn claim(&mut self, space: &str, claim: &Claim, holder: &str) -> Result<bool, StoreError> {
        self.change(table::claim(self.dialect, space, claim, holder)?)
    }

    fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        self.change(table::renew(self.dialect, space, renewal)?)
    }

    fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        self.change(table::release(self.dialect, space, release)?)
    }

    fn replacement(&self) -> Option<Box<dyn Store>> {
        let Self { dialect, trust_durability, ref establish, .. } = *self;
        let establish = establish.copy();
        Some(Box::new(Self { dialect, trust_durability, establish, open: None }))
    }
}

impl<C> fmt::Debug for LeaseStore<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaseStore").field("dialect", &self.dialect).finish_non_exhaustive()
    }
}
