//! The schema as it is written for others.

use std::path::Path;

use async_graphql::SDLExportOptions;

use crate::blog;

/// `tests/schema/blog.graphql` is what it was when somebody last looked at it.
#[test]
fn the_schema_is_as_pinned() {
    let options = SDLExportOptions::new()
        .sorted_fields()
        .sorted_arguments()
        .sorted_enum_items()
        .include_specified_by();
    let sdl = blog::schema(Vec::new()).sdl_with_options(options);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schema/blog.graphql");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &sdl).unwrap();
    }
    let pinned = std::fs::read_to_string(&path).unwrap();
    assert!(
        sdl == pinned,
        "the schema has changed: if it should have, write the new one with BLESS=1, and look at \
         the difference\n{sdl}"
    );
}
