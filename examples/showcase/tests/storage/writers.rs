//! Many who write at once, in instances with either ORM.

use std::sync::Arc;

use showcase::database::Orm;
use showcase::id::MessageId;
use showcase::model::{Graph, Message, Reaction};
use showcase::storage::{MessageFilter, Storage, StorageError};
use tokio::task::JoinSet;

use crate::place::{Place, everywhere};
use crate::world::{oldest, world};

const WRITERS: usize = 8;
const ROUNDS: usize = 20;

/// Posts, answers, reacts, pins and deletes, in one channel with all others.
async fn write(storage: Arc<dyn Storage>, graph: Graph) -> Vec<Message> {
    let (channel, user) = (graph.channels[0].id, graph.users[0].id);
    let mut written = Vec::new();
    for round in 0..ROUNDS {
        let question = Message::mint(channel, user, None, format!("Round {round}"));
        let answer = Message::mint(channel, user, Some(question.id), "Yes.");
        let gone = Message::mint(channel, user, Some(question.id), "Oops.");
        let likes = [question.id, gone.id].map(|message| Reaction::mint(message, user, "👍"));
        let thread = Graph {
            messages: vec![question.clone(), answer.clone(), gone.clone()],
            reactions: likes.into(),
            ..Graph::default()
        };
        storage.insert(&thread).await.unwrap();
        assert!(storage.pin(channel, Some(gone.id)).await.unwrap());
        assert!(storage.delete_message(gone.id).await.unwrap());
        written.extend([question, answer]);
    }
    written
}

everywhere! {
    async fn in_one_channel(place: Place) {
        let graph = world();
        let instances = [place.open_with(Orm::Seaorm).await, place.open_with(Orm::Diesel).await];
        instances[0].insert(&graph).await.unwrap();
        let mut writers = JoinSet::new();
        for number in 0..WRITERS {
            // Half of them with the ORM of the test.
            let instance = match number % 4 {
                0 => Arc::clone(&instances[0]),
                1 => Arc::clone(&instances[1]),
                _ => place.open().await,
            };
            writers.spawn(write(instance, graph.clone()));
        }
        let mut written: Vec<_> = writers.join_all().await.into_iter().flatten().collect();
        written.extend(graph.messages);
        written.sort_by_key(|message| message.id);
        let found = instances[1].messages(MessageFilter::default(), &oldest(10_000)).await.unwrap();
        assert!(found == written);
        assert_eq!(instances[0].channels_by_id(&[graph.channels[0].id]).await.unwrap()[0].pinned_id, None);
    }

    /// Of those that want the same row, one gets it.
    async fn of_one_reaction(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();
        let (message, user) = (graph.messages[1].id, graph.users[0].id);
        for _ in 0..5 {
            let mut writers = JoinSet::new();
            for _ in 0..WRITERS {
                let storage = Arc::clone(&storage);
                let reactions = vec![Reaction::mint(message, user, format!("{message}"))];
                let reaction = Graph { reactions, ..Graph::default() };
                writers.spawn(async move { storage.insert(&reaction).await });
            }
            let results = writers.join_all().await;
            let one = results.iter().filter(|result| result.is_ok()).count();
            let refused = |result: &&_| matches!(result, Err(StorageError::Duplicate(_)));
            assert!(one <= 1);
            assert_eq!(results.iter().filter(refused).count(), WRITERS - one, "{results:?}");
        }
        assert_eq!(storage.reactions_to(&[message]).await.unwrap().len(), 1);
    }

    /// A message that is deleted is not pinned, whoever was first.
    async fn of_a_pin_and_its_end(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();
        let (channel, user) = (graph.channels[0].id, graph.users[0].id);
        for _ in 0..20 {
            let message = Message::mint(channel, user, None, "Now or never");
            let id: MessageId = message.id;
            storage.insert(&Graph { messages: vec![message], ..Graph::default() }).await.unwrap();
            let (pinned, deleted) =
                tokio::join!(storage.pin(channel, Some(id)), storage.delete_message(id));
            let pin = storage.channels_by_id(&[channel]).await.unwrap()[0].pinned_id;
            let is_there = !storage.messages_by_id(&[id]).await.unwrap().is_empty();
            assert!(pin != Some(id) || is_there, "{pinned:?} {deleted:?}");
            for result in [pinned, deleted] {
                assert!(matches!(result, Ok(true) | Err(StorageError::Dangling(_))), "{result:?}");
            }
        }
    }
}
