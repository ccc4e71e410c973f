//! A network that fails.

use std::net::Ipv4Addr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Network {
    Open,
    /// Connections are cut.
    Cut,
    /// Nothing is handed on.
    Stalled,
}

/// Hands connections on to a port of this machine, as long as it is let.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    network: watch::Sender<Network>,
}

impl Proxy {
    pub(crate) async fn start(to: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (network, state) = watch::channel(Network::Open);
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                tokio::spawn(hand_on(client, to, state.clone()));
            }
        });
        Self { port, network }
    }

    pub(crate) fn set(&self, network: Network) {
        self.network.send_replace(network);
    }
}

async fn hand_on(mut client: TcpStream, to: u16, mut network: watch::Receiver<Network>) {
    if *network.borrow_and_update() == Network::Cut {
        return;
    }
    let Ok(mut server) = TcpStream::connect((Ipv4Addr::LOCALHOST, to)).await else { return };
    let mut copy = Box::pin(copy_bidirectional(&mut client, &mut server));
    loop {
        let state = *network.borrow_and_update();
        tokio::select! {
            // What is said after the network has changed does not get through.
            biased;
            changed = network.changed() => if changed.is_err() { return },
            _ = &mut copy, if state == Network::Open => return,
        }
        if *network.borrow() == Network::Cut {
            return;
        }
    }
}
