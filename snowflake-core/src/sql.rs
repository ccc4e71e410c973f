//! SQL that mints the same IDs inside of a database: text, without I/O.
//!
//! Rows that no program of yours inserts (a migration, `psql`, another service,
//! a tool that loads data) need keys too. [`Functions`] is a layout and a node
//! as functions of PostgreSQL or of MariaDB and MySQL: one mints, for a
//! column's `DEFAULT`, and the others take IDs apart and bound them by time.
//!
//! ```
//! use snowflake_core::sql::{Dialect, Functions};
//! use snowflake_core::{Layout, Node};
//!
//! let shard = Functions::new(Dialect::Postgres, Layout::INSTAGRAM, Node::fixed(5))?
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
//! # Ok::<(), snowflake_core::sql::SqlError>(())
//! ```
//!
//! | function | what it is |
//! |---|---|
//! | `next_id()` | an ID; volatile: each call mints one |
//! | `id_time(id)` | when its tick began: `timestamptz`; with MariaDB and MySQL `DATETIME(3)`, in UTC |
//! | `id_unix_ms(id)` | the same in Unix ms |
//! | `id_node(id)`, `id_sequence(id)` | the other parts |
//! | `first_id_at(time)` | the lowest ID whose time is `time` or later |
//! | `last_id_before(time)` | the highest ID whose time is before `time` |
//!
//! Their names begin with a [prefix](Functions::prefix), `snowflake_` unless
//! said otherwise. What was created from `t0` until just before `t1` is
//! `id BETWEEN snowflake_first_id_at(t0) AND snowflake_last_id_before(t1)`, a
//! range of the key, the same as [`Layout::range`] gives; times outside of the
//! layout's are moved to its edges, and `NULL` stands for "no such ID". Of a
//! number that is no ID of the layout, the parts are `NULL`.
//!
//! # State
//!
//! A node's IDs are numbered in *slots*: tick · IDs per tick + sequence. The
//! state is the last slot issued, one number, and a mint takes `max(last + 1,
//! first slot of now)`: the same as [`Generator`](crate::Generator) does. What
//! keeps that number must not be undone by a rollback, since a client may have
//! seen an ID of a transaction that failed, and must not be locked until the
//! transaction ends. So it is no row:
//!
//! - **PostgreSQL**: a sequence, `slots`. `nextval` is `last + 1`; when that is
//!   before the clock, `setval` moves it to the first slot of now. Since `setval`
//!   is no compare-and-set, each mint is alone with the sequence. It locks an empty
//!   view, `lock`, in a block of PL/pgSQL that ends with an exception, which gives
//!   the lock back in the midst of a transaction, whatever becomes of the session.
//! - **MariaDB, MySQL**: the `AUTO_INCREMENT` counter of a table, `slots`, that
//!   has no rows. A row without a number takes `last + 1`, and one that has a
//!   number moves the counter behind it, if it is not there yet, and never back.
//!   All slots handed out are of the first kind, so no lock is needed. (MariaDB's
//!   sequences cannot take the counter's place: `SETVAL` takes literals only.)
//!
//! # Restarts
//!
//! A committed row's ID is on disk, and the state with it. An ID that a client
//! saw *before* the commit, or one that was only selected, can be lost from the
//! state when the server crashes, and is then kept apart by the clock: the first
//! mint after a crash leaves out the tick in which it happens, and as many as
//! [`max_lead`](crate::Limits::max_lead) is long, as a generator does when a
//! process begins. PostgreSQL notices by an unlogged sequence, `started`, which
//! a crash resets; MariaDB and MySQL by the second in which the server began, which
//! is part of `UUID_SHORT()`. The very first mint waits likewise, for a tick; in
//! MariaDB and MySQL that can be two seconds after the server began.
//!
//! What is left to the clock: that it was not set back before a crash which
//! loses the last write of the state; and where another server takes over from
//! one that it copied with a delay, that its clock is not behind by more than the
//! time that took. (A standby of PostgreSQL leaves out a tick when it is promoted,
//! a replica of MariaDB or MySQL does not.)
//!
//! # Who may mint
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
//! # Who may have the node
//!
//! The node belongs to these functions in this database: no process and no other
//! database may mint with it, and a copy of the database is another one. The
//! functions of two schemas need two nodes. All tables of a database may use one
//! function; no two IDs of it are equal.

