//! What the database refuses leaves nothing behind, and the connection usable.

use showcase::id::MessageId;
use showcase::model::{Graph, Reaction, User};
use showcase::storage::{MessageFilter, Storage, StorageError, Window};

use crate::place::{Place, everywhere};
use crate::world::{messages, world};

/// Refused, and nothing of it is there.
async fn refused(storage: &Storage, graph: &Graph) -> StorageError {
    let before = storage.messages(MessageFilter::default(), &Window::first(100)).await.unwrap();
    let error = storage.insert(graph).await.unwrap_err();
    let after = storage.messages(MessageFilter::default(), &Window::first(100)).await.unwrap();
    assert_eq!(before, after);
    let users: Vec<_> = graph.users.iter().map(|user| user.id).collect();
    assert!(storage.by_id(&users).await.unwrap().is_empty());
    // What users see has no text of a driver.
    let text = error.to_string().to_lowercase();
    assert!(!["constraint", "foreign", "sql", "messages"].iter().any(|word| text.contains(word)));
    error
}

everywhere! {
    async fn dangling(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();
        let mut circle = world();
        circle.channels[0].pinned_id = Some(MessageId::mint());
        // A channel of another guild.
        let mut welcome = world();
        welcome.guilds[0].welcome_id = Some(graph.channels[0].id);
        // A message of another channel.
        let mut foreign = world();
        foreign.messages[1].reply_to = Some(graph.messages[0].id);
        let mut author = world();
        author.messages[0].author_id = world().users[0].id;
        for graph in [circle, welcome, foreign, author] {
            let error = refused(&storage, &graph).await;
            assert!(matches!(error, StorageError::Dangling(_)), "{error:?} of {graph:?}");
        }
        // No connection was left in the middle of anything.
        for _ in 0..20 {
            storage.insert(&messages(&graph, 1)).await.unwrap();
        }
    }

    async fn duplicates(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();
        let newcomer = User::mint("Eve");
        let again = |part: Graph| Graph { users: vec![newcomer.clone()], ..part };
        let like = &graph.reactions[0];
        let like = Reaction::mint(like.message_id, like.user_id, like.emoji.clone());
        for graph in [
            graph.clone(),
            again(Graph { guilds: graph.guilds.clone(), ..Graph::default() }),
            again(Graph { members: graph.members.clone(), ..Graph::default() }),
            again(Graph { channels: graph.channels.clone(), ..Graph::default() }),
            again(Graph { messages: graph.messages.clone(), ..Graph::default() }),
            again(Graph { reactions: graph.reactions.clone(), ..Graph::default() }),
            again(Graph { reactions: vec![like], ..Graph::default() }),
        ] {
            let error = storage.insert(&graph).await.unwrap_err();
            assert!(matches!(error, StorageError::Duplicate(_)), "{error:?} of {graph:?}");
            assert!(storage.by_id(&[newcomer.id]).await.unwrap().is_empty());
        }
        storage.insert(&messages(&graph, 1)).await.unwrap();
    }

    /// Not written by this program: an error, and no panic.
    async fn no_ids(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();
        for id in [0, -1, i64::MIN] {
            place.execute(&format!("INSERT INTO users (id, name) VALUES ({id}, 'Zero')")).await;
            let guild = graph.guilds[0].id;
            let member = format!("INSERT INTO members VALUES ({}, {id})", guild.get());
            place.execute(&member).await;
            let error = storage.members(guild, &Window::first(10)).await.unwrap_err();
            assert!(matches!(error, StorageError::Database(_)), "{error:?}");
            place.execute(&format!("DELETE FROM members WHERE user_id = {id}")).await;
        }
        assert_eq!(storage.members(graph.guilds[0].id, &Window::first(10)).await.unwrap(), graph.users);
    }

    /// A message that is deleted is not pinned, in whichever order both happen.
    async fn a_pin_of_what_is_deleted(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();
        let channel = graph.channels[0].id;
        for _ in 0..20 {
            let message = messages(&graph, 1);
            storage.insert(&message).await.unwrap();
            let id = message.messages[0].id;
            let (pinned, deleted) =
                tokio::join!(storage.pin(channel, Some(id)), storage.delete_message(id));
            let pin = storage.by_id(&[channel]).await.unwrap()[0].pinned_id;
            let is_there = !storage.by_id(&[id]).await.unwrap().is_empty();
            assert!(pin != Some(id) || is_there, "{pinned:?} {deleted:?}");
            for result in [pinned, deleted] {
                assert!(matches!(result, Ok(true) | Err(StorageError::Dangling(_))), "{result:?}");
            }
        }
    }
}
