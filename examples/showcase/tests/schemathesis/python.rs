//! Programs of Python in an environment of their own.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Environment(PathBuf);

impl Environment {
    /// With the packages that `requirements.txt` of the folder names, in these versions.
    pub fn new(sources: &Path) -> Self {
        let environment = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join("schemathesis"));
        let requirements = sources.join("requirements.txt");
        let wanted = fs::read_to_string(&requirements).unwrap();
        let installed = environment.0.join("installed.txt");
        if fs::read_to_string(&installed).ok().as_deref() != Some(&wanted) {
            run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment.0));
            run(environment
                .command("pip")
                .args(["install", "--quiet", "--disable-pip-version-check", "--no-deps"])
                .arg("--requirement")
                .arg(requirements));
            fs::write(installed, wanted).unwrap();
        }
        environment
    }

    /// One of the programs that the packages have.
    pub fn command(&self, program: &str) -> Command {
        Command::new(self.0.join("bin").join(program))
    }
}

fn run(command: &mut Command) {
    let output = match command.output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => panic!(
            "{} is not there: run `cargo xtask test`, or install Python 3.10 or newer, for \
             example with `apt-get install python3-venv`",
            command.get_program().display()
        ),
        Err(error) => panic!("{} does not start: {error}", command.get_program().display()),
    };
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}\nOn Debian, `python3 -m venv` is in the package python3-venv.",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