mod error;
mod mysql;
mod name;
mod numbers;
mod postgres;
mod template;

use std::ops::RangeInclusive;

pub use error::SqlError;
use name::Names;
use numbers::Numbers;

use crate::{Layout, Limits, Node};

/// Which database the SQL is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// PostgreSQL 15 or later.
    Postgres,
    /// MariaDB 10.6 or later.
    MariaDb,
    /// MySQL 8.0 or later; before that, the counter of a table without rows was
    /// lost when the server stopped. It differs from MariaDB in how the clock is
    /// read.
    MySql,
}

impl Dialect {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Postgres, Self::MariaDb, Self::MySql];

    /// Its name: `postgres`, `mariadb`, `mysql`.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::MariaDb => "mariadb",
            Self::MySql => "mysql",
        }
    }

    /// The dialect of this [name](Self::name).
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|dialect| dialect.name() == name)
    }
}

/// The functions of a layout and a node in a database.
///
/// [`up`](Self::up) makes them, [`down`](Self::down) drops them; the
/// [module](self) says what they are.
#[derive(Clone, Debug)]
pub struct Functions {
    dialect: Dialect,
    layout: Layout,
    nodes: Nodes,
    limits: Limits,
    names: Names,
    /// Quoted.
    grantees: Vec<String>,
    /// Quoted.
    owner: Option<String>,
}

#[derive(Clone, Debug)]
enum Nodes {
    One(u32),
    /// An argument of `next_id` says which.
    Argument(RangeInclusive<u32>),
}

impl Functions {
    /// Functions that mint under one node.
    ///
    /// # Errors
    /// [`SqlError::Node`] if the node does not fit the layout,
    /// [`SqlError::Periodic`] if the layout's timestamps wrap around.
    #[inline]
    pub fn new(dialect: Dialect, layout: Layout, node: Node) -> Result<Self, SqlError> {
        let number = node.number(layout.node_bits());
        Self::with_nodes(dialect, layout, Nodes::One(number), number)
    }

    /// Functions that mint under the node that is the argument of `next_id`, one
    /// of these: `next_id(shard)`, as in the Twitter-style functions that are
    /// around. All of the nodes belong to this database. They share their slots,
    /// so together they have as many IDs per tick as one node.
    ///
    /// ```
    /// use snowflake_core::sql::{Dialect, Functions};
    /// use snowflake_core::Layout;
    ///
    /// let ids = Functions::with_node_argument(Dialect::Postgres, Layout::TWITTER, 0..=31)?;
    /// assert!(ids.up().concat().contains(r#""snowflake_next_id"(node bigint)"#));
    /// # Ok::<(), snowflake_core::sql::SqlError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new); a range without a node is [`SqlError::NoNode`].
    #[inline]
    pub fn with_node_argument(
        dialect: Dialect,
        layout: Layout,
        nodes: RangeInclusive<u32>,
    ) -> Result<Self, SqlError> {
        if nodes.is_empty() {
            return Err(SqlError::NoNode);
        }
        let largest = *nodes.end();
        Self::with_nodes(dialect, layout, Nodes::Argument(nodes), largest)
    }

    #[inline]
    fn with_nodes(
        dialect: Dialect,
        layout: Layout,
        nodes: Nodes,
        largest: u32,
    ) -> Result<Self, SqlError> {
        if layout.is_periodic() {
            return Err(SqlError::Periodic { layout: layout.name() });
        }
        if largest > layout.max_node() {
            let (layout, max) = (layout.name(), layout.max_node());
            return Err(SqlError::Node { node: largest, max, layout });
        }
        let names = Names::new(dialect);
        let limits = Limits::new();
        Ok(Self { dialect, layout, nodes, limits, names, grantees: Vec::new(), owner: None })
    }

