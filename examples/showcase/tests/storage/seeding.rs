//! The world to begin with.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

use showcase::model::Graph;
use showcase::seed::{self, World};
use showcase::storage::{MessageFilter, Storage};
use snowflake_kit::{Id, Layout, SnowflakeId};
use tokio::sync::oneshot;

use crate::place::{Place, everywhere};
use crate::world::oldest;

/// Everything that is stored.
async fn everything(storage: &dyn Storage) -> Graph {
    let guilds = storage.guilds(&oldest(100)).await.unwrap();
    let messages = storage.messages(MessageFilter::default(), &oldest(10_000)).await.unwrap();
    let mut graph = Graph { messages, ..Graph::default() };
    for guild in &guilds {
        graph.users.extend(storage.members(guild.id, &oldest(100)).await.unwrap());
    }
    let ids: Vec<_> = graph.messages.iter().map(|message| message.id).collect();
    for ids in ids.chunks(500) {
        graph.reactions.extend(storage.reactions_to(ids).await.unwrap());
    }
    let ids: Vec<_> = guilds.iter().map(|guild| guild.id).collect();
    graph.channels = storage.channels_of(&ids).await.unwrap();
    graph.guilds = guilds;
    graph
}

everywhere! {
    async fn planted_once(place: Place) {
        let storage = place.open().await;
        let before = SystemTime::now();
        assert!(!seed::plant(&*storage, 0).await.unwrap());
        assert!(seed::plant(&*storage, 1200).await.unwrap());
        assert!(!seed::plant(&*storage, 1200).await.unwrap());

        let world = everything(&*storage).await;
        assert_eq!(world.messages.len(), 1200 + world.channels.len());
        assert!(world.reactions.len() > 100);
        assert!(world.channels.iter().all(|channel| channel.pinned_id.is_some()));
        assert!(world.guilds.iter().all(|guild| guild.welcome_id.is_some()));
        assert!(world.messages.iter().filter(|message| message.reply_to.is_some()).count() > 200);
        // Times of the past weeks, and nothing of the future.
        let first = before - Duration::from_hours(4 * 7 * 24) - Duration::from_secs(1);
        assert!(world.messages.iter().all(|message| {
            message.id.time() >= first && message.id.time() < SystemTime::now()
        }));
    }

    async fn by_several_instances_at_once(place: Place) {
        let mut instances = tokio::task::JoinSet::new();
        for _ in 0..4 {
            let place = place.clone();
            instances.spawn(async move {
                let storage = place.open().await;
                seed::plant(&*storage, 600).await.unwrap()
            });
        }
        let planted = instances.join_all().await;
        assert_eq!(planted.iter().filter(|planted| **planted).count(), 1);
        let world = everything(&*place.open().await).await;
        assert_eq!(world.messages.len(), 600 + world.channels.len());
    }

    /// An interrupted one leaves nothing, and the next one begins anew.
    async fn interrupted(place: Place) {
        let storage = place.open().await;
        for graphs in 1..4 {
            let (half, is_half) = oneshot::channel();
            let mut half = Some(half);
            // Far more graphs than are read, so that a quick server does not take them all first.
            let world = World::new(20_000, SystemTime::now(), 1);
            let mut number = 0;
            let mut world = world.inspect(|_| {
                number += 1;
                if number == graphs {
                    half.take().unwrap().send(()).unwrap();
                }
            });
            tokio::select! {
                biased;
                // By then that graph is on its way.
                _ = is_half => {}
                _ = storage.insert_all(&mut world) => panic!("it was not interrupted"),
            }
        }
        assert!(storage.guilds(&oldest(1)).await.unwrap().is_empty());
        assert!(seed::plant(&*storage, 600).await.unwrap());
        let world = everything(&*storage).await;
        assert_eq!(world.messages.len(), 600 + world.channels.len());
    }
}

#[test]
fn the_same_each_time() {
    let now = SystemTime::now();
    let world = |seed| World::new(1000, now, seed).collect::<Vec<_>>();
    assert!(world(1) == world(1));
    assert!(world(1) != world(2));
    // But for the time, and always with the same first row.
    let later: Vec<_> = World::new(1000, now + Duration::from_hours(1), 1).collect();
    assert_eq!(later[0].users.last(), world(1)[0].users.last());
    assert_ne!(later[0].users.first(), world(1)[0].users.first());
}

#[test]
fn ids_that_no_instance_mints() {
    for messages in [1, 7, 3000] {
        let mut ids = BTreeSet::new();
        let mut number = 0;
        for graph in World::new(messages, SystemTime::now(), 3) {
            number += graph.messages.len();
            let graph_ids = (graph.users.iter().map(|row| row.id.get()))
                .chain(graph.guilds.iter().map(|row| row.id.get()))
                .chain(graph.channels.iter().map(|row| row.id.get()))
                .chain(graph.messages.iter().map(|row| row.id.get()))
                .chain(graph.reactions.iter().map(|row| row.id.get()));
            for id in graph_ids {
                assert!(ids.insert(id), "{id} is there twice");
                let id = showcase::id::MessageId::from_i64(id).unwrap();
                assert_eq!(id.parts().node, Layout::DEFAULT.max_node());
                assert!(id.time() < SystemTime::now());
            }
        }
        assert!(number > messages as usize);
    }
}

#[test]
fn every_template_is_filled_in() {
    let messages = World::new(20_000, SystemTime::now(), 1).flat_map(|graph| graph.messages);
    let mut number = 0;
    for message in messages {
        let text = message.text;
        assert!(!text.contains(['{', '}']) && text.len() < 200, "{text}");
        number += 1;
    }
    assert!(number > 20_000);
}
