//! The functions of a layout and a node.

mod mysql;
mod postgres;
mod texts;

use std::ops::RangeInclusive;

use snowflake_kit_core::{Dialect, Layout, Limits};

use crate::error::SqlError;
use crate::name::Names;
use crate::numbers::SqlNumbers;
use crate::table::Table;
use crate::text::plain;

/// The functions of a layout and a node in a database.
///
/// [`up`](Self::up) creates them, and [`down`](Self::down) drops them. The page of the
/// [crate](crate) lists them.
///
/// | dialect | from version | |
/// |---|---|---|
/// | [`Postgres`](Dialect::Postgres) | 15 | |
/// | [`MariaDb`](Dialect::MariaDb) | 10.6 | |
/// | [`MySql`](Dialect::MySql) | 8.0 | Before that, the counter of a table without rows was lost when the server stopped. It differs from MariaDB in how the clock is read. |
/// | [`Sqlite`](Dialect::Sqlite) | none | It has no stored functions: [`SqlError::NoFunctions`]. |
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

/// Which values of an argument are minted.
struct Bounds {
    argument: &'static str,
    /// What it is in a message.
    name: String,
    first: u32,
    last: u32,
}

#[derive(Clone, Debug)]
enum Nodes {
    One(u32),
    /// An argument of `next_id` says which.
    Argument(RangeInclusive<u32>),
}

impl Functions {
    /// The databases that have such functions.
    pub const DIALECTS: &'static [Dialect] = &[Dialect::Postgres, Dialect::MariaDb, Dialect::MySql];

    /// Functions that mint under one node.
    ///
    /// # Errors
    /// [`SqlError::NoFunctions`] if the database has no functions,
    /// [`SqlError::Node`] if the node does not fit the layout,
    /// [`SqlError::Periodic`] if the layout's timestamps wrap around.
    pub fn new(dialect: Dialect, layout: Layout, node: u32) -> Result<Self, SqlError> {
        Self::with_nodes(dialect, layout, Nodes::One(node), node)
    }

    /// Functions whose `next_id` takes the node as an argument: one of these numbers, as in
    /// Twitter-style functions, `next_id(shard)`. All the numbers belong to this database. They
    /// share their slots, so together they have as many IDs per tick as one node.
    ///
    /// ```
    /// use snowflake_kit_sql::{Dialect, Functions};
    /// use snowflake_kit_core::Layout;
    ///
    /// let ids = Functions::with_node_argument(Dialect::Postgres, Layout::TWITTER, 0..=31)?;
    /// assert!(ids.up().concat().contains(r#""snowflake_next_id"(node bigint)"#));
    /// # Ok::<(), snowflake_kit_sql::SqlError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new); a range without a node is [`SqlError::NoNode`].
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

