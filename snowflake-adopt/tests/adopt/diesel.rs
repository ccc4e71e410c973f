//! Diesel's tables: the patch of what `diesel print-schema` writes.

use std::fs;

use snowflake_kit_adopt::{Orm, adopt};
use snowflake_kit_core::Dialect;

use crate::backend::{Backend, on_each_database, run};

on_each_database!(the_patch_gives_columns_their_types);

/// What `diesel print-schema` writes for the blog, with these types of the columns with IDs.
fn printed(imports: &str, [users, posts, profiles]: [&str; 3]) -> String {
    let nullable = |kind: &str| format!("Nullable<{kind}>");
    format!(
        "// @generated automatically by Diesel CLI.\n\n\
         diesel::table! {{\n{imports}    posts (id) {{\n        id -> {posts},\n        \
         author_id -> {users},\n        editor_id -> {},\n        reply_to -> {},\n        \
         #[max_length = 100]\n        title -> Varchar,\n    }}\n}}\n\n\
         diesel::table! {{\n{imports}    profiles (user_id) {{\n        user_id -> {profiles},\n        \
         #[max_length = 200]\n        about -> Varchar,\n    }}\n}}\n\n\
         diesel::table! {{\n{imports}    users (id) {{\n        id -> {users},\n        \
         #[max_length = 40]\n        name -> Varchar,\n    }}\n}}\n\n\
         diesel::joinable!(profiles -> users (user_id));\n",
        nullable(users),
        nullable(posts),
    )
}

const IMPORTS: &str =
    "    use diesel::sql_types::*;\n    use snowflake_kit::Key;\n    use crate::ids::*;\n\n";
const TYPED: [&str; 3] = ["Key<UserId>", "Key<PostId>", "Key<UserId>"];

/// The program has the types of an earlier run.
#[test]
fn the_same_command_again_writes_the_same_patch() {
    run(Dialect::Postgres, |backend| {
        backend.create(&Backend::schema("blog"));
        let tables = backend.folder.path().join("src/schema.rs");
        fs::create_dir_all(tables.parent().unwrap()).unwrap();
        let imports = IMPORTS.replace("Key", "IntegerKey");
        let typed = TYPED.map(|key| format!("Integer{key}"));
        let mut patches = Vec::new();
        for keys in [["Int4"; 3], typed.each_ref().map(String::as_str)] {
            fs::write(&tables, printed(&imports, keys)).unwrap();
            adopt(&backend.types(Orm::Diesel)).unwrap();
            patches.push(backend.text("ids/schema.patch"));
        }
        assert!(patches[0].contains("+        id -> IntegerKey<UserId>,"), "{}", patches[0]);
        assert_eq!(patches[0], patches[1]);
    });
}

fn the_patch_gives_columns_their_types(backend: &Backend) {
    backend.create(&Backend::schema("blog"));
    let tables = backend.folder.path().join("src/schema.rs");
    fs::create_dir_all(tables.parent().unwrap()).unwrap();
    let now = match backend.dialect {
        Dialect::MariaDb => "Unsigned<Integer>",
        Dialect::Postgres => "Int4",
        _ => "Integer",
    };
    let printed_now = match backend.dialect {
        // A key without `NOT NULL`, although no row is without one.
        Dialect::Sqlite => {
            printed("", [now; 3]).replace("  id -> Integer", "  id -> Nullable<Integer>")
        }
        _ => printed("", [now; 3]),
    };
    fs::write(&tables, printed_now).unwrap();
    backend.adopt(Orm::Diesel);
    let patch = backend.text("ids/schema.patch");
    let settings = backend.text("ids/diesel.toml");
    let imports =
        r#"import_types = ["diesel::sql_types::*", "snowflake_kit::Key", "crate::ids::*"]"#;
    assert!(settings.contains(imports), "{settings}");

    // After the migrations, with the imports.
    let wide = match backend.dialect {
        Dialect::Postgres => "Int8",
        Dialect::Sqlite => "BigInt",
        _ => "Bigint",
    };
    let plain = printed(IMPORTS, [wide; 3]);
    let typed = printed(IMPORTS, TYPED);
    let parsed = diffy::Patch::from_str(&patch).unwrap();
    assert_eq!(diffy::apply(&plain, &parsed).unwrap(), typed);

    // The file that the patch makes gives the same patch.
    fs::write(&tables, &typed).unwrap();
    backend.adopt(Orm::Diesel);
    assert_eq!(backend.text("ids/schema.patch"), patch);
}

