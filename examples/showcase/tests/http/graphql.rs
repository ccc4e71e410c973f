//! The GraphQL API.

use serde_json::{Value, json};

use crate::place::{Place, everywhere};
use crate::server;
use crate::service::{Service, texts};

everywhere! {
    async fn a_thread_is_posted_in_one_go_and_read_back(place: Place) {
        let service = Service::start(&place).await;
        let (user, channel) = service.begin().await;
        let other = service.add_user("Grace").await;
        let mutation = r#"mutation($channel: ChannelId!, $ada: UserId!, $grace: UserId!) {
            postThread(
                channel: $channel, author: $ada, text: "A question", pin: true,
                replies: [{ author: $grace, text: "An answer" }, { author: $ada, text: "Ah" }],
                reactions: [{ user: $grace, emoji: "👍" }, { user: $grace, emoji: "👎" }],
            ) { id nodeId node time }
        }"#;
        let variables = json!({ "channel": channel, "ada": user, "grace": other });
        let thread = service.graphql(mutation, variables).await.data()["postThread"].take();
        let id = thread["id"].as_str().unwrap();
        assert_eq!(thread["nodeId"], id);
        let instance = service.get("/api/instance").await.done(200);
        assert_eq!(thread["node"], instance["node"]);
        assert!(thread["time"].as_str().unwrap().ends_with('Z'), "{thread}");

        let query = "query($channel: ChannelId!) { channel(id: $channel) {
            name
            guild { name owner { name } welcome { id } channels { id } }
            pinned { id text }
            messages(first: 2) { pageInfo { hasNextPage endCursor } nodes {
                text author { name } replyTo { id reactions { emoji user { name } } }
            } }
        } }";
        let found = service.graphql(query, json!({ "channel": channel })).await.data();
        let question = json!({ "id": id, "reactions": [
            { "emoji": "👍", "user": { "name": "Grace" } },
            { "emoji": "👎", "user": { "name": "Grace" } },
        ] });
        let cursor = &found["channel"]["messages"]["pageInfo"]["endCursor"];
        assert_eq!(found["channel"], json!({
            "name": "welcome",
            "guild": {
                "name": "Guild",
                "owner": { "name": "Ada" },
                "welcome": { "id": channel },
                "channels": [{ "id": channel }],
            },
            "pinned": { "id": id, "text": "A question" },
            "messages": {
                "pageInfo": { "hasNextPage": true, "endCursor": cursor },
                "nodes": [
                    { "text": "Ah", "author": { "name": "Ada" }, "replyTo": question },
                    { "text": "An answer", "author": { "name": "Grace" }, "replyTo": question },
                ],
            },
        }));
        let query = "query($channel: ChannelId!, $after: String) { channel(id: $channel) {
            messages(after: $after) { pageInfo { hasNextPage } nodes { id replies(first: 9) { nodes { text } } } }
        } }";
        let variables = json!({ "channel": channel, "after": cursor });
        let rest = service.graphql(query, variables).await.data()["channel"]["messages"].take();
        assert_eq!(rest, json!({
            "pageInfo": { "hasNextPage": false },
            "nodes": [{ "id": id, "replies": { "nodes": [{ "text": "An answer" }, { "text": "Ah" }] } }],
        }));
    }

    async fn a_message_says_what_is_beside_it_in_its_channel(place: Place) {
        let service = Service::start(&place).await;
        let (user, channel) = service.begin().await;
        let other = service.add_channel(&user).await;
        let mut ids = Vec::new();
        for text in ["one", "two", "three"] {
            ids.push(service.post_message(&channel, &user, text).await.created());
            service.post_message(&other, &user, "elsewhere").await.created();
        }
        let query = "query($channel: ChannelId!) { channel(id: $channel) {
            messages { nodes { previous { id } next { id } } }
        } }";
        let beside = async || {
            let found = service.graphql(query, json!({ "channel": channel })).await.data();
            found["channel"]["messages"]["nodes"].clone()
        };
        let of = |id: &str| json!({ "id": id });
        assert_eq!(beside().await, json!([
            { "previous": of(&ids[1]), "next": null },
            { "previous": of(&ids[0]), "next": of(&ids[2]) },
            { "previous": null, "next": of(&ids[1]) },
        ]));
        service.delete(&format!("/api/messages/{}", ids[1])).await.done(204);
        assert_eq!(beside().await, json!([
            { "previous": of(&ids[0]), "next": null },
            { "previous": null, "next": of(&ids[2]) },
        ]));
    }

    async fn any_object_is_found_by_its_id(place: Place) {
        let service = Service::start(&place).await;
        let (user, channel) = service.begin().await;
        let mutation = r#"mutation($channel: ChannelId!, $user: UserId!) {
            postThread(
                channel: $channel, author: $user, text: "Hello",
                reactions: [{ user: $user, emoji: "🦀" }],
            ) {
                nodeId author { nodeId } channel { nodeId guild { nodeId } } reactions { nodeId }
            }
        }"#;
        let variables = json!({ "channel": channel, "user": user });
        let ids = service.graphql(mutation, variables).await.data()["postThread"].take();
        for (kind, id) in [
            ("Message", &ids["nodeId"]),
            ("User", &ids["author"]["nodeId"]),
            ("Channel", &ids["channel"]["nodeId"]),
            ("Guild", &ids["channel"]["guild"]["nodeId"]),
            ("Reaction", &ids["reactions"][0]["nodeId"]),
        ] {
            let query = "query($id: ID!) { node(id: $id) { __typename nodeId } }";
            let node = service.graphql(query, json!({ "id": id })).await.data()["node"].take();
            assert_eq!(node, json!({ "__typename": kind, "nodeId": id }));
        }
        // An ID of each kind that is there, and of none.
        for id in [
            "usr_00000000001", "gld_00000000001", "chn_00000000001", "msg_00000000001",
            "rct_0000000000001",
        ] {
            let query = "query($id: ID!) { node(id: $id) { nodeId } }";
            let node = service.graphql(query, json!({ "id": id })).await.data()["node"].take();
            assert_eq!(node, Value::Null);
        }
    }

    async fn a_thread_is_there_with_all_or_not_at_all(place: Place) {
        let service = Service::start(&place).await;
        let (user, channel) = service.begin().await;
        let mutation = r#"mutation($channel: ChannelId!, $user: UserId!) {
            postThread(channel: $channel, author: $user, text: "Hello", replies: [
                { author: $user, text: "one" }, { author: "usr_00000000001", text: "two" },
            ]) { id }
        }"#;
        let variables = json!({ "channel": channel, "user": user });
        let answer = service.graphql(mutation, variables).await;
        assert_eq!(answer.status.as_u16(), 409, "{answer:?}");
        assert_eq!(answer.body["errors"][0]["extensions"]["code"], "dangling", "{answer:?}");
        assert!(service.messages(&channel).await.is_empty());
    }
}

