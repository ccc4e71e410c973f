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

/// A dependency on a package of the kit, as a line of a manifest.
fn dependency(package: &str, features: &str) -> String {
    let path = kit().join(package.replace("-kit-", "-"));
    format!("{package} = {{ path = '{}', features = [{features}] }}\n", path.display())
}

/// A folder outside of the kit, beside this program in the build tree.
fn tree() -> PathBuf {
    let program = env::current_exe().expect("this program is a file");
    let tree = program.parent().and_then(Path::parent).expect("it is in `release`");
    tree.join("compile")
}

/// Makes an empty library in it.
fn library(name: &str, dependencies: &str) -> PathBuf {
    let folder = tree().join(name);
    fs::create_dir_all(folder.join("src")).expect("the build tree is writable");
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\n{dependencies}"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("the build tree is writable");
    fs::write(folder.join("src/lib.rs"), "").expect("the build tree is writable");
    // The versions that the kit is tested with.
    let lock = folder.join("Cargo.lock");
    if !lock.exists() {
        fs::copy(kit().join("Cargo.lock"), lock).expect("the build tree is writable");
    }
    folder
}

/// The time of one `cargo build` into this target folder. What it prints is not for this report.
fn build(folder: &Path, target: &Path) -> Duration {
    let began = Instant::now();
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--quiet", "--ignore-rust-version"])
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_TARGET_DIR", target)
        .stdout(Stdio::null())
        .current_dir(folder)
        .status()
        .expect("cargo is there");
    assert!(status.success(), "it compiles");
    began.elapsed()
}

const FEW: u64 = 10;
const MANY: u64 = 60;

/// A crate of so many types with this derive, over this value.
fn declared(count: u64, derive: &str, value: &str, uses: &str) -> String {
    let types = (0..count).map(|i| {
        format!("/// Identifies something.\n#[derive({derive})]\npub struct Id{i}({value});\n")
    });
    format!("//! IDs.\n\n{uses}\n\n") + &types.collect::<Vec<_>>().join("\n")
}

fn snowflakes(count: u64) -> String {
    let uses = "use snowflake_kit::{Snowflake, SnowflakeId};";
    declared(count, "SnowflakeId", "Snowflake", uses)
}

fn uuids(count: u64) -> String {
    let uses = "use snowflake_kit::UuidId;\nuse uuid::Uuid;";
    declared(count, "UuidId", "Uuid", uses)
}

fn counted(count: u64) -> String {
    declared(count, "CountedId", "i32", "use snowflake_kit::CountedId;")
}

/// Why it takes so long.
const ID_TYPE_ANALYSIS: &str = "\
Each implementation of a type is a line that calls a generic function. Half of the time are the \
coherence of implementations and borrow checks. async-graphql's own macro for \
outputs takes a quarter of the time, so outputs are written by hand.";

/// The adapters of an ID type, each for the newest version of its framework.
const NEWEST: &[&str] = &[
    "async_graphql_7",
    "diesel",
    "schemars_1",
    "sea_orm_2",
    "serde",
    "ts_rs_12",
    "utoipa_6",
    "uuid",
];

/// What Diesel and SeaORM need for UUIDs.
const UUIDS: &[&str] = &["diesel-uuid", "sea_orm_2-uuid"];

/// The other versions of these frameworks.
const OTHERS: &[&str] = &["schemars_0_8", "schemars_0_9", "sea_orm_1", "utoipa_5"];

/// Drivers, which need no more of an ID type than to be bound and read.
const DRIVERS: &[&str] = &["postgres", "rusqlite", "sqlx_0_8", "sqlx_0_9"];

/// What a user of the frameworks writes without the kit: their derives, and a scalar by hand.
const DERIVED: &str = "\
use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use diesel_derive_newtype::DieselNewType;
use schemars::JsonSchema;
use sea_orm::DeriveValueType;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
";

/// The frameworks with the features of their derives.
const DERIVES: &str = "\
async-graphql = { version = '7', default-features = false }
diesel = { version = '2.3', default-features = false }
diesel-derive-newtype = '2.1'
schemars = { version = '1', default-features = false, features = ['derive', 'std'] }
sea-orm = { version = '2', default-features = false, features = ['macros'] }
serde = { version = '1', features = ['derive'] }
ts-rs = { version = '12', default-features = false }
utoipa = { version = '6', default-features = false, features = ['macros'] }
";