#[test]
fn a_patch_that_is_there_is_kept() {
    run(Dialect::Sqlite, |backend| {
        backend.create(&Backend::schema("blog"));
        let src = backend.folder.path().join("src");
        fs::create_dir_all(&src).unwrap();
        let printed_now = printed("", ["Integer"; 3]);
        let mine = printed_now.replace("about -> Varchar", "about -> Citext");
        fs::write(src.join("schema.rs"), &mine).unwrap();
        let patch = diffy::create_patch(&printed_now, &mine).to_string();
        fs::write(src.join("mine.patch"), patch).unwrap();
        let mut request = backend.request(Orm::Diesel);
        request.patch = Some(src.join("mine.patch"));
        adopt(&request).unwrap();

        let patch = backend.text("ids/schema.patch");
        let parsed = diffy::Patch::from_str(&patch).unwrap();
        let patched = diffy::apply(&printed(IMPORTS, ["BigInt"; 3]), &parsed).unwrap();
        assert_eq!(patched, printed(IMPORTS, TYPED).replace("about -> Varchar", "about -> Citext"));

        // A patch that changes an import, as programs with types of their own have.
        let printed_now = printed("    use diesel::sql_types::*;\n\n", ["Integer"; 3]);
        let own =
            |printed: &str| printed.replace("use diesel::sql_types::*;", "use crate::kinds::*;");
        fs::write(src.join("schema.rs"), own(&printed_now)).unwrap();
        let patch = diffy::create_patch(&printed_now, &own(&printed_now)).to_string();
        fs::write(src.join("mine.patch"), patch).unwrap();
        adopt(&request).unwrap();
        let patch = backend.text("ids/schema.patch");
        let parsed = diffy::Patch::from_str(&patch).unwrap();
        let patched = diffy::apply(&printed(IMPORTS, ["BigInt"; 3]), &parsed).unwrap();
        assert_eq!(patched, own(&printed(IMPORTS, TYPED)));

        // A table that the patch alone has.
        let own = |printed: &str, imports: &str, key: &str| {
            format!(
                "{printed}\ndiesel::table! {{\n{imports}    totals (user_id) {{\n        user_id -> {key},\n    }}\n}}\n"
            )
        };
        backend.set("hints", "\"totals.user_id\" = \"users\"");
        backend.create("CREATE TABLE totals (user_id $INT)");
        let printed_now = printed("", ["Integer"; 3]);
        let mine = own(&printed_now, "", "Integer");
        fs::write(src.join("schema.rs"), &mine).unwrap();
        let patch = diffy::create_patch(&printed_now, &mine).to_string();
        fs::write(src.join("mine.patch"), patch).unwrap();
        adopt(&request).unwrap();
        let patch = backend.text("ids/schema.patch");
        let parsed = diffy::Patch::from_str(&patch).unwrap();
        let patched = diffy::apply(&printed(IMPORTS, ["BigInt"; 3]), &parsed).unwrap();
        assert_eq!(patched, own(&printed(IMPORTS, TYPED), IMPORTS, "Key<UserId>"));

        fs::write(src.join("schema.rs"), "// Other tables.\n").unwrap();
        let error = adopt(&request).unwrap_err();
        assert!(error.is_bad_input(), "{error}");
        assert!(error.to_string().contains("run `diesel print-schema > "), "{error}");
    });
}

/// What is written for the tables of the schema `shop`: a module of its name.
fn of_shop(printed: &str) -> String {
    let (head, tables) = printed.split_once("\n\n").unwrap();
    let lines = tables.lines().map(|line| match line {
        "" => "\n".to_owned(),
        line if line.ends_with(") {") => format!("        shop.{}\n", line.trim_start()),
        line => format!("    {line}\n"),
    });
    format!("{head}\n\npub mod shop {{\n{}}}\n", lines.collect::<String>())
}

#[test]
fn the_patch_fits_the_module_of_another_schema() {
    run(Dialect::Postgres, |backend| {
        let blog = Backend::schema("blog");
        backend.create(&format!("CREATE SCHEMA shop; SET search_path = shop; {blog}"));
        let src = backend.folder.path().join("src");
        fs::create_dir_all(&src).unwrap();
        fs::write(src.join("schema.rs"), of_shop(&printed("", ["Int4"; 3]))).unwrap();
        let mut request = backend.request(Orm::Diesel);
        request.schema = Some("shop".to_owned());
        backend.move_all(&request);
        let outcome = adopt(&request).unwrap();
        assert_eq!(outcome.in_the_way, 0, "{}", outcome.report);
        let patch = backend.text("ids/schema.patch");
        let parsed = diffy::Patch::from_str(&patch).unwrap();
        let patched = diffy::apply(&of_shop(&printed(IMPORTS, ["Int8"; 3])), &parsed).unwrap();
        assert_eq!(patched, of_shop(&printed(IMPORTS, TYPED)));
    });
}
