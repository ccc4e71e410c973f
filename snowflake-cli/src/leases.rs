//! `snowflake leases`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use snowflake_kit_lease::StoreError;
use snowflake_kit_lease::table::{Dialect, Migration};

use crate::arguments;
use crate::error::{Cause, Consequence, Error};

/// Prints the SQL of a migration for the table of leases
///
/// The table holds which process has which node number, and until when.
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {
    /// The database
    #[arg(long, value_name = "NAME", value_parser = dialect())]
    dialect: Dialect,

    /// The schema of the table; with `mariadb` and `mysql` a database, which must exist
    /// [default: `snowflake_kit`; with `mariadb` and `mysql` the current one]
    ///
    /// If it is another than the default, give it to the stores as well.
    #[arg(long, value_name = "NAME", value_parser = arguments::name)]
    schema: Option<String>,

    /// A role whose processes may have leases, with the rights that they need; with `mariadb` and
    /// `mysql` as `user@host`; can be repeated
    #[arg(long, value_name = "ROLE", value_parser = arguments::name)]
    grant: Vec<String>,

    /// Do nothing if there is a table that the applications would use: for programs that mint before
    /// this runs, and create the table themselves
    #[arg(long, conflicts_with = "down")]
    if_missing: bool,

    /// Write `up.sql` and `down.sql` to this folder, which is created if it is missing
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print the SQL that drops the table instead
    #[arg(long, conflicts_with = "out")]
    down: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake leases --dialect postgres --grant shop --out migrations/2026-11-23-120000_leases
  $ snowflake leases --dialect mariadb > migrations/20261123120000_leases.up.sql
  $ snowflake leases --dialect mariadb --down > migrations/20261123120000_leases.down.sql
  $ snowflake leases --dialect sqlite | sqlite3 -bail shop.db

With `postgres`, the table has a schema of its own, which is created, and which no
other role can use. If there is a table already, nothing is done, and that is an
error.

Existing files are not overwritten. Drop the table only when no process has a
lease: otherwise two processes could mint the same IDs afterwards.";

fn dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.iter().map(|dialect| dialect.name()))
        .try_map(|name| Dialect::from_name(&name).ok_or("expected the name of a database"))
}

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", .path.display())]
struct UnwrittenFile {
    path: PathBuf,
    error: io::Error,
}

impl Cause for UnwrittenFile {
    fn consequence(&self) -> Consequence {
        Consequence::Failure
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let mut migration = Migration::new(arguments.dialect);
    if let Some(schema) = &arguments.schema {
        migration = migration.schema(schema)?;
    }
    let migration = arguments.grant.iter().try_fold(migration, |all, role| all.grant(role))?;
    let up = if arguments.if_missing { migration.create() } else { migration.up() };
    let down = migration.down();
    let Some(folder) = &arguments.out else {
        let text = if arguments.down { down } else { up };
        return out.write_all(text.as_bytes()).map_err(Error::unwritten);
    };
    let created = fs::create_dir_all(folder);
    created.map_err(|error| UnwrittenFile { path: folder.clone(), error })?;
    write_new(&folder.join("up.sql"), &up)?;
    Ok(write_new(&folder.join("down.sql"), &down)?)
}

/// A name that cannot be.
impl Cause for StoreError {}

fn write_new(path: &Path, text: &str) -> Result<(), UnwrittenFile> {
    let file = File::create_new(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| UnwrittenFile { path: path.to_owned(), error })
}
