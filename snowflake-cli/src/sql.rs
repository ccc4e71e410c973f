//! `snowflake sql`.

mod feed;
mod partitions;
mod period;

use std::io::Write;
use std::ops::RangeInclusive;

use clap::Args;
use snowflake_kit_core::Layout;
use snowflake_kit_sql::{Dialect, Functions, SqlError, migration, mysql_script};

use crate::arguments::{self, NoNode, TableName};
use crate::error::{Cause, Error};

/// Prints SQL for functions that mint IDs inside a database, for partitions by the
/// key, and for feeds
///
/// Put it into a migration. `next_id` is for the `DEFAULT` of a column; the other
/// functions take IDs apart, and find those of an interval. With --partitions, the
/// SQL creates partitions by the time of the key instead. With --feed, it gives the
/// rows of a table an order in which a reader misses none.
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {
    /// The database: PostgreSQL 15, `MariaDB` 10.6, MySQL 8.0, or later; `sqlite`
    /// for --feed
    #[arg(long, value_name = "NAME", value_parser = arguments::dialect())]
    dialect: Dialect,

    /// The layout of the IDs: a name, or a notation such as
    /// `41/10/12@2026-01-01` (see `snowflake layouts --help`)
    #[arg(long, value_name = "LAYOUT", default_value = "default")]
    #[arg(value_parser = arguments::layout())]
    layout: Layout,

    /// The node number, which no process and no other database may have
    /// [default: the environment variable `SNOWFLAKE_NODE`]
    #[arg(long, value_name = "NUMBER", value_parser = arguments::node)]
    #[arg(allow_negative_numbers = true)]
    node: Option<u32>,

    /// Instead, the nodes that `next_id(node)` takes as its argument, such as
    /// `0-31`
    #[arg(long, value_name = "FIRST-LAST", value_parser = arguments::nodes)]
    #[arg(conflicts_with = "node")]
    nodes: Option<RangeInclusive<u32>>,

    /// The schema (database) of the functions, which must exist [default: `public`;
    /// with `mariadb` and `mysql` the current one]
    #[arg(long, value_name = "NAME", value_parser = arguments::name)]
    schema: Option<String>,

    /// The schema (database) of the state [default: `snowflake_kit`, which is created; with `mariadb`
    /// and `mysql` that of the functions]
    #[arg(long, value_name = "NAME", value_parser = arguments::name)]
    state_schema: Option<String>,

    /// The beginning of all names; may be empty
    #[arg(long, value_name = "PREFIX", default_value = "snowflake_")]
    #[arg(value_parser = arguments::name)]
    prefix: String,

    /// A column that gets an ID if a row is inserted without one: by a default, with
    /// `mariadb` and `mysql` by a trigger; can be repeated
    ///
    /// The table need not be in the schema of the functions. If the database does not find it by
    /// its name alone, put its schema (database) before it.
    #[arg(long, value_name = "[SCHEMA.]TABLE.COLUMN", value_parser = arguments::column)]
    fill: Vec<(TableName, String)>,

    /// A role that may mint, by a grant of `EXECUTE`; with `mariadb` and `mysql` as
    /// `user@host`; can be repeated
    #[arg(long, value_name = "ROLE", value_parser = arguments::name)]
    grant: Vec<String>,

    /// The owner of functions and state, with whose rights the functions mint
    /// [default: the role that runs the statements]
    #[arg(long, value_name = "ROLE", value_parser = arguments::name)]
    owner: Option<String>,

    /// Instead, replace functions of an earlier version, or with another node or other
    /// roles; the state stays
    #[arg(long, conflicts_with_all = ["down", "fill"])]
    upgrade: bool,

    /// Drop everything instead
    #[arg(long)]
    down: bool,

    /// With `mariadb` and `mysql`: leave out the `DELIMITER` lines. The programs `mysql` and
    /// `mariadb` need them; migrations and all other programs refuse them
    #[arg(long)]
    no_delimiter: bool,

    #[command(flatten)]
    partitions: partitions::Arguments,

    #[command(flatten)]
    feed: feed::Arguments,
}

