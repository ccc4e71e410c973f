//! Structs that have IDs in every place where a type can be.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use snowflake_kit_core::{Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use ts_rs::TS;

/// Identifies a user.
///
/// Ends comments: */ and has "quotes".
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
pub(crate) struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "pst_")]
pub(crate) struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "hex", name = "Tag")]
pub(crate) struct TagId(Snowflake);

/// Identifies a room.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = "ecmascript", json = "number")]
pub(crate) struct RoomId(Snowflake);

snowflake_kit_serde::value!(UserId, PostId, TagId, RoomId);
snowflake_kit_ts_rs::alias!(UserId);
snowflake_kit_ts_rs::alias!(PostId, export_to = "ids/");
// Two in one file.
snowflake_kit_ts_rs::alias!(TagId, export_to = "shared.ts");
snowflake_kit_ts_rs::alias!(RoomId, export_to = "shared.ts");

#[derive(Clone, Serialize, TS)]
pub(crate) struct Post {
    id: PostId,
    author: UserId,
    reply_to: Option<PostId>,
    tags: Vec<TagId>,
    room: RoomId,
    ends: [PostId; 2],
    pair: (UserId, RoomId),
    reactions: HashMap<UserId, String>,
    by_room: BTreeMap<RoomId, Vec<UserId>>,
    #[ts(inline)]
    inline: UserId,
    #[serde(with = "snowflake_kit_serde::base62")]
    #[ts(type = "string")]
    slug: UserId,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    editor: Option<UserId>,
}

/// One page of anything.
#[derive(Clone, Serialize, TS)]
pub(crate) struct Page<T> {
    items: Vec<T>,
    next: Option<PostId>,
}

/// A generic of an ID.
#[derive(Clone, Serialize, TS)]
pub(crate) struct Reference<I> {
    id: I,
    label: String,
}

#[derive(Clone, Serialize, TS)]
#[serde(tag = "kind", content = "id", rename_all = "snake_case")]
pub(crate) enum Target {
    User(UserId),
    Post(PostId),
    Room { room: RoomId },
}

#[derive(Clone, Serialize, TS)]
pub(crate) struct Feed {
    owner: Box<UserId>,
    page: Page<Post>,
    users: Page<UserId>,
    reference: Reference<TagId>,
    references: Vec<Reference<Option<RoomId>>>,
    targets: Vec<Target>,
    #[serde(flatten)]
    rest: Rest,
}

#[derive(Clone, Serialize, TS)]
pub(crate) struct Rest {
    last: Option<UserId>,
}

fn id<T: SnowflakeId>(value: i64) -> T {
    T::from_i64(value).unwrap()
}

/// With IDs that JavaScript's numbers cannot hold.
pub(crate) fn feed() -> Feed {
    let (ada, eve) = (id::<UserId>(249_857_720_318_955_522), id::<UserId>(i64::MAX));
    let (room, next) = (id::<RoomId>(129_171_456_000_129), id::<PostId>(i64::MAX));
    let post = Post {
        id: id(249_857_720_318_955_520),
        author: ada,
        reply_to: None,
        tags: vec![id(175_928_847_299_117_063)],
        room,
        ends: [id(1), next],
        pair: (eve, room),
        reactions: HashMap::from([(eve, "+1".to_owned())]),
        by_room: BTreeMap::from([(room, vec![ada, eve])]),
        inline: eve,
        slug: ada,
        editor: None,
    };
    Feed {
        owner: Box::new(ada),
        page: Page { items: vec![post], next: Some(next) },
        users: Page { items: vec![ada, eve], next: None },
        reference: Reference { id: id(7), label: "seven".to_owned() },
        references: vec![Reference { id: Some(room), label: "room".to_owned() }],
        targets: vec![Target::User(eve), Target::Post(next), Target::Room { room }],
        rest: Rest { last: Some(eve) },
    }
}
