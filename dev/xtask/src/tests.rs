//! The tests.

use std::fs;
use std::path::PathBuf;
use std::thread;

use crate::run::{Compiler, Failed, Run, all_of, cargo, root, run, target};
use crate::servers::Servers;
use crate::tools::{self, MYSQL, POSTGRES};
use crate::wings::{self, Wing};

/// What is built, in the same words each time: for other features Cargo would build it again.
pub(crate) const EVERYTHING: [&str; 3] = ["--locked", "--workspace", "--all-features"];

/// The tests of the workspace, and those of its wings or not.
pub(crate) fn all(install: bool, compiler: Compiler, wings: bool) -> Result<(), Failed> {
    tools::ensure(install)?;
    // With the tests, so that the programs have the same dependencies as they.
    let built = [&EVERYTHING[..], &["--bins", "--tests"]].concat();
    compiler.cargo(["build"]).args(&built).run()?;
    let servers = Servers::start()?;
    let (runner, has_nextest) = runner(compiler);
    let options: &[&str] = if has_nextest {
        &["--test-threads", &at_once(), "--filterset", NOT_OPTIMISED]
    } else {
        &["--lib", "--bins", "--tests"]
    };
    let runner = runner.args(EVERYTHING).args(["--no-fail-fast"]).args(options);
    // For the test that looks for what is built.
    servers.tell(runner).env("SNOWFLAKE_BUILT", built.join(" ")).run()?;
    // Each of the two leaves a processor idle at times.
    task("models").beside(|| {
        let documentation = compiler.cargo(["test", "--doc"]).args(EVERYTHING);
        servers.tell(documentation).run()?;
        examples(&servers)?;
        precision(compiler.cargo(["test"]).args(EVERYTHING))
    })?;
    run(program("soak"), [""; 0]).run()?;
    if !wings {
        return Ok(());
    }
    wings::ALL.into_iter().try_for_each(|wing| tested(wing, compiler, &servers))
}

/// A wing: its lints, if the compiler has some, and its tests.
fn tested(wing: Wing, compiler: Compiler, servers: &Servers) -> Result<(), Failed> {
    wing.cargo(compiler, &["build", "--all-targets"]).run()?;
    let words: &[&str] = if has_nextest() { &["nextest", "run"] } else { &["test", "--tests"] };
    servers.tell(wing.cargo(compiler, words).args(["--no-fail-fast"])).run()?;
    servers.tell(wing.cargo(compiler, &["test", "--doc"])).run()
}

/// How many tests run side by side. Many of them wait for a server, a lease or a process of theirs.
fn at_once() -> String {
    (3 * thread::available_parallelism().map_or(1, usize::from)).to_string()
}

/// The tests that talk to a database or a store: those of packages that know how to have one.
const TALKING: &str = "rdeps(test-databases) + rdeps(test-servers) + binary(postgres)";

/// The tests of databases and stores, whatever servers these are.
pub(crate) fn stores(arguments: &[String]) -> Result<(), Failed> {
    // Tests that do not apply to these servers add a line each that says why.
    let reasons = root().join("target/does-not-apply");
    let _ = fs::remove_file(&reasons);
    let told = |tests: Run, servers: &Servers| {
        servers.tell(tests.env("SNOWFLAKE_DOES_NOT_APPLY", &reasons))
    };
    let tests = |words: &[&str], servers: &Servers| {
        let tests = cargo(["nextest", "run"]).args(EVERYTHING).args(["--target-dir"]);
        told(tests.args([target()]).args(words), servers)
    };
    let outcome = if arguments.is_empty() {
        cargo(["build"]).args(EVERYTHING).args(["--bins", "--tests"]).run()?;
        let servers = Servers::start()?;
        let all = ["--no-fail-fast", "--test-threads", &at_once(), "--filterset", TALKING];
        let mut outcomes = vec![
            tests(&all, &servers).run(),
            examples(&servers),
            run(program("soak"), ["--seconds", "15"]).run(),
        ];
        for wing in wings::ALL {
            if wing.has_servers()? {
                let tests = wing.cargo(Compiler::Rustc, &["nextest", "run", "--no-fail-fast"]);
                outcomes.push(told(tests, &servers).run());
            }
        }
        all_of(outcomes)
    } else {
        tests(&[], &Servers::start()?).args(arguments).run()
    };
    let reasons = fs::read_to_string(reasons).unwrap_or_default();
    eprintln!("\n{} tests do not apply\n{reasons}", reasons.lines().count());
    outcome
}

/// All but what [`models`] runs with optimisation.
const NOT_OPTIMISED: &str = "not (package(snowflake-kit-lease) & (binary(lease_model) | binary(lease_simulation)) \
     | package(snowflake-kit-mint) & binary(promises))";

