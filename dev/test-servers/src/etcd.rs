//! A cluster of etcd.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failed;
use crate::folder::Folder;
use crate::port::free_port;
use crate::process::Process;
use crate::program::find;

/// Members of one cluster, each a process of this machine.
pub struct EtcdCluster {
    members: Vec<Running>,
}

struct Running {
    member: Member,
    folder: PathBuf,
    process: Process,
}

/// What one of them is started with.
struct Member {
    name: String,
    client_port: u16,
    peer_port: u16,
    /// All members by their names, and the URLs at which the others reach them.
    cluster: String,
    /// The port at which the others reach this one.
    reached_at: u16,
    /// The port at which it listens to clients with certificates, and the folder of its own.
    encrypted: Option<(u16, PathBuf)>,
}

impl EtcdCluster {
    /// Starts that many members, and waits until all of them answer.
    ///
    /// `reached_at` gets the number of a member and the port at which it listens to the
    /// others, and says at which port they are to reach it: the same one, or that of a
    /// proxy.
    ///
    /// # Errors
    /// [`Failed`] if etcd is not installed or does not start.
    pub fn start(
        count: usize,
        mut reached_at: impl FnMut(usize, u16) -> Result<u16, Failed>,
    ) -> Result<Self, Failed> {
        let mut members = Vec::new();
        for number in 0..count {
            let (client_port, peer_port) = (free_port()?, free_port()?);
            let (name, cluster) = (format!("member-{number}"), String::new());
            let reached_at = reached_at(number, peer_port)?;
            let encrypted = None;
            members.push(Member { name, client_port, peer_port, cluster, reached_at, encrypted });
        }
        Self::start_all(members)
    }

    /// Starts one member that also listens to clients with certificates, at the port that is
    /// returned. The folder has its `server.pem` and `server.key`, and `ca.pem`, which has signed
    /// the certificates of its clients.
    ///
    /// # Errors
    /// [`Failed`] if etcd is not installed or does not start.
    pub fn start_encrypted(certificates: &Path) -> Result<(Self, u16), Failed> {
        let (peer_port, port) = (free_port()?, free_port()?);
        let member = Member {
            name: "member-0".to_owned(),
            client_port: free_port()?,
            peer_port,
            cluster: String::new(),
            reached_at: peer_port,
            encrypted: Some((port, certificates.to_owned())),
        };
        Ok((Self::start_all(vec![member])?, port))
    }

    fn start_all(members: Vec<Member>) -> Result<Self, Failed> {
        let count = members.len();
        let cluster: Vec<_> = members.iter().map(Member::as_peer).collect();
        let cluster = cluster.join(",");
        let mut started = Vec::new();
        for mut member in members {
            member.cluster.clone_from(&cluster);
            let (folder, line) = member.line()?;
            let place = folder.path().to_owned();
            let process = Process::start(folder, &line, "KILL")?;
            started.push(Running { member, folder: place, process });
        }
        let cluster = Self { members: started };
        for number in 0..count {
            cluster.wait(number)?;
        }
        Ok(cluster)
    }

    /// The ports at which the members listen to clients.
    pub fn ports(&self) -> impl Iterator<Item = u16> {
        self.members.iter().map(|running| running.member.client_port)
    }

    /// Where the members are, separated by commas.
    #[must_use]
    pub fn urls(&self) -> String {
        self.ports().map(|port| format!("http://127.0.0.1:{port}")).collect::<Vec<_>>().join(",")
    }

    /// The URL at which the others reach a member.
    #[must_use]
    pub fn peer_url(&self, number: usize) -> String {
        self.members[number].member.peer_url()
    }

    /// The folder of a member, in which `data` is what it has stored.
    #[must_use]
    pub fn folder(&self, number: usize) -> &Path {
        &self.members[number].folder
    }

    /// Ends a member without a warning and starts it again. It answers a little later.
    ///
    /// # Errors
    /// [`Failed`] if its shell has ended.
    pub fn crash(&mut self, number: usize) -> Result<(), Failed> {
        self.members[number].process.signal("KILL")
    }

    /// Stops a member, as a machine that is paused.
    ///
    /// # Errors
    /// [`Failed`] if its shell has ended.
    pub fn pause(&mut self, number: usize) -> Result<(), Failed> {
        self.members[number].process.signal("STOP")
    }

    /// Lets a member go on.
    ///
    /// # Errors
    /// [`Failed`] if its shell has ended.
    pub fn go_on(&mut self, number: usize) -> Result<(), Failed> {
        self.members[number].process.signal("CONT")
    }

    /// Waits until a member answers.
    ///
    /// # Errors
    /// [`Failed`] if it does not.
    pub fn wait(&self, number: usize) -> Result<(), Failed> {
        let Running { member, process, .. } = &self.members[number];
        process.wait_until(&mut answers(member.client_port))
    }

