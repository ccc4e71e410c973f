//! What can be said on the command line.

use clap::Parser;

use crate::database::Database;

/// A chat service whose keys are minted before any row is in the database.
#[derive(Clone, Debug, Parser)]
#[command(version)]
pub struct Options {
    /// Where the rows are: `sqlite:<file>`, `postgres://…` or `mysql://…` (also for
    /// `MariaDB`). Tables that are missing are created.
    #[arg(
        long,
        env = "SHOWCASE_DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite:showcase.db"
    )]
    pub database_url: Database,

    /// The address to listen on. Port 0 is any that is free.
    #[arg(long, env = "SHOWCASE_LISTEN", default_value = "127.0.0.1:3000")]
    pub listen: String,

    /// About how many messages an empty database is filled with.
    #[arg(long, env = "SHOWCASE_MESSAGES", default_value_t = 5_000)]
    pub messages: u32,

    /// The set of IDs that must not collide. All instances on one database name
    /// the same.
    #[arg(long, env = "SHOWCASE_SPACE", default_value = "showcase")]
    pub space: String,

    /// Seal all IDs that leave the process: their texts hide time and node. The
    /// key is read from `SHOWCASE_PUBLIC_KEY`; `snowflake keygen` makes one.
    #[arg(long)]
    pub public: bool,
}
