//! The command `snowflake adopt`.

#![forbid(unsafe_code)]

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Duration;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::ProgressBar;
use snowflake_kit_adopt::{Orm, Rehearsal, Request, adopt, check};
use snowflake_kit_sql::text::Terminal;

/// Writes ID types for the keys of a database, and plans the move of its tables to minted IDs
///
/// It reads the catalog, and writes ID types for all keys as they are. For tables that `adopt.toml` lets
/// move, it also writes migrations and the steps. It tries the migrations in a scratch database first,
/// which it creates and drops (SQLite: in memory). It never changes the database itself. Of the program, it changes only what `sea-orm-cli` has generated,
/// and only with `--entities`.
#[derive(Parser)]
#[command(bin_name = "snowflake adopt", version, after_long_help = HELP)]
struct Arguments {
    /// The database: `postgres://…`, `mysql://…` or `sqlite://…` [default: the
    /// environment variable `DATABASE_URL`]
    ///
    /// Other users of this machine can see a password in the arguments, and not in the variable.
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,

    /// The framework of the program, in whose formats migrations are written
    #[arg(long, value_name = "NAME", value_parser = orm())]
    orm: Orm,

    /// The module of the ID types: `src/ids` means the file `src/ids.rs`, and the folder
    /// `src/ids` for all other files
    #[arg(long, value_name = "PATH", default_value = "src/ids")]
    out: PathBuf,

    /// The schema, with PostgreSQL [default: the current one]
    ///
    /// A run plans one schema. For another one, run the command again with another `--out`.
    #[arg(long, value_name = "NAME")]
    schema: Option<String>,

    /// With `diesel`: the file that `diesel print-schema` writes
    #[arg(long, value_name = "FILE", default_value = "src/schema.rs")]
    tables: PathBuf,

    /// With `diesel`: the patch file that diesel.toml names so far; the new patch includes
    /// its changes
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,

    /// With `seaorm`: the folder of the entities that `sea-orm-cli` has generated; their
    /// keys and foreign keys get the ID types
    #[arg(long, value_name = "FOLDER")]
    entities: Option<PathBuf>,

    /// The server on which the plan is tried [default: the server of the database]
    ///
    /// A rehearsal creates a role and a database there, tries the migrations on a few rows, and
    /// drops both. The role has no rights elsewhere. The user in this URL must be allowed to create
    /// both. With PostgreSQL, install `pg_dump` and `pg_restore`. No row of the database is copied.
    /// With SQLite the plan is tried in memory.
    #[arg(long, value_name = "URL", conflicts_with = "no_rehearsal")]
    rehearse_url: Option<String>,

    /// Do not try the plan in a scratch database; the report then begins by saying so
    #[arg(long)]
    no_rehearsal: bool,

    /// After which time the rehearsal is ended, as in `90s` or `10m`; a single call in it gets a tenth
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = time)]
    limit: Duration,

    /// Print the report, write nothing, and end with the exit code 1 if something is in the
    /// way
    #[arg(long)]
    check: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake adopt --database-url postgres://me@db/shop --orm diesel
  $ snowflake adopt --database-url sqlite:///var/lib/shop.db --orm sqlx --check
  $ DATABASE_URL=mysql://me@db/shop snowflake adopt --orm sqlx --out src/model/ids

What it writes, with `--out src/ids`:
  src/ids.rs           an ID type for each table
  src/ids/adopt.toml   what was decided: names of types, text forms, hints. Review
                       it, change it, and run the command again
  src/ids/REPORT.md    what to look at, which tables can move, and the steps of
                       those that do, each with its way back
  src/ids/migrations   of tables that move: replace (UUIDs), widen (to 64 bits) and
                       end_counting. Move each to the program's migrations when
                       the report says so
  src/ids/widen_online with PostgreSQL: widen in steps, while programs run
  src/ids/sqlx.toml    with sqlx: types for query! and query_as!
  src/ids/schema.patch with diesel, and diesel.toml: types for print-schema
  src/entity           with seaorm and --entities src/entity: types in generated entities

A table moves when adopt.toml says so, by move = \"snowflake\" in its line.
Migrations are written once the report has no item under \"In the way\", and the
plan was tried. If it could not be, the first line of the report says why. A second
run keeps what is there, and adds what is new in the database. It never overwrites
files that it has not written.

Exit codes: 0 done, 1 an item is in the way, or the database cannot be read, 2
bad input, 3 the plan could not be tried.";

fn orm() -> impl TypedValueParser<Value = Orm> {
    PossibleValuesParser::new(Orm::ALL.iter().map(|orm| orm.name()))
        .try_map(|name| Orm::from_name(&name).ok_or("expected the name of a framework"))
}

