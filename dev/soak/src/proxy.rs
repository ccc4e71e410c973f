//! A network that fails.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Hands connections on to a port of this machine, as long as it is let.
pub(crate) struct Proxy {
    port: u16,
    network: Arc<Network>,
}

#[derive(Default)]
struct Network {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Refuses connections.
    closed: bool,
    /// There is no server now, so nobody is connected.
    without_server: bool,
    /// Hands nothing on.
    stalled: bool,
    /// Refuses connections of this member of an etcd cluster.
    refused: Option<String>,
    streams: Vec<TcpStream>,
}

impl Proxy {
    pub(crate) fn start(to: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let (port, network) = (listener.local_addr()?.port(), Arc::<Network>::default());
        let shared = Arc::clone(&network);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A connection that cannot be handed on is closed: it is what
                // the client would see without this in between.
                let _ = shared.connect(stream, to);
            }
        });
        Ok(Self { port, network })
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn cut(&self) {
        self.network.state().cut();
    }

    pub(crate) fn close(&self) {
        let mut state = self.network.state();
        state.closed = true;
        state.cut();
    }

    /// Refuses connections that a member of an etcd cluster makes to another one. In each
    /// of its requests a header has its ID.
    pub(crate) fn refuse(&self, member: &str) {
        let mut state = self.network.state();
        state.refused = Some(member.to_owned());
        // All of them, and the others connect again.
        state.cut();
    }

    /// Refuses connections while this ends the server and starts it again. Those that
    /// there were end with it, as they do where a machine goes down.
    pub(crate) fn without_server<R>(&self, crash: impl FnOnce() -> R) -> R {
        {
            let mut state = self.network.state();
            state.without_server = true;
            // A process of the server that writes into a stalled network does not end
            // before, and the server does not start before that.
            state.cut();
        }
        let result = crash();
        let mut state = self.network.state();
        state.cut();
        state.without_server = false;
        result
    }

    pub(crate) fn stall(&self) {
        self.network.state().stalled = true;
    }

    pub(crate) fn open(&self) {
        let mut state = self.network.state();
        (state.closed, state.stalled, state.refused) = (false, false, None);
        self.network.changed.notify_all();
    }
}

impl State {
    fn cut(&mut self) {
        for stream in self.streams.drain(..) {
            // It may have been closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

impl Network {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn connect(self: &Arc<Self>, client: TcpStream, to: u16) -> io::Result<()> {
        let is_refused = |state: &State| state.closed || state.without_server;
        if is_refused(&self.state()) {
            return Ok(());
        }
        let refused = self.state().refused.clone();
        if let Some(member) = refused
            && is_from(&client, &member)?
        {
            return Ok(());
        }
        let server = TcpStream::connect((Ipv4Addr::LOCALHOST, to))?;
        for stream in [&client, &server] {
            stream.set_nodelay(true)?;
            self.state().streams.push(stream.try_clone()?);
        }
        // It may have been closed meanwhile, before this was in the list.
        if is_refused(&self.state()) {
            self.state().cut();
        }
        for (from, to) in [(client.try_clone()?, server.try_clone()?), (server, client)] {
            let network = Arc::clone(self);
            thread::spawn(move || network.hand_on(from, to));
        }
        Ok(())
    }

    fn hand_on(&self, mut from: TcpStream, mut to: TcpStream) {
        let mut buffer = [0; 16 * 1024];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            let stalled = self.changed.wait_while(self.state(), |state| state.stalled);
            drop(stalled);
            if to.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        // Both ends learn of it, if they have not.
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    }
}

/// Whether the first request of a connection is that of a member of an etcd cluster.
fn is_from(client: &TcpStream, member: &str) -> io::Result<bool> {
    let mut buffer = [0; 4096];
    client.set_read_timeout(Some(PATIENCE))?;
    let begun = Instant::now();
    let head = loop {
        let length = client.peek(&mut buffer)?;
        let head = String::from_utf8_lossy(&buffer[..length]);
        if head.contains("\r\n\r\n") || begun.elapsed() > PATIENCE {
            break head.into_owned();
        }
        thread::sleep(Duration::from_millis(1));
    };
    client.set_read_timeout(None)?;
    Ok(head.lines().any(|line| line.eq_ignore_ascii_case(&format!("X-Server-From: {member}"))))
}

/// How long the head of a request may take.
const PATIENCE: Duration = Duration::from_millis(500);
