//! Runs one target: in libFuzzer, if `cargo xtask fuzz` has built it, and otherwise once
//! over each file that is named, such as an input that libFuzzer has stopped at.
//!
//! `--random` checks as many inputs as asked that are changed from the kept ones at random.
//! Without what libFuzzer counts, this is about ten times as fast.

#![cfg_attr(fuzzing, no_main)]

/// libFuzzer takes all arguments, so the target and its folder are in the environment.
#[cfg(fuzzing)]
mod fuzzer {
    use std::sync::LazyLock;
    use std::{env, fs};

    use fuzz::{Target, corpus};
    use libfuzzer_sys::fuzz_target;

    static TARGET: LazyLock<Target> = LazyLock::new(|| {
        let name = env::var("SNOWFLAKE_FUZZ_TARGET").expect("`cargo xtask fuzz` names a target");
        Target::named(&name).expect("the name of a target")
    });

    fuzz_target!(
        // What is kept becomes files, which libFuzzer reads next.
        init: if let Ok(folder) = env::var("SNOWFLAKE_FUZZ_CORPUS") {
            let inputs = corpus::read(TARGET.name).expect("the corpus");
            for (at, input) in inputs.iter().enumerate() {
                fs::write(format!("{folder}/kept-{at:04}"), input).expect("a file of the corpus");
            }
        },
        |data: &[u8]| (TARGET.check)(data)
    );
}

#[cfg(not(fuzzing))]
const USAGE: &str = "usage: fuzz <target> <file>…, or fuzz <target> --random <count> <seed>";

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            std::process::ExitCode::from(2)
        }
    }
}

#[cfg(not(fuzzing))]
fn run(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let Some((target, rest)) = arguments.split_first() else { return Err(USAGE.into()) };
    let Some(target) = fuzz::Target::named(target) else {
        let names: Vec<_> = fuzz::TARGETS.iter().map(|target| target.name).collect();
        return Err(format!("{USAGE}; the targets are {}", names.join(", ")).into());
    };
    if let [option, count, seed] = rest
        && option == "--random"
    {
        return Ok(target.check_changed(count.parse()?, seed.parse()?)?);
    }
    for path in rest {
        let input = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        (target.check)(&input);
        println!("{path}: passed");
    }
    Ok(())
}
