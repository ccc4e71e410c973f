//! What is inserted is there.

use showcase::database::Orm;
use showcase::model::{Graph, Message};
use showcase::storage::MessageFilter;

use crate::place::{Place, everywhere};
use crate::world::{messages, newest, oldest, world};

everywhere! {
    async fn circles(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();

        let (guild, channel) = (graph.guilds[0].id, graph.channels[0].id);
        assert_eq!(storage.guilds(&oldest(10)).await.unwrap(), graph.guilds);
        assert_eq!(storage.guilds_by_id(&[guild]).await.unwrap(), graph.guilds);
        assert_eq!(storage.members(guild, &oldest(10)).await.unwrap(), graph.users);
        assert_eq!(storage.channels_by_id(&[channel]).await.unwrap(), graph.channels);
        assert_eq!(storage.channels_of(&[guild]).await.unwrap(), graph.channels);
        let all = storage.messages(MessageFilter::default(), &oldest(10)).await.unwrap();
        assert_eq!(all, graph.messages);
        let [question, answer] = &graph.messages[..] else { unreachable!() };
        let replies = MessageFilter { reply_to: Some(question.id), ..MessageFilter::default() };
        let replies = storage.messages(replies, &oldest(10)).await.unwrap();
        assert_eq!(replies, std::slice::from_ref(answer));
        assert_eq!(storage.reactions_to(&[question.id]).await.unwrap(), graph.reactions);
        let mut users = storage.users_by_id(&[graph.users[1].id, graph.users[0].id]).await.unwrap();
        users.sort_by_key(|user| user.id);
        assert_eq!(users, graph.users);
    }

    async fn the_other_orm_reads_it(place: Place) {
        let other = match place.orm {
            Orm::Seaorm => Orm::Diesel,
            Orm::Diesel => Orm::Seaorm,
        };
        let (storage, other, graph) = (place.open().await, place.open_with(other).await, world());
        storage.insert(&graph).await.unwrap();
        let found = other.messages(MessageFilter::default(), &oldest(10)).await.unwrap();
        assert_eq!(found, graph.messages);
        assert_eq!(other.guilds(&oldest(10)).await.unwrap(), graph.guilds);
        // And goes on where the first one ended.
        other.insert(&messages(&graph, 1)).await.unwrap();
        let found = storage.messages(MessageFilter::default(), &oldest(10)).await.unwrap();
        assert_eq!(found.len(), 3);
    }

    async fn nothing(place: Place) {
        let storage = place.open().await;
        storage.insert(&Graph::default()).await.unwrap();
        assert!(storage.guilds(&oldest(10)).await.unwrap().is_empty());
        assert!(storage.users_by_id(&[]).await.unwrap().is_empty());
        assert!(storage.channels_of(&[]).await.unwrap().is_empty());
        let minted = world();
        assert!(storage.messages_by_id(&[minted.messages[0].id]).await.unwrap().is_empty());
        assert!(!storage.delete_message(minted.messages[0].id).await.unwrap());
        assert!(!storage.pin(minted.channels[0].id, None).await.unwrap());
    }

    /// More rows than a statement of any of the databases takes.
    async fn large(place: Place) {
        let (storage, mut graph) = (place.open().await, world());
        let (channel, users) = (graph.channels[0].id, [graph.users[0].id, graph.users[1].id]);
        for number in 0..15_000 {
            let reply_to = graph.messages.last().map(|message| message.id);
            let text = format!("Message {number}");
            let message = Message::mint(channel, users[number % 2], reply_to, text);
            graph.messages.push(message);
        }
        storage.insert(&graph).await.unwrap();
        let mut found = storage.messages(MessageFilter::default(), &newest(20_000)).await.unwrap();
        found.reverse();
        assert!(found == graph.messages);
    }

    async fn pins(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();
        let [question, answer] = [graph.messages[0].id, graph.messages[1].id];
        let channel = graph.channels[0].id;
        let pinned = async || storage.channels_by_id(&[channel]).await.unwrap()[0].pinned_id;
        for message in [Some(question), Some(question), Some(answer), None, None, Some(answer)] {
            // That it is so already is no reason to say that there is no channel.
            assert!(storage.pin(channel, message).await.unwrap());
            assert_eq!(pinned().await, message);
        }
        // What is deleted is pinned no more.
        assert!(storage.delete_message(answer).await.unwrap());
        assert_eq!(pinned().await, None);
        assert!(!storage.delete_message(answer).await.unwrap());
        // With its reactions.
        assert!(storage.delete_message(question).await.unwrap());
        assert!(storage.reactions_to(&[question]).await.unwrap().is_empty());
        assert!(storage.messages(MessageFilter::default(), &oldest(10)).await.unwrap().is_empty());
    }

    /// Emojis that differ, differ; and so do letters from those with an accent.
    async fn emojis_by_their_bytes(place: Place) {
        let (storage, graph) = (place.open().await, world());
        storage.insert(&graph).await.unwrap();
        let (message, user) = (graph.messages[1].id, graph.users[0].id);
        let emojis = ["😀", "😃", "👍", "👍🏽", "a", "A", "á"];
        let reactions = emojis
            .map(|emoji| showcase::model::Reaction::mint(message, user, emoji));
        let more = Graph { reactions: reactions.into(), ..Graph::default() };
        storage.insert(&more).await.unwrap();
        assert_eq!(storage.reactions_to(&[message]).await.unwrap(), more.reactions);
    }
}
