//! A cluster of etcd whose members fail one at a time.

use std::error::Error;

use fastrand::Rng;
use test_servers::{EtcdCluster, Failed};

use crate::proxy::Proxy;

/// Three members, whose clients and whose peers reach them through proxies.
pub(crate) struct Etcd {
    cluster: EtcdCluster,
    clients: Vec<Proxy>,
    peers: Vec<Proxy>,
    /// How members call themselves in requests to each other.
    ids: Vec<String>,
    ill: Option<Ill>,
}

enum Ill {
    Paused(usize),
    CutOff,
}

impl Etcd {
    const MEMBERS: usize = 3;

    pub(crate) fn start() -> Result<Self, Box<dyn Error>> {
        let failed = |error: std::io::Error| Failed(error.to_string());
        let mut peers = Vec::new();
        let cluster = EtcdCluster::start(Self::MEMBERS, |_, port| {
            let proxy = Proxy::start(port).map_err(failed)?;
            let port = proxy.port();
            peers.push(proxy);
            Ok(port)
        })?;
        let clients: Result<Vec<_>, _> = cluster.ports().map(Proxy::start).collect();
        // `<id>, started, member-0, <URLs>`, in any order.
        let list = cluster.control(0, &["member", "list"])?;
        let id = |number| {
            let name = format!(", member-{number},");
            let line = list.lines().find(|line| line.contains(&name));
            Some(line?.split_once(',')?.0.to_owned())
        };
        let ids: Option<Vec<_>> = (0..Self::MEMBERS).map(id).collect();
        let ids = ids.ok_or_else(|| format!("members without an ID: {list}"))?;
        Ok(Self { cluster, clients: clients?, peers, ids, ill: None })
    }

    /// Where clients find the members.
    pub(crate) fn urls(&self) -> String {
        let urls = self.clients.iter().map(|proxy| format!("http://127.0.0.1:{}", proxy.port()));
        urls.collect::<Vec<_>>().join(",")
    }

    /// The network between clients and members.
    pub(crate) fn clients(&self) -> &[Proxy] {
        &self.clients
    }

    /// Does harm to one member. The answer is what, and whether it lasts until the cluster
    /// is `back`.
    pub(crate) fn harm(&mut self, rng: &mut Rng) -> Result<(&'static str, bool), Box<dyn Error>> {
        let member = rng.usize(..Self::MEMBERS);
        Ok(match rng.u8(..4) {
            0 => {
                self.cluster.crash(member)?;
                ("member killed", false)
            }
            1 => {
                self.cluster.pause(member)?;
                self.ill = Some(Ill::Paused(member));
                ("member paused", true)
            }
            2 => {
                self.cut_off(member);
                ("member cut off", true)
            }
            _ => {
                self.compact(member)?;
                ("compacted", false)
            }
        })
    }

    /// Neither side reaches the other, and both go on.
    fn cut_off(&mut self, member: usize) {
        for (number, peer) in self.peers.iter().enumerate() {
            if number == member {
                peer.close();
            } else {
                peer.refuse(&self.ids[member]);
            }
        }
        self.ill = Some(Ill::CutOff);
    }

    /// Forgets all revisions but the newest.
    fn compact(&self, member: usize) -> Result<(), Box<dyn Error>> {
        // One that was killed is still starting.
        self.cluster.wait(member)?;
        let status = self.cluster.control(member, &["endpoint", "status", "--write-out=fields"])?;
        let revision = status.lines().find_map(|line| line.strip_prefix("\"Revision\" : "));
        let revision = revision.ok_or_else(|| format!("a status without a revision: {status}"))?;
        self.cluster.control(member, &["compact", "--physical", revision])?;
        self.cluster.control(member, &["defrag"])?;
        Ok(())
    }

    /// Undoes what lasts.
    pub(crate) fn back(&mut self) -> Result<(), Failed> {
        match self.ill.take() {
            Some(Ill::Paused(member)) => self.cluster.go_on(member)?,
            Some(Ill::CutOff) => self.peers.iter().for_each(Proxy::open),
            None => {}
        }
        Ok(())
    }

    /// Ends all members at once and starts them again.
    pub(crate) fn crash(&mut self) -> Result<(), Failed> {
        self.back()?;
        (0..Self::MEMBERS).try_for_each(|member| self.cluster.crash(member))?;
        (0..Self::MEMBERS).try_for_each(|member| self.cluster.wait(member))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_that_is_cut_off_has_lost_the_majority() -> Result<(), Box<dyn Error>> {
        let mut etcd = Etcd::start()?;
        for member in 0..Etcd::MEMBERS {
            etcd.cut_off(member);
            let read = |number| etcd.cluster.control(number, &["--command-timeout=2s", "get", "x"]);
            assert!(read(member).is_err(), "member {member} answers by itself");
            let next = (member + 1) % Etcd::MEMBERS;
            etcd.cluster.wait(next)?;
            read(next)?;
            etcd.back()?;
            etcd.cluster.wait(member)?;
        }
        Ok(())
    }
}
