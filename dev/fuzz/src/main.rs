//! Runs one target: in libFuzzer, if `cargo xtask fuzz` has built it, and otherwise once
//! over each file that is named, such as an input that libFuzzer has stopped at.

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
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;
    use std::{env, fs};

    let mut arguments = env::args().skip(1);
    let Some(target) = arguments.next().and_then(|name| fuzz::Target::named(&name)) else {
        let names: Vec<_> = fuzz::TARGETS.iter().map(|target| target.name).collect();
        eprintln!("usage: fuzz <target> <file>…; the targets are {}", names.join(", "));
        return ExitCode::from(2);
    };
    for path in arguments {
        match fs::read(&path) {
            Ok(input) => (target.check)(&input),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        }
        println!("{path}: passed");
    }
    ExitCode::SUCCESS
}
