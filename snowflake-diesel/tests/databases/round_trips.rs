//! How often a client waits for its server.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::{sleep, spawn};
use std::time::Duration;

/// How long an answer is on its way. What a client sends meanwhile, it has sent
/// without waiting.
const LATENCY: Duration = Duration::from_millis(20);

/// Passes one connection on, and counts its round trips.
pub(crate) struct Proxy {
    url: String,
    trips: Arc<Mutex<Trips>>,
}

#[derive(Default)]
struct Trips {
    count: usize,
    /// Whether the server has answered since the client last asked.
    answered: bool,
}

impl Proxy {
    /// A proxy to the server in a URL.
    pub(crate) fn to(url: &str) -> Self {
        let (start, rest) = url.split_once('@').unwrap();
        let (server, name) = rest.split_once('/').unwrap();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let url = format!("{start}@{}/{name}", listener.local_addr().unwrap());
        let trips = Arc::new(Mutex::new(Trips { count: 0, answered: true }));

        let (server, shared) = (server.to_owned(), Arc::clone(&trips));
        spawn(move || {
            let (client, _) = listener.accept().unwrap();
            let server = TcpStream::connect(server).unwrap();
            let (from_client, to_server) =
                (client.try_clone().unwrap(), server.try_clone().unwrap());
            let asking = Arc::clone(&shared);
            spawn(move || {
                pass(from_client, to_server, || {
                    let mut trips = asking.lock().unwrap();
                    trips.count += usize::from(trips.answered);
                    trips.answered = false;
                });
            });
            pass(server, client, || {
                sleep(LATENCY);
                shared.lock().unwrap().answered = true;
            });
        });
        Self { url, trips }
    }

    /// The URL of the proxy.
    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    /// The round trips since the last time.
    pub(crate) fn take(&self) -> usize {
        std::mem::take(&mut self.trips.lock().unwrap().count)
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, mut before: impl FnMut()) {
    let mut bytes = [0; 8 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        before();
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}