/// A crate of so many newtypes.
fn newtypes(count: u64) -> String {
    let newtype = |i| {
        format!(
            "/// Identifies something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(DieselNewType, DeriveValueType, ToSchema, JsonSchema, TS)]
pub struct Id{i}(i64);

impl std::fmt::Display for Id{i} {{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{
        self.0.fmt(f)
    }}
}}

impl std::str::FromStr for Id{i} {{
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {{
        text.parse().map(Self)
    }}
}}

#[Scalar]
impl ScalarType for Id{i} {{
    fn parse(value: Value) -> InputValueResult<Self> {{
        match &value {{
            Value::String(text) => text.parse().map_err(InputValueError::custom),
            _ => Err(InputValueError::expected_type(value)),
        }}
    }}

    fn to_value(&self) -> Value {{
        Value::String(self.0.to_string())
    }}
}}
"
        )
    };
    let newtypes: Vec<_> = (0..count).map(newtype).collect();
    format!("//! IDs.\n\n{DERIVED}\n{}", newtypes.join("\n"))
}

/// What one more type of a library takes.
fn one_more(
    name: &'static str,
    folder: &str,
    dependencies: &str,
    types: fn(u64) -> String,
) -> Contender {
    let folder = library(folder, dependencies);
    // Common to all, so that a framework is compiled once.
    let target = tree().join("types-target");
    let compile = move |count| {
        fs::write(folder.join("src/lib.rs"), types(count)).expect("the build tree is writable");
        build(&folder, &target)
    };
    Contender::timed(name, move |_| {
        let few = compile(FEW);
        compile(MANY).saturating_sub(few)
    })
    .of(MANY - FEW)
    .in_millis()
}

pub fn id_type() -> Table {
    let kit = |name, folder, features: &[&[&str]], types| {
        let features: Vec<_> =
            features.concat().iter().map(|feature| format!("\"{feature}\"")).collect();
        let dependencies = dependency("snowflake-kit", &features.join(", ")) + "uuid = '1'\n";
        one_more(name, folder, &dependencies, types).kit()
    };
    Table {
        title: "Compile one more ID type",
        about: "A library of 60 types less one of 10, each compiled by `cargo build` without \
                optimisation, divided by 50. The newest versions are those of async-graphql, \
                Diesel, schemars, SeaORM, serde, ts-rs, utoipa and uuid; the others are \
                schemars 0.8 and 0.9, SeaORM 1.1 and utoipa 5; the drivers are tokio-postgres, \
                rusqlite, and sqlx 0.8 and 0.9. Without the kit, it is a newtype of `i64` with the \
                derives of the newest versions (all but uuid's) and a GraphQL scalar by hand.",
        unit: "ms per ID type",
        contenders: vec![
            kit(NEWEST_OF_EACH, "types", &[NEWEST], snowflakes),
            kit("kit: also the other versions", "types-others", &[NEWEST, OTHERS], snowflakes),
            kit("kit: also the drivers", "types-drivers", &[NEWEST, OTHERS, DRIVERS], snowflakes),
            kit("kit: over UUIDs, the newest versions", "types-uuids", &[NEWEST, UUIDS], uuids),
            kit("kit: of counted keys, the newest versions", "types-counted", &[NEWEST], counted),
            one_more(WITHOUT_KIT, "types-derived", DERIVES, newtypes)
                .gives_up("no minting, no typed columns, no text forms, numbers in JSON"),
        ],
        targets: vec![target(NEWEST_OF_EACH, Limit::Of(0.7, WITHOUT_KIT))],
        note: "",
        analysis: ID_TYPE_ANALYSIS,
        is_slow: true,
    }
}

pub fn core() -> Table {
    let from_clean = |folder: &Path| {
        // Not there the first time.
        let target = folder.join("target");
        let _ = fs::remove_dir_all(&target);
        build(folder, &target)
    };
    let added = |name: &'static str, package: &'static str| {
        let with = library(&format!("with-{package}"), &dependency(package, ""));
        let alone = library("alone", "");
        Contender::timed(name, move |_| {
            let alone = from_clean(&alone);
            from_clean(&with).saturating_sub(alone)
        })
        .of(1)
        .in_millis()
        .kit()
    };
    Table {
        title: "Compile the core from clean",
        about: "An empty library that depends on the crate less one that depends on nothing, each \
                compiled by `cargo build` without optimisation, and with nothing compiled before.",
        unit: "ms",
        contenders: vec![
            added(CORE, "snowflake-kit-core"),
            added(MINT, "snowflake-kit-mint"),
            added("kit: all that mints", "snowflake-kit-decimal"),
        ],
        targets: vec![target(CORE, Limit::Units(500.0)), target(MINT, Limit::Units(1_000.0))],
        note: "",
        analysis: "",
        is_slow: true,
    }
}

const WITHOUT_KIT: &str = "the frameworks' own derives";
const NEWEST_OF_EACH: &str = "kit: the newest version of each framework";
const CORE: &str = "kit: snowflake-kit-core";
const MINT: &str = "kit: core with snowflake-kit-mint";
