//! Programs that are run and must succeed.

use std::env;
use std::ffi::OsStr;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Instant;

/// What failed.
pub(crate) struct Failed(pub(crate) String);

/// A program with its arguments, run in the root of the workspace.
pub(crate) struct Run(Command);

/// The `cargo` that runs this program.
pub(crate) fn cargo<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Run {
    run(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), arguments)
}

/// What compiles the workspace's packages. Files that one of them has made are of no use to
/// the other, so a task keeps to one.
#[derive(Clone, Copy)]
pub(crate) enum Compiler {
    Rustc,
    /// Warns as `cargo clippy` does, and all warnings are errors. That one checks everything
    /// first, dependencies too, which are then compiled all the same: it takes as long as half of
    /// the build. Clippy switches off some of rustc's optimisations, and its checks for null and
    /// misaligned pointers, so nothing is measured with it, and contributors test with rustc.
    Clippy,
}

impl Compiler {
    pub(crate) fn cargo<A: AsRef<OsStr>>(self, words: impl IntoIterator<Item = A>) -> Run {
        match self {
            Self::Rustc => cargo(words),
            // As an argument: a variable would reach the tests, some of which run Cargo. The
            // first variable is how `cargo clippy` hands on `-D warnings`, the second is for the
            // test that looks for what is built.
            Self::Clippy => cargo(words)
                .args(["--config", "build.rustc-workspace-wrapper='clippy-driver'"])
                .env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__")
                .env("SNOWFLAKE_BUILT_WITH", "clippy-driver"),
        }
    }
}

/// Any program.
pub(crate) fn run<A: AsRef<OsStr>>(
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = A>,
) -> Run {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    // Cargo says which package this program is of. Build scripts that look at these
    // variables would run again whenever Cargo is started without this program.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    Run(command)
}

impl Run {
    pub(crate) fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.0.args(arguments);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    /// Runs it, shows what it prints, and waits.
    pub(crate) fn run(mut self) -> Result<(), Failed> {
        let line = self.line();
        eprintln!("\n> {line}");
        let began = Instant::now();
        let status = self.0.status().map_err(|error| Failed(format!("{line}: {error}")))?;
        eprintln!("= {} s", began.elapsed().as_secs());
        if status.success() { Ok(()) } else { Err(Failed(format!("{line}: {status}"))) }
    }

    /// Runs it while something else runs, and then shows what it printed, all together.
    pub(crate) fn beside(
        mut self,
        other: impl FnOnce() -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let line = self.line();
        eprintln!("\n> {line} (beside what follows)");
        let began = Instant::now();
        let (own, other) = thread::scope(|scope| {
            let own = scope.spawn(|| (self.0.output(), began.elapsed().as_secs()));
            let other = other();
            (own.join().unwrap_or_else(|panic| resume_unwind(panic)), other)
        });
        let (output, seconds) = own;
        let output = output.map_err(|error| Failed(format!("{line}: {error}")))?;
        eprintln!("\n> {line}");
        for text in [&output.stderr, &output.stdout] {
            eprint!("{}", String::from_utf8_lossy(text));
        }
        eprintln!("= {seconds} s, beside");
        other?;
        let status = output.status;
        if status.success() { Ok(()) } else { Err(Failed(format!("{line}: {status}"))) }
    }

    /// Runs it and returns what it prints to standard output.
    pub(crate) fn read(mut self) -> Result<String, Failed> {
        self.0.stderr(Stdio::inherit());
        let (line, output) = self.output()?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(Failed(format!("{line}: {}", output.status)))
        }
    }

    /// Runs it to see it fail, and returns what it prints to standard error.
    pub(crate) fn fails(self) -> Result<String, Failed> {
        let (line, output) = self.output()?;
        if output.status.success() {
            return Err(Failed(format!("{line}: {}", output.status)));
        }
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn output(mut self) -> Result<(String, Output), Failed> {
        let line = self.line();
        eprintln!("\n> {line}");
        let output = self.0.output().map_err(|error| Failed(format!("{line}: {error}")))?;
        Ok((line, output))
    }

    /// Whether it can be run at all, in silence.
    pub(crate) fn works(mut self) -> bool {
        let quiet = self.0.stdout(Stdio::null()).stderr(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    }

    fn line(&self) -> String {
        let mut words = Vec::new();
        for (name, value) in self.0.get_envs() {
            // None of them for what is taken away.
            let Some(value) = value else { continue };
            words.push(format!("{}={:?}", name.to_string_lossy(), value.to_string_lossy()));
        }
        let program = Path::new(self.0.get_program());
        words.extend(program.file_name().map(|name| name.to_string_lossy().into_owned()));
        words.extend(self.0.get_args().map(|argument| argument.to_string_lossy().into_owned()));
        words.join(" ")
    }
}

/// Fails with what has failed of them: none hides what the others show.
pub(crate) fn all_of(outcomes: impl IntoIterator<Item = Result<(), Failed>>) -> Result<(), Failed> {
    let failed = outcomes.into_iter().filter_map(Result::err).map(|Failed(why)| why);
    none(&failed.collect::<Vec<_>>())
}

/// Fails if something is wrong.
pub(crate) fn none(wrong: &[String]) -> Result<(), Failed> {
    if wrong.is_empty() { Ok(()) } else { Err(Failed(wrong.join("\n  "))) }
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// Where Cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Where Cargo keeps what it has downloaded.
pub(crate) fn cargo_home() -> PathBuf {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default()
}
