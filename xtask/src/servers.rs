//! Database servers for the tests: those that the environment names, or
//! throwaway ones on the loopback interface.

use std::env;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::run::{Failed, Run};
use crate::tools::{MYSQL, POSTGRES, find, is_root, works};

/// The servers, for as long as this value lives.
pub(crate) struct Servers {
    servers: Vec<Server>,
}

/// Where a server is, in the variable that the tests read.
struct Server {
    variable: &'static str,
    url: String,
    /// None for a server that was there before.
    _process: Option<Process>,
}

impl Servers {
    pub(crate) fn start() -> Result<Self, Failed> {
        let found = |variable, start: fn() -> Result<(String, Process), Failed>| {
            if let Ok(url) = env::var(variable) {
                return Ok(Server { variable, url, _process: None });
            }
            let (url, process) = start()?;
            eprintln!("\n> {variable}={url}");
            Ok(Server { variable, url, _process: Some(process) })
        };
        let servers = vec![found(POSTGRES, postgres)?, found(MYSQL, mariadb)?];
        Ok(Self { servers })
    }

    /// Where one of them is.
    pub(crate) fn url(&self, variable: &str) -> &str {
        let server = self.servers.iter().find(|server| server.variable == variable);
        server.map_or("", |server| &server.url)
    }

    /// Tells a program where they are.
    pub(crate) fn tell(&self, run: Run) -> Run {
        self.servers.iter().fold(run, |run, server| run.env(server.variable, &server.url))
    }
}

/// Nothing that is written has to last.
fn postgres() -> Result<(String, Process), Failed> {
    let folder = Folder::new("postgres")?;
    let data = folder.0.join("data");
    // PostgreSQL refuses to be root.
    let user: &[&str] = if is_root() {
        &["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    } else {
        &[]
    };
    if is_root() {
        command(&["chown", "postgres"], Command::new("chown").arg("postgres").arg(&folder.0))?;
    }
    let program = |name: &str| {
        let mut words: Vec<String> = user.iter().map(|&word| word.to_owned()).collect();
        words.push(find(name).display().to_string());
        words
    };
    let initdb = program("initdb");
    let mut initialize = Command::new(&initdb[0]);
    initialize.args(&initdb[1..]).arg("--pgdata").arg(&data).args([
        "--username=postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync",
    ]);
    command(&["initdb"], &mut initialize)?;
    let port = free_port()?;
    let mut server = program("postgres");
    server.extend(["-D".to_owned(), data.display().to_string(), format!("-p{port}")]);
    for setting in [
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        "fsync=off",
        "full_page_writes=off",
        "synchronous_commit=off",
        "max_connections=200",
    ] {
        server.extend(["-c".to_owned(), setting.to_owned()]);
    }
    // An immediate shutdown.
    let process = Process::start(folder, &server, "QUIT")?;
    let mut ready = Command::new(find("pg_isready"));
    ready.args(["--host=127.0.0.1", &format!("--port={port}")]);
    process.wait_until(&mut ready)?;
    Ok((format!("postgres://postgres@127.0.0.1:{port}/postgres"), process))
}

/// Likewise.
fn mariadb() -> Result<(String, Process), Failed> {
    let folder = Folder::new("mariadb")?;
    let data = format!("--datadir={}", folder.0.join("data").display());
    let user: &[&str] = if is_root() { &["--user=mysql"] } else { &[] };
    if is_root() {
        command(&["chown", "mysql"], Command::new("chown").arg("mysql").arg(&folder.0))?;
    }
    let mut initialize = Command::new(find("mariadb-install-db"));
    initialize
        .args(["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"])
        .arg(&data)
        .args(user);
    command(&["mariadb-install-db"], &mut initialize)?;
    let port = free_port()?;
    let mut server = vec![find("mariadbd").display().to_string(), "--no-defaults".to_owned(), data];
    server.extend(user.iter().map(|&word| word.to_owned()));
    server.extend([
        format!("--port={port}"),
        format!("--socket={}", folder.0.join("socket").display()),
        format!("--pid-file={}", folder.0.join("pid").display()),
    ]);
    for setting in [
        "--bind-address=127.0.0.1",
        "--character-set-server=utf8mb4",
        "--innodb-doublewrite=0",
        "--innodb-flush-log-at-trx-commit=0",
        "--max-connections=200",
        "--skip-log-bin",
        "--skip-name-resolve",
    ] {
        server.push(setting.to_owned());
    }
    let process = Process::start(folder, &server, "KILL")?;
    let mut ready = Command::new(find("mariadb-admin"));
    ready.args(["--no-defaults", "--host=127.0.0.1", "--user=root", "ping"]);
    ready.arg(format!("--port={port}"));
    process.wait_until(&mut ready)?;
    Ok((format!("mysql://root@127.0.0.1:{port}/mysql"), process))
}

/// A server, and the shell that stops it and clears up when this process is
/// gone, whatever became of it: then the shell's standard input ends.
struct Process {
    shell: Child,
    log: PathBuf,
}

impl Process {
    fn start(folder: Folder, server: &[String], signal: &str) -> Result<Self, Failed> {
        // An interrupt from the keyboard reaches the shell too, which has work
        // to do afterwards.
        const SCRIPT: &str = r#"
            trap '' INT HUP
            folder=$1 signal=$2
            shift 2
            "$@" </dev/null >"$folder/log" 2>&1 &
            cat >/dev/null
            kill -s "$signal" $!
            wait $!
            rm -rf "$folder"
        "#;
        let log = folder.0.join("log");
        let shell = Command::new("sh")
            .args(["-c", SCRIPT, "sh"])
            .arg(&folder.0)
            .arg(signal)
            .args(server)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Failed(format!("{}: {error}", server[0])))?;
        folder.keep();
        Ok(Self { shell, log })
    }

    /// Waits until this program succeeds.
    fn wait_until(&self, ready: &mut Command) -> Result<(), Failed> {
        let end = Instant::now() + Duration::from_mins(1);
        while !works(ready) {
            if Instant::now() > end {
                let log = fs::read_to_string(&self.log).unwrap_or_default();
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

/// A new folder, removed unless it is kept.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Self, Failed> {
        let path = env::temp_dir().join(format!("snowflake-kit-{name}-{}", std::process::id()));
        fs::create_dir_all(&path)
            .map_err(|error| Failed(format!("{}: {error}", path.display())))?;
        Ok(Self(path))
    }

    fn keep(mut self) {
        self.0 = PathBuf::new();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.0 != Path::new("") {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// Nobody listens there now.
fn free_port() -> Result<u16, Failed> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| Failed(format!("no free port: {error}")))
}

/// Runs it, and shows what it printed only if it fails.
fn command(line: &[&str], command: &mut Command) -> Result<(), Failed> {
    let line = line.join(" ");
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| Failed(format!("{line}: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let printed = [output.stdout, output.stderr].concat();
    Err(Failed(format!("{line}: {}\n{}", output.status, String::from_utf8_lossy(&printed))))
}
