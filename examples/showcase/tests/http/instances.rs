//! Several instances on one database.

use std::collections::BTreeSet;
use std::sync::Arc;

use showcase::id::MessageId;

use crate::live::Listener;
use crate::place::{Place, everywhere};
use crate::service::Service;

async fn node(service: &Service) -> u64 {
    service.get("/api/instance").await.done(200)["node"].as_u64().unwrap()
}

/// The node that minted an ID.
fn node_of(id: &str) -> u64 {
    id.parse::<MessageId>().unwrap().parts().node.into()
}

everywhere! {
    async fn no_two_have_a_node_and_no_id_is_there_twice(place: Place) {
        // They begin side by side, on an empty database.
        let (one, two, three) =
            tokio::join!(Service::start(&place), Service::start(&place), Service::start(&place));
        let services = [Arc::new(one), Arc::new(two), Arc::new(three)];
        let (user, channel) = services[0].begin().await;
        let mut nodes = BTreeSet::new();
        let mut writers = Vec::new();
        for service in &services {
            let node = node(service).await;
            nodes.insert(node);
            for _ in 0..4 {
                let service = Arc::clone(service);
                let (user, channel) = (user.clone(), channel.clone());
                writers.push(tokio::spawn(async move {
                    let mut ids = Vec::new();
                    for _ in 0..15 {
                        let id = service.post_message(&channel, &user, "Hello").await.created();
                        assert_eq!(node_of(&id), node);
                        ids.push(id);
                    }
                    ids
                }));
            }
        }
        assert_eq!(nodes.len(), services.len(), "{nodes:?}");
        let mut written = Vec::new();
        for writer in writers {
            written.extend(writer.await.unwrap());
        }
        let all: BTreeSet<_> = written.iter().cloned().collect();
        assert_eq!(all.len(), written.len());
        for service in &services {
            let read = service.messages(&channel).await;
            assert_eq!(read.into_iter().collect::<BTreeSet<_>>(), all);
        }
    }

    async fn what_is_posted_to_one_is_told_by_all(place: Place) {
        let (one, two) = (Service::start(&place).await, Service::start(&place).await);
        let (user, channel) = one.begin().await;
        let mut listeners = [
            Listener::start(&one, &channel, &user).await,
            Listener::start(&two, &channel, &user).await,
        ];
        let mut posted = BTreeSet::new();
        for number in 0..20 {
            let service = if number % 2 == 0 { &one } else { &two };
            posted.insert(service.post_message(&channel, &user, "Hello").await.created());
        }
        for listener in &mut listeners {
            let mut told = BTreeSet::new();
            while told.len() < posted.len() {
                let message = listener.message().await;
                // Each once.
                assert!(told.insert(message["id"].as_str().unwrap().to_owned()), "{message}");
            }
            assert_eq!(told, posted);
        }
    }
}
