//! SQL that mints the same IDs inside of a database: text, without I/O.
//!
//! Rows that no program of yours inserts (a migration, `psql`, another service,
//! a tool that loads data) need keys too. [`Functions`] is a layout and a node
//! as functions of PostgreSQL or of MariaDB and MySQL: one mints, for a
//! column's `DEFAULT`, and the others take IDs apart and bound them by time.
//!
//! ```
//! use snowflake_sql::{Dialect, Functions};
//! use snowflake_core::Layout;
//!
//! let shard = Functions::new(Dialect::Postgres, Layout::INSTAGRAM, 5)?
//!     .schema("shard5")?
//!     .prefix("")?;
//! // In a migration, in this order; `down` takes it all back.
//! for statement in shard.up() {
//!     # let _ = "
//!     connection.execute(&statement)?;
//!     # ";
//! #   assert!(statement.contains(r#""shard5"."#));
//! }
//! assert_eq!(shard.next_id(), r#""shard5"."next_id"()"#);
//! # Ok::<(), snowflake_sql::SqlError>(())
//! ```
//!
//! | function | what it is |
//! |---|---|
//! | `next_id()` | an ID; volatile: each call mints one |
//! | `id_time(id)` | when its tick began: `timestamptz`; with MariaDB and MySQL `DATETIME(3)`, in UTC |
//! | `id_unix_ms(id)` | the same in Unix ms |
//! | `id_node(id)`, `id_sequence(id)` | the other parts |
//! | `next_id(caller)`, `id_caller(id)` | with a layout that has a field of the caller's: `caller` is the value of that field, such as the shard of the row |
//! | `first_id_at(time)` | the lowest ID whose time is `time` or later |
//! | `last_id_before(time)` | the highest ID whose time is before `time` |
//!
//! Their names begin with a [prefix](Functions::prefix), `snowflake_` unless
//! said otherwise. What was created from `t0` until just before `t1` is
//! `id BETWEEN snowflake_first_id_at(t0) AND snowflake_last_id_before(t1)`, a
//! range of the key, the same as [`Layout::range`](snowflake_core::Layout::range) gives; times outside of the
//! layout's are moved to its edges, and `NULL` stands for "no such ID". Of a
//! number that is not an ID of the layout, the parts are `NULL`.
//!
//! # State
//!
//! A node's IDs are numbered in *slots*: tick · IDs per tick + sequence. The
//! state is the last slot issued, one number, and a mint takes `max(last + 1,
//! first slot of now)`: the same as `Generator` of `snowflake-mint` does. What
//! keeps that number must not be undone by a rollback, since a client may have
//! seen an ID of a transaction that failed, and must not be locked until the
//! transaction ends. So it is not a row:
//!
//! - **PostgreSQL**: a sequence, `slots`. `nextval` is `last + 1`; when that is
//!   before the clock, `setval` moves it to the first slot of now. Since `setval`
//!   is not a compare-and-set, each mint is alone with the sequence. It locks an empty
//!   view, `lock`, in a block of PL/pgSQL that ends with an exception, which gives
//!   the lock back in the midst of a transaction, whatever becomes of the session.
//! - **MariaDB, MySQL**: the `AUTO_INCREMENT` counter of a table, `slots`, that
//!   has no rows. A row without a number takes `last + 1`, and one that has a
//!   number moves the counter past it, if it is not there yet, and never back.
//!   All slots handed out are of the first kind, so no lock is needed. (MariaDB's
//!   sequences cannot take the counter's place: `SETVAL` takes literals only.)
//!
//! # Restarts
//!
//! A committed row's ID is on disk, and the state with it. An ID that a client
//! saw *before* the commit, or one that was only selected, can be lost from the
//! state when the server crashes, and is then kept apart by the clock: the first
//! mint after a crash leaves out the tick in which it happens, and as many as
//! [`max_lead`](snowflake_core::Limits::max_lead) is long, as a generator does when a
//! process begins. PostgreSQL notices by an unlogged sequence, `started`, which
//! a crash resets; MariaDB and MySQL by the second in which the server began, which
//! is part of `UUID_SHORT()`. The very first mint waits likewise, for a tick; in
//! MariaDB and MySQL that can be two seconds after the server began.
//!
//! What is left to the clock: that it was not set back before a crash which
//! loses the last write of the state; and where another server takes over from
//! one that it copied with a delay, that its clock is not late by more than the
//! time that took. (A standby of PostgreSQL leaves out a tick when it is promoted,
//! a replica of MariaDB or MySQL does not.)
//!
//! # Which roles may mint
//!
//! `next_id` mints with the rights of its [owner](Functions::owner). A role needs
//! `EXECUTE` on it ([`grant`](Functions::grant)) and nothing on the state: it
//! cannot set the state back, and cannot lock it. What a session can set does not
//! change what the function does for others:
//!
//! - **PostgreSQL**: the function has a search path of its own, so nobody can put an
//!   operator or a function in its way; the functions that read IDs are bound to
//!   the operators of `pg_catalog` when they are created. `PUBLIC` may not mint.
//!   Rights on the state that default privileges have granted are taken back.
//! - **MariaDB, MySQL**: a session whose `auto_increment_increment` or
//!   `auto_increment_offset` is not that of the server, or that has set `insert_id`,
//!   is refused (`SF006`).
//!
//! The guide lists what is left to the administrator.
//!
//! # Which processes may have the node
//!
//! The node belongs to these functions in this database: no process and no other
//! database may mint with it, and a copy of the database is another one. The
//! functions of two schemas need two nodes. All tables of a database may use one
//! function; no two IDs of it are equal.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod error;
mod functions;
mod name;
mod numbers;
mod script;
mod template;

pub use error::SqlError;
pub use functions::Functions;
pub use script::{migration, mysql_script};
#[doc(no_inline)]
pub use snowflake_core::Dialect;
