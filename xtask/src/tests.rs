//! The tests.

use crate::run::{Failed, cargo, run};
use crate::servers::Servers;
use crate::tools::{self, MYSQL, POSTGRES};

pub(crate) fn all() -> Result<(), Failed> {
    tools::ensure()?;
    let servers = Servers::start()?;
    // `cargo nextest` runs test binaries side by side, where it is installed.
    let has_nextest = cargo(["nextest", "--version"]).works();
    let runner: &[&str] = if has_nextest { &["nextest", "run"] } else { &["test"] };
    let targets: &[&str] = if has_nextest { &[] } else { &["--lib", "--bins", "--tests"] };
    let tests = cargo(runner)
        .args(["--locked", "--workspace", "--all-features", "--no-fail-fast"])
        .args(targets);
    servers.tell(tests).run()?;
    let docs = cargo(["test", "--locked", "--workspace", "--all-features", "--doc"]);
    servers.tell(docs).run()?;
    examples(&servers)?;
    precision()?;
    models()?;
    soak(&[])
}

/// Leases under faults: a short form as a test, and as long as asked.
pub(crate) fn soak(arguments: &[String]) -> Result<(), Failed> {
    cargo(["build", "--locked", "--package", "soak", "--bins"]).run()?;
    cargo(["run", "--locked", "--package", "soak", "--"]).args(arguments).run()
}

/// The programs that users learn from, each to its end.
fn examples(servers: &Servers) -> Result<(), Failed> {
    let (postgres, mysql) = (servers.url(POSTGRES), servers.url(MYSQL));
    for (package, program, database) in [
        ("quickstart", "quickstart", None),
        ("diesel-example", "sqlite", None),
        ("diesel-example", "postgres", Some(postgres)),
        ("diesel-example", "mysql", Some(mysql)),
        ("seaorm-example", "seaorm-example", None),
        ("seaorm-example", "seaorm-example", Some(postgres)),
        ("seaorm-example", "seaorm-example", Some(mysql)),
        ("tour", "leases", None),
        ("tour", "pages", None),
        ("tour", "text", None),
        ("tour", "layouts", None),
    ] {
        cargo(["run", "--locked", "--package", package, "--bin", program, "--"])
            .args(database)
            .run()?;
    }
    Ok(())
}

/// One command, told where the databases are.
pub(crate) fn with_databases(command: &[String]) -> Result<(), Failed> {
    tools::ensure()?;
    let servers = Servers::start()?;
    let Some((program, arguments)) = command.split_first() else {
        return Err(Failed("name a command: `cargo xtask with-databases cargo test …`".to_owned()));
    };
    servers.tell(run(program, arguments)).run()
}

/// The feature of `serde_json` that changes how it hands on numbers.
fn precision() -> Result<(), Failed> {
    cargo(["test", "--locked", "--package", "snowflake-serde", "--test", "formats"])
        .args(["--test", "shapes", "--features", "serde_json/arbitrary_precision"])
        .run()
}

/// Every state of the lease protocol's model, 10^8 IDs by simulated leases, and
/// every interleaving of the generator's threads, hence with optimisation. The
/// last one's checker takes the place of the atomics, so it has a build of its own.
fn models() -> Result<(), Failed> {
    const CORE: [&str; 7] =
        ["test", "--locked", "--release", "--package", "snowflake-core", "--features", "test-util"];
    cargo(CORE).args(["--test", "lease_model"]).run()?;
    // With what was simulated, and the seed that nobody has seen before.
    cargo(CORE)
        .args(["--test", "lease_simulation", "--", "--nocapture"])
        .env("SNOWFLAKE_SIMULATION_ROUNDS", "500")
        .run()?;
    cargo(CORE)
        .args(["--lib", "--test", "loom", "--test", "loom_lease", "--target-dir", "target/loom"])
        .env("RUSTFLAGS", "--cfg loom")
        .run()
}
