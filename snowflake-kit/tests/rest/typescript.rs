//! The description in the hands of others: it is validated, a TypeScript client
//! is made from it, type-checked and run.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::server::start;
use crate::service::service;

/// The crate whose documentation says how brands get into a client.
const DOCUMENTATION: &str = include_str!("../../../snowflake-openapi/src/lib.rs");

/// The module for JavaScript, which has the types of brands.
const MODULE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../clients/js/types/index.d.ts");

#[test]
fn a_typescript_client_has_ids_as_strings() {
    let project = Project::new();
    project.write("api.json", &serde_json::to_string_pretty(&service().1).unwrap());

    // The description is an OpenAPI 3.1 document, with no reference to nothing.
    let report = project.run("node", &["validate.js", "api.json"]);
    assert_eq!(report, "valid OpenAPI 3.1, 6 ID types\n");

    // A number is not an ID for the compiler, and the client is.
    project.run("node_modules/.bin/openapi-typescript", &["api.json", "--output", "api.d.ts"]);
    let refused = project.output("node_modules/.bin/tsc", &["--project", "tsconfig.refused.json"]);
    assert!(!refused.status.success());
    assert_eq!(
        String::from_utf8_lossy(&refused.stdout),
        "refused.ts(8,14): error TS2322: Type 'number' is not assignable to type 'string'.\n\
         refused.ts(11,53): error TS2322: Type 'number' is not assignable to type 'string'.\n"
    );
    project.run("node_modules/.bin/tsc", &["--project", "tsconfig.json"]);

    // It also does what it says.
    let url = format!("http://{}", start());
    assert_eq!(project.run("node", &["out/client.js", &url]), "all as expected\n");

    ids_of_two_types_are_kept_apart(&project);
}

/// The program that the documentation shows makes types that take no other ID. Each line of
/// `branded.ts` with `@ts-expect-error` must fail, and all others must not.
fn ids_of_two_types_are_kept_apart(project: &Project) {
    let brands = Project(project.0.join("brands"));
    fs::create_dir_all(&brands.0).unwrap();
    brands.write("openapi.json", &serde_json::to_string_pretty(&service().1).unwrap());
    brands.write("generate.js", &documented("import openapiTS"));
    brands.run("node", &["generate.js"]);

    let options = serde_json::json!({
        "extends": "./tsconfig.json",
        "compilerOptions": { "noEmit": true, "paths": { "snowflake-kit": [MODULE] } },
        "files": ["branded.ts"],
    });
    project.write("tsconfig.branded.json", &options.to_string());
    project.run("node_modules/.bin/tsc", &["--project", "tsconfig.branded.json"]);
}

/// The program in the documentation that has this.
fn documented(part: &str) -> String {
    let blocks = DOCUMENTATION.split("//! ```js\n").skip(1);
    let mut blocks = blocks.map(|block| block.split("//! ```").next().unwrap());
    let block = blocks.find(|block| block.contains(part)).unwrap();
    let lines = block.lines().map(|line| line.trim_start_matches("//!"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A copy of the folder `typescript` with its packages, which must not get into
/// the sources.
struct Project(PathBuf);

impl Project {
    fn new() -> Self {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rest/typescript");
        let project = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript"));
        fs::create_dir_all(&project.0).unwrap();
        let installed = project.0.join("installed.json");
        let lock = fs::read_to_string(sources.join("package-lock.json")).unwrap();
        for file in fs::read_dir(sources).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), project.0.join(file.file_name())).unwrap();
        }
        if fs::read_to_string(&installed).ok().as_deref() != Some(&lock) {
            project.run("npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
            fs::write(installed, lock).unwrap();
        }
        project
    }

    fn write(&self, file: &str, content: &str) {
        fs::write(self.0.join(file), content).unwrap();
    }

    /// What it prints.
    fn run(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.output(program, arguments);
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{program} {arguments:?}: {}\n{stdout}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
        stdout
    }

    fn output(&self, program: &str, arguments: &[&str]) -> Output {
        // One of a package is named by its place.
        let place = self.0.join(program);
        let path = if place.exists() { place } else { PathBuf::from(program) };
        match Command::new(path).args(arguments).current_dir(&self.0).output() {
            Ok(output) => output,
            Err(error) if error.kind() == ErrorKind::NotFound => panic!(
                "{program} is not there: run `cargo xtask test`, or install Node.js and npm, for \
                 example with `apt-get install nodejs npm`"
            ),
            Err(error) => panic!("{program} does not start: {error}"),
        }
    }
}
