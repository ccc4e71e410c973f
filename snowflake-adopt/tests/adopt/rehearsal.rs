//! What is found when the plan is tried, and what is not lost any more.

use std::fs;
use std::time::Duration;

use snowflake_kit_adopt::{Orm, Rehearsal, check};
use snowflake_kit_core::Dialect;

use crate::backend::{MINTED, in_the_way, run};

/// There, what was done before a statement that fails would stay.
#[test]
fn a_minted_row_keeps_the_way_back_of_mysql_from_beginning() {
    run(Dialect::MariaDb, |backend| {
        backend.create(
            "CREATE TABLE users (id $KEY);
             CREATE TABLE posts (id $KEY, author $INT, CONSTRAINT a FOREIGN KEY (author) REFERENCES users (id));",
        );
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        backend.execute(&format!("INSERT INTO users (id) VALUES ({MINTED})"));
        let back = |part: &str| {
            let files = backend.migrations();
            let is = |of: &&std::path::PathBuf| of.to_string_lossy().ends_with(part);
            let sql = fs::read_to_string(files.iter().find(is).unwrap()).unwrap();
            backend.try_execute(&sql)
        };
        back("end_counting.down.sql").unwrap();
        for _ in 0..2 {
            let error = back("widen.down.sql").unwrap_err().to_string();
            assert!(error.contains("Out of range value for column 'id'"), "{error}");
            let orphan = format!("INSERT INTO posts (author) VALUES ({MINTED} + 1)");
            assert!(backend.try_execute(&orphan).is_err());
        }
        backend.execute("DELETE FROM users");
        back("widen.down.sql").unwrap();
        backend.execute("INSERT INTO users () VALUES ()");
    });
}

#[test]
fn a_plan_that_is_not_tried_begins_by_saying_so() {
    run(Dialect::Sqlite, |backend| {
        backend.create("CREATE TABLE users (id $KEY, name TEXT)");
        let mut request = backend.request(Orm::Sqlx);
        assert!(!check(&request).unwrap().report.contains("untried"));
        request.rehearsal = Rehearsal::Skipped;
        let report = check(&request).unwrap().report;
        let first = report.lines().find(|line| !line.is_empty() && !line.starts_with("<!--"));
        assert!(first.unwrap().starts_with("**This plan is untried**"), "{report}");
    });
}

#[test]
fn a_full_text_index_outlives_the_migrations() {
    run(Dialect::Sqlite, |backend| {
        backend.execute(
            "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
             CREATE VIRTUAL TABLE found USING fts5(text, content='notes');
             CREATE TRIGGER noted AFTER INSERT ON notes BEGIN
                 INSERT INTO found (rowid, text) VALUES (NEW.rowid, NEW.text); END;
             INSERT INTO notes (id, text) VALUES (3, 'three'), (7, 'seven');",
        );
        // The row numbers stay what they were, and the trigger takes them.
        let report = in_the_way(backend, &["The trigger noted holds rowid", "use row numbers"]);
        assert!(report.contains("\"trigger:noted\" = \"…\""), "{report}");
        snowflake_kit_adopt::adopt(&backend.request(Orm::Sqlx)).unwrap();
        backend.set("accepted", "\"trigger:noted\" = \"the row number is meant\"");
        backend.adopt(Orm::Sqlx);
        let ids = backend.text("ids.rs");
        assert_eq!(ids.matches("pub struct").count(), 1, "{ids}");
        let check = "INSERT INTO found (found, rank) VALUES ('integrity-check', 1)";
        backend.migrate();
        backend.execute(check);
        backend.execute(&format!("INSERT INTO notes (id, text) VALUES ({MINTED}, 'minted')"));
        backend.execute(check);
        let of = |word: &str| {
            backend.number(&format!(
                "SELECT id FROM notes WHERE rowid = (SELECT rowid FROM found ('{word}'))"
            ))
        };
        assert_eq!([of("three"), of("seven"), of("minted")], [3, 7, MINTED]);
        backend.execute(&format!("DELETE FROM notes WHERE id = {MINTED}"));
        backend.execute("INSERT INTO found (found) VALUES ('rebuild')");
        backend.undo();
        backend.execute(check);
        backend.execute("INSERT INTO notes (text) VALUES ('eight')");
        assert_eq!(of("eight"), 8);
    });
}

