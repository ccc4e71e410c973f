//! `snowflake leases`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use snowflake_kit_lease::table::{self, Dialect};

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

    /// Write `up.sql` and `down.sql` to this folder, which is created if it is missing
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print the SQL that drops the table instead
    #[arg(long, conflicts_with = "out")]
    down: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake leases --dialect postgres --out migrations/2026-11-23-120000_leases
  $ snowflake leases --dialect mariadb > migrations/20261123120000_leases.up.sql
  $ snowflake leases --dialect mariadb --down > migrations/20261123120000_leases.down.sql
  $ snowflake leases --dialect sqlite | sqlite3 shop.db

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
    let up = table::up(arguments.dialect);
    let Some(folder) = &arguments.out else {
        let text = if arguments.down { table::DOWN } else { &up };
        return out.write_all(text.as_bytes()).map_err(Error::unwritten);
    };
    let created = fs::create_dir_all(folder);
    created.map_err(|error| UnwrittenFile { path: folder.clone(), error })?;
    write_new(&folder.join("up.sql"), &up)?;
    Ok(write_new(&folder.join("down.sql"), table::DOWN)?)
}

fn write_new(path: &Path, text: &str) -> Result<(), UnwrittenFile> {
    let file = File::create_new(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| UnwrittenFile { path: path.to_owned(), error })
}
