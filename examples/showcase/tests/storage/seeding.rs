//! The world to begin with.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

use showcase::id::MessageId;
use showcase::lease;
use showcase::model::Message;
use showcase::seed;
use showcase::storage::{MessageFilter, Storage, Window};
use tokio::sync::oneshot;
use tokio::task::{JoinSet, LocalSet};

use crate::place::{Place, everywhere};

/// The messages that are stored.
async fn stored(storage: &Storage) -> Vec<Message> {
    storage.messages(MessageFilter::default(), &Window::first(10_000)).await.unwrap()
}

everywhere! {
    async fn planted_once_by_several_instances_at_once(place: Place) {
        let storage = place.open().await;
        assert!(!seed::plant(&storage, 0).await.unwrap());
        let (local, mut instances) = (LocalSet::new(), JoinSet::new());
        for _ in 0..4 {
            let place = place.clone();
            let plant = async move { seed::plant(&place.open().await, 600).await.unwrap() };
            instances.spawn_local_on(plant, &local);
        }
        let planted = local.run_until(instances.join_all()).await;
        assert_eq!(planted.iter().filter(|planted| **planted).count(), 1);

        let guilds = storage.guilds(&Window::first(100)).await.unwrap();
        assert!(guilds.iter().all(|guild| guild.welcome_id.is_some()));
        let guilds: Vec<_> = guilds.into_iter().map(|guild| guild.id).collect();
        let channels = storage.channels_of(&guilds).await.unwrap();
        assert!(channels.iter().all(|channel| channel.pinned_id.is_some()));
        let messages = stored(&storage).await;
        assert_eq!(messages.len(), 600 + channels.len());
        assert!(messages.iter().filter(|message| message.reply_to.is_some()).count() > 100);
    }

    /// An interrupted one leaves nothing, and the next one begins anew.
    async fn interrupted(place: Place) {
        let storage = place.open().await;
        for graphs in 1..4 {
            let (half, is_half) = oneshot::channel();
            let mut half = Some(half);
            // Far more graphs than are read, so that a quick server does not take them all first.
            let mut number = 0;
            let world = seed::world(20_000, SystemTime::now()).inspect(|_| {
                number += 1;
                if number == graphs {
                    half.take().unwrap().send(()).unwrap();
                }
            });
            tokio::select! {
                biased;
                // By then that graph is on its way.
                _ = is_half => {}
                _ = storage.insert_all(world) => panic!("it was not interrupted"),
            }
            assert!(stored(&storage).await.is_empty());
        }
        assert!(seed::plant(&storage, 100).await.unwrap());
    }
}

#[test]
fn ids_that_no_instance_mints() {
    let now = SystemTime::now();
    for messages in [1, 7, 3000] {
        let (mut ids, mut nodes) = (BTreeSet::new(), BTreeSet::new());
        let mut number = 0;
        for graph in seed::world(messages, now) {
            number += graph.messages.len();
            let graph_ids = (graph.users.iter().map(|row| row.id.get()))
                .chain(graph.guilds.iter().map(|row| row.id.get()))
                .chain(graph.channels.iter().map(|row| row.id.get()))
                .chain(graph.messages.iter().map(|row| row.id.get()))
                .chain(graph.reactions.iter().map(|row| row.id.get()));
            for id in graph_ids {
                assert!(ids.insert(id), "{id} is there twice");
                let id = MessageId::from_i64(id).unwrap();
                nodes.insert(id.parts().node);
                assert!(id.time() < now);
            }
        }
        assert!(number > messages);
        assert!(nodes.iter().all(|node| !lease::NODES.contains(node)), "{nodes:?}");
        assert!(messages < 3000 || nodes.len() == 3, "{nodes:?}");
    }
    // Times of the past weeks, but for the row that each world begins with.
    let [one, other] = [now, now + Duration::from_hours(1)].map(|now| seed::world(5, now).next());
    let (one, other) = (one.unwrap().users, other.unwrap().users);
    assert_eq!(one[0], other[0]);
    assert_ne!(one[1], other[1]);
    assert!(one[1].id.time() >= now - Duration::from_hours(4 * 7 * 24) - Duration::from_secs(1));
}