fn time(text: &str) -> Result<Duration, String> {
    let time: jiff::SignedDuration =
        text.parse().map_err(|error: jiff::Error| error.to_string())?;
    Duration::try_from(time).map_err(|error| error.to_string())
}

/// What is under way: a line that is written over on a terminal, and lines elsewhere.
fn progress(what: &str) {
    static BAR: OnceLock<Option<ProgressBar>> = OnceLock::new();
    let bar = BAR.get_or_init(|| {
        io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        })
    });
    match bar {
        Some(bar) if what.is_empty() => bar.finish_and_clear(),
        Some(bar) => bar.set_message(what.to_owned()),
        None if what.is_empty() => {}
        // Standard error may be closed.
        None => drop(writeln!(Terminal::new(io::stderr()), "{what} …")),
    }
}

/// Why no plan was made.
#[derive(Debug, thiserror::Error)]
enum NoPlan {
    #[error(
        "no database: use `--database-url postgres://…`, or set the environment variable \
         DATABASE_URL"
    )]
    NoDatabase,

    #[error(
        "{count} {} in the way: see {}",
        if *count == 1 { "thing is" } else { "things are" },
        report.as_ref().map_or("the report".to_owned(), |path| path.display().to_string())
    )]
    InTheWay { count: usize, report: Option<PathBuf> },

    #[error(
        "the plan is untried: {why}; no migration is written: solve that, or name another server with \
         `--rehearse-url`, or write an untried plan with `--no-rehearsal`"
    )]
    Untried { why: String },

    #[error(transparent)]
    Adopt(#[from] snowflake_kit_adopt::Error),

    #[error("cannot write the standard output: {0}")]
    Unwritten(#[from] io::Error),
}

impl NoPlan {
    /// 3 if the plan is untried, 2 if other arguments, or another environment, may do, and 1 if not.
    fn exit_code(&self) -> u8 {
        match self {
            Self::NoDatabase => 2,
            Self::Untried { .. } => 3,
            Self::Adopt(error) if error.is_bad_input() => 2,
            Self::Adopt(_) | Self::InTheWay { .. } => 1,
            // The reader has read enough, as `head` does.
            Self::Unwritten(error) => (error.kind() != io::ErrorKind::BrokenPipe).into(),
        }
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error),
    };
    let Err(why) = run(&arguments, &mut Terminal::new(io::stdout().lock())) else {
        return ExitCode::SUCCESS;
    };
    let code = why.exit_code();
    if code != 0 {
        // Not `eprintln!`, which panics if standard error is closed.
        let _ = writeln!(Terminal::new(io::stderr()), "error: {why}");
    }
    ExitCode::from(code)
}

/// Prints what clap says of arguments, or the help that was asked for. The helps are doc comments,
/// where backticks are markup.
fn explain(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    // Either may be closed.
    let _ = if error.use_stderr() {
        Terminal::new(io::stderr()).write_all(text.as_bytes())
    } else {
        io::stdout().write_all(text.replace('`', "").as_bytes())
    };
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), NoPlan> {
    let database_url = match &arguments.database_url {
        Some(url) => url.clone(),
        None => env::var("DATABASE_URL").map_err(|_| NoPlan::NoDatabase)?,
    };
    let request = Request {
        database_url,
        schema: arguments.schema.clone(),
        orm: arguments.orm,
        out: arguments.out.clone(),
        tables: Some(arguments.tables.clone()),
        patch: arguments.patch.clone(),
        entities: arguments.entities.clone(),
        rehearsal: match &arguments.rehearse_url {
            _ if arguments.no_rehearsal => Rehearsal::Skipped,
            Some(server) => Rehearsal::On(server.clone()),
            None => Rehearsal::Beside,
        },
        limit: arguments.limit,
        progress,
    };
    let outcome = if arguments.check { check(&request) } else { adopt(&request) };
    progress("");
    let outcome = outcome?;
    if arguments.check {
        write!(out, "{}", outcome.report)?;
    } else {
        for path in &outcome.written {
            writeln!(out, "wrote {}", path.display())?;
        }
        for (path, what) in &outcome.by_hand {
            writeln!(out, "by hand {}: {what}", path.display())?;
        }
        if outcome.is_idle {
            let why = "nothing to do: no table has a key of one column that an ID type holds";
            writeln!(out, "{why}")?;
        } else if outcome.written.is_empty() {
            writeln!(out, "nothing has changed")?;
        }
    }
    // What was written or found stands before the error.
    out.flush()?;
    match (outcome.in_the_way, outcome.untried) {
        (_, Some(why)) => Err(NoPlan::Untried { why }),
        (0, None) => Ok(()),
        (count, None) => {
            let report = arguments.out.join("REPORT.md");
            Err(NoPlan::InTheWay { count, report: (!arguments.check).then_some(report) })
        }
    }
}
