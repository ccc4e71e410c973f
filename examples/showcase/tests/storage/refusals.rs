//! What the database refuses leaves nothing behind, and the connection usable.

use showcase::id::MessageId;
use showcase::model::{Channel, Graph, Guild, Member, Message, Reaction, User};
use showcase::storage::{MessageFilter, Storage, StorageError};

use crate::place::{Place, everywhere};
use crate::world::{messages, oldest, world};

/// Refused, and nothing of it is there.
async fn refused(storage: &dyn Storage, graph: &Graph) -> StorageError {
    let before = storage.messages(MessageFilter::default(), &oldest(100)).await.unwrap();
    let error = storage.insert(graph).await.unwrap_err();
    let after = storage.messages(MessageFilter::default(), &oldest(100)).await.unwrap();
    assert_eq!(before, after);
    let users: Vec<_> = graph.users.iter().map(|user| user.id).collect();
    assert!(storage.users_by_id(&users).await.unwrap().is_empty());
    // What users see has no text of a driver.
    let text = error.to_string().to_lowercase();
    assert!(!["constraint", "foreign", "sql", "messages"].iter().any(|word| text.contains(word)));
    error
}

everywhere! {
    async fn dangling(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();
        let (channel, user) = (graph.channels[0].id, graph.users[0].id);
        let other = world();
        let (no_channel, no_message) = (other.channels[0].id, other.messages[0].id);
        let nobody = other.users[0].id;
        let guild = graph.guilds[0].id;

        let mut circle = world();
        circle.channels[0].pinned_id = Some(MessageId::mint());
        let mut welcome = world();
        welcome.guilds[0].welcome_id = Some(channel);
        let mut foreign = world();
        foreign.messages[1].reply_to = Some(graph.messages[0].id);
        let mut author = world();
        author.messages[0].author_id = nobody;
        let message = |message| Graph { messages: vec![message], ..Graph::default() };
        let guilds = vec![Guild::mint("Nobody's", nobody, None)];
        let channels = vec![Channel::mint(other.guilds[0].id, "nowhere", None)];
        let reactions = vec![Reaction::mint(no_message, user, "👍")];
        let members = vec![Member { guild_id: guild, user_id: nobody }];
        for graph in [
            circle,
            // A channel of another guild.
            welcome,
            // A message of another channel.
            foreign,
            author,
            message(Message::mint(no_channel, user, None, "To nobody")),
            message(Message::mint(channel, nobody, None, "By nobody")),
            message(Message::mint(channel, user, Some(no_message), "To nothing")),
            Graph { guilds, ..Graph::default() },
            Graph { channels, ..Graph::default() },
            Graph { reactions, ..Graph::default() },
            Graph { members, ..Graph::default() },
        ] {
            let error = refused(&*storage, &graph).await;
            assert!(matches!(error, StorageError::Dangling(_)), "{error:?} of {graph:?}");
        }

        for message in [no_message, MessageId::mint()] {
            let error = storage.pin(channel, Some(message)).await.unwrap_err();
            assert!(matches!(error, StorageError::Dangling(_)), "{error:?}");
        }
        // Something answers it.
        let error = storage.delete_message(graph.messages[0].id).await.unwrap_err();
        assert!(matches!(error, StorageError::Dangling(_)), "{error:?}");
        assert_eq!(storage.reactions_to(&[graph.messages[0].id]).await.unwrap().len(), 3);
        let pinned = storage.channels_by_id(&[channel]).await.unwrap();
        assert_eq!(pinned, graph.channels);

        // No connection was left in the middle of anything.
        for _ in 0..20 {
            storage.insert(&messages(&graph, 1)).await.unwrap();
        }
        place.open().await.insert(&messages(&graph, 1)).await.unwrap();
    }

    /// A pin is of the channel's own messages.
    async fn pins_of_another_channel(place: Place) {
        let (storage, graph, other) = (place.open().await, world(), world());
        storage.insert(&graph).await.unwrap();
        storage.insert(&other).await.unwrap();
        let (channel, message) = (graph.channels[0].id, other.messages[0].id);
        let error = storage.pin(channel, Some(message)).await.unwrap_err();
        assert!(matches!(error, StorageError::Dangling(_)), "{error:?}");
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
            assert!(storage.users_by_id(&[newcomer.id]).await.unwrap().is_empty());
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
            let member = format!("INSERT INTO members (guild_id, user_id) VALUES ({guild}, {id})");
            place.execute(&member).await;
            let error = storage.members(guild, &oldest(10)).await.unwrap_err();
            assert!(matches!(error, StorageError::Database(_)), "{error:?}");
            place.execute(&format!("DELETE FROM members WHERE user_id = {id}")).await;
        }
        assert_eq!(storage.members(graph.guilds[0].id, &oldest(10)).await.unwrap(), graph.users);
    }
}