#[test]
fn autoincrement_is_ended_wherever_it_is_written() {
    run(Dialect::Sqlite, |backend| {
        backend.execute(
            "CREATE TABLE \"users\" (\"id\" INTEGER, \"name\" TEXT, PRIMARY KEY(\"id\" AUTOINCREMENT));
             INSERT INTO users (name) VALUES ('Ada');",
        );
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        assert!(backend.try_execute("INSERT INTO users (name) VALUES ('Nobody')").is_err());
        backend.undo();
        backend.execute("INSERT INTO users (name) VALUES ('Grace')");
        assert_eq!(backend.number("SELECT max(id) FROM users"), 2);
    });
}

#[test]
fn what_only_a_rehearsal_sees_is_in_the_way_on_sqlite() {
    run(Dialect::Sqlite, |backend| {
        backend.execute(
            "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);
             CREATE TABLE small (id INTEGER PRIMARY KEY, name TEXT, CHECK (id < 1000000));
             CREATE TRIGGER filled AFTER INSERT ON users WHEN typeof(NEW.id) <> 'integer' OR NEW.id > 4294967295
                 BEGIN SELECT RAISE(ABORT, 'a user has 32 bits'); END;",
        );
        let report = in_the_way(
            backend,
            &[
                "small refuses a row that has a minted key: CHECK constraint failed: id \\< 1000000",
                "users refuses a row that has a minted key: a user has 32 bits",
                "(`insert:small`)",
            ],
        );
        assert!(!report.contains("untried"), "{report}");
        // Each can be accepted by its name.
        snowflake_kit_adopt::adopt(&backend.request(Orm::Sqlx)).unwrap();
        let path = backend.out().join("adopt.toml");
        let settings = fs::read_to_string(&path).unwrap();
        let accepted = "[accepted]\n\"insert:small\" = \"a list\"\n\"insert:users\" = \"dropped\"\n\"trigger:filled\" = \"dropped\"\n";
        fs::write(&path, settings.replace("[accepted]\n", accepted)).unwrap();
        backend.adopt(Orm::Sqlx);
    });
}

#[test]
fn views_are_created_again_with_all_that_they_had() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id serial PRIMARY KEY, name text);
             CREATE SCHEMA reports;
             CREATE VIEW reports.names AS SELECT id, name FROM public.users;
             CREATE VIEW named WITH (security_barrier) AS SELECT id, name FROM users;
             ALTER VIEW named ALTER COLUMN name SET DEFAULT 'nobody';
             COMMENT ON VIEW named IS 'It''s \\ a comment';
             COMMENT ON COLUMN named.name IS 'A name';
             GRANT SELECT (name) ON named TO pg_monitor;
             CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 INSERT INTO users (id, name) VALUES (NEW.id, NEW.name || '!'); RETURN NEW; END $$;
             CREATE TRIGGER noted INSTEAD OF INSERT ON named FOR EACH ROW EXECUTE FUNCTION note();
             CREATE VIEW ruled AS SELECT id FROM named;
             CREATE RULE none AS ON DELETE TO ruled DO INSTEAD NOTHING;",
        );
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        backend.execute(&format!("INSERT INTO named (id) VALUES ({MINTED})"));
        assert_eq!(backend.text_of("SELECT name FROM reports.names"), "nobody!");
        backend.execute("DELETE FROM ruled");
        assert_eq!(backend.number("SELECT count(*) FROM users"), 1);
        for (sql, text) in [
            ("SELECT obj_description('named'::regclass)", "It's \\ a comment"),
            ("SELECT col_description('named'::regclass, 2)", "A name"),
            (
                "SELECT reloptions::text FROM pg_class WHERE relname = 'named'",
                "{security_barrier=true}",
            ),
            ("SELECT has_column_privilege('pg_monitor', 'named', 'name', 'SELECT')::text", "true"),
        ] {
            assert_eq!(backend.text_of(sql), text, "{sql}");
        }
        backend.execute("DELETE FROM users");
        backend.undo();
    });
}