    /// The schema (in MariaDB and MySQL, the database) that they are in. It has
    /// to be there. Default: `public`, and for MariaDB and MySQL the database
    /// that the statements are run in.
    ///
    /// # Errors
    /// [`SqlError::Name`] if this is no name for a schema.
    #[inline]
    pub fn schema(mut self, schema: &str) -> Result<Self, SqlError> {
        self.names = self.names.with_schema(schema)?;
        Ok(self)
    }

    /// What all names begin with, `snowflake_` unless said otherwise. It may be
    /// empty.
    ///
    /// # Errors
    /// [`SqlError::Name`] if the names with it are none.
    #[inline]
    pub fn prefix(mut self, prefix: &str) -> Result<Self, SqlError> {
        self.names = self.names.with_prefix(prefix)?;
        Ok(self)
    }

    /// The limits, with the meaning that they have in a generator, and the same
    /// defaults. [`seed`](Limits::seed) is not used: what is random is the
    /// server's.
    ///
    /// A refused mint does not change the state in PostgreSQL. In MariaDB and
    /// MySQL it costs a slot, so there a mint that will be refused waits for
    /// `max_wait` first; and in a burst, sessions that open a tick before its time
    /// wait for it while others already go on in it, so that IDs can be ahead of
    /// the clock by as many ticks as sessions mint at once.
    #[must_use]
    #[inline]
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// A role that may mint, beside the owner: it is granted `EXECUTE` on the
    /// functions, and needs nothing else, neither on the state nor, for a column
    /// that is [filled](Self::fill), on the schema. To be called for each role.
    ///
    /// In PostgreSQL, `public` is everybody. In MariaDB and MySQL an account is
    /// `user@host`.
    ///
    /// ```
    /// use snowflake_core::sql::{Dialect, Functions};
    /// use snowflake_core::{Layout, Node};
    ///
    /// let ids = Functions::new(Dialect::Postgres, Layout::DEFAULT, Node::fixed(5))?.grant("shop")?;
    /// assert!(ids.up().last().unwrap().ends_with(r#"TO "shop""#));
    /// # Ok::<(), snowflake_core::sql::SqlError>(())
    /// ```
    ///
    /// # Errors
    /// [`SqlError::Name`] if this is not a name for a role.
    #[inline]
    pub fn grant(mut self, role: &str) -> Result<Self, SqlError> {
        let role = self.names.role(role)?;
        self.grantees.push(role);
        Ok(self)
    }

    /// The role that functions and state belong to, and with whose rights the
    /// functions mint. Default: whoever runs the statements. Whoever is this role,
    /// or a member of it, can rewrite the state, so it should be one that nobody
    /// logs in as.
    ///
    /// In PostgreSQL it needs `CREATE` on the schema while the statements run,
    /// unless a superuser runs them. In MariaDB and MySQL it is the definer of
    /// `next_id`, and is granted what that needs.
    ///
    /// # Errors
    /// [`SqlError::Name`] if this is not a name for a role.
    #[inline]
    pub fn owner(mut self, role: &str) -> Result<Self, SqlError> {
        self.owner = Some(self.names.role(role)?);
        Ok(self)
    }

    /// The dialect.
    #[inline]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The layout.
    #[inline]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The call that mints an ID, quoted and in its schema, as it stands behind
    /// `DEFAULT` or `SELECT`. Where the node is an argument it is `node`, to be
    /// replaced.
    #[inline]
    pub fn next_id(&self) -> String {
        let argument = match self.nodes {
            Nodes::One(_) => "",
            Nodes::Argument(_) => "node",
        };
        format!("{}({argument})", self.names.object("next_id"))
    }

    /// The statements that create the functions and their state, to be run one
    /// by one, in this order. They do not end in a semicolon.
    #[inline]
    pub fn up(&self) -> Vec<String> {
        match self.dialect {
            Dialect::Postgres => postgres::up(self),
            Dialect::MariaDb | Dialect::MySql => mysql::up(self),
        }
    }

