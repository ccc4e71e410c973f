//! The servers.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Failed;
use crate::durability::Durability;
use crate::folder::Folder;
use crate::mysql;
use crate::port::free_port;
use crate::process::Process;
use crate::program::{find, is_root, own, run, with};

/// A database system with servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Database {
    /// PostgreSQL.
    Postgres,
    /// MariaDB or `MySQL`: whichever server comes first on the search path.
    MySql,
}

/// A server that runs for as long as this value lives.
pub struct Server {
    database: Database,
    port: u16,
    process: Process,
}

impl Server {
    /// Starts a server with an empty database, and waits until it answers.
    ///
    /// `variables` are added to its environment.
    ///
    /// # Errors
    /// [`Failed`] if it is not there or does not start.
    pub fn start(
        database: Database,
        durability: Durability,
        variables: &[(String, String)],
    ) -> Result<Self, Failed> {
        let port = free_port()?;
        let (folder, line) = match database {
            Database::Postgres => postgres(port, durability, variables)?,
            Database::MySql => mysql::prepare(port, durability, variables)?,
        };
        Self::run(database, port, folder, &line)
    }

    /// A server of MariaDB or `MySQL` that writes a binary log, with its defaults.
    ///
    /// # Errors
    /// [`Failed`] if it is not there or does not start.
    pub fn with_binary_log() -> Result<Self, Failed> {
        let port = free_port()?;
        let (folder, mut line) = mysql::prepare(port, Durability::Default, &[])?;
        line.retain(|word| word != mysql::SKIP_BINARY_LOG);
        line.push("--log-bin".to_owned());
        Self::run(Database::MySql, port, folder, &line)
    }

    /// Copies the files of this server, while it runs.
    ///
    /// # Errors
    /// [`Failed`] if it is not PostgreSQL, or cannot be copied.
    pub fn backup(&self) -> Result<Backup, Failed> {
        let folder = Folder::new("backup")?;
        own(folder.path(), "postgres")?;
        let words = as_postgres("pg_basebackup", &[]);
        let mut copy = Command::new(&words[0]);
        copy.args(&words[1..]).arg("--pgdata").arg(folder.path().join("data")).args([
            "--host=127.0.0.1",
            &format!("--port={}", self.port),
            "--username=postgres",
            "--checkpoint=fast",
            "--no-sync",
        ]);
        run(&["pg_basebackup"], &mut copy)?;
        Ok(Backup(folder))
    }

    /// The folder of the server, in which `data` is what it has stored.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.process.folder()
    }

    fn run(database: Database, port: u16, folder: Folder, line: &[String]) -> Result<Self, Failed> {
        let process = Process::start(folder, line, database.signal())?;
        let server = Self { database, port, process };
        server.wait()?;
        Ok(server)
    }

    /// Where it is.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_at(self.port)
    }

    /// Where it is for those who reach it through another port.
    #[must_use]
    pub fn url_at(&self, port: u16) -> String {
        match self.database {
            Database::Postgres => format!("postgres://postgres@127.0.0.1:{port}/postgres"),
            Database::MySql => format!("mysql://root@127.0.0.1:{port}/mysql"),
        }
    }

    /// The port that it listens to.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Ends it without a warning, starts it again, and waits until it answers.
    ///
    /// # Errors
    /// [`Failed`] if it does not start.
    pub fn crash(&mut self) -> Result<(), Failed> {
        self.process.signal(self.database.signal())?;
        self.wait()
    }

    fn wait(&self) -> Result<(), Failed> {
        let port = self.port;
        let mut ready = match self.database {
            Database::Postgres => {
                let mut ready = Command::new(find("pg_isready"));
                ready.args(["--host=127.0.0.1", &format!("--port={port}")]);
                ready
            }
            Database::MySql => mysql::ready(port),
        };
        self.process.wait_until(&mut ready)
    }
}

