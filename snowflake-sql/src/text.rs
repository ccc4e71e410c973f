//! SQL as text: what may stand in a statement, written so that it can only be read as what it is.
//!
//! All SQL of the kit is made of these pieces. Nothing else puts a name or a text between quotes;
//! `cargo xtask floors` looks for it.
//!
//! | | |
//! |---|---|
//! | `quoted`, `qualified` | a name, alone or in its schema; refused if the database would refuse or cut it |
//! | `account` | a user and a host of MariaDB and MySQL |
//! | `known` | a name that a catalog of the database has returned |
//! | `literal` | a string |
//! | `trusted`, `own_schema` | in PostgreSQL: whose objects are safe to use, and a schema for what others must not reach |
//! | `dollar_quoted` | the body of a function or a block of PostgreSQL |
//! | `comment` | lines of comment |
//! | `plain` | letters and digits of a text, for inside a string or a comment |
//! | `shown` | a text in which nothing is hidden and that no terminal obeys |
//! | `Terminal` | a writer of lines of such texts |
//!
//! ```
//! use snowflake_kit_sql::{Dialect, text};
//!
//! let table = text::qualified(Dialect::Postgres, Some("ids"), "leases")?;
//! assert_eq!(table, r#""ids"."leases""#);
//! assert_eq!(text::quoted(Dialect::MySql, "a`b")?, "`a``b`");
//! assert_eq!(text::literal(Dialect::Sqlite, "it's")?, "'it''s'");
//! assert!(text::quoted(Dialect::Postgres, &"x".repeat(64)).is_err());
//! # Ok::<(), snowflake_kit_sql::text::Unwritable>(())
//! ```

mod comment;
mod dollar;
mod identifier;
mod literal;
mod owner;
mod shown;
mod terminal;
mod unwritable;

pub use comment::{comment, plain};
pub use dollar::{dollar_quoted, dollar_tag};
pub use identifier::{account, known, max_name_length, qualified, quoted};
pub use literal::literal;
pub use owner::{SCHEMA, own_schema, trusted};
pub use shown::{is_shown_as_it_is, shown};
pub use terminal::Terminal;
pub use unwritable::Unwritable;

/// The statement after which PostgreSQL finds functions, operators, types and tables without a
/// schema only among its own, whatever the role, the database or the connection has set.
///
/// Otherwise a role that may create in a schema of the search path can have its operators run
/// by the role that runs the statement: `public.= (oid, regclass)` fits better than the operator of
/// PostgreSQL. `pg_temp` is named so that it comes last.
pub const SEARCH_PATH: &str = "SET search_path = pg_catalog, pg_temp";
