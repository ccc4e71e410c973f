//! IDs in a JSON Schema of schemars.

use schemars::{JsonSchema, schema_for};

use crate::graph::{Checked, PostId, UserId};

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its description is of interest")]
struct Post {
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
}

pub fn check() -> Checked {
    let schema = serde_json::to_value(schema_for!(Post))?;
    let definitions = schema.get("$defs").or(schema.get("definitions")).ok_or("no definitions")?;
    for (field, name, prefix) in [("id", "PostId", "^pst_"), ("author_id", "UserId", "^usr_")] {
        let reference = schema["properties"][field]["$ref"].as_str().ok_or("no reference")?;
        assert!(reference.ends_with(&format!("/{name}")), "{schema}");
        assert_eq!(definitions[name]["type"], "string");
        assert!(definitions[name]["pattern"].as_str().unwrap().starts_with(prefix), "{schema}");
    }
    Ok(())
}
