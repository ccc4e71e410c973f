//! A store that swallows everything: rounds end by a timer, and are told all the
//! same.

#![cfg(feature = "tokio")]

use std::future::pending;
use std::ops::RangeInclusive;
use std::time::SystemTime;

use snowflake_kit_lease::{AsyncStore, Change, LeaseBuilder, Registry, StoreError};
use test_processes::alone;
use test_processes::operator::EachEvent;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tracing::subscriber;

/// Answers claims, and nothing after that.
struct Swallowing;

impl AsyncStore for Swallowing {
    async fn read_nodes(
        &mut self,
        _: &str,
        _: RangeInclusive<u32>,
        _: usize,
    ) -> Result<Registry, StoreError> {
        let now = SystemTime::UNIX_EPOCH.elapsed().map_err(StoreError::new)?;
        Ok(Registry { unix_millis: now.as_millis() as i64, rows: Vec::new() })
    }

    async fn change(&mut self, _: &str, change: &Change) -> Result<bool, StoreError> {
        match change {
            Change::Claim { .. } => Ok(true),
            _ => pending().await,
        }
    }
}

async fn next(events: &mut UnboundedReceiver<String>, message: &str) -> String {
    loop {
        let event = events.recv().await.unwrap();
        if event.contains(message) {
            return event;
        }
    }
}

#[test]
fn rounds_that_are_given_up_are_told() {
    alone("never_answered::rounds_that_are_given_up_are_told", || {
        let (sender, mut events) = unbounded_channel();
        let subscriber = EachEvent(move |event| drop(sender.send(event)));
        subscriber::set_global_default(subscriber).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let lease = LeaseBuilder::new(Swallowing).term(std::time::Duration::from_millis(200));
            let lease = lease.install_async().await.unwrap();
            next(&mut events, "claimed a node").await;
            let event = next(&mut events, "could not renew the lease").await;
            assert!(event.contains("did not answer within"), "{event}");
            lease.release_async().await.unwrap_err();
            let event = next(&mut events, "could not release the node").await;
            assert!(event.contains("did not answer within"), "{event}");
        });
    });
}
