//! Ports that are free.

use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::Failed;

/// Nobody listens there now, and no connection of anybody's begins there: the system
/// takes ports for those from 32768 on, or higher. One of them could be taken while
/// the server is set up, or while it is restarted.
pub(crate) fn free_port() -> Result<u16, Failed> {
    const PORTS: Range<u16> = 10_000..32_000;
    static TRIED: AtomicU32 = AtomicU32::new(0);
    // Processes begin ten apart, so that those that start servers at once try others.
    let begin = process::id().wrapping_mul(10);
    for _ in PORTS {
        let place = begin.wrapping_add(TRIED.fetch_add(1, Ordering::Relaxed));
        let port = PORTS.start + (place % PORTS.len() as u32) as u16;
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok(port);
        }
    }
    Err(Failed(format!("no port is free from {} to {}", PORTS.start, PORTS.end - 1)))
}