#[test]
fn what_postgres_refuses_is_in_the_way_in_its_words() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE events (id serial PRIMARY KEY, at int) PARTITION BY HASH (id);
             CREATE TABLE events_0 PARTITION OF events FOR VALUES WITH (modulus 1, remainder 0);
             CREATE TABLE posts (id serial PRIMARY KEY, twice int GENERATED ALWAYS AS (id * 2) STORED);
             CREATE TABLE notes (id serial PRIMARY KEY);
             CREATE POLICY own ON notes USING (id > 0);
             CREATE TABLE tags (id serial PRIMARY KEY);
             CREATE MATERIALIZED VIEW tags_now AS SELECT id FROM tags;",
        );
        in_the_way(
            backend,
            &[
                "widen fails at events: cannot alter column \"id\" because it is part of the partition",
                "widen fails at posts: cannot alter type of a column used by a generated column",
                "widen fails at notes: cannot alter type of a column used in a policy definition",
                "widen fails at tags: cannot alter type of a column used by a view or rule",
            ],
        );
    });
}

#[test]
fn what_still_fills_a_key_is_in_the_way() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE SEQUENCE s; CREATE FUNCTION own_id() RETURNS bigint LANGUAGE sql AS \
             'SELECT nextval(''public.s'')';
             CREATE TABLE texts (id bigint DEFAULT nextval(('s'::text)::regclass) PRIMARY KEY);
             CREATE TABLE owned (id bigint DEFAULT own_id() PRIMARY KEY);
             CREATE TABLE filled (id bigint PRIMARY KEY);
             CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 NEW.id := coalesce(NEW.id, nextval('s')); RETURN NEW; END $$;
             CREATE TRIGGER fill BEFORE INSERT ON filled FOR EACH ROW EXECUTE FUNCTION fill();
             CREATE TABLE users (id bigserial PRIMARY KEY);
             CREATE TABLE lists (id bigserial PRIMARY KEY, filled_id bigint REFERENCES filled);",
        );
        let report = in_the_way(
            backend,
            &[
                "texts.id is still filled by its default nextval",
                "owned.id is still filled by its default public.own_id()",
                "filled.id is still filled by the database",
            ],
        );
        assert!(!report.contains("users.id is still") && !report.contains("lists.id is still"));
    });
}

#[test]
fn functions_of_others_have_no_rights_and_nothing_is_left() {
    run(Dialect::Postgres, |backend| {
        let trace = backend.folder.path().join("trace");
        backend.execute(&format!(
            "CREATE TABLE users (id serial PRIMARY KEY, name text);
             CREATE FUNCTION run() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 RESET SESSION AUTHORIZATION; RESET ROLE;
                 BEGIN EXECUTE 'SET ROLE postgres'; EXCEPTION WHEN OTHERS THEN NULL; END;
                 BEGIN EXECUTE 'COPY public.users TO PROGRAM ''touch {}'''; EXCEPTION WHEN OTHERS THEN
                 NULL; END; RETURN NEW; END $$;
             CREATE TRIGGER run AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION run();",
            trace.display()
        ));
        // A role that is not a superuser, with the rights that a rehearsal needs.
        let database = backend.url.rsplit('/').next().unwrap();
        let user = format!("{database}_adopter");
        backend.execute(&format!(
            "CREATE ROLE {user} LOGIN CREATEDB CREATEROLE PASSWORD 'p@ss'; \
             GRANT SELECT ON ALL TABLES IN SCHEMA public TO {user};"
        ));
        let mut request = backend.request(Orm::Sqlx);
        request.database_url =
            backend.url.replace("postgres://postgres@", &format!("postgres://{user}:p%40ss@"));
        let report = check(&request).unwrap().report;
        assert!(!report.contains("untried"), "{report}");
        assert!(!trace.exists());
        let left = "SELECT count(*) FROM pg_auth_members WHERE member = ";
        assert_eq!(backend.number(&format!("{left} '{user}'::regrole")), 0);
        // Nor of one that has not ended.
        request.limit = Duration::from_millis(1);
        let untried = check(&request).unwrap().untried.unwrap();
        assert!(untried.contains("has not ended"), "{untried}");
        assert_eq!(backend.number(&format!("{left} '{user}'::regrole")), 0);
        backend.execute(&format!("ALTER ROLE {user} NOCREATEROLE"));
        let report = check(&request).unwrap().report;
        assert!(
            report.contains("**This plan is untried**: this user cannot create a role"),
            "{report}"
        );
        backend.execute(&format!("DROP OWNED BY {user}; DROP ROLE {user}"));
    });
}

