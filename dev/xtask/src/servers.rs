//! Database servers for the tests: those that the environment names, or
//! throwaway ones.

use std::any::Any;
use std::env;

use test_servers::{Database, Durability, EtcdCluster, Server};

use crate::run::{Failed, Run};
use crate::tools::{DURABLE_MYSQL, DURABLE_POSTGRES, ETCD, MYSQL, POSTGRES};

/// The servers, for as long as this value lives: the variable that tests read, the URL, and what ends
/// it, but for a server that was there before.
pub(crate) struct Servers(Vec<Found>);

type Found = (&'static str, String, Option<Box<dyn Any>>);

impl Servers {
    pub(crate) fn start() -> Result<Self, Failed> {
        let failed = |error: test_servers::Failed| Failed(error.to_string());
        let given = |variable| Some((variable, env::var(variable).ok()?, None));
        let database = |variable, database, durability| {
            given(variable).map_or_else(
                || {
                    let server = Server::start(database, durability, &[]).map_err(failed)?;
                    Ok((variable, server.url(), Some(Box::new(server) as Box<dyn Any>)))
                },
                Ok,
            )
        };
        let etcd = || {
            let cluster = EtcdCluster::start(1, |_, port| Ok(port)).map_err(failed)?;
            Ok((ETCD, cluster.urls(), Some(Box::new(cluster) as Box<dyn Any>)))
        };
        let mut servers = vec![given(ETCD).map_or_else(etcd, Ok)?];
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
        for (variable, url, _) in &servers {
            eprintln!("\n> {variable}={url}");
        }
        Ok(Self(servers))
    }

    /// Where one of them is.
    pub(crate) fn url(&self, variable: &str) -> &str {
        let server = self.0.iter().find(|(known, ..)| *known == variable);
        server.map_or("", |(_, url, _)| url)
    }

    /// Tells a program where they are.
    pub(crate) fn tell(&self, run: Run) -> Run {
        self.0.iter().fold(run, |run, (variable, url, _)| run.env(variable, url))
    }
}
