//! What an ID type costs at compile time.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use super::{Limit, Table, target};
use crate::measure::Contender;

/// The root of the kit.
fn kit() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Where crates are made and compiled. Beside this program, in the build tree.
fn folder(name: &str) -> PathBuf {
    let program = env::current_exe().expect("this program is a file");
    let tree = program.parent().and_then(Path::parent).expect("it is in `release`");
    let folder = tree.join("compile").join(name);
    fs::create_dir_all(folder.join("src")).expect("the build tree is writable");
    folder
}

/// The time of one `cargo build`. What it prints is not for this report.
fn build(folder: &Path, arguments: &[&str]) -> Duration {
    let began = Instant::now();
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--quiet", "--ignore-rust-version"])
        .args(arguments)
        .env("CARGO_INCREMENTAL", "0")
        .stdout(Stdio::null())
        .current_dir(folder)
        .status()
        .expect("cargo is there");
    assert!(status.success(), "it compiles");
    began.elapsed()
}

const FEW: u64 = 10;
const MANY: u64 = 60;

/// A crate of so many ID types with all adapters.
fn types(count: u64) -> String {
    let types = (0..count).map(|i| {
        format!("/// Identifies something.\n#[derive(SnowflakeId)]\npub struct Id{i}(Snowflake);\n")
    });
    "//! IDs.\n\nuse snowflake_kit::{Snowflake, SnowflakeId};\n\n".to_owned()
        + &types.collect::<Vec<_>>().join("\n")
}

/// Why it takes so long.
const ID_TYPE_ANALYSIS: &str = "\
A type has 49 implementations with 70 functions, each a line that calls a generic function, \
and 20 of them are there without any adapter. Counted by `perf stat` up to the metadata, \
where nothing else on the machine moves the figure, a type takes 71 million instructions of \
the compiler: 25 % alone, and more with serde (3 %), ts-rs (5 %), the two schemas (5 %), \
SeaORM (9 %), GraphQL (22 %: with async-graphql's own macro for outputs, which nobody else \
can write, and which has a future and two closures for each type) and Diesel (32 %: five \
forms of `AsExpression` and three of `ToSql`). By `-Z time-passes` 30 % of the time are the \
coherence of implementations (whether two could be of one type), 28 % borrow checks, 15 % \
the other checks of types, and 11 % expansion and names. One generic implementation instead \
of three for `AsExpression` and for `ToSql` would take 11 % less. They stay apart, since the \
compiler lists them where an ID meets the column of another type.";

pub fn id_type() -> Table {
    let folder = folder("types");
    let features = "\"diesel\", \"graphql\", \"openapi\", \"schemars\", \"seaorm\", \"serde\", \
                    \"ts-rs\", \"uuid\"";
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"types\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nsnowflake-kit = {{ path = '{}', features = [{features}] }}\n",
        kit().join("snowflake-kit").display(),
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("the build tree is writable");
    // The versions that the kit is tested with.
    let lock = folder.join("Cargo.lock");
    if !lock.exists() {
        fs::copy(kit().join("Cargo.lock"), lock).expect("the build tree is writable");
    }
    let compile = move |count| {
        fs::write(folder.join("src/lib.rs"), types(count)).expect("the build tree is writable");
        build(&folder, &[])
    };
    Table {
        title: "Compile one more ID type with all adapters",
        about: "A library of 60 types less one of 10, each compiled by `cargo build` without \
                optimisation, divided by 50.",
        unit: "ms per ID type",
        contenders: vec![
            Contender::timed("kit: #[derive(SnowflakeId)]", move |_| {
                let few = compile(FEW);
                compile(MANY).saturating_sub(few)
            })
            .of(MANY - FEW)
            .in_millis()
            .kit(),
        ],
        targets: vec![target("kit: #[derive(SnowflakeId)]", Limit::Units(15.0))],
        note: "",
        analysis: ID_TYPE_ANALYSIS,
        is_slow: true,
    }
}

pub fn core() -> Table {
    let from_clean = |name: &'static str, package: &'static str| {
        let target_folder = folder(package).join("target");
        Contender::timed(name, move |_| {
            // Not there the first time.
            let _ = fs::remove_dir_all(&target_folder);
            let target_folder = target_folder.to_string_lossy().into_owned();
            build(&kit(), &["--package", package, "--target-dir", &target_folder])
        })
        .of(1)
        .in_millis()
        .kit()
    };
    Table {
        title: "Compile the core from clean",
        about: "`cargo build` of the crate, and of what it depends on, without optimisation.",
        unit: "ms",
        contenders: vec![
            from_clean(CORE, "snowflake-kit-core"),
            from_clean(MINT, "snowflake-mint"),
            from_clean("kit: all that mints", "snowflake-decimal"),
        ],
        targets: vec![target(CORE, Limit::Units(500.0)), target(MINT, Limit::Units(1_000.0))],
        note: "",
        analysis: "A tenth of a second is cargo's reading of this workspace.",
        is_slow: true,
    }
}

const CORE: &str = "kit: snowflake-core";
const MINT: &str = "kit: core with snowflake-mint";
