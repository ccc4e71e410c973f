//! What is measured: times beside those of peers, and instructions.
//!
//! gungraun (once iai-callgrind) compares counts with those of the last run in `target`, not with a
//! file under version control.

use std::fmt::Write as _;

use crate::files::{read, write};
use crate::run::{Compiler, Failed, cargo, run, target};
use crate::{tools, wings};

/// The workspace of the peers. It is not this one, so that none of them is in the
/// lock file here.
const PEERS: [&str; 2] = ["--manifest-path", "dev/benches/peers/Cargo.toml"];

/// The kit beside its peers, and what keys cost in databases: both reports. With
/// arguments, the peers alone, which get them.
pub(crate) fn all(arguments: &[String]) -> Result<(), Failed> {
    let report: &[&str] = if arguments.is_empty() { &["--write", "."] } else { &[] };
    // A peer asks for a newer compiler than it needs.
    cargo(["run", "--locked", "--release", "--ignore-rust-version"])
        .args(PEERS)
        .args(["--target-dir", "target/peers", "--"])
        .args(report)
        .args(arguments)
        .run()?;
    if !arguments.is_empty() {
        return Ok(());
    }
    tools::ensure(true)?;
    wings::DATABASES
        .cargo(Compiler::Rustc, &["run", "--release"])
        .args(["--", "--out", "BENCHMARKS-DATABASES.md"])
        .run()
}

/// The file of the counts that were found good.
const BASELINE: &str = "dev/benches/instructions.txt";

/// By how much a count may grow.
const TOLERANCE: f64 = 0.05;

/// The counts between which a path is measured.
const COUNTS: [u64; 2] = [2_000, 22_000];

/// Counts the instructions of the hot paths, and holds them against the baseline, or makes them the
/// baseline.
pub(crate) fn instructions(bless: bool) -> Result<(), Failed> {
    if std::env::consts::ARCH != "x86_64" {
        eprintln!("instructions are counted on x86-64 only");
        return Ok(());
    }
    cargo(["build", "--locked", "--release", "--package", "benches"]).run()?;
    let program = target().join("release/instructions");
    let paths = run(&program, [""; 0]).read()?;
    let mut counted = Vec::new();
    for path in paths.lines() {
        let [few, many] = COUNTS.map(|count| {
            run("valgrind", ["--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-fd=1"])
                .args([program.as_os_str()])
                .args([path, &count.to_string()])
                .read()
                .and_then(|output| collected(&output))
        });
        // To a tenth.
        let each = f64::from(((many? - few?) * 10 / (COUNTS[1] - COUNTS[0])) as u32) / 10.0;
        counted.push((path.to_owned(), each));
    }
    let compiler = run("rustc", ["--version"]).read()?.trim().to_owned();
    if bless {
        let mut text = format!("# Instructions of the hot paths, by {compiler}.\n");
        text.push_str("# `cargo xtask instructions` compares; `--bless` writes this file.\n");
        for (path, count) in &counted {
            let _ = writeln!(text, "{count:.1} {path}");
        }
        return write(BASELINE, text);
    }
    compare(&read(BASELINE)?, &compiler, &counted)
}

/// The number in what callgrind prints: `==7== Collected : 123456`.
fn collected(output: &str) -> Result<u64, Failed> {
    let number = output.lines().find_map(|line| line.split_once("Collected : "));
    number
        .and_then(|(_, number)| number.trim().parse().ok())
        .ok_or_else(|| Failed(format!("callgrind has not said what it collected:\n{output}")))
}

/// Holds counts against the baseline.
fn compare(baseline: &str, compiler: &str, counted: &[(String, f64)]) -> Result<(), Failed> {
    let known: Vec<_> = baseline
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(count, path)| Some((path, count.parse::<f64>().ok()?)))
        .collect();
    let (mut grown, mut shrunk) = (Vec::new(), false);
    for (path, count) in counted {
        let Some((_, before)) = known.iter().find(|(name, _)| name == path) else {
            grown.push(format!("{path}: {count:.1}, not in {BASELINE}"));
            continue;
        };
        let change = count / before - 1.0;
        eprintln!("{path:28} {before:8.1} {count:8.1} {:+6.1} %", change * 100.0);
        shrunk |= change < -TOLERANCE;
        // A path of few instructions may take one more.
        if change > TOLERANCE && count - before >= 1.0 {
            grown.push(format!("{path}: {before:.1} instructions before, {count:.1} now"));
        }
    }
    let bless = "`cargo xtask instructions --bless`";
    if !grown.is_empty() {
        let other = if baseline.contains(compiler) {
            ""
        } else {
            ". The baseline is of another compiler, which may be the reason"
        };
        let paths = grown.join("\n  ");
        return Err(Failed(format!(
            "paths take over 5 % more instructions:\n  {paths}\nmake them shorter, or where they \
             do more with good reason, run {bless} and commit {BASELINE}{other}"
        )));
    }
    if shrunk {
        eprintln!("some take over 5 % less: run {bless} to keep it so");
    }
    Ok(())
}
