//! What is written for Diesel, taken by its own command.
//!
//! `cargo xtask servers` installs the command and names it in `SNOWFLAKE_DIESEL`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use snowflake_kit_adopt::{Orm, adopt};
use snowflake_kit_core::Dialect;
use test_databases::does_not_apply;

use crate::backend::{Backend, on_each_database, run};

on_each_database!(diesel_applies_migrations_and_the_patch);

/// A program with Diesel, in the folder of the test.
struct Program<'a> {
    backend: &'a Backend,
    diesel: PathBuf,
    /// Whose tables it has, as a line of its settings.
    schema: &'static str,
}

impl<'a> Program<'a> {
    /// With the tables of the blog, by a migration.
    fn new(backend: &'a Backend) -> Option<Self> {
        let down = "DROP VIEW long_titles; DROP VIEW titles; DROP TABLE posts; DROP TABLE profiles; \
                    DROP TABLE users;";
        Self::with(backend, "", &backend.written(&Backend::schema("blog")), down)
    }

    fn with(backend: &'a Backend, schema: &'static str, up: &str, down: &str) -> Option<Self> {
        let Some(diesel) = std::env::var_os("SNOWFLAKE_DIESEL") else {
            does_not_apply("no SNOWFLAKE_DIESEL names Diesel's command: cargo xtask servers does");
            return None;
        };
        let program = Self { backend, diesel: diesel.into(), schema };
        fs::create_dir_all(program.path("src")).unwrap();
        program.settings("[print_schema]\nfile = \"src/schema.rs\"\n");
        program.migration("2024-01-01-000000_blog", up, down);
        program.diesel(&["migration", "run"]);
        Some(program)
    }

    fn path(&self, path: &str) -> PathBuf {
        self.backend.folder.path().join(path)
    }

    fn settings(&self, text: &str) {
        let head = "[print_schema]\n";
        let text = text.replace(head, &format!("{head}{}", self.schema));
        let migrations = "\n[migrations_directory]\ndir = \"migrations\"\n";
        fs::write(self.path("diesel.toml"), format!("{text}{migrations}")).unwrap();
    }

    fn migration(&self, name: &str, up: &str, down: &str) {
        let folder = self.path("migrations").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("up.sql"), up).unwrap();
        fs::write(folder.join("down.sql"), down).unwrap();
    }

    fn diesel(&self, arguments: &[&str]) -> String {
        let url = self.backend.url.strip_prefix("sqlite://").unwrap_or(&self.backend.url);
        let output = Command::new(&self.diesel)
            .args(arguments)
            .current_dir(self.backend.folder.path())
            .env("DATABASE_URL", url.split('?').next().unwrap())
            .output()
            .unwrap();
        let [out, error] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(output.status.success(), "{arguments:?}: {out}{error}");
        out
    }

    /// Moves the migrations that were written to those of the program, and adds the settings.
    fn take(&self) {
        for folder in self.backend.migrations() {
            let to = self.path("migrations").join(folder.file_name().unwrap());
            fs::rename(folder, to).unwrap();
        }
        self.settings(&self.backend.text("ids/diesel.toml"));
    }

    fn schema(&self) -> String {
        fs::read_to_string(self.path("src/schema.rs")).unwrap()
    }
}

fn diesel_applies_migrations_and_the_patch(backend: &Backend) {
    let Some(program) = Program::new(backend) else { return };
    backend.adopt(Orm::Diesel);
    program.take();
    program.diesel(&["migration", "run"]);
    let typed = program.schema();
    for column in [
        "id -> Key<PostId>,",
        "author_id -> Key<UserId>,",
        "editor_id -> Nullable<Key<UserId>>,",
        "reply_to -> Nullable<Key<PostId>>,",
        "user_id -> Key<UserId>,",
    ] {
        assert!(typed.contains(column), "{column}\n{typed}");
    }
    for name in ["use snowflake_kit::Key;", "use crate::ids::*;"] {
        assert_eq!(typed.matches(name).count(), 3, "{typed}");
    }
    assert_eq!(program.diesel(&["print-schema"]), typed);
    // Down and up again.
    let count = fs::read_dir(program.path("migrations")).unwrap().count() - 1;
    program.diesel(&["migration", "redo", "--number", &count.to_string()]);
    assert_eq!(program.schema(), typed);
    // A run that finds typed tables writes the same patch.
    let patch = backend.text("ids/schema.patch");
    backend.adopt(Orm::Diesel);
    assert_eq!(backend.text("ids/schema.patch"), patch);
    // A later table is printed beside what the patch knows.
    let later = "CREATE TABLE later (id BIGINT NOT NULL PRIMARY KEY);";
    program.migration("2999-01-01-000000_later", later, "DROP TABLE later;");
    program.diesel(&["migration", "run"]);
    let with_later = program.schema();
    assert!(
        with_later.contains("later (id) {") && with_later.contains("author_id -> Key<UserId>,")
    );
}

#[test]
fn diesel_applies_the_patch_of_another_schema() {
    run(Dialect::Postgres, |backend| {
        let blog = backend.written(&Backend::schema("blog"));
        let up = format!("CREATE SCHEMA shop; SET search_path = shop; {blog}; RESET search_path;");
        let down = "DROP SCHEMA shop CASCADE;";
        let Some(program) = Program::with(backend, "schema = \"shop\"\n", &up, down) else {
            return;
        };
        let mut request = backend.request(Orm::Diesel);
        request.schema = Some("shop".to_owned());
        backend.move_all(&request);
        assert_eq!(adopt(&request).unwrap().in_the_way, 0);
        program.take();
        program.diesel(&["migration", "run"]);
        let typed = program.schema();
        let posts = "        shop.posts (id) {\n            id -> Key<PostId>,\n            \
                     author_id -> Key<UserId>,\n";
        assert!(typed.contains(posts), "{typed}");
        assert_eq!(program.diesel(&["print-schema"]), typed);
        program.diesel(&["migration", "redo", "--number", "2"]);
        assert_eq!(program.schema(), typed);
    });
}