#[tokio::test]
async fn what_is_too_much_is_refused() {
    let test = async |place: Place| {
        let service = Service::start(&place).await;
        let (user, channel) = service.begin().await;
        let deep = format!("{{ guilds {}{}", "{ nodes { channels { guild ".repeat(9), "{ id } ");
        let deep = format!("{deep}{}", "} } } ".repeat(9) + "}");
        let aliases: Vec<_> =
            (0..200).map(|n| format!("g{n}: guilds {{ nodes {{ id }} }}")).collect();
        for query in [
            deep,
            "{ guilds(first: 100) { nodes { channels { messages(first: 100) { nodes { text } } } } } }"
                .to_owned(),
            format!("{{ {} }}", aliases.join(" ")),
            "{ guilds(first: 101) { nodes { id } } }".to_owned(),
            "{ guilds(first: -1) { nodes { id } } }".to_owned(),
            "{ guilds(first: 1, last: 1) { nodes { id } } }".to_owned(),
            "{ nothing }".to_owned(),
            "{".to_owned(),
            String::new(),
        ] {
            let answer = service.graphql(&query, json!({})).await;
            assert_eq!(answer.status.as_u16(), 400, "{query}: {answer:?}");
            assert!(answer.body["errors"][0]["message"].is_string(), "{answer:?}");
        }
        // Not more than 100 rows of a kind, and texts as everywhere.
        let mutation = "mutation($channel: ChannelId!, $user: UserId!, $text: String!, $replies: [ReplyInput!]!) {
            postThread(channel: $channel, author: $user, text: $text, replies: $replies) { id }
        }";
        let replies = |count| vec![json!({ "author": user, "text": "x" }); count];
        let mut variables = json!({ "channel": channel, "user": user, "text": "x" });
        variables["replies"] = replies(101).into();
        let answer = service.graphql(mutation, variables.clone()).await;
        assert_eq!(answer.status.as_u16(), 400, "{answer:?}");
        variables["replies"] = json!([{ "author": user, "text": "x".repeat(2_001) }]);
        let answer = service.graphql(mutation, variables.clone()).await;
        let extensions = &answer.body["errors"][0]["extensions"];
        assert_eq!(*extensions, json!({ "code": "bad-value", "parameter": "replies.0.text" }));
        variables["replies"] = replies(100).into();
        service.graphql(mutation, variables).await.data();
        assert_eq!(service.messages(&channel).await.len(), 101);

        // What editors ask.
        let types = service.graphql("{ __schema { types { name } } }", json!({})).await.data();
        let names = texts(&types["__schema"]["types"], "name");
        for name in ["UserId", "GuildId", "ChannelId", "MessageId", "ReactionId", "ID"] {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
        service.get("/graphql/ws").await.refused(400, "bad-value", None);
    };
    server::run_on_a_file(test).await;
}