/// The files of a server of PostgreSQL, as they were once.
pub struct Backup(Folder);

impl Backup {
    /// Starts a standby, which gets what the primary commits later.
    ///
    /// # Errors
    /// [`Failed`] if it does not start.
    pub fn standby(self, primary: &Server) -> Result<Server, Failed> {
        let primary = format!("host=127.0.0.1 port={} user=postgres", primary.port);
        self.start("standby.signal", &[("primary_conninfo", &primary)])
    }

    /// Starts a server with what the original had at a time, as PostgreSQL writes it. What
    /// it committed since the backup is read from its folder.
    ///
    /// # Errors
    /// [`Failed`] if it does not start.
    pub fn recovered_to(self, time: &str, original: &Server) -> Result<Server, Failed> {
        let log = original.folder().join("data/pg_wal");
        let command = format!("cp {}/%f \"%p\"", log.display());
        let target = [
            ("restore_command", command.as_str()),
            ("recovery_target_time", time),
            ("recovery_target_action", "promote"),
        ];
        self.start("recovery.signal", &target)
    }

    /// Starts a server that begins with a recovery. The settings are in its file, where SQL
    /// can change them.
    fn start(self, signal: &str, settings: &[(&str, &str)]) -> Result<Server, Failed> {
        let data = self.0.path().join("data");
        let failed = |error| Failed(format!("{}: {error}", data.display()));
        let path = data.join("postgresql.auto.conf");
        let mut content = fs::read_to_string(&path).map_err(failed)?;
        for (name, value) in settings {
            content.extend([name, " = '", value, "'\n"]);
        }
        fs::write(path, content).map_err(failed)?;
        fs::write(data.join(signal), "").map_err(failed)?;
        let port = free_port()?;
        let line = postgres_line(&data, port, Durability::Default, &[]);
        Server::run(Database::Postgres, port, self.0, &line)
    }
}

impl Database {
    /// What ends it as a crash does. PostgreSQL's processes have memory in
    /// common, which an immediate shutdown gives back.
    const fn signal(self) -> &'static str {
        match self {
            Self::Postgres => "QUIT",
            Self::MySql => "KILL",
        }
    }
}

fn postgres(
    port: u16,
    durability: Durability,
    variables: &[(String, String)],
) -> Result<(Folder, Vec<String>), Failed> {
    let folder = Folder::new("postgres")?;
    let data = folder.path().join("data");
    own(folder.path(), "postgres")?;
    let initdb = as_postgres("initdb", &[]);
    let mut initialize = Command::new(&initdb[0]);
    initialize.args(&initdb[1..]).arg("--pgdata").arg(&data).args([
        "--username=postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync",
    ]);
    run(&["initdb"], &mut initialize)?;
    let line = postgres_line(&data, port, durability, variables);
    Ok((folder, line))
}

/// The beginning of a command line of PostgreSQL, which refuses to be root. Variables are for
/// the server alone, and not for the program that becomes another user.
pub(crate) fn as_postgres(name: &str, variables: &[(String, String)]) -> Vec<String> {
    let user: &[&str] = if is_root() {
        &["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    } else {
        &[]
    };
    let mut words: Vec<String> = user.iter().map(|&word| word.to_owned()).collect();
    words.extend(with(variables));
    words.push(find(name).display().to_string());
    words
}

/// How a server is started with the data in a folder.
fn postgres_line(
    data: &Path,
    port: u16,
    durability: Durability,
    variables: &[(String, String)],
) -> Vec<String> {
    let mut line = as_postgres("postgres", variables);
    line.extend(["-D".to_owned(), data.display().to_string(), format!("-p{port}")]);
    let mut settings =
        vec!["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"];
    if durability == Durability::None {
        settings.extend(["fsync=off", "full_page_writes=off", "synchronous_commit=off"]);
    }
    for setting in settings {
        line.extend(["-c".to_owned(), setting.to_owned()]);
    }
    line
}