    /// The statements that replace functions that an earlier version of
    /// [`up`](Self::up) has created, or this one with other limits, another node,
    /// other roles: of the same layout, in the same schema, with the same prefix.
    /// The state stays, so no ID comes again.
    ///
    /// - **PostgreSQL**: the statements wait for transactions that have minted.
    ///   Mints of that moment may fail, unless all statements are run in one
    ///   transaction, in which case they wait. Roles that had `UPDATE` on the state,
    ///   which an earlier version needed, get `EXECUTE` in its place.
    /// - **MySQL**: functions are dropped and created, so roles lose `EXECUTE`
    ///   unless they are [granted](Self::grant) it here.
    #[inline]
    pub fn upgrade(&self) -> Vec<String> {
        match self.dialect {
            Dialect::Postgres => postgres::upgrade(self),
            Dialect::MariaDb | Dialect::MySql => mysql::upgrade(self),
        }
    }

    /// The statements that drop what [`up`](Self::up) has created. Columns that
    /// have a default must have lost it before.
    #[inline]
    pub fn down(&self) -> Vec<String> {
        match self.dialect {
            Dialect::Postgres => postgres::down(self),
            Dialect::MariaDb | Dialect::MySql => mysql::down(self),
        }
    }

    /// The statement that has a column of a table in the same schema filled, in
    /// rows that are inserted without it.
    ///
    /// In PostgreSQL that is its `DEFAULT`. MariaDB and MySQL have no functions
    /// there, so it is a trigger, which also takes 0 and `NULL` for "without";
    /// declare such a column `BIGINT NOT NULL DEFAULT 0`.
    ///
    /// # Errors
    /// [`SqlError::Name`], and [`SqlError::NodeIsArgument`] if there is no node to
    /// fill it under.
    #[inline]
    pub fn fill(&self, table: &str, column: &str) -> Result<String, SqlError> {
        if matches!(self.nodes, Nodes::Argument(_)) {
            return Err(SqlError::NodeIsArgument);
        }
        match self.dialect {
            Dialect::Postgres => postgres::fill(self, table, column),
            Dialect::MariaDb | Dialect::MySql => mysql::fill(self, table, column),
        }
    }

    /// The statement that takes back what [`fill`](Self::fill) did.
    ///
    /// # Errors
    /// As [`fill`](Self::fill).
    #[inline]
    pub fn unfill(&self, table: &str, column: &str) -> Result<String, SqlError> {
        match self.dialect {
            Dialect::Postgres => postgres::unfill(self, table, column),
            Dialect::MariaDb | Dialect::MySql => mysql::unfill(self, table, column),
        }
    }

    #[inline]
    fn numbers(&self) -> Numbers {
        Numbers::new(&self.layout, &self.limits)
    }

    /// The node in an expression.
    #[inline]
    fn node(&self) -> String {
        match self.nodes {
            Nodes::One(node) => node.to_string(),
            Nodes::Argument(_) => "node".to_owned(),
        }
    }

    /// What it is, for the comments in the SQL.
    #[inline]
    fn title(&self) -> String {
        let layout = name::shown(self.layout.name());
        match &self.nodes {
            Nodes::One(node) => format!("layout {layout}, node {node}"),
            Nodes::Argument(nodes) => {
                format!("layout {layout}, nodes {} to {}", nodes.start(), nodes.end())
            }
        }
    }
}

/// Statements as one text, each with a semicolon behind it: for a file of a
/// migration, and for drivers that take several statements at once.
#[inline]
pub fn migration(statements: &[String]) -> String {
    let mut text = String::new();
    for statement in statements {
        text += statement;
        text += ";\n\n";
    }
    text
}

/// Statements as one text for the program `mysql` or `mariadb`, which cuts what
/// it reads at each semicolon unless told of another delimiter.
#[inline]
pub fn mysql_script(statements: &[String]) -> String {
    let mut delimiter = "//".to_owned();
    while statements.iter().any(|statement| statement.contains(&delimiter)) {
        delimiter.push('/');
    }
    let mut text = format!("DELIMITER {delimiter}\n\n");
    for statement in statements {
        for part in [statement, "\n", &delimiter, "\n\n"] {
            text += part;
        }
    }
    text + "DELIMITER ;\n"
}
