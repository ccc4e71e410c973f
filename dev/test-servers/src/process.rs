//! A process that does not outlive the one that started it.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::Failed;
use crate::folder::Folder;
use crate::program::works;

/// A server, and the shell that stops it and clears up when this process is
/// gone, whatever became of it: then the shell's standard input ends.
pub(crate) struct Process {
    shell: Child,
    folder: PathBuf,
}

impl Process {
    /// Starts a command line. `signal` ends it at once.
    pub(crate) fn start(folder: Folder, line: &[String], signal: &str) -> Result<Self, Failed> {
        // An interrupt from the keyboard reaches the shell too, which has work
        // to do afterwards. Each line of its input is a signal for the server. One that
        // ends the server starts it again; the others stop it and let it go on. An empty
        // line is the answer, when that is done.
        const SCRIPT: &str = r#"
            trap '' INT HUP
            folder=$1 signal=$2
            shift 2
            "$@" </dev/null >>"$folder/log" 2>&1 &
            while read -r now
            do
                kill -s "$now" $!
                case $now in
                STOP | CONT) ;;
                *)
                    wait $!
                    "$@" </dev/null >>"$folder/log" 2>&1 &
                    ;;
                esac
                echo
            done
            kill -s "$signal" $!
            wait $!
            rm -rf "$folder"
        "#;
        let shell = Command::new("sh")
            .args(["-c", SCRIPT, "sh"])
            .arg(folder.path())
            .arg(signal)
            .args(line)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Failed(format!("{}: {error}", line[0])))?;
        Ok(Self { shell, folder: folder.keep() })
    }

    /// Where it is.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Sends it a signal: `STOP`, `CONT`, or one that ends it, and waits until it has ended
    /// and is started again. Who asks it afterwards does not ask the one before.
    pub(crate) fn signal(&mut self, signal: &str) -> Result<(), Failed> {
        let (Some(input), Some(output)) = (&mut self.shell.stdin, &mut self.shell.stdout) else {
            return Err(Failed("it has ended".to_owned()));
        };
        let mut answer = [0];
        writeln!(input, "{signal}")
            .and_then(|()| output.read_exact(&mut answer))
            .map_err(|error| Failed(format!("no shell: {error}")))
    }

    /// Waits until this program succeeds.
    pub(crate) fn wait_until(&self, ready: &mut Command) -> Result<(), Failed> {
        let end = Instant::now() + Duration::from_mins(3);
        while !works(ready) {
            if Instant::now() > end {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                return Err(Failed(format!("a database server did not start:\n{log}")));
            }
            sleep(Duration::from_millis(100));
        }
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}
