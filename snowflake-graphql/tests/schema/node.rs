//! Global IDs, for Relay.

use async_graphql::{
    Context, EmptyMutation, EmptySubscription, Interface, Object, Result, Schema, SimpleObject,
    value,
};
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_graphql::{NodeIdError, NodeKinds};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", prefix = "usr_", text = "base62")]
struct UserId(Snowflake);

/// A prefix that is the start of another one, and has a separator in it.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", prefix = "usr_b-")]
struct BotId(Snowflake);

/// Without a prefix.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct TagId(Snowflake);

/// Likewise, and the name of its kind begins as another one's.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "hex")]
struct TagGroupId(Snowflake);

snowflake_kit_graphql::scalar!(UserId, name = "ID");
snowflake_kit_graphql::scalar!(BotId, name = "ID");
snowflake_kit_graphql::scalar!(TagId, TagGroupId);

snowflake_kit_graphql::node_id! {
    /// The ID of any object.
    #[derive(PartialOrd, Ord)]
    pub(crate) enum NodeId {
        User(UserId),
        Bot(BotId),
        Tag(TagId),
        TagGroup(TagGroupId),
    }
}

#[derive(SimpleObject)]
struct User {
    id: UserId,
}

#[derive(SimpleObject)]
struct Bot {
    id: BotId,
}

struct Tag(TagId);

#[Object]
impl Tag {
    async fn id(&self) -> NodeId {
        self.0.into()
    }

    async fn tag_id(&self) -> TagId {
        self.0
    }
}

#[derive(Interface)]
#[graphql(field(name = "id", ty = "NodeId"))]
enum Node {
    User(User),
    Bot(Bot),
    Tag(Tag),
}

struct Query;

impl Query {
    fn find(id: NodeId) -> Option<Node> {
        if id.raw().to_i64() == Some(404) {
            return None;
        }
        match id {
            NodeId::User(id) => Some(User { id }.into()),
            NodeId::Bot(id) => Some(Bot { id }.into()),
            NodeId::Tag(id) => Some(Tag(id).into()),
            NodeId::TagGroup(_) => None,
        }
    }
}

#[Object]
impl Query {
    async fn node(&self, _context: &Context<'_>, id: NodeId) -> Option<Node> {
        Self::find(id)
    }

    async fn nodes(&self, ids: Vec<NodeId>) -> Vec<Option<Node>> {
        ids.into_iter().map(Self::find).collect()
    }

    #[expect(clippy::unused_async, reason = "resolvers are async")]
    async fn user(&self, id: NodeId) -> Result<User> {
        Ok(User { id: id.try_into()? })
    }
}

fn schema() -> Schema<Query, EmptyMutation, EmptySubscription> {
    Schema::new(Query, EmptyMutation, EmptySubscription)
}

async fn data(query: &str) -> async_graphql::Value {
    schema().execute(query).await.into_result().unwrap().data
}

async fn message(query: &str) -> String {
    schema().execute(query).await.into_result().unwrap_err().remove(0).message
}

const KINDS: &str =
    "a string that begins with \"usr_\" (User), \"usr_b-\" (Bot), \"Tag:\" or \"TagGroup:\"";

#[test]
fn every_kind_has_texts_of_its_own() {
    for value in [1, 7, 175_928_847_299_117_063, i64::MAX] {
        let id = Snowflake::new(value).unwrap();
        let nodes: [(NodeId, String); 4] = [
            (UserId(id).into(), UserId(id).to_string()),
            (BotId(id).into(), BotId(id).to_string()),
            (TagId(id).into(), format!("Tag:{value}")),
            ((&TagGroupId(id)).into(), format!("TagGroup:{value:016x}")),
        ];
        for (node, text) in nodes {
            assert_eq!(node.to_string(), text);
            assert_eq!(text.parse(), Ok(node));
            assert_eq!(node.raw().to_i64(), Some(id.get()));
            assert!(text.starts_with(node.kind().text().prefix()));
        }
    }
    assert_eq!(NodeId::from(TagId(Snowflake::MIN)).kind().name(), "Tag");
    assert_eq!(format!("{:>8}", NodeId::from(TagId(Snowflake::MIN))), "   Tag:1");
}

