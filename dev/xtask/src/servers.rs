//! Database servers for the tests: those that the environment names, or
//! throwaway ones.

use std::env;

use test_servers::{Database, Durability, Server};

use crate::run::{Failed, Run};
use crate::tools::{ETCD, MYSQL, POSTGRES};

/// The servers, for as long as this value lives.
pub(crate) struct Servers(Vec<Found>);

/// Where a server is, in the variable that the tests read.
struct Found {
    variable: &'static str,
    url: String,
    /// None for a server that was there before.
    _server: Option<Server>,
}

impl Servers {
    pub(crate) fn start() -> Result<Self, Failed> {
        let found = |variable, database| {
            if let Ok(url) = env::var(variable) {
                return Ok(Found { variable, url, _server: None });
            }
            let server = Server::start(database, Durability::None, &[])
                .map_err(|error| Failed(error.to_string()))?;
            let url = server.url();
            eprintln!("\n> {variable}={url}");
            Ok(Found { variable, url, _server: Some(server) })
        };
        let servers =
            [(POSTGRES, Database::Postgres), (MYSQL, Database::MariaDb), (ETCD, Database::Etcd)];
        let servers = servers.map(|(variable, database)| found(variable, database));
        Ok(Self(servers.into_iter().collect::<Result<_, Failed>>()?))
    }

    /// Where one of them is.
    pub(crate) fn url(&self, variable: &str) -> &str {
        let server = self.0.iter().find(|server| server.variable == variable);
        server.map_or("", |server| &server.url)
    }

    /// Tells a program where they are.
    pub(crate) fn tell(&self, run: Run) -> Run {
        self.0.iter().fold(run, |run, server| run.env(server.variable, &server.url))
    }
}
