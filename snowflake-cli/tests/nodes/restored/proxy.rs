//! A proxy: the name of a server whose place another one can take.

use std::io;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// Hands connections on to a server of this machine.
pub(super) struct Proxy {
    port: u16,
    target: Arc<Mutex<Target>>,
}

struct Target {
    port: u16,
    streams: Vec<TcpStream>,
}

impl Proxy {
    pub(super) fn to(port: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let target = Arc::new(Mutex::new(Target { port, streams: Vec::new() }));
        let proxy = Self { port: listener.local_addr().unwrap().port(), target };
        let target = Arc::clone(&proxy.target);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // Without a server the client sees that its connection ends.
                let _ = connect(&target, client);
            }
        });
        proxy
    }

    pub(super) const fn port(&self) -> u16 {
        self.port
    }

    /// Cuts all connections. The next ones go to this server.
    pub(super) fn switch(&self, port: u16) {
        let mut target = self.target.lock().unwrap();
        target.port = port;
        for stream in target.streams.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn connect(target: &Mutex<Target>, client: TcpStream) -> io::Result<()> {
    let mut target = target.lock().unwrap();
    let server = TcpStream::connect((Ipv4Addr::LOCALHOST, target.port))?;
    for stream in [&client, &server] {
        stream.set_nodelay(true)?;
        target.streams.push(stream.try_clone()?);
    }
    for (mut from, mut to) in [(client.try_clone()?, server.try_clone()?), (server, client)] {
        thread::spawn(move || {
            let _ = io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Both);
        });
    }
    Ok(())
}
