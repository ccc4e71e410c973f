//! A copy of a folder with its npm packages, which must not get into the sources.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Project(PathBuf);

impl Project {
    /// Of a folder of the showcase: the files in it, without what is in folders below.
    pub fn of(folder: &str) -> Self {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let name = sources.file_name().unwrap();
        let project = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        fs::create_dir_all(&project.0).unwrap();
        for file in fs::read_dir(&sources).unwrap() {
            let file = file.unwrap();
            if file.file_type().unwrap().is_file() {
                fs::copy(file.path(), project.0.join(file.file_name())).unwrap();
            }
        }
        let lock = project.read("package-lock.json");
        let installed = project.0.join("node_modules/installed.json");
        if fs::read_to_string(&installed).ok().as_deref() != Some(&lock) {
            project.run("npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
            fs::write(installed, lock).unwrap();
        }
        project
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap()
    }

    pub fn write(&self, file: &str, content: &str) {
        fs::write(self.0.join(file), content).unwrap();
    }

    pub fn run(&self, program: &str, arguments: &[&str]) {
        let output = match Command::new(program).args(arguments).current_dir(&self.0).output() {
            Ok(output) => output,
            Err(error) if error.kind() == ErrorKind::NotFound => panic!(
                "{program} is not there: run `cargo xtask test`, or install Node.js and npm, for \
                 example with `apt-get install nodejs npm`"
            ),
            Err(error) => panic!("{program} does not start: {error}"),
        };
        let said = String::from_utf8_lossy(&output.stdout);
        let complained = String::from_utf8_lossy(&output.stderr);
        println!("{said}");
        assert!(
            output.status.success(),
            "{program} {arguments:?}: {}\n{complained}",
            output.status
        );
    }
}