#[test]
fn what_is_no_global_id_is_refused() {
    let error = |text: &str| text.parse::<NodeId>().unwrap_err();
    for text in [
        "",
        ":",
        "7",
        "usr_",
        "_",
        "-",
        "Tag",
        "Tag:",
        "Tag:07",
        "Tag: 7",
        " Tag:7",
        "Tag:Tag:7",
        "tag:7",
        "TAG:7",
        "TagGroup:7",
        "TagGrou:7",
        "Tag:0000000000000007",
        "User:7",
        "User:usr_00000000007",
        "Tag:usr_00000000007",
        "Usr_00000000007",
        "usr_b-",
        "usr_b-0",
        "usr_7",
        "usr_000000000070",
        "usr_usr_00000000007",
        "usr-00000000007",
        "usr_00000000007_",
        "VXNlcjo3",
        "usr_b_7",
        "Ünicode:7",
        "usr_\u{1F600}",
    ] {
        let error = error(text);
        let shown = match &error {
            NodeIdError::Id { kind, .. } => text.strip_prefix(&format!("{}:", kind.name())),
            _ => None,
        };
        let message = error.to_string();
        assert!(message.contains(&format!("{:?}", shown.unwrap_or(text))), "{message}");
        assert!(message.contains("expected "), "{message}");
    }
    assert!(matches!(error("post_7"), NodeIdError::UnknownKind { .. }));
    assert_eq!(
        error("post_7").to_string(),
        format!("invalid ID \"post_7\": it is of no kind; expected {KINDS}")
    );
    assert_eq!(
        error("Tag:x").to_string(),
        "invalid Tag \"x\": 'x' at byte 0 is not a decimal digit; expected a decimal string from \
         \"1\" to \"9223372036854775807\" after \"Tag:\""
    );
    // Where a prefix tells the kind, it is part of the text.
    let prefixed = error("usr_7");
    let NodeIdError::Id { error: of_text, .. } = &prefixed else { panic!("{prefixed}") };
    assert_eq!(prefixed.to_string(), of_text.to_string());
    let long = error(&"é".repeat(100_000)).to_string();
    assert!(long.len() < 300, "{long}");
}

#[tokio::test]
async fn objects_are_found_by_their_global_ids() {
    let fields = "{ __typename id ... on Tag { tagId } }";
    let query = format!(
        "{{ nodes(ids: [\"usr_00000000007\", \"usr_b-8\", \"Tag:9\", \"Tag:404\"]) {fields} }}"
    );
    let expected = value!({ "nodes": [
        { "__typename": "User", "id": "usr_00000000007" },
        { "__typename": "Bot", "id": "usr_b-8" },
        { "__typename": "Tag", "id": "Tag:9", "tagId": "9" },
        null,
    ]});
    assert_eq!(data(&query).await, expected);
    // `id` of the object itself is what `node` takes.
    let query = "{ node(id: \"usr_00000000007\") { ... on User { id } } }";
    assert_eq!(data(query).await, value!({ "node": { "id": "usr_00000000007" } }));
}

#[test]
fn they_are_ids_in_the_schema() {
    let sdl = schema().sdl();
    for field in ["node(id: ID!): Node", "nodes(ids: [ID!]!): [Node]!", "\tid: ID!"] {
        assert!(sdl.contains(field), "{field} in {sdl}");
    }
    assert!(!sdl.contains("scalar ID"), "{sdl}");
    assert!(!sdl.contains("NodeId"), "{sdl}");
}

#[tokio::test]
async fn errors_name_the_kinds() {
    assert_eq!(
        message("{ node(id: \"post_7\") { id } }").await,
        format!(
            "Failed to parse \"ID\": invalid ID \"post_7\": it is of no kind; expected {KINDS}"
        )
    );
    assert_eq!(
        message("{ node(id: 7) { id } }").await,
        format!("Failed to parse \"ID\": invalid ID 7: expected {KINDS}")
    );
    assert_eq!(
        message("{ user(id: \"Tag:7\") { id } }").await,
        "\"Tag:7\" is the ID of a Tag, not of a User"
    );
    let wrong = UserId::try_from(NodeId::from(TagId(Snowflake::MIN))).unwrap_err();
    assert_eq!((wrong.expected(), wrong.found()), ("User", "Tag"));
}

#[test]
fn there_may_be_one_kind_only() {
    snowflake_kit_graphql::node_id! {
        enum One { Tag(TagId) }
    }

    let id = TagId::from_i64(7).unwrap();
    assert_eq!("Tag:7".parse(), Ok(One::from(id)));
    assert_eq!(TagId::try_from(One::Tag(id)), Ok(id));
    assert_eq!(
        "x".parse::<One>().unwrap_err().to_string(),
        "invalid ID \"x\": it is of no kind; expected a string that begins with \"Tag:\""
    );
}