#[test]
fn a_key_that_nothing_counts_is_a_question() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE metadata (total_downloads bigint PRIMARY KEY);
             INSERT INTO metadata VALUES (0);
             CREATE TABLE guilds (guild_id bigint PRIMARY KEY);
             CREATE TABLE users (id serial PRIMARY KEY);",
        );
        let report = backend.adopt(Orm::Sqlx).report;
        for key in ["metadata.total_downloads", "guilds.guild_id"] {
            let line =
                format!("The key {key} (bigint) is counted by nothing, and no table refers to it");
            assert!(report.contains(&line), "{report}");
        }
        let path = backend.out().join("adopt.toml");
        let settings = fs::read_to_string(&path).unwrap();
        let guilds = "[ids]\nguilds = { name = \"GuildId\", layout = \"myspace\" }\n";
        let settings = settings.replace("[ids]\n", guilds);
        fs::write(&path, &settings).unwrap();
        let error = check(&backend.request(Orm::Sqlx)).unwrap_err().to_string();
        assert!(
            error.contains("`myspace` is not a layout: expected ") && error.contains("discord"),
            "{error}"
        );
        fs::write(&path, settings.replace("myspace", "discord")).unwrap();
        backend.adopt(Orm::Sqlx);
        let ids = backend.text("ids.rs");
        assert!(ids.contains("#[snowflake(layout = \"discord\")]\npub struct GuildId"), "{ids}");
        assert!(!ids.contains("Metadata"), "{ids}");
    });
}

#[test]
fn what_mariadb_and_mysql_lose_or_refuse_is_in_the_way() {
    run(Dialect::MariaDb, |backend| {
        backend.execute(
            "CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9));
             CREATE TABLE counts (id INT AUTO_INCREMENT PRIMARY KEY, n INT);
             CREATE TABLE doubled (id INT AUTO_INCREMENT PRIMARY KEY, n INT);
             CREATE TABLE lists (id INT AUTO_INCREMENT PRIMARY KEY, n INT);
             CREATE TABLE small (id INT AUTO_INCREMENT PRIMARY KEY, list_id INT,
                 CONSTRAINT low CHECK (list_id < 1000000),
                 FOREIGN KEY (list_id) REFERENCES lists (id));
             CREATE DEFINER = 'somebody'@'else' TRIGGER noted AFTER INSERT ON users FOR EACH ROW
                 BEGIN DECLARE n INT; SET n = NEW.id; END;
             CREATE TRIGGER counted AFTER INSERT ON doubled FOR EACH ROW
                 INSERT INTO counts SET n = 1;
             CREATE VIEW names AS SELECT id, name FROM users;",
        );
        let report = in_the_way(
            backend,
            &[
                "users refuses a row that has a minted key: Out of range value for column 'n'",
                "doubled refuses a row that has a minted key: Field 'id' doesn't have a default value",
                "small refuses a row that has a minted key: ",
            ],
        );
        assert!(!report.contains("untried"), "{report}");
    });
}

#[test]
fn a_backfill_does_not_run_the_triggers_of_the_program() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE crates (id serial PRIMARY KEY, updated_at timestamptz);
             INSERT INTO crates (updated_at) VALUES ('2020-01-01');
             CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 NEW.updated_at := now(); RETURN NEW; END $$;
             CREATE TRIGGER touch BEFORE UPDATE ON crates FOR EACH ROW EXECUTE FUNCTION touch();",
        );
        backend.adopt(Orm::Sqlx);
        let folder = backend.out().join("widen_online");
        for step in ["1_add", "2_backfill"] {
            backend.run_file(&folder.join(format!("{step}.sql"))).unwrap();
        }
        let filled = "SELECT count(*) FROM crates WHERE id_wide = id AND updated_at < '2021-01-01'";
        assert_eq!(backend.number(filled), 1);
        backend.execute("UPDATE crates SET id = id");
        assert_eq!(backend.number(filled), 0, "the trigger is enabled");
    });
}

#[test]
fn tables_that_take_no_row_are_named() {
    run(Dialect::Sqlite, |backend| {
        backend.create(
            "CREATE TABLE users (id $KEY);
             CREATE TABLE codes (id $KEY, code TEXT NOT NULL CHECK (code LIKE 'A-%'));
             CREATE TABLE shut (id $KEY, code TEXT);
             CREATE TRIGGER shut BEFORE INSERT ON shut BEGIN SELECT RAISE(ABORT, 'shut'); END",
        );
        // The first one has a row in spite of its check.
        let report = in_the_way(
            backend,
            &["The trigger shut has statements that the rehearsal did not run with minted keys"],
        );
        let line = "no row of the rehearsal could be put into shut (shut).";
        assert!(report.contains(line), "{report}");
    });
}
