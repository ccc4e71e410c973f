//! Structs with IDs, exported to TypeScript and compiled with the module in
//! `clients/js`.

mod blog;

use std::fs;
use std::path::Path;
use std::process::Command;

use test_processes::javascript::{Project, text};
use ts_rs::{Config, TS};

use crate::blog::{Feed, Page, Post, RoomId, TagId, UserId};

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/typescript");

/// The declaration with its comment, without imports.
#[track_caller]
fn declared<T: TS + 'static>() -> String {
    let exported = T::export_to_string(&Config::new()).unwrap();
    exported.split_once("\n\n").unwrap().1.to_owned()
}

#[test]
fn an_id_type_is_a_type_of_what_its_ids_are_in_json() {
    assert_eq!(
        declared::<UserId>(),
        "/**\n \
          * Identifies a user.\n \
          *\n \
          * Ends comments: *\\/ and has \"quotes\".\n \
          *\n \
          * A snowflake ID: a decimal string of 1 to 19 digits.\n \
          */\n\
         export type UserId = string & { readonly __id: \"UserId\" };\n"
    );
    // Without a doc comment, and with another name.
    let tag = declared::<TagId>();
    assert!(tag.starts_with("/**\n * A snowflake ID: 16 lower-case hex digits"), "{tag}");
    assert!(tag.ends_with("\nexport type Tag = string & { readonly __id: \"Tag\" };\n"), "{tag}");
    let room = declared::<RoomId>();
    assert!(room.contains(" * A snowflake ID: a positive integer of up to 63 bits.\n"), "{room}");
    assert!(room.ends_with("\nexport type RoomId = number & { readonly __id: \"RoomId\" };\n"));
}

#[test]
fn fields_name_it() {
    assert_eq!(
        declared::<Post>(),
        "export type Post = { id: PostId, author: UserId, reply_to: PostId | null, \
         tags: Array<Tag>, room: RoomId, ends: [PostId, PostId], pair: [UserId, RoomId], \
         reactions: { [key in UserId]: string }, by_room: { [key in RoomId]: Array<UserId> }, \
         inline: string & { readonly __id: \"UserId\" }, slug: string, editor?: UserId, };\n"
    );
    let page = declared::<Page<UserId>>();
    assert!(
        page.ends_with("export type Page<T> = { items: Array<T>, next: PostId | null, };\n"),
        "{page}"
    );
}

/// One test, as all of it needs the packages.
#[test]
fn what_is_exported_compiles_and_is_what_serde_writes() {
    let project = Project::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/snowflake-ts-rs"));
    let folder = project.path("scratch");
    let config =
        Config::new().with_out_dir(folder.join("bindings")).with_import_extension(Some("js"));
    Feed::export_all(&config).unwrap();
    for file in ["use.ts", "refused.ts", "tsconfig.json", "tsconfig.refused.json"] {
        fs::copy(Path::new(SOURCES).join(file), folder.join(file)).unwrap();
    }
    // Twice, since it is a text there.
    let feed = serde_json::to_string(&blog::feed()).unwrap();
    let feed = format!("export const json = {};\n", serde_json::to_string(&feed).unwrap());
    fs::write(folder.join("feed.ts"), feed).unwrap();

    let node = |arguments: &[&str]| project.output(Command::new("node").args(arguments));
    let tsc = |project| node(&["node_modules/typescript/bin/tsc", "--project", project]);

    let compiled = tsc("scratch/tsconfig.json");
    assert!(compiled.status.success(), "{}", text(&compiled));
    let ran = node(&["scratch/out/use.js"]);
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "all as expected\n", "{}", text(&ran));

    let refused = tsc("scratch/tsconfig.refused.json").stdout;
    let refused = String::from_utf8(refused).unwrap().replace("scratch/", "");
    let pinned = Path::new(SOURCES).join("refused.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&pinned, &refused).unwrap();
    }
    assert_eq!(refused, fs::read_to_string(pinned).unwrap());
}