const HELP: &str = "\
Examples:
  $ snowflake sql --dialect postgres --layout instagram --node 5
  $ snowflake sql --dialect postgres --layout instagram --node 5 --down
  $ snowflake sql --dialect postgres --node 5 --schema shard5 --prefix '' --state-schema s5
  $ snowflake sql --dialect postgres --layout twitter --nodes 0-31
  $ snowflake sql --dialect postgres --node 5 --grant shop --owner ids
  $ snowflake sql --dialect postgres --node 5 --grant shop --upgrade
  $ snowflake sql --dialect postgres --node 5 --layout time:41/shard:8/node:5/seq:9@2026-01-01
  $ snowflake sql --dialect mariadb --node 5 --fill users.id
  $ snowflake sql --dialect postgres --node 5 --schema ids --fill shop.users.id
  $ snowflake sql --dialect mysql --node 5 --no-delimiter
  $ snowflake sql --dialect postgres --partitions events --by month --from 2026-11 --ahead 3
  $ snowflake sql --dialect postgres --partitions events --by month --drop-before 2026-08
  $ snowflake sql --dialect postgres --feed posts

The functions, after the prefix: next_id(), id_time(id), id_unix_ms(id),
id_node(id), id_sequence(id), first_id_at(time), last_id_before(time),
id_from_text(text, encoding, prefix), id_to_text(id, encoding, prefix).
If the layout has a caller's field: next_id(caller), and id_caller(id).

Nothing may run after a statement that fails: psql needs -1 or -v ON_ERROR_STOP=1.

Only the owner can mint before --grant. Roles need no rights on the state, nor on
its schema. Functions in several schemas with one prefix need a --state-schema
each.";

impl Cause for SqlError {}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let statements = statements(arguments)?;
    // Only bodies of functions have semicolons in them.
    let has_bodies = statements.iter().any(|statement| statement.contains(';'));
    let is_script = has_bodies && !arguments.no_delimiter;
    let text = match arguments.dialect {
        Dialect::MariaDb | Dialect::MySql if is_script => mysql_script(&statements),
        _ => migration(&statements),
    };
    write!(out, "{}", text.trim_end()).and_then(|()| writeln!(out)).map_err(Error::unwritten)
}

fn statements(arguments: &Arguments) -> Result<Vec<String>, Error> {
    let &Arguments { dialect, layout, down, .. } = arguments;
    if let Some(statements) = arguments.partitions.statements(dialect, layout, down)? {
        return Ok(statements);
    }
    if let Some(statements) = arguments.feed.statements(dialect, down)? {
        return Ok(statements);
    }
    let functions = match &arguments.nodes {
        Some(nodes) => Functions::with_node_argument(dialect, layout, nodes.clone())?,
        None => Functions::new(dialect, layout, node(arguments)?)?,
    };
    let functions = functions.prefix(&arguments.prefix)?;
    let functions = match &arguments.schema {
        Some(schema) => functions.schema(schema)?,
        None => functions,
    };
    let functions = match &arguments.state_schema {
        Some(schema) => functions.state_schema(schema)?,
        None => functions,
    };
    let functions = arguments.grant.iter().try_fold(functions, |all, role| all.grant(role))?;
    let functions = match &arguments.owner {
        Some(owner) => functions.owner(owner)?,
        None => functions,
    };
    if arguments.upgrade {
        return Ok(functions.upgrade());
    }
    let columns = arguments.fill.iter();
    if arguments.down {
        let mut statements = columns
            .map(|(table, column)| functions.unfill(table.as_table(), column))
            .collect::<Result<Vec<_>, SqlError>>()?;
        statements.extend(functions.down());
        return Ok(statements);
    }
    let mut statements = functions.up();
    for (table, column) in columns {
        statements.push(functions.fill(table.as_table(), column)?);
    }
    Ok(statements)
}

fn node(arguments: &Arguments) -> Result<u32, NoNode> {
    // What is dropped has no node in it.
    if arguments.down && arguments.node.is_none() {
        return Ok(0);
    }
    let node = arguments::node_or_env(arguments.node, &arguments.layout)?;
    Ok(node.number(arguments.layout.node_bits()))
}
