//! Coverage-guided fuzzing of the targets in `dev/fuzz`.
//!
//! `cargo-fuzz` needs a nightly compiler, a program per target, and a workspace of its own.

use std::path::{Path, PathBuf};

use crate::files::{bytes, empty, entries, list, make, write};
use crate::run::{self, Failed, cargo, root};
use crate::task::Given;

/// What libFuzzer needs of the compiler: counters at all branches, and what comparisons
/// compare. Checks of overflows and debug assertions stay on. Stable Rust has these options
/// too, so no other compiler is needed.
const INSTRUMENTED: &str = "--cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Ccodegen-units=1 -Cdebug-assertions -Coverflow-checks";

/// Where it is built. With `--target`, the flags are not those of build scripts and macros.
const TRIPLE: &str = "x86_64-unknown-linux-gnu";

/// The inputs that are kept: a file for each target.
const CORPUS: &str = "dev/fuzz/corpus";

/// Inputs longer than this reach nothing that shorter ones do not.
const MAX_LEN: &str = "-max_len=200";

/// As many bytes of inputs are kept per target, the shortest first.
const KEPT: usize = 12_000;

/// Fuzzes the targets named, or all, one after the other.
pub(crate) fn run(mut given: Given) -> Result<(), Failed> {
    let fuzzing = Fuzzing {
        seconds: given.option("--seconds")?.unwrap_or(60),
        keeps: given.flag("--keep"),
        program: root().join("target/fuzz").join(TRIPLE).join("release/fuzz"),
    };
    let (all, named) = (targets()?, given.all()?);
    if let Some(unknown) = named.iter().find(|name| !all.contains(name)) {
        return Err(Failed(format!("there is no target {unknown}: use {}", all.join(", "))));
    }
    cargo(["build", "--locked", "--release", "--package", "fuzz", "--bin", "fuzz"])
        .args(["--target", TRIPLE, "--target-dir", "target/fuzz"])
        .env("RUSTFLAGS", INSTRUMENTED)
        .run()?;
    let targets = if named.is_empty() { all } else { named };
    targets.iter().try_for_each(|target| fuzzing.one(target))
}

struct Fuzzing {
    /// For each target.
    seconds: u32,
    /// Whether what is found is kept.
    keeps: bool,
    program: PathBuf,
}

impl Fuzzing {
    /// Fuzzes one target from what is kept of it and what earlier runs have found.
    fn one(&self, target: &str) -> Result<(), Failed> {
        let folder = root().join("target/fuzz/corpus").join(target);
        make(&folder)?;
        let fuzzer = |arguments: &[String]| {
            let fuzzer = run::run(&self.program, arguments);
            fuzzer.env("SNOWFLAKE_FUZZ_TARGET", target).args([MAX_LEN])
        };
        let here = folder.display();
        let arguments = [
            format!("-max_total_time={}", self.seconds),
            // Layouts keep their names for as long as the process lives.
            "-rss_limit_mb=8192".to_owned(),
            "-print_final_stats=1".to_owned(),
            "-verbosity=0".to_owned(),
            // Where an input that fails is written to.
            format!("-artifact_prefix={here}/../{target}-"),
            here.to_string(),
        ];
        fuzzer(&arguments).env("SNOWFLAKE_FUZZ_CORPUS", folder.as_os_str()).run()?;
        if self.keeps {
            // The fewest inputs that reach all that these reach.
            let fewest = root().join("target/fuzz/fewest").join(target);
            empty(&fewest)?;
            let merge = ["-merge=1".to_owned(), fewest.display().to_string(), here.to_string()];
            fuzzer(&merge).run()?;
            keep(target, &fewest)?;
        }
        Ok(())
    }
}

/// The names of the targets: those of the files of what is kept.
fn targets() -> Result<Vec<String>, Failed> {
    let files = list(&[format!("{CORPUS}/*.txt")])?;
    let names = files.iter().filter_map(|file| Path::new(file).file_stem()?.to_str());
    Ok(names.map(str::to_owned).collect())
}

/// Writes inputs as `dev/fuzz/src/corpus.rs` reads them.
fn keep(target: &str, folder: &Path) -> Result<(), Failed> {
    let mut inputs = entries(folder)?.iter().map(bytes).collect::<Result<Vec<_>, _>>()?;
    inputs.sort_by_key(|input| (input.len(), input.clone()));
    let mut lines = String::new();
    for input in inputs {
        let line = format!("{}\n", input.escape_ascii());
        if lines.len() + line.len() <= KEPT {
            lines.push_str(&line);
        }
    }
    write(format!("{CORPUS}/{target}.txt"), lines)
}