    /// Ends all members, and starts them with what `restored` makes for each in a folder that is
    /// not there yet: a number, and the folder.
    ///
    /// # Errors
    /// [`Failed`] if `restored` fails, or a member does not start.
    pub fn replace_data(
        &mut self,
        mut restored: impl FnMut(&Self, usize, &Path) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let members = 0..self.members.len();
        for number in members.clone() {
            restored(self, number, &self.folder(number).join("restored"))?;
        }
        // No old member meets a new one.
        for number in members.clone() {
            self.pause(number)?;
        }
        for number in members.clone() {
            let folder = self.folder(number);
            let moved = fs::remove_dir_all(folder.join("data"))
                .and_then(|()| fs::rename(folder.join("restored"), folder.join("data")));
            moved.map_err(|error| Failed(format!("{}: {error}", folder.display())))?;
        }
        for number in members.clone() {
            self.crash(number)?;
        }
        for number in members {
            self.wait(number)?;
        }
        Ok(())
    }

    /// Restores a snapshot that `etcdctl snapshot save` has written, as a cluster of the same
    /// members, with this `--initial-cluster-token`.
    ///
    /// # Errors
    /// [`Failed`] if `etcdctl` fails, or a member does not start.
    pub fn restore(&mut self, snapshot: &Path, token: &str) -> Result<(), Failed> {
        let snapshot = snapshot.display().to_string();
        self.replace_data(|cluster, number, folder| {
            let Member { name, cluster: all, .. } = &cluster.members[number].member;
            let peer = cluster.peer_url(number);
            let arguments = [
                format!("--name={name}"),
                format!("--initial-cluster={all}"),
                format!("--initial-cluster-token={token}"),
                format!("--initial-advertise-peer-urls={peer}"),
                format!("--data-dir={}", folder.display()),
            ];
            let arguments = arguments.iter().map(String::as_str);
            let line: Vec<_> =
                ["snapshot", "restore", &snapshot].into_iter().chain(arguments).collect();
            cluster.control(number, &line).map(drop)
        })
    }

    /// `etcdctl` with these arguments, on a member. The answer is what it printed.
    ///
    /// # Errors
    /// [`Failed`] if it fails.
    pub fn control(&self, number: usize, arguments: &[&str]) -> Result<String, Failed> {
        let mut command = control(self.members[number].member.client_port);
        let output = command.args(arguments).output();
        let output = output.map_err(|error| Failed(format!("etcdctl: {error}")))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(Failed(format!("etcdctl {arguments:?}: {}: {said}", output.status)))
    }
}

impl Member {
    fn peer_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.reached_at)
    }

    fn as_peer(&self) -> String {
        format!("{}={}", self.name, self.peer_url())
    }

    /// A folder for it, and its command line.
    fn line(&self) -> Result<(Folder, Vec<String>), Failed> {
        let folder = Folder::new("etcd")?;
        let listens_to = |port| format!("http://127.0.0.1:{port}");
        let mut clients = vec![listens_to(self.client_port)];
        let mut certificates = Vec::new();
        if let Some((port, own)) = &self.encrypted {
            clients.push(format!("https://127.0.0.1:{port}"));
            let file = |name| own.join(name).display().to_string();
            certificates.push(format!("--cert-file={}", file("server.pem")));
            certificates.push(format!("--key-file={}", file("server.key")));
            certificates.push(format!("--trusted-ca-file={}", file("ca.pem")));
            certificates.push("--client-cert-auth".to_owned());
        }
        let mut line = vec![
            find("etcd").display().to_string(),
            format!("--name={}", self.name),
            format!("--data-dir={}", folder.path().join("data").display()),
            format!("--listen-client-urls={}", clients.join(",")),
            format!("--advertise-client-urls={}", listens_to(self.client_port)),
            format!("--listen-peer-urls={}", listens_to(self.peer_port)),
            format!("--initial-advertise-peer-urls={}", self.peer_url()),
            format!("--initial-cluster={}", self.cluster),
            "--logger=zap".to_owned(),
            "--log-level=error".to_owned(),
        ];
        line.extend(certificates);
        Ok((folder, line))
    }
}

/// Succeeds if the member with this port answers, and reaches enough others.
fn answers(client_port: u16) -> Command {
    let mut command = control(client_port);
    command.args(["endpoint", "health"]);
    command
}

fn control(client_port: u16) -> Command {
    let mut command = Command::new(find("etcdctl"));
    command.env("ETCDCTL_API", "3").arg(format!("--endpoints=http://127.0.0.1:{client_port}"));
    command
}
