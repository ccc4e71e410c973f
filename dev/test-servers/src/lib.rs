//! Throwaway servers of PostgreSQL, MariaDB or `MySQL`, and etcd, and a pooler: in a temporary
//! folder, on the loopback interface, gone when whoever started them is gone. Their programs are
//! those that come first on the search path (`PATH`).

#![forbid(unsafe_code)]

mod database;
mod durability;
mod etcd;
mod folder;
mod mysql;
mod pooler;
mod port;
mod process;
mod program;

pub use database::{Backup, Database, Server};
pub use durability::Durability;
pub use etcd::EtcdCluster;
pub use mysql::{mysql_client, mysql_dump};
pub use pooler::{Pooler, Pooling};
pub use program::{find, is_root, works};

/// Why there is no server.
#[derive(Debug)]
pub struct Failed(pub String);

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failed {}
