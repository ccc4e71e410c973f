//! IDs in the TypeScript that ts-rs exports.

use ts_rs::{Config, TS};

use crate::graph::{Checked, PostId, UserId};

#[derive(TS)]
#[expect(dead_code, reason = "only its description is of interest")]
struct Post {
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
}

pub fn check() -> Checked {
    let post = Post::decl(&Config::new());
    for field in ["id: PostId", "author_id: UserId", "reply_to: PostId | null"] {
        assert!(post.contains(field), "{post}");
    }
    Ok(())
}
