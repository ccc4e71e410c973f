//! The tasks, and what `cargo xtask help` says of them.

use clap::{Args, Subcommand};

use crate::fuzz::Fuzz;
use crate::mutants::Mutants;

#[derive(Subcommand)]
pub(crate) enum Task {
    /// What to run after each change: format, floors, lints, and the tests that need only Rust
    ///
    /// Of the floors, and of what stands on them without a framework.
    Quick,

    /// All tests of the kit: `ci` adds those of `adopt`, the showcase, benchmarks, frameworks and site
    ///
    /// Unit, integration, documentation, README, examples, model checking. As root on Debian it
    /// installs missing packages, and says which. Temporary files are in memory where /dev/shm has
    /// room for them; set TMPDIR to have them elsewhere.
    Test {
        #[command(flatten)]
        install: Install,
        /// Those of the wings as well: `adopt`, the showcase, benchmarks of databases, frameworks
        #[arg(long)]
        all: bool,
    },

    /// Runs a command with PostgreSQL and MariaDB, as `test` starts them
    WithDatabases {
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<String>,
    },

    /// Every test that talks to a database or a store, the examples, and 15 s of the soak on each
    ///
    /// The servers are those that `SNOWFLAKE_POSTGRES_URL`, `SNOWFLAKE_MYSQL_URL` and
    /// `SNOWFLAKE_ETCD_URL` name; others are started with the programs that come first on the
    /// search path. Arguments are those of `cargo nextest run`; with some, only tests are run, and
    /// `--manifest-path snowflake-adopt/Cargo.toml` runs those of that package.
    Stores(Passed),

    /// `stores` with the newest servers that Debian has. Not in `ci`
    ///
    /// With PostgreSQL, MySQL and etcd, and again with MariaDB in place of MySQL; `mysql` or
    /// `mariadb` in front of the arguments for one of the two. The first run downloads 130 MB to
    /// `target/servers`, and installs Diesel's command in `target/tools`, with which what `adopt`
    /// writes is tried.
    Servers(Passed),

    /// Leases and decimal IDs on each kind of store, under faults
    ///
    /// Processes are killed and stopped, clocks step, connections are cut and servers crash.
    /// `--seconds 3600` for an hour on each, `--help` for more.
    #[command(disable_help_flag = true)]
    Soak(Passed),

    /// Every state and every interleaving of threads that the models have, and simulated leases
    Models,

    /// Changes inputs of all that reads text or bytes until new code is reached. Not in `ci`
    Fuzz(Fuzz),

    /// Changes the code in small ways, and says which changes no test notices. Not in `ci`
    Mutants(Mutants),

    /// What must hold before a change lands
    ///
    /// Format, `floors`, `weight`, `prose`, `workflows`, `locked`, lints, packages, licences, features,
    /// `targets`, `api --check`, `instructions`, `test --all` and `site --test`.
    Ci(Install),

    /// The guide, the other pages, a playground and the API's documentation in `target/site`
    Site {
        /// Use the API's documentation as it was built last
        #[arg(long)]
        keep_api: bool,
        /// Open the pages in Chromium as well
        #[arg(long)]
        test: bool,
    },

    /// Whether a module uses one above it, and whether SQL is put together elsewhere than it may be
    ///
    /// Each crate's FLOORS.txt has the order of its modules, and dev/statements.txt the files that
    /// put SQL together.
    Floors,

    /// Lines of code, public names, macros, `cfg` and packages: fails if a figure in weight.txt grew
    Weight {
        /// Write the file, with what came and what left for it
        #[arg(long, value_name = "REASON")]
        bless: Option<String>,
    },

    /// Writes what each published crate makes public to its public-api.txt. Needs Rust 1.95
    Api {
        /// Fail where the code has something else
        #[arg(long)]
        check: bool,
    },

    /// Whether all packages can be published: their files, and each of them built from these alone
    Package {
        /// Build nothing, as `ci`
        #[arg(long)]
        no_verify: bool,
    },

    /// Links, features, times and words of all pages
    ///
    /// Whether links lead somewhere, whether features and times in prose are those of manifests and
    /// reports, whether the pages stay within their words, and whether words that readers have to
    /// read twice have become more.
    Prose,

    /// Uploads all packages, from the workflow of the same name
    Release {
        /// Such as `v0.1.0`
        tag: String,
        /// Upload nothing
        #[arg(long)]
        dry_run: bool,
    },

    /// Whether GitHub would take the files in .github/workflows, and each step runs `cargo xtask`
    Workflows,

    /// What a program has in its lock file by each feature of snowflake-kit
    ///
    /// Nothing that it does not build, and as many packages as dev/xtask/locked.txt has.
    Locked(Bless),

    /// Whether what carries IDs compiles for WebAssembly, and on a target without 64-bit atomics
    ///
    /// What mints does not, and says why. A standard library that is not installed is built from
    /// its source, or the task says what to install.
    Targets,

    /// Services on other versions of frameworks than the workspace has. `ci` only resolves them
    ///
    /// Whether each resolves, builds and runs on SQLite and on a PostgreSQL that it starts.
    Versions {
        /// Folders in dev/stacks, for those alone
        names: Vec<String>,
    },

    /// Builds the kit with the lowest versions that each feature asks for. Not in `ci`
    MinimalVersions,

    /// The kit beside its peers, and keys in databases, which takes half an hour. Not in `ci`
    ///
    /// Writes BENCHMARKS.md and BENCHMARKS-DATABASES.md. `--quick` shows rough figures instead, and
    /// names of tables measure those alone.
    Bench(Passed),

    /// Counts the instructions of the hot paths: none may take over 5 % more than it did
    ///
    /// dev/benches/instructions.txt has the counts.
    Instructions(Bless),
}

#[derive(Args)]
pub(crate) struct Install {
    /// Fail where a Debian package is missing, in place of installing it
    #[arg(long)]
    no_install: bool,
}

impl Install {
    pub(crate) const fn installs(&self) -> bool {
        !self.no_install
    }
}

/// Arguments for another program.
#[derive(Args)]
pub(crate) struct Passed {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
}

#[derive(Args)]
pub(crate) struct Bless {
    /// Write the file in place of comparing with it
    #[arg(long)]
    pub(crate) bless: bool,
}
