//! With the feature `ts_rs_12` the derive alone gives a type its name in
//! TypeScript.
#![cfg(feature = "ts_rs_12")]

use std::path::Path;

use snowflake_kit::{Snowflake, SnowflakeId};
use ts_rs::{Config, TS};

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(prefix = "post_", text = "hex", name = "PostKey", ts_rs(export_to = "ids.ts"))]
struct PostId(Snowflake);

/// Identifies a room.
#[derive(SnowflakeId)]
#[snowflake(json = "number", ts_rs(export_to = "ids/"))]
struct RoomId(Snowflake);

#[derive(TS)]
#[expect(dead_code, reason = "only its type is of interest")]
struct Post {
    id: PostId,
    author: Option<UserId>,
    rooms: Vec<RoomId>,
}

#[test]
fn a_derived_id_is_a_type() {
    let config = Config::new();
    assert!(Post::export_to_string(&config).unwrap().ends_with(
        "import type { UserId } from \"./UserId\";\n\
         import type { PostKey } from \"./ids\";\n\
         import type { RoomId } from \"./ids/RoomId\";\n\n\
         export type Post = { id: PostKey, author: UserId | null, rooms: Array<RoomId>, };\n"
    ));
    assert_eq!(UserId::inline(&config), "string & { readonly __id: \"UserId\" }");
    assert_eq!(PostId::inline(&config), "string & { readonly __id: \"PostKey\" }");
    assert_eq!(RoomId::inline(&config), "number & { readonly __id: \"RoomId\" }");
    assert_eq!(UserId::output_path().as_deref(), Some(Path::new("UserId.ts")));
}
