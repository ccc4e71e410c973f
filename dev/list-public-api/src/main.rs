//! Lists the public API of a crate: `list-public-api target/doc/snowflake_kit_core.json`.
//!
//! Left out is what follows from the rest of a list: implementations for all types, of
//! auto traits, and by the derives of the standard library.

use std::env;
use std::process::ExitCode;

use public_api::Builder;

fn main() -> ExitCode {
    let Some(json) = env::args_os().nth(1) else {
        eprintln!("usage: list-public-api <rustdoc's JSON of a crate>");
        return ExitCode::from(2);
    };
    let api = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build();
    match api {
        Ok(api) => {
            print!("{api}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
