//! The hot paths, each as often as asked: `instructions <path> <count>`.
//!
//! `cargo xtask instructions` runs this under valgrind with two counts. What the
//! second run takes more is what the calls take: the start of the program, which
//! is the same in both, drops out.

#![forbid(unsafe_code)]

mod path;

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => {
            for (name, _) in path::PATHS {
                println!("{name}");
            }
            ExitCode::SUCCESS
        }
        [name, count] => {
            let path = path::PATHS.iter().find(|(known, _)| known == name);
            let (Some((_, run)), Ok(count)) = (path, count.parse()) else {
                eprintln!("no path `{name}`, or no number `{count}`");
                return ExitCode::from(2);
            };
            run(count);
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("usage: instructions [<path> <count>]");
            ExitCode::from(2)
        }
    }
}
