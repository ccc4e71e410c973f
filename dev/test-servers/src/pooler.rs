//! A pooler of connections.

use std::fs;
use std::process::Command;

use crate::Failed;
use crate::database::as_postgres;
use crate::folder::Folder;
use crate::port::free_port;
use crate::process::Process;
use crate::program::{find, own};

/// For how long a client keeps its connection to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pooling {
    /// Until the client is gone.
    Session,
    /// Until the transaction has ended.
    Transaction,
    /// Until the statement has ended. Transactions of several statements are refused.
    Statement,
}

/// `PgBouncer`, for as long as this value lives.
pub struct Pooler {
    port: u16,
    _process: Process,
}

impl Pooler {
    /// Starts it for the server of PostgreSQL that listens to a port, and waits until it
    /// answers.
    ///
    /// Clients take turns on the connections to the server, so the next transaction of a client
    /// is on another connection wherever the mode permits that. Versions that could keep the
    /// names of prepared statements apart are told not to.
    ///
    /// # Errors
    /// [`Failed`] if it is not there or does not start.
    pub fn start(server_port: u16, pooling: Pooling) -> Result<Self, Failed> {
        let folder = Folder::new("pgbouncer")?;
        own(folder.path(), "postgres")?;
        let port = free_port()?;
        let mode = match pooling {
            Pooling::Session => "session",
            Pooling::Transaction => "transaction",
            Pooling::Statement => "statement",
        };
        let mut settings = format!(
            "[databases]\n\
             * = host=127.0.0.1 port={server_port} user=postgres\n\
             [pgbouncer]\n\
             listen_addr = 127.0.0.1\n\
             listen_port = {port}\n\
             unix_socket_dir =\n\
             auth_type = any\n\
             pool_mode = {mode}\n\
             server_round_robin = 1\n\
             ignore_startup_parameters = extra_float_digits\n"
        );
        if knows_prepared_statements()? {
            settings.push_str("max_prepared_statements = 0\n");
        }
        let file = folder.path().join("pgbouncer.ini");
        fs::write(&file, settings)
            .map_err(|error| Failed(format!("{}: {error}", file.display())))?;
        let mut line = as_postgres("pgbouncer", &[]);
        line.push(file.display().to_string());
        let process = Process::start(folder, &line, "KILL")?;
        let mut ready = Command::new(find("pg_isready"));
        ready.args(["--host=127.0.0.1", &format!("--port={port}")]);
        process.wait_until(&mut ready)?;
        Ok(Self { port, _process: process })
    }

    /// The port that it listens to.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }
}

/// From 1.21 on. Older ones refuse a setting that they do not know.
fn knows_prepared_statements() -> Result<bool, Failed> {
    let output = Command::new(find("pgbouncer")).arg("--version").output();
    let output = output.map_err(|error| Failed(format!("pgbouncer: {error}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    // "PgBouncer 1.18.0"
    let version = text.split_whitespace().nth(1).unwrap_or_default();
    let mut numbers = version.split('.').map_while(|number| number.parse::<u32>().ok());
    Ok((numbers.next(), numbers.next()) >= (Some(1), Some(21)))
}
