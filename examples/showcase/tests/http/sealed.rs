//! The service under `--public`: what it shows and takes as IDs.

use serde_json::{Value, json};
use showcase::id::{ChannelId, GuildId, MessageId, UserId};
use snowflake_kit::public::{Keys, Label, Sealer};
use snowflake_kit::{Id, Snowflake};

use crate::server;
use crate::service::{KEY, KEY_VARIABLE, Service, failure, sealed_command};

const OTHER_KEY: &str = "1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100";

/// Seals as the service does, whose types have the same prefixes.
fn sealer<T: Id<Value = Snowflake>>(key: &str) -> Sealer {
    let keys: Keys = key.parse().unwrap();
    Sealer::sealed(&keys, T::TEXT, Label::Prefix(T::TEXT.prefix())).unwrap()
}

fn open<T: Id<Value = Snowflake>>(text: &str) -> T {
    let id: Snowflake = sealer::<T>(KEY).open(text).unwrap().id();
    T::from_i64(id.get()).unwrap()
}

#[tokio::test]
async fn it_does_not_start_without_a_key() {
    server::run_on_a_file(async |place| {
        let mut without = sealed_command(&place);
        without.env_remove(KEY_VARIABLE);
        let error = failure(without).await;
        assert!(error.starts_with("the environment variable SHOWCASE_PUBLIC_KEY is not set"));

        let mut short = sealed_command(&place);
        short.env(KEY_VARIABLE, "c2hvcnQ=");
        let error = failure(short).await;
        assert_eq!(error, "the key has 5 bytes instead of 32: `snowflake keygen` makes one\n");
    })
    .await;
}

#[tokio::test]
async fn the_database_has_the_numbers_and_nobody_else() {
    server::run_on_a_file(async |place| {
        let (service, user, channel, message) =
            Service::run(sealed_command(&place)).await.with_message().await;
        let plain: MessageId = open(&message);

        // The same rows, by a service with plain IDs.
        let other = Service::start(&place).await;
        let row = other.get(&format!("/api/messages/{plain}")).await.done(200);
        let (author, channel) = (open::<UserId>(&user), open::<ChannelId>(&channel));
        assert_eq!(row["author_id"], author.to_string());
        assert_eq!(row["channel_id"], channel.to_string());
        other.get(&format!("/api/messages/{message}")).await.refused(
            400,
            "bad-id",
            Some("message"),
        );

        // What is told beside IDs would say what they hide.
        let query = r#"query($id: MessageId!) {
            message(id: $id) { id time }
            __type(name: "Message") { fields { name } }
        }"#;
        let answer = service.graphql(query, json!({ "id": message })).await;
        let text = answer.body.to_string();
        assert!(text.contains("IDs are sealed here"), "{text}");
        for hidden in ["\"time\":", "{\"name\":\"time\"}", "{\"name\":\"node\"}"] {
            assert!(!text.contains(hidden), "{text}");
        }
        assert!(text.contains("{\"name\":\"nodeId\"}"), "{text}");
    })
    .await;
}

#[tokio::test]
async fn it_takes_its_own_texts_only() {
    server::run_on_a_file(async |place| {
        let (service, user, channel, message) =
            Service::run(sealed_command(&place)).await.with_message().await;
        let guilds = service.get("/api/guilds").await.done(200);
        let guild = guilds["items"][0]["id"].as_str().unwrap();
        refused::<UserId>(&service, "user", &user, &channel).await;
        refused::<GuildId>(&service, "guild", guild, &user).await;
        refused::<ChannelId>(&service, "channel", &channel, guild).await;
        refused::<MessageId>(&service, "message", &message, &channel).await;
        // Of a row that is not there: what is said of it is sealed as well.
        let nothing = sealer::<MessageId>(KEY).seal(Snowflake::MAX).to_string();
        let answer = service.get(&format!("/api/messages/{nothing}")).await;
        let said = answer.refused(404, "not-found", Some("message"));
        assert_eq!(said, format!("there is no message {nothing}"));
    })
    .await;
}

/// A row is found by its text, and by no other that may be taken for it.
async fn refused<T: Id<Value = Snowflake>>(
    service: &Service,
    kind: &str,
    text: &str,
    of_another_type: &str,
) {
    let id: T = open(text);
    let path = |text: &str| format!("/api/{kind}s/{text}");
    assert_eq!(service.get(&path(text)).await.done(200)["id"], text);
    let of_another_key = sealer::<T>(OTHER_KEY).seal(id.snowflake()).to_string();
    for bad in [&*id.get().to_string(), &id.to_string(), of_another_type, &of_another_key] {
        service.get(&path(bad)).await.refused(400, "bad-id", Some(kind));
        let query = format!("query($id: {}!) {{ {kind}(id: $id) {{ id }} }}", T::NAME);
        let answer = service.graphql(&query, json!({ "id": bad })).await;
        assert_eq!((answer.status.as_u16(), &answer.body["data"]), (400, &Value::Null), "{bad}");
    }
}
