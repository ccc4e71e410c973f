//! Throwaway PostgreSQL and MariaDB servers: in a temporary folder, on the
//! loopback interface, gone when whoever started them is gone.

#![forbid(unsafe_code)]

mod database;
mod folder;
mod process;
mod program;

pub use database::{Database, Durability, Server};
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
