//! A copy of the folder of the module for JavaScript, with the packages that its tests need, which
//! must not get into the sources.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the module.
pub const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../clients/js");

/// The copy.
pub struct Project(PathBuf);

impl Project {
    /// A copy in a folder that nothing else uses. The packages that it has already are kept.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let project = Self(folder.into());
        project.clear();
        copy(Path::new(SOURCES), &project.0);
        let installed = project.0.join("node_modules/installed");
        let lock = fs::read(project.0.join("package-lock.json")).unwrap();
        // Written at the end, so that half of an installation is none.
        if fs::read(&installed).ok().as_ref() != Some(&lock) {
            let output =
                project.output(Command::new("npm").args(["ci", "--ignore-scripts", "--no-audit"]));
            assert!(output.status.success(), "npm: {}", text(&output));
            fs::write(installed, lock).unwrap();
        }
        project
    }

    /// Without what is no longer in the sources.
    fn clear(&self) {
        for folder in ["src", "tests", "types", "scratch"] {
            match fs::remove_dir_all(self.0.join(folder)) {
                Err(error) if error.kind() != ErrorKind::NotFound => panic!("{folder}: {error}"),
                _ => {}
            }
        }
    }

    /// Where a file of this name is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Runs a program in it.
    pub fn output(&self, command: &mut Command) -> Output {
        let program = command.get_program().to_owned();
        match command.current_dir(&self.0).output() {
            Ok(output) => output,
            Err(error) if error.kind() == ErrorKind::NotFound => panic!(
                "{} is not there: run `cargo xtask test`, or install Node.js and npm, for \
                 example with `apt-get install nodejs npm`",
                program.display()
            ),
            Err(error) => panic!("{} does not start: {error}", program.display()),
        }
    }
}

/// Copies a folder, without what is not of the sources.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if !entry.file_type().unwrap().is_dir() {
            fs::copy(from, to).unwrap();
        } else if entry.file_name() != "node_modules" && entry.file_name() != "scratch" {
            copy(&from, &to);
        }
    }
}

/// All that a program printed.
pub fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}
