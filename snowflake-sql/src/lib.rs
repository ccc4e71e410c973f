//! SQL functions that generate (mint) IDs inside PostgreSQL, MariaDB and MySQL.
//!
//! Rows that no program of yours inserts (from a migration, `psql`, another service, a tool that
//! loads data) need keys too. [`Functions`] turns a layout and a node number into SQL: a function
//! that mints, for a column's `DEFAULT`, and functions that read the time and the other parts of
//! an ID. [`Feed`] adds to a table what lets a reader miss none of its rows, and [`Partitions`]
//! divides a table by the time of its key. This crate only writes text; it does not connect to a
//! database.
//!
//! ```
//! use snowflake_kit_sql::{Dialect, Functions};
//! use snowflake_kit_core::Layout;
//!
//! let shard = Functions::new(Dialect::Postgres, Layout::INSTAGRAM, 5)?
//!     .schema("shard5")?
//!     .prefix("")?
//!     .state_schema("shard5_state")?;
//! // In a migration, in this order; `down` takes it all back.
//! for statement in shard.up() {
//!     # let _ = "
//!     connection.execute(&statement)?;
//!     # ";
//! #   assert!(statement.contains(r#""shard5"#));
//! }
//! assert_eq!(shard.next_id(), r#""shard5"."next_id"()"#);
//! # Ok::<(), snowflake_kit_sql::SqlError>(())
//! ```
//!
//! | function | what it is |
//! |---|---|
//! | `next_id()` | mints an ID; volatile, so each call returns another one |
//! | `id_time(id)` | the beginning of its tick: a `timestamptz`; with MariaDB and MySQL a `DATETIME(3)`, in UTC |
//! | `id_unix_ms(id)` | the same in Unix ms |
//! | `id_node(id)`, `id_sequence(id)` | the other parts |
//! | `next_id(caller)`, `id_caller(id)` | with a layout that has a field of the caller's: `caller` is the value of that field, such as the shard of the row |
//! | `first_id_at(time)` | the lowest ID whose time is `time` or later |
//! | `last_id_before(time)` | the highest ID whose time is before `time` |
//! | `id_from_text(text, encoding, prefix)` | the ID of a text, as [`Text`](snowflake_kit_core::Text) reads it; the encoding is `decimal`, `base62`, `base32` or `hex`. Another text is an error. In PostgreSQL the prefix can be left out, otherwise it is `''` for none |
//! | `id_to_text(id, encoding, prefix)` | the text of an ID, of any layout; `NULL` for 0 and less |
//!
//! Their names begin with a [prefix](Functions::prefix), by default `snowflake_`.
//!
//! `id BETWEEN snowflake_first_id_at(t0) AND snowflake_last_id_before(t1)` selects the rows that
//! were created from `t0` until just before `t1`. It is the same range as that of
//! [`Layout::range`](snowflake_kit_core::Layout::range). A time outside of the layout is moved to its
//! edge, and `NULL` means that there is no such ID. For a number that is not an ID of the layout,
//! the functions that read parts return `NULL`.
//!
//! The guide of `snowflake-kit` has a page on these functions: migrations, rights, upgrades.
//!
//! # Errors
//!
//! | SQLSTATE | when |
//! |---|---|
//! | `SF001`, `SF002` | the clock is before the epoch, or past the layout's end |
//! | `SF003` | the server's clock was set back by more than [`max_rollback`](snowflake_kit_core::Limits::max_rollback) (10 s) |
//! | `SF004` | no ID became free within [`max_wait`](snowflake_kit_core::Limits::max_wait) (5 s) |
//! | `SF005` | a node that is not minted here |
//! | `SF006` | MariaDB, MySQL: a session with another `auto_increment_increment` or `_offset` than the server, or with `insert_id` (set it to 0; MySQL then refuses once more) |
//! | `SF007` | statements where another role owns a part of it or the schema of the state, or an upgrade of functions that are not there, or that have another layout |
//! | `SF008` | a text that is not an ID of this encoding and prefix |
//!
//! # Which node number
//!
//! The node number belongs to these functions in this database. No process and no other database
//! may mint with it, and a copy of the database is another database. Functions in two schemas
//! need two numbers. All tables of a database may use one function, whose IDs all differ.
//!
//! # State
//!
//! The state is one number, the last *slot* issued: tick · IDs per tick + sequence. A mint takes
//! `max(last + 1, first slot of now)`, as `Generator` of `snowflake-kit-mint` does. A rollback must
//! not undo the state, because a client may have seen an ID of a failed transaction. And the
//! state must not be locked until a transaction ends. So it is not a row:
//!
//! - **PostgreSQL**: a sequence, `slots`. `nextval` is `last + 1`. If that is before the clock,
//!   `setval` moves the sequence to the first slot of now. `setval` is not a compare-and-set, so
//!   mints take turns: each locks an empty view, `lock`, in a block of PL/pgSQL that ends with an
//!   exception. The exception releases the lock at once, also in the middle of a transaction.
//! - **MariaDB, MySQL**: the `AUTO_INCREMENT` counter of a table without rows, `slots`. An insert
//!   without a number takes `last + 1`. An insert with a number moves the counter past that
//!   number, and never back. All slots that are given out come from inserts without a number, so
//!   no lock is needed. (Sequences of MariaDB would not do: their `SETVAL` takes only literals.)
//!
//! # Crashes
//!
//! If a row is committed, its ID and the state are on disk. A crash of the server can lose the
//! state of IDs that a client saw *before* the commit, or that were only selected. Then the clock
//! keeps new IDs apart: the first mint after a crash skips the tick in which it happens, and as
//! many ticks as [`max_lead`](snowflake_kit_core::Limits::max_lead) is long. PostgreSQL notices a
//! crash by an unlogged sequence, `started`, which a crash resets. MariaDB and MySQL notice it by
//! the second in which the server began: the first mint waits until up to two seconds after that.
//! (`UUID_SHORT()` has a number that is never before that second, and is quick to read. Only if that
//! number is too late, a mint reads the status variable `Uptime`: 0.2 ms on MariaDB. So a session
//! that calls `UUID_SHORT()` millions of times makes mints slower, and stops none.)
//!
//! Two conditions remain:
//!
//! - The clock was not set back before a crash that lost the last write of the state.
//! - If a replica takes over that had copied the state with a delay, its clock is not late by more
//!   than the takeover took. (A standby of PostgreSQL also skips a tick when it is promoted. A
//!   replica of MariaDB or MySQL does not.)
//!
//! # Which roles may mint
//!
//! `next_id` mints with the rights of its [owner](Functions::owner). A role needs `EXECUTE` on it
//! ([`grant`](Functions::grant)) and no rights on the state, so it can neither set the state back
//! nor lock it. It can use up the IDs of a node: then other sessions wait for the next tick. The
//! settings of a session do not affect the mints of others. The tests try each setting of
//! PostgreSQL and MariaDB that needs no rights:
//!
//! - **PostgreSQL**: the function has its own search path, and the functions that read IDs are
//!   bound to the operators of `pg_catalog` when they are created. So no role can substitute an
//!   operator or a function. `PUBLIC` may not mint. The state is in a
//!   [schema of its own](Functions::state_schema): no role can use that without a grant, and so
//!   name the state, or lock it. Rights on the state that default privileges have granted are
//!   revoked.
//! - **MariaDB, MySQL**: a session is refused (`SF006`) if its `auto_increment_increment` or
//!   `auto_increment_offset` differs from the server's, or if it has set `insert_id`.
//!
//! On MariaDB and MySQL, a role that may mint can still cause refusals, but no equal IDs:
//!
//! - Each mint that a role ends while it waits loses a slot. If more slots are lost per second than
//!   the layout has (8,192 in `baidu`), mints are refused after a while.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod error;
mod feed;
mod functions;
mod name;
mod numbers;
mod partitions;
mod script;
mod table;
mod template;
/// For the other crates of the kit only. It can change at any time.
#[doc(hidden)]
pub mod text;

pub use error::SqlError;
pub use feed::Feed;
pub use functions::Functions;
pub use partitions::Partitions;
pub use script::{migration, mysql_script};
#[doc(no_inline)]
pub use snowflake_kit_core::Dialect;
pub use table::Table;
pub use text::Unwritable;