/// What runs tests, and whether it is `cargo nextest`, which runs test binaries side by side.
fn runner(compiler: Compiler) -> (Run, bool) {
    let has_nextest = has_nextest();
    let words: &[&str] = if has_nextest { &["nextest", "run"] } else { &["test"] };
    (compiler.cargo(words), has_nextest)
}

fn has_nextest() -> bool {
    cargo(["nextest", "--version"]).works()
}

/// What a contributor runs after each change: no server, no browser, nothing to install, and no
/// framework to compile, which takes as long as all else. Without the tests that mint ten million
/// IDs.
pub(crate) fn quick() -> Result<(), Failed> {
    const PACKAGES: [&str; 10] = [
        "snowflake-kit-core",
        "snowflake-kit-sql",
        "snowflake-kit-mint",
        "snowflake-kit-lease",
        "snowflake-kit-decimal",
        "snowflake-kit-derive",
        "snowflake-kit-public",
        "snowflake-kit-serde",
        "snowflake-kit-arbitrary",
        "xtask",
    ];
    // One compiler for lints and tests, so that nothing is compiled twice.
    let (runner, has_nextest) = runner(Compiler::Clippy);
    let threads = at_once();
    let targets: &[&str] =
        if has_nextest { &["--test-threads", &threads] } else { &["--lib", "--bins", "--tests"] };
    runner
        .args(["--locked", "--all-features"])
        .args(PACKAGES.iter().flat_map(|package| ["-p", package]))
        .args(targets)
        // They take long without optimisation, and `test` runs them.
        .args(["--", "--skip", "ten_million"])
        .run()
}

/// A program that has been built.
fn program(name: &str) -> PathBuf {
    target().join("debug").join(name)
}

/// Another task of this program, once the workspace is built.
pub(crate) fn task(name: &str) -> Run {
    run(program("xtask"), [name])
}

/// Leases under faults: a short form as a test, and as long as asked.
pub(crate) fn soak(arguments: &[String]) -> Result<(), Failed> {
    cargo(["build", "--locked", "--package", "soak", "--bins"]).run()?;
    cargo(["run", "--locked", "--package", "soak", "--"]).args(arguments).run()
}

/// The programs that users learn from, each to its end.
fn examples(servers: &Servers) -> Result<(), Failed> {
    let (postgres, mysql) = (servers.url(POSTGRES), servers.url(MYSQL));
    for (name, database) in [
        ("quickstart", None),
        ("sqlite", None),
        ("postgres", Some(postgres)),
        ("mysql", Some(mysql)),
        ("seaorm-example", None),
        ("seaorm-example", Some(postgres)),
        ("seaorm-example", Some(mysql)),
        ("shards", None),
        ("client", None),
    ] {
        run(program(name), database).run()?;
    }
    Ok(())
}

/// One command, told where the databases are.
pub(crate) fn with_databases(command: &[String]) -> Result<(), Failed> {
    tools::ensure(true)?;
    let servers = Servers::start()?;
    let Some((program, arguments)) = command.split_first() else {
        return Err(Failed("name a command: `cargo xtask with-databases cargo test …`".to_owned()));
    };
    servers.tell(run(program, arguments)).run()
}

/// The feature of `serde_json` that changes how it hands on numbers. Of the whole workspace, so
/// that all else is what was built before.
fn precision(tests: Run) -> Result<(), Failed> {
    tests.args(["--test", "shapes", "--features", "serde_json/arbitrary_precision"]).run()
}

/// Every state of the lease protocol's model, 10^8 IDs by simulated leases, 10^7 of threads, and
/// every interleaving of a few of these, hence with optimisation. The last one's checker takes the
/// place of the atomics, so it has a build of its own.
pub(crate) fn models() -> Result<(), Failed> {
    let optimised = || {
        let (runner, has_nextest) = runner(Compiler::Rustc);
        let profile = if has_nextest { "--cargo-profile" } else { "--profile" };
        (runner.args(["--locked", profile, "models"]), has_nextest)
    };
    let (simulation, has_nextest) = optimised();
    // What was simulated, and the seed that nobody has seen before.
    let shown = if has_nextest { ["--success-output", "final"] } else { ["--", "--nocapture"] };
    simulation
        .args(["-p", "snowflake-kit-lease", "-p", "snowflake-kit-mint", "--features", "test-util"])
        .args(["--test", "lease_model", "--test", "lease_simulation", "--test", "promises"])
        .args(shown)
        .env("SNOWFLAKE_SIMULATION_ROUNDS", "500")
        .run()?;
    let (loom, _) = optimised();
    loom.args(["--features", "loom,test-util", "--target-dir", "target/loom"])
        .args(["--package", "snowflake-kit-mint", "--package", "snowflake-kit-lease"])
        .args(["--test", "loom", "--package", "snowflake-kit-decimal", "--lib"])
        .env("RUSTFLAGS", "--cfg loom")
        .run()
}
