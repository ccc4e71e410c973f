//! `snowflake nodes`.

mod database;
mod error;
mod etcd;
mod fence;
mod file;
mod launch;
mod location;
mod report;
mod row;
mod rule;
mod snapshot;
mod statements;

use std::io::{self, Write};

use clap::Args;
pub(crate) use error::Error;
use location::Location;
use report::Report;
use snowflake_kit_decimal::SPACE_SUFFIX;
use snowflake_kit_sql::text::Terminal;

use crate::error::Error as CommandError;
use crate::output;

/// Lists the leased node numbers of a store: who holds them, and until when
///
/// The store is what applications give to `LeaseBuilder` and `DecimalBuilder`: the table
/// `snowflake_leases` of a database, keys in etcd, or a file.
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {
    /// The database or the cluster of etcd, or the path of an `SQLite` database or of a file of
    /// leases
    /// [default: the environment variable `DATABASE_URL`]
    ///
    /// Other users of this machine can see a password in the arguments, and not in the variable.
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,

    /// The schema of the table (on MariaDB and MySQL the database) [default: `snowflake_kit`, or the
    /// schema of the search path that has the table]
    #[arg(long, value_name = "NAME")]
    schema: Option<String>,

    /// Only the nodes of this space [default: all spaces]
    #[arg(long, value_name = "NAME")]
    space: Option<String>,

    /// Print a JSON object; its keys are named below
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    fence: fence::Options,

    /// A URL without `--database-url` before it: clap would print it.
    #[arg(hide = true, value_name = "URL")]
    forgotten: Option<String>,
}

const HELP: &str = "\
Examples:
  $ snowflake nodes --database-url postgres://ops@db/shop
  $ snowflake nodes --database-url mysql://ops@db/shop --space shop
  $ snowflake nodes --database-url sqlite:///var/lib/shop/shop.db
  $ snowflake nodes --database-url etcd://ops:password@etcd-0:2379,etcd-1:2379
  $ snowflake nodes --database-url /var/lib/shop/leases --json
  $ snowflake nodes --database-url postgres://ops@db/shop --fence --for 1m

Without `--fence` it only reads: a role that may SELECT from snowflake_leases is
enough. Passwords are not printed.

  held     no other process can have the node before `until`
  expired  its holder ended without giving it back, or could not renew it;
           any process can claim it
  free     its holder gave it back; any process can claim it
  corrupt  not written by a lease: find out which other program writes there

The state is that by the store's clock. If this machine's clock differs, the list
shows it. A node counts as free, and not as expired, if its `until` is less than a
second after its last renewal. Numbers that were never claimed are not listed.

In etcd. The URL has the members of the cluster, separated by commas, and then
the prefix of the keys if the applications set one: etcd://etcd-0:2379/team-a/
for the prefix team-a/. A user needs a password, and `read` on the prefix. For
TLS, name files of certificates as for PostgreSQL, or ?sslmode=verify-full for
the roots that this machine trusts:
etcd://etcd-0:2379?sslrootcert=ca.pem&sslcert=client.pem&sslkey=client.key
etcd keeps no times of claims and renewals. So expired nodes are listed as free
there, and the time is this machine's. If processes refuse the
cluster because it was restored, the list ends with an error that says so.

For decimal IDs it lists the launches, each with the last generator number that
was given out, and how many are left. Generator numbers are never given back.

The JSON object has the keys store, time and unix_ms (by the store's clock),
skew_ms (by how much that is ahead of this machine's) and nodes, an array of
objects with the keys space, node, state, holder, token, until, claimed and
renewed, the last three also in Unix milliseconds (_unix_ms); in etcd, claimed
and renewed are null, and registry is the identity of the registry. One that is
corrupt has the keys state, problem and row instead, the texts of its columns.
And launches, an array of objects with the keys space, launch, generators (how
many were given out), left, holder, claimed and claimed_unix_ms.

Fencing. A store that was restored, or that took over without the last commits,
would give out nodes that processes still mint with. `--fence` makes that safe:

  1. Stop the old store for good. What it still acknowledges is not fenced.
  2. Fence the restored one before any process reaches it.
  3. Let the processes run. Each mints until its own lease ends. After the time
     that `--for` says, it claims a node again, by itself.

`--for` has to cover the longest lease that was lost, by the clock of this store:
the largest term + max_lead + max_skew of all processes, whose defaults are 30 s,
0 and 10 s. It raises `until` of every node of the space, and adds rows for the
nodes that have none, since the lost commits may have claimed them. No value
becomes lower. Each token is raised past all that were lost, so that no process
that was paused meanwhile can renew a lease that the store does not know.
All spaces that have a row are fenced; name a space that has none with `--space`.
The role needs SELECT, INSERT and UPDATE; in etcd, `readwrite` on the prefix.

In etcd all spaces that have a row are fenced, and the one of `--space` as well.
Processes refuse a restored cluster until this is done, and then go on by
themselves. If it stops halfway, run it again.

Decimal IDs: the launches in the store are closed, and give out no more generator
numbers. Running processes continue. Start others with a launch number that no
process has ever had.

With `--json` the object has the keys store, time, unix_ms, skew_ms, until,
until_unix_ms, dry_run and spaces, an array of objects with the keys space,
last_node, raised, added and closed_launches.

Exit codes: 0 done, 1 the store cannot be read, or has a corrupt row, 2 bad
input.";

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CommandError> {
    if arguments.forgotten.is_some() {
        return Err(Error::BareUrl.into());
    }
    let url = match &arguments.database_url {
        Some(url) => url.clone(),
        None => std::env::var("DATABASE_URL").map_err(|_| Error::NoStore)?,
    };
    let store = Location::at(&url, arguments.schema.as_deref())?;
    let space = arguments.space.as_deref();
    if arguments.fence.fence {
        let (snapshot, fence) = store.raise(&|snapshot| arguments.fence.plan(snapshot, space))?;
        let report = fence.report(store.to_string(), &snapshot);
        if arguments.json {
            return output::json(out, &report);
        }
        return report.write(out).map_err(CommandError::unwritten);
    }
    let mut snapshot = store.read()?;
    let contradiction = snapshot.contradiction.take();
    if let Some(space) = space {
        let is_asked_for = |of: &str| of.strip_suffix(SPACE_SUFFIX).unwrap_or(of) == space;
        snapshot.rows.retain(|row| row.space().is_none_or(is_asked_for));
    }
    let report = Report::new(&store, &snapshot, space);
    if arguments.json {
        output::json(out, &report)?;
    } else {
        report.write(out).map_err(CommandError::unwritten)?;
    }
    if let Some(advice) = &snapshot.advice {
        out.flush().map_err(CommandError::unwritten)?;
        // What cannot be written there changes no result.
        let _ = Terminal::new(io::stderr()).write_all(advice.as_bytes());
    }
    let corrupt = report.corrupt();
    match contradiction.or_else(|| (corrupt > 0).then_some(Error::Corrupt { rows: corrupt })) {
        None => Ok(()),
        Some(error) => {
            // What was read stands before the error.
            out.flush().map_err(CommandError::unwritten)?;
            Err(error.into())
        }
    }
}
