//! A user with posts, each linked before any of them is in a database.

use std::error::Error;
use std::ops::RangeInclusive;
use std::time::{Duration, SystemTime};

use snowflake_kit::{Node, Snowflake, SnowflakeId};

/// What a check returns.
pub type Checked = Result<(), Box<dyn Error>>;

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(prefix = "usr_")]
pub struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(prefix = "pst_", text = "base62")]
pub struct PostId(Snowflake);

/// A user, a post, and answers to it.
pub struct Graph {
    pub author: UserId,
    pub posts: Vec<(PostId, Option<PostId>)>,
}

impl Graph {
    pub fn mint() -> Self {
        let ids = PostId::mint_many(4);
        let begin = ids[0];
        let reply_to = |id| (id != begin).then_some(begin);
        Self {
            author: UserId::mint(),
            posts: ids.into_iter().map(|id| (id, reply_to(id))).collect(),
        }
    }

    /// The keys of posts that were minted lately.
    pub fn lately() -> RangeInclusive<PostId> {
        let now = SystemTime::now();
        PostId::range(now - Duration::from_secs(60)..now + Duration::from_secs(1))
    }

    /// The keys of posts of another time.
    pub fn yesterday() -> RangeInclusive<PostId> {
        let day = Duration::from_secs(86_400);
        let now = SystemTime::now();
        PostId::range(now - 2 * day..now - day)
    }
}

/// Installs a node, and checks what JSON has.
pub fn start() -> Checked {
    snowflake_kit::install(Node::fixed(7))?;
    let graph = Graph::mint();
    let (post, author) = (graph.posts[0].0, graph.author);
    assert!(Graph::lately().contains(&post) && !Graph::yesterday().contains(&post));
    let json = serde_json::to_string(&(post, author))?;
    assert_eq!(json, format!("[\"{post}\",\"{author}\"]"));
    assert_eq!(serde_json::from_str::<(PostId, UserId)>(&json)?, (post, author));
    // One of the other kind.
    let error = serde_json::from_str::<(UserId, PostId)>(&json).unwrap_err().to_string();
    assert!(error.contains("UserId"), "{error}");
    Ok(())
}