    fn with_nodes(
        dialect: Dialect,
        layout: Layout,
        nodes: Nodes,
        largest: u32,
    ) -> Result<Self, SqlError> {
        if !Self::DIALECTS.contains(&dialect) {
            return Err(SqlError::NoFunctions { dialect });
        }
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

    /// Their schema (in MariaDB and MySQL, their database), which must exist. Default:
    /// `public`; in MariaDB and MySQL, the database in which the statements are run.
    ///
    /// # Errors
    /// [`SqlError::Name`] if this is not a name for a schema.
    pub fn schema(mut self, schema: &str) -> Result<Self, SqlError> {
        self.names = self.names.with_schema(schema)?;
        Ok(self)
    }

    /// The schema of the state (in MariaDB and MySQL, a database, which must exist). Default:
    /// `snowflake_kit`; in MariaDB and MySQL, that of the functions.
    ///
    /// In PostgreSQL it is created, so that no other role can use it: a role with `USAGE` could hold
    /// a lock on the state. If there is one, its owner must be the role that runs the statements, a
    /// role that it is a member of, the owner of the database or a superuser. Functions in several
    /// schemas with one prefix need a schema each for their state.
    ///
    /// # Errors
    /// [`SqlError::Name`] if this is not a name for a schema.
    pub fn state_schema(mut self, schema: &str) -> Result<Self, SqlError> {
        self.names = self.names.with_state(schema)?;
        Ok(self)
    }

    /// The beginning of all names. Default: `snowflake_`. It may be empty.
    ///
    /// # Errors
    /// [`SqlError::Name`] if names with this prefix are too long or not allowed.
    pub fn prefix(mut self, prefix: &str) -> Result<Self, SqlError> {
        self.names = self.names.with_prefix(prefix)?;
        Ok(self)
    }

    /// The limits, with the same meaning and the same defaults as in a generator.
    /// [`seed`](Limits::seed) is not used: the server chooses random numbers.
    ///
    /// In PostgreSQL, a refused mint does not change the state. In MariaDB and MySQL it costs a
    /// slot, so there a mint first waits for `max_wait`, and is then refused. Also, in a burst,
    /// IDs can be ahead of the clock there by as many ticks as sessions mint at once: a session
    /// that opens a tick early waits for its time, while others already use it.
    #[must_use]
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// A role that may mint, beside the owner. Call this for each role. It is granted `EXECUTE`
    /// on the functions. It needs no right on the state, and for a column that is
    /// [filled](Self::fill) no right on the schema.
    ///
    /// In PostgreSQL, `public` means every role. In MariaDB and MySQL, an account is `user@host`.
    ///
    /// ```
    /// use snowflake_kit_sql::{Dialect, Functions};
    /// use snowflake_kit_core::Layout;
    ///
    /// let ids = Functions::new(Dialect::Postgres, Layout::DEFAULT, 5)?.grant("shop")?;
    /// assert!(ids.up().last().unwrap().ends_with(r#"TO "shop""#));
    /// # Ok::<(), snowflake_kit_sql::SqlError>(())
    /// ```
    ///
    /// # Errors
    /// [`SqlError::Name`] if this is not a name for a role.
    pub fn grant(mut self, role: &str) -> Result<Self, SqlError> {
        let role = self.names.role(role)?;
        self.grantees.push(role);
        Ok(self)
    }

    /// The role that owns functions and state, and with whose rights the functions mint.
    /// Default: the role that runs the statements. The owner and its members can rewrite the
    /// state, so choose a role without login.
    ///
    /// In PostgreSQL it needs `CREATE` on both schemas while the statements run, unless a superuser
    /// runs them. In MariaDB and MySQL it is the definer of `next_id`, and the statements grant it
    /// the rights that it needs.
    ///
    /// # Errors
    /// [`SqlError::Name`] if this is not a name for a role.
    pub fn owner(mut self, role: &str) -> Result<Self, SqlError> {
        self.owner = Some(self.names.role(role)?);
        Ok(self)
    }

    /// The dialect.
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The layout.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The call that mints an ID, quoted and with its schema, for use after `DEFAULT` or
    /// `SELECT`. If it has the arguments `node` or `caller`, replace them by values.
    pub fn next_id(&self) -> String {
        let arguments: Vec<_> = self.arguments().collect();
        format!("{}({})", self.names.object("next_id"), arguments.join(", "))
    }

    /// What `next_id` is given: the node, where one function mints for several, and the
    /// value of the layout's caller's field.
    fn arguments(&self) -> impl Iterator<Item = &'static str> + use<> {
        let node = matches!(self.nodes, Nodes::Argument(_)).then_some("node");
        let caller = self.layout.caller().map(|_| "caller");
        node.into_iter().chain(caller)
    }

    /// The arguments that an ID is not minted with: their names, what they are called in
    /// the message, the least and the largest that is minted.
    fn bounds(&self) -> impl Iterator<Item = Bounds> + use<> {
        let node = match &self.nodes {
            Nodes::One(_) => None,
            Nodes::Argument(nodes) => Some(Bounds {
                argument: "node",
                name: "node".to_owned(),
                first: *nodes.start(),
                last: *nodes.end(),
            }),
        };
        let caller = self.layout.caller().map(|field| Bounds {
            argument: "caller",
            name: plain(field.name()),
            first: 0,
            last: field.max(),
        });
        node.into_iter().chain(caller)
    }

    /// The functions that take IDs apart, beside those of their time.
    fn fields(&self) -> impl Iterator<Item = (&'static str, u8, u32)> + use<> {
        let numbers = self.numbers();
        let caller = (numbers.caller_mask > 0).then_some((
            "id_caller",
            numbers.caller_shift,
            numbers.caller_mask,
        ));
        let node = ("id_node", numbers.node_shift, numbers.node_mask);
        let sequence = ("id_sequence", numbers.sequence_shift, numbers.sequence_mask);
        [node, sequence].into_iter().chain(caller)
    }

