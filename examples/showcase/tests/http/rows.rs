//! Rows of each kind, written and read.

use serde_json::json;

use crate::place::{Place, everywhere};
use crate::service::{Service, texts};

everywhere! {
    async fn rows_are_read_as_they_were_written(place: Place) {
        let service = Service::start(&place).await;
        let ada = service.post("/api/users", json!({ "name": "Ada 🦀" })).await.done(201);
        let user = ada["id"].as_str().unwrap();
        assert!(user.starts_with("usr_"), "{ada}");
        assert_eq!(service.get(&format!("/api/users/{user}")).await.done(200), ada);

        let guild = service.post("/api/guilds", json!({ "name": "Rust", "owner_id": user })).await;
        let guild = guild.done(201);
        let id = guild["id"].as_str().unwrap();
        let path = format!("/api/guilds/{id}");
        assert_eq!(service.get(&path).await.done(200), guild);
        let guilds = service.get("/api/guilds").await.done(200);
        assert_eq!(guilds, json!({ "items": [guild], "next": null, "previous": null }));
        let members = service.get(&format!("{path}/members")).await.done(200);
        assert_eq!(members, json!({ "items": [ada], "next": null, "previous": null }));

        // The guild and its channel link to each other.
        let welcome = guild["welcome_id"].as_str().unwrap();
        let expected =
            json!({ "id": welcome, "guild_id": id, "name": "welcome", "pinned_id": null });
        let channel = format!("/api/channels/{welcome}");
        assert_eq!(service.get(&channel).await.done(200), expected);
        let more = service.post(&format!("{path}/channels"), json!({ "name": "more" })).await;
        let channels = service.get(&format!("{path}/channels")).await.done(200);
        assert_eq!(channels, json!([expected, more.done(201)]));

        // The newest first, and a reply.
        let first = service.post_message(welcome, user, "Hello").await.done(201);
        let reply = json!({ "author_id": user, "text": "World", "reply_to": first["id"] });
        let reply = service.post(&format!("{channel}/messages"), reply).await.done(201);
        assert_eq!(reply["reply_to"], first["id"]);
        let messages = service.get(&format!("{channel}/messages")).await.done(200);
        let expected = json!({ "items": [reply, first], "next": null, "previous": null });
        assert_eq!(messages, expected);
        let message = format!("/api/messages/{}", first["id"].as_str().unwrap());
        assert_eq!(service.get(&message).await.done(200), first);
        let replies = service.get(&format!("{message}/replies")).await.done(200);
        assert_eq!(replies["items"], json!([reply]));

        // What others make of it.
        let mut reactions = Vec::new();
        // Those that differ, differ; and so do letters from those with an accent.
        for emoji in ["🦀", "👍", "👍🏽", "👩‍🚀", "a", "A", "á"] {
            let reaction = json!({ "user_id": user, "emoji": emoji });
            let reaction = service.post(&format!("{message}/reactions"), reaction).await;
            reactions.push(reaction.done(201));
        }
        let found = service.get(&format!("{message}/reactions")).await.done(200);
        assert_eq!(found, json!(reactions));

        // A circle: the channel has the message, which is in the channel.
        let pin = json!({ "message_id": first["id"] });
        let pinned = service.put(&format!("{channel}/pin"), pin).await.done(200);
        assert_eq!(pinned["pinned_id"], first["id"]);
        assert_eq!(service.get(&channel).await.done(200), pinned);
        let none = service.put(&format!("{channel}/pin"), json!({ "message_id": null })).await;
        assert_eq!(none.done(200)["pinned_id"], json!(null));

        let reply = format!("/api/messages/{}", reply["id"].as_str().unwrap());
        service.delete(&reply).await.done(204);
        service.get(&reply).await.refused(404, "not-found", Some("message"));
        service.delete(&message).await.done(204);
        service.stop().await;
    }

    async fn links_lead_to_what_is_there(place: Place) {
        let (service, user, channel, message) = Service::start(&place).await.with_message().await;
        let elsewhere = service.add_channel(&user).await;
        let nobody = "usr_00000000001";

        // What the path names.
        for (path, parameter) in [
            ("/api/users/usr_00000000001", "user"),
            ("/api/guilds/gld_00000000001", "guild"),
            ("/api/guilds/gld_00000000001/channels", "guild"),
            ("/api/guilds/gld_00000000001/members", "guild"),
            ("/api/channels/chn_00000000001", "channel"),
            ("/api/channels/chn_00000000001/messages", "channel"),
            ("/api/messages/msg_00000000001", "message"),
            ("/api/messages/msg_00000000001/replies", "message"),
            ("/api/messages/msg_00000000001/reactions", "message"),
        ] {
            service.get(path).await.refused(404, "not-found", Some(parameter));
        }
        service.delete("/api/messages/msg_00000000001").await.refused(404, "not-found", Some("message"));
        let body = json!({ "author_id": user, "text": "?" });
        let answer = service.post("/api/channels/chn_00000000001/messages", body).await;
        answer.refused(404, "not-found", Some("channel"));
        let answer = service.post("/api/guilds/gld_00000000001/channels", json!({ "name": "?" })).await;
        answer.refused(404, "not-found", Some("guild"));
        let reaction = json!({ "user_id": user, "emoji": "🦀" });
        let answer = service.post("/api/messages/msg_00000000001/reactions", reaction.clone()).await;
        answer.refused(404, "not-found", Some("message"));
        let answer = service.put("/api/channels/chn_00000000001/pin", json!({ "message_id": message })).await;
        answer.refused(404, "not-found", Some("channel"));
        let answer = service.put("/api/channels/chn_00000000001/pin", json!({ "message_id": null })).await;
        answer.refused(404, "not-found", Some("channel"));

        // What the body names.
        service.post_message(&channel, nobody, "?").await.refused(409, "dangling", None);
        let reactions = format!("/api/messages/{message}/reactions");
        let answer = service.post(&reactions, json!({ "user_id": nobody, "emoji": "🦀" })).await;
        answer.refused(409, "dangling", None);
        let guild = json!({ "name": "?", "owner_id": nobody });
        service.post("/api/guilds", guild).await.refused(409, "dangling", None);
        let pin = format!("/api/channels/{elsewhere}/pin");
        for other in [message.as_str(), "msg_00000000001"] {
            let answer = service.put(&pin, json!({ "message_id": other })).await;
            answer.refused(409, "dangling", None);
            let reply = json!({ "author_id": user, "text": "?", "reply_to": other });
            let answer = service.post(&format!("/api/channels/{elsewhere}/messages"), reply).await;
            answer.refused(409, "dangling", None);
        }

        // Once is enough.
        service.post(&reactions, reaction.clone()).await.created();
        service.post(&reactions, reaction).await.refused(409, "duplicate", None);

        // What is answered stays.
        let reply = json!({ "author_id": user, "text": "!", "reply_to": message });
        let reply = service.post(&format!("/api/channels/{channel}/messages"), reply).await;
        reply.created();
        let answer = service.delete(&format!("/api/messages/{message}")).await;
        answer.refused(409, "dangling", None);
    }

    async fn a_member_is_added_once_or_twice(place: Place) {
        let service = Service::start(&place).await;
        let owner = service.add_user("Ada").await;
        let guild = json!({ "name": "Guild", "owner_id": owner });
        let guild = service.post("/api/guilds", guild).await.created();
        let user = service.add_user("Grace").await;
        for _ in 0..2 {
            service.put(&format!("/api/guilds/{guild}/members/{user}"), json!({})).await.done(204);
        }
        let members = service.get(&format!("/api/guilds/{guild}/members")).await.done(200);
        assert_eq!(texts(&members["items"], "id"), [owner, user.clone()]);
        let answer = service.put(&format!("/api/guilds/gld_00000000001/members/{user}"), json!({})).await;
        answer.refused(404, "not-found", Some("guild"));
        let nobody = format!("/api/guilds/{guild}/members/usr_00000000001");
        service.put(&nobody, json!({})).await.refused(404, "not-found", Some("user"));
    }

    async fn a_text_is_stored_to_its_last_character(place: Place) {
        let service = Service::start(&place).await;
        let (user, channel) = service.begin().await;
        for text in ["🦀".repeat(2_000), "'; -- \\ \" \u{1} \r\n\t %_ \u{feff}ß".to_owned()] {
            let message = service.post_message(&channel, &user, &text).await.done(201);
            assert_eq!(message["text"], text);
            let message = format!("/api/messages/{}", message["id"].as_str().unwrap());
            assert_eq!(service.get(&message).await.done(200)["text"], text);
        }
        let longer = "🦀".repeat(2_001);
        let answer = service.post_message(&channel, &user, &longer).await;
        let message = answer.refused(400, "bad-value", Some("text"));
        assert_eq!(message, "this text has 2001 characters: at most 2000 are allowed");
        for name in ["ß".repeat(100), " x ".to_owned()] {
            let user = service.post("/api/users", json!({ "name": name })).await.done(201);
            let user = service.get(&format!("/api/users/{}", user["id"].as_str().unwrap())).await;
            assert_eq!(user.done(200)["name"], name);
        }
    }
}
