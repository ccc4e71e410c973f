//! Database servers for the tests: those that the environment names, or
//! throwaway ones.

use std::env;

use test_servers::{Database, Durability, EtcdCluster, Server};

use crate::run::{Failed, Run};
use crate::tools::{DURABLE_MYSQL, DURABLE_POSTGRES, ETCD, MYSQL, POSTGRES};

/// The servers, for as long as this value lives.
pub(crate) struct Servers(Vec<Found>);

/// Where a server is, in the variable that the tests read.
struct Found {
    variable: &'static str,
    url: String,
    /// None for a server that was there before.
    _server: Option<Server>,
    /// The same of etcd.
    _cluster: Option<EtcdCluster>,
}

impl Found {
    fn before(variable: &'static str) -> Option<Self> {
        let url = env::var(variable).ok()?;
        Some(Self { variable, url, _server: None, _cluster: None })
    }
}

impl Servers {
    pub(crate) fn start() -> Result<Self, Failed> {
        let failed = |error: test_servers::Failed| Failed(error.to_string());
        let database = |variable, database, durability| {
            if let Some(found) = Found::before(variable) {
                return Ok(found);
            }
            let server = Server::start(database, durability, &[]).map_err(failed)?;
            let url = server.url();
            Ok(Found { variable, url, _server: Some(server), _cluster: None })
        };
        let etcd = || {
            if let Some(found) = Found::before(ETCD) {
                return Ok(found);
            }
            let cluster = EtcdCluster::start(1, |_, port| Ok(port)).map_err(failed)?;
            let url = cluster.urls();
            Ok(Found { variable: ETCD, url, _server: None, _cluster: Some(cluster) })
        };
        let mut servers = vec![etcd()?];
        for (kind, variable, durable) in [
            (Database::Postgres, POSTGRES, DURABLE_POSTGRES),
            (Database::MySql, MYSQL, DURABLE_MYSQL),
        ] {
            let is_given = env::var_os(variable).is_some();
            servers.push(database(variable, kind, Durability::None)?);
            // Who names a server may have no programs to start another one.
            if !is_given || env::var_os(durable).is_some() {
                servers.push(database(durable, kind, Durability::Default)?);
            }
        }
        for Found { variable, url, .. } in &servers {
            eprintln!("\n> {variable}={url}");
        }
        Ok(Self(servers))
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