    /// The statements that create the functions and their state. Run them one by one, in this
    /// order, and none after one that fails: on PostgreSQL the first one refuses a schema whose owner
    /// could replace the state. They do not end in a semicolon.
    pub fn up(&self) -> Vec<String> {
        match self.dialect {
            Dialect::Postgres => postgres::up(self),
            _ => mysql::up(self),
        }
    }

    /// The statements that replace existing functions of the same layout, schema and prefix:
    /// those of an earlier version, or with other limits, another node or other roles. The state
    /// stays, so no ID is minted twice.
    ///
    /// - **PostgreSQL**: functions of another layout are refused (`SF007`), if they have been created
    ///   or upgraded by this version. The statements wait for transactions that have minted. Run all
    ///   of them in one transaction. Then mints wait for it; otherwise mints may fail meanwhile. State
    ///   of an earlier version, in the schema of the functions, moves to
    ///   [its own](Self::state_schema): mints that wait for that fail once. Roles that
    ///   had `UPDATE` on the state, which an earlier version needed, get `EXECUTE` instead.
    /// - **MySQL**: functions are dropped and created again, so roles lose `EXECUTE` unless
    ///   [`grant`](Self::grant) names them.
    pub fn upgrade(&self) -> Vec<String> {
        match self.dialect {
            Dialect::Postgres => postgres::upgrade(self),
            _ => mysql::upgrade(self),
        }
    }

    /// The statements that drop what [`up`](Self::up) has created. First remove the defaults of
    /// columns that call the functions ([`unfill`](Self::unfill)).
    pub fn down(&self) -> Vec<String> {
        match self.dialect {
            Dialect::Postgres => postgres::down(self),
            _ => mysql::down(self),
        }
    }

    /// The statement that fills a column of a table, in rows that are inserted without it. The
    /// table is a name, or a schema and a name; see [`Table`].
    ///
    /// In PostgreSQL it sets the column's `DEFAULT`. MariaDB and MySQL cannot call functions
    /// there, so it creates a trigger, which also replaces 0 and `NULL`. Declare such a column
    /// `BIGINT NOT NULL DEFAULT 0 PRIMARY KEY CHECK (id > 0)`: without the check, a table whose
    /// trigger is lost, as in `CREATE TABLE … LIKE`, would store the key 0.
    ///
    /// # Errors
    /// [`SqlError::Name`]; [`SqlError::NodeIsArgument`] and
    /// [`SqlError::CallerIsArgument`] if `next_id` has arguments.
    pub fn fill<'a>(&self, table: impl Into<Table<'a>>, column: &str) -> Result<String, SqlError> {
        let table = table.into();
        if matches!(self.nodes, Nodes::Argument(_)) {
            return Err(SqlError::NodeIsArgument);
        }
        if let Some(field) = self.layout.caller() {
            return Err(SqlError::CallerIsArgument { field: field.name() });
        }
        match self.dialect {
            Dialect::Postgres => postgres::fill(self, table, column),
            _ => mysql::fill(self, table, column),
        }
    }

    /// The statement that undoes [`fill`](Self::fill).
    ///
    /// # Errors
    /// As [`fill`](Self::fill).
    pub fn unfill<'a>(
        &self,
        table: impl Into<Table<'a>>,
        column: &str,
    ) -> Result<String, SqlError> {
        let table = table.into();
        match self.dialect {
            Dialect::Postgres => postgres::unfill(self, table, column),
            _ => mysql::unfill(self, table, column),
        }
    }

    fn numbers(&self) -> SqlNumbers {
        SqlNumbers::new(&self.layout, &self.limits)
    }

    /// The parts of an ID beside its time and its sequence, as an expression; `cast` follows
    /// each value.
    fn rest(&self, cast: &str) -> String {
        let numbers = self.numbers();
        let node = match self.nodes {
            Nodes::One(node) => node.to_string(),
            Nodes::Argument(_) => "node".to_owned(),
        };
        let node = format!("({node}{cast} << {})", numbers.node_shift);
        match self.layout.caller() {
            None => node,
            Some(_) => format!("{node} | (caller{cast} << {})", numbers.caller_shift),
        }
    }

    /// What it is, for the comments in the SQL.
    fn title(&self) -> String {
        let layout = plain(self.layout.name());
        match &self.nodes {
            Nodes::One(node) => format!("layout {layout}, node {node}"),
            Nodes::Argument(nodes) => {
                format!("layout {layout}, nodes {} to {}", nodes.start(), nodes.end())
            }
        }
    }
}
