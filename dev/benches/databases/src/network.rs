//! A network between a client and its server: it takes time, and counts.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// Hands connections on to a port of this machine.
pub(crate) struct Network {
    port: u16,
    seen: Arc<Seen>,
}

/// What has passed.
#[derive(Default)]
struct Seen {
    trips: AtomicU64,
    /// Whether the client has sent something that it has no answer to.
    asked: AtomicBool,
}

impl Network {
    /// `delay` is that of each direction.
    pub(crate) fn start(to: u16, delay: Duration) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let (port, seen) = (listener.local_addr()?.port(), Arc::<Seen>::default());
        let shared = Arc::clone(&seen);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // A connection that cannot be handed on is closed: it is what
                // the client would see without this in between.
                let _ = connect(client, to, delay, &shared);
            }
        });
        Ok(Self { port, seen })
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// How often the client waited since the last time.
    pub(crate) fn take(&self) -> u64 {
        self.seen.trips.swap(0, Ordering::Relaxed)
    }
}

fn connect(client: TcpStream, to: u16, delay: Duration, seen: &Arc<Seen>) -> io::Result<()> {
    let server = TcpStream::connect((Ipv4Addr::LOCALHOST, to))?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (client_too, server_too) = (client.try_clone()?, server.try_clone()?);
    let asking = Arc::clone(seen);
    pass(
        client,
        server,
        delay,
        move || {
            if !asking.asked.swap(true, Ordering::Relaxed) {
                asking.trips.fetch_add(1, Ordering::Relaxed);
            }
        },
        || {},
    );
    // The client cannot react to an answer before it is handed on.
    let answering = Arc::clone(seen);
    pass(
        server_too,
        client_too,
        delay,
        || {},
        move || answering.asked.store(false, Ordering::Relaxed),
    );
    Ok(())
}

/// Hands one direction on. What comes while something is on its way follows it
/// at its own distance, as in a cable.
fn pass(
    mut from: TcpStream,
    mut to: TcpStream,
    delay: Duration,
    mut came: impl FnMut() + Send + 'static,
    mut goes: impl FnMut() + Send + 'static,
) {
    let (way, end) = mpsc::channel::<(Instant, Vec<u8>)>();
    thread::spawn(move || {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            let due = Instant::now() + delay;
            came();
            if way.send((due, buffer[..length].to_vec())).is_err() {
                break;
            }
        }
        let _ = from.shutdown(Shutdown::Read);
    });
    thread::spawn(move || {
        for (due, bytes) in end {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            goes();
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    });
}
