//! The texts that create the table, and the text that drops it.

use snowflake_kit_sql::text::{self, SCHEMA, dollar_quoted, own_schema, quoted};

use super::Dialect;
use super::found::{from, is_trusted};
use super::name::{TABLE_NAME, TableName};
use super::registry_row::insert_identity;
use crate::store::StoreError;

/// The migration of the table: its texts, for a file or for a driver.
///
/// On PostgreSQL, the table has a schema of its own, `snowflake_kit`, which no other role can use:
/// a role with `USAGE` could hold a lock on the table. The schema is created. If there is one, its
/// owner must be the role that runs the migration, a role that it is a member of, the owner of the
/// database or a superuser.
///
/// ```
/// use snowflake_kit_lease::table::{Dialect, Migration};
///
/// let migration = Migration::new(Dialect::Postgres).schema("ids")?.grant("shop")?;
/// assert!(migration.up().contains("CREATE TABLE \"ids\".snowflake_leases ("));
/// assert_eq!(migration.down(), "DROP TABLE \"ids\".snowflake_leases;\n");
/// # Ok::<(), snowflake_kit_lease::StoreError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Migration {
    dialect: Dialect,
    /// The one that was named, or PostgreSQL's.
    schema: Option<String>,
    /// As SQL.
    table: String,
    /// Quoted.
    grantees: Vec<String>,
}

impl Migration {
    /// The migration for a database. On MariaDB and `MySQL`, the table is created in the current
    /// database.
    pub fn new(dialect: Dialect) -> Self {
        let (schema, table) = match dialect {
            Dialect::Postgres => {
                (Some(SCHEMA.to_owned()), format!("{}.{TABLE_NAME}", text::known(dialect, SCHEMA)))
            }
            _ => (None, TABLE_NAME.to_owned()),
        };
        Self { dialect, schema, table, grantees: Vec::new() }
    }

    /// The schema of the table. On MariaDB and `MySQL` it is a database, which must exist. Give a
    /// store the same name.
    ///
    /// # Errors
    /// [`StoreError`] if no schema can have this name.
    pub fn schema(mut self, schema: &str) -> Result<Self, StoreError> {
        self.table = TableName::in_schema(self.dialect, schema)?.to_string();
        self.schema = Some(schema.to_owned());
        Ok(self)
    }

    /// A role whose processes may have leases: it gets the rights that a store needs. Call this for
    /// each role. On MariaDB and `MySQL`, an account is `user@host`.
    ///
    /// # Errors
    /// [`StoreError`] if no role can have this name. SQLite has no roles.
    pub fn grant(mut self, role: &str) -> Result<Self, StoreError> {
        let role = match self.dialect {
            Dialect::Postgres => quoted(self.dialect, role),
            Dialect::Sqlite => {
                return Err(StoreError::new(format!("the role {role:?}"))
                    .with_advice("an SQLite database has no roles, so grant nothing"));
            }
            _ => text::account(self.dialect, role),
        };
        let role = role.map_err(|error| StoreError::new(format!("a role: {error}")))?;
        self.grantees.push(role);
        Ok(self)
    }

    /// The text that creates the table, and gives the registry its identity. It fails if there is a
    /// relation of the name. On PostgreSQL it is one statement.
    pub fn up(&self) -> String {
        match self.dialect {
            Dialect::Postgres => block(&self.statements(), "", ""),
            _ => self.statements(),
        }
    }

    /// As [`up`](Self::up), unless there is a table that a store would use: for programs that mint
    /// before the migrations have run, such as one that fills a new database. Several of them may run
    /// it at the same time. Then write it into the migration as well, which runs later and changes
    /// nothing.
    ///
    /// On PostgreSQL it fails if there are two such tables: processes could use one each, and mint the
    /// same IDs.
    ///
    /// Run it on a connection that is not in a transaction, before you install the lease: the store
    /// has its own connection, and sees only what is committed.
    pub fn create(&self) -> String {
        if self.dialect != Dialect::Postgres {
            return self.statements().replacen("CREATE TABLE", "CREATE TABLE IF NOT EXISTS", 1);
        }
        let body = format!(include_str!("create.sql"), create = self.statements());
        // If two sessions create a table at the same time, one fails after the other has committed:
        // because of an index row, the type of the rows, the schema or the table.
        block(
            &body,
            &format!("\n    tables pg_catalog.text[] := {};", self.tables()),
            "\nEXCEPTION WHEN unique_violation OR duplicate_object OR duplicate_table OR duplicate_schema \
             THEN\n    NULL; -- Another session has just created it.",
        )
    }

    /// The text that drops the table. If a process has a lease, or will have one again, this lets two
    /// processes mint the same IDs. The schema stays: SQL functions may have their state in it.
    pub fn down(&self) -> String {
        format!("DROP TABLE {};\n", self.table)
    }

    /// The tables that a store would use, as an expression of PostgreSQL.
    fn tables(&self) -> String {
        let schema = self.schema.as_deref().filter(|schema| *schema != SCHEMA);
        format!(
            "ARRAY(SELECT pg_catalog.format('%I.%I', space.nspname, class.relname) {} AND {})",
            from(schema).expect("the name was checked"),
            is_trusted(schema)
        )
    }

    fn statements(&self) -> String {
        let Self { dialect, table, .. } = self;
        let create = include_str!("up.sql").trim_end().trim_end_matches(';');
        let create = create.replacen(TABLE_NAME, table, 1);
        let identity = insert_identity(*dialect, table);
        let (to, grants) = (self.grantees.join(", "), !self.grantees.is_empty());
        let rights = format!("GRANT SELECT, INSERT, UPDATE ON {table} TO {to};\n");
        let rights = if grants { rights } else { String::new() };
        match (dialect, &self.schema) {
            (Dialect::Postgres, Some(schema)) => {
                let own = own_schema(schema).expect("the name was checked");
                let schema = text::known(*dialect, schema);
                let usage = format!("GRANT USAGE ON SCHEMA {schema} TO {to};\n");
                let usage = if grants { usage } else { String::new() };
                format!("{own}\n{create};\n\n{identity}{usage}{rights}")
            }
            (Dialect::Sqlite | Dialect::Postgres, _) => format!("{create};\n\n{identity}"),
            // MariaDB and MySQL, as in all such arms here.
            _ => format!(
                "{create} ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;\n\n\
                 {identity}{rights}"
            ),
        }
    }
}

/// A block of PostgreSQL, so that all of it is done or nothing, also by a client that goes on after an
/// error: the next statement would run in what another role has put there. It has its own search path,
/// since the role that runs it may have more rights than those who can create in the session's.
fn block(body: &str, declarations: &str, end: &str) -> String {
    let block =
        format!(include_str!("block.sql"), declarations = declarations, body = body, end = end);
    let block = dollar_quoted(&block);
    format!("DO {block};\n")
}
