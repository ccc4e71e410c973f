//! What can see an adopted key is proven by the rehearsal, or confirmed by its name.

use std::time::{Duration, Instant};

use snowflake_kit_adopt::{Orm, Rehearsal, adopt, check};
use snowflake_kit_core::Dialect;
use test_databases::Session;

use crate::backend::{Backend, MINTED, in_the_way, run};
use crate::online::STEPS;

const USERS: &str = "CREATE TABLE users (id serial PRIMARY KEY, name text);";

/// A made-up row does not take the branch, in which a program's row fails after `widen`.
#[test]
fn a_branch_that_was_not_run_is_confirmed() {
    run(Dialect::Postgres, |backend| {
        backend.execute(&format!(
            "{USERS} CREATE FUNCTION bump(u int) RETURNS void LANGUAGE sql AS 'SELECT';
             CREATE FUNCTION vip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 IF NEW.name = 'vip' THEN PERFORM bump(NEW.id); END IF; RETURN NEW; END $$;
             CREATE TRIGGER vip AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION vip();
             CREATE FUNCTION whole() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 IF TG_OP = 'DELETE' THEN RETURN OLD; ELSE NEW.name := coalesce(NEW.name, 'x'); END IF;
                 RETURN NEW; END $$;
             CREATE TRIGGER whole BEFORE INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION whole();"
        ));
        let report = in_the_way(
            backend,
            &[
                "The function vip has statements that the rehearsal did not run with minted keys",
                "The function bump takes u integer.",
                "\"function:bump\" = \"…\"\n\"function:vip\" = \"…\"",
            ],
        );
        assert!(!report.contains("function whole"), "{report}");
        assert!(!adopt(&backend.request(Orm::Sqlx)).unwrap().report.is_empty());
        assert!(!backend.out().join("migrations").exists());
        backend.set("accepted", "\"function:bump\" = \"wide\"\n\"function:vip\" = \"looked at\"");
        backend.adopt(Orm::Sqlx);
        assert!(backend.out().join("migrations").exists());
    });
    run(Dialect::MariaDb, |backend| {
        backend.execute(
            "CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9));
             CREATE PROCEDURE bump(u BIGINT) BEGIN END;
             CREATE TRIGGER vip AFTER INSERT ON users FOR EACH ROW
                 BEGIN IF NEW.name = 'vip' THEN CALL bump(NEW.id); END IF; END;
             CREATE TRIGGER whole BEFORE INSERT ON users FOR EACH ROW SET NEW.name = 'x';",
        );
        let line = "The trigger vip has statements that the rehearsal did not run with minted keys";
        let report = in_the_way(backend, &[line]);
        assert!(!report.contains("trigger whole"), "{report}");
    });
}

#[test]
fn what_programs_call_with_keys_is_confirmed() {
    run(Dialect::Postgres, |backend| {
        backend.execute(&format!(
            "{USERS} CREATE FUNCTION greet(who int) RETURNS text LANGUAGE sql AS
                 'SELECT name FROM public.users WHERE id = who';
             CREATE FUNCTION me() RETURNS int LANGUAGE sql AS 'SELECT 1';
             CREATE TABLE notes (id serial PRIMARY KEY, by int DEFAULT me() REFERENCES users);
             CREATE FUNCTION wide(who bigint) RETURNS text LANGUAGE sql AS
                 'SELECT name FROM public.users WHERE id = who';"
        ));
        let lines = ["The function greet takes who integer.", "The function me returns integer."];
        let report = in_the_way(backend, &lines);
        assert!(!report.contains("function wide"), "{report}");
        assert_eq!(report.matches("if a value can be a key").count(), 0, "{report}");
        assert_eq!(report.matches("If a value can be a key").count(), 1, "{report}");
    });
}

/// PostgreSQL names one dependent, and in its detail alone.
#[test]
fn all_dependents_are_named_in_one_run() {
    run(Dialect::Postgres, |backend| {
        backend.execute(&format!(
            "{USERS} CREATE TABLE log (user_id bigint);
             CREATE RULE r AS ON UPDATE TO users DO ALSO INSERT INTO log VALUES (NEW.id);
             CREATE POLICY own ON users USING (id > 0);
             ALTER TABLE users ADD twice bigint GENERATED ALWAYS AS (id * 2) STORED;
             CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
             CREATE TRIGGER noted AFTER UPDATE OF id ON users FOR EACH ROW EXECUTE FUNCTION note();
             CREATE FUNCTION last_user() RETURNS int BEGIN ATOMIC SELECT max(id) FROM users; END;"
        ));
        in_the_way(
            backend,
            &[
                "rule r on table public.users",
                "policy own on table public.users",
                "trigger noted on table public.users",
                "default value for column twice of table public.users",
                "function public.last_user()",
                "with the statement `ALTER TABLE \"public\".\"users\" ",
                "detail: ",
            ],
        );
    });
}

/// No type of a column changes, so the server looks at none of them; and no rehearsal has the roles and
/// conditions of a program.
#[test]
fn policies_and_rules_beside_keys_of_64_bits_are_named() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id bigserial PRIMARY KEY, boss bigint REFERENCES users, name text);
             CREATE TABLE log (user_id int, name text);
             CREATE TABLE other (n int);
             ALTER TABLE users ENABLE ROW LEVEL SECURITY;
             CREATE POLICY own ON users USING (id = current_setting('app.user')::int);
             CREATE POLICY wide ON users USING (id = current_setting('app.user')::bigint);
             CREATE POLICY odd ON other USING (n = current_setting('app.n')::int);
             CREATE RULE kept AS ON UPDATE TO users WHERE NEW.name = 'vip'
                 DO ALSO INSERT INTO log VALUES (NEW.id::int, NEW.name);
             CREATE RULE more AS ON DELETE TO users WHERE OLD.name = 'vip'
                 DO ALSO INSERT INTO users (name) VALUES (OLD.name);",
        );
        let lines = [
            "The policy own of users holds integer.",
            "The rule kept of users holds integer.",
            "The rule more of users inserts into users without a key.",
        ];
        let report = in_the_way(backend, &lines);
        for free in ["wide of", "odd of"] {
            assert!(!report.contains(free), "{report}");
        }
    });
}

/// Whatever `pg_dump` says of the schema, and the sequences.
fn dump(backend: &Backend) -> String {
    let output = std::process::Command::new(test_servers::find("pg_dump"))
        .args(["--schema-only", "--exclude-table=_sqlx*", &backend.url])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter(|line| !line.contains("restrict ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn sequences_are_what_they_were() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE DOMAIN posint AS int CHECK (VALUE > 0);
             CREATE SEQUENCE wide; CREATE SEQUENCE small AS smallint;
             CREATE TABLE a (id int DEFAULT nextval('wide') PRIMARY KEY);
             CREATE TABLE b (id posint DEFAULT nextval('small') PRIMARY KEY);
             CREATE TABLE c (id int GENERATED ALWAYS AS IDENTITY (MINVALUE 5 MAXVALUE 900 CYCLE) PRIMARY KEY);
             GRANT USAGE ON SEQUENCE c_id_seq TO PUBLIC; GRANT SELECT ON SEQUENCE c_id_seq TO pg_monitor;
             INSERT INTO c DEFAULT VALUES; INSERT INTO c DEFAULT VALUES; DELETE FROM c WHERE id = 6;",
        );
        let before = dump(backend);
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        backend.undo();
        assert_eq!(dump(backend), before);
        // The key of a row that is gone is not given again.
        backend.execute("INSERT INTO c DEFAULT VALUES");
        assert_eq!(backend.number("SELECT max(id) FROM c"), 7);
    });
}

#[test]
fn sqlite_remembers_the_keys_of_rows_that_are_gone() {
    run(Dialect::Sqlite, |backend| {
        backend.execute(
            "CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
             CREATE TABLE gone (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
             INSERT INTO users (name) VALUES ('a'), ('b'), ('c'); DELETE FROM users WHERE id = 3;
             INSERT INTO gone (name) VALUES ('a'); DELETE FROM gone;",
        );
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        backend.undo();
        backend
            .execute("INSERT INTO users (name) VALUES ('d'); INSERT INTO gone (name) VALUES ('b')");
        assert_eq!(backend.number("SELECT max(id) FROM users"), 4);
        assert_eq!(backend.number("SELECT max(id) FROM gone"), 2);
        assert_eq!(
            backend.number("SELECT count(*) FROM sqlite_sequence WHERE name LIKE '%(counted)'"),
            0
        );
    });
}

#[test]
fn a_trigger_by_row_number_is_confirmed() {
    run(Dialect::Sqlite, |backend| {
        backend.execute(
            "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);
             CREATE TABLE notes (id INTEGER PRIMARY KEY, note INTEGER);
             CREATE TRIGGER clean AFTER DELETE ON users BEGIN DELETE FROM notes WHERE note = OLD.rowid; END;
             CREATE VIEW numbers AS SELECT rowid AS n FROM users;
             CREATE TRIGGER plain AFTER DELETE ON users BEGIN DELETE FROM notes WHERE note = OLD.id; END;",
        );
        let report =
            in_the_way(backend, &["The trigger clean holds rowid", "The view numbers holds rowid"]);
        assert!(!report.contains("trigger plain"), "{report}");
    });
}

#[test]
fn an_index_that_mariadb_has_made_keeps_its_name() {
    run(Dialect::MariaDb, |backend| {
        backend.execute(
            "CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY);
             CREATE TABLE posts (id INT AUTO_INCREMENT PRIMARY KEY, parent INT,
                 FOREIGN KEY (parent) REFERENCES users (id));",
        );
        let names = || {
            Session::open(&backend.url).texts(
                "SELECT CAST(INDEX_NAME AS CHAR) FROM information_schema.STATISTICS
                 WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'posts' ORDER BY 1",
            )
        };
        let before = names();
        let report = backend.adopt(Orm::Sqlx).report;
        assert!(report.contains("loses the counters of posts, users"), "{report}");
        backend.migrate();
        assert_eq!(names(), before);
        backend.undo();
        assert_eq!(names(), before);
    });
}

#[test]
fn a_default_of_a_sequence_is_rehearsed_on_mariadb() {
    run(Dialect::MariaDb, |backend| {
        if backend.server != Dialect::MariaDb {
            return;
        }
        backend.execute(
            "CREATE SEQUENCE s; CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY,
                 n BIGINT NOT NULL DEFAULT (NEXT VALUE FOR s));",
        );
        let outcome = check(&backend.request(Orm::Sqlx)).unwrap();
        assert_eq!(outcome.untried, None, "{}", outcome.report);
        backend.execute(
            "CREATE TABLE kept (id INT AUTO_INCREMENT PRIMARY KEY) WITH SYSTEM VERSIONING",
        );
        in_the_way(backend, &["The migration widen fails at kept"]);
    });
}

/// The owner of the tables, which is not a superuser, runs all files.
#[test]
fn the_owner_widens_a_table_with_triggers() {
    run(Dialect::Postgres, |backend| {
        let database = backend.text_of("SELECT current_database()::text");
        let owner = format!("{database}_owner");
        backend.execute(&format!(
            "CREATE ROLE {owner} LOGIN CREATEDB CREATEROLE PASSWORD 'pw';
             GRANT CREATE ON SCHEMA public TO {owner}; GRANT CREATE ON DATABASE {database} TO {owner};
             SET ROLE {owner};
             CREATE TABLE users (id serial PRIMARY KEY, updated_at timestamptz);
             INSERT INTO users (updated_at) VALUES ('2020-01-01'), ('2020-01-01');
             CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 NEW.updated_at := now(); RETURN NEW; END $$;
             CREATE TRIGGER touch BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION touch();"
        ));
        let url = backend.url.replace("postgres@", &format!("{owner}:pw@"));
        let mut request = backend.request(Orm::Sqlx);
        request.database_url.clone_from(&url);
        let outcome = adopt(&request).unwrap();
        assert_eq!((outcome.in_the_way, outcome.untried), (0, None), "{}", outcome.report);
        for step in STEPS {
            let path = backend.out().join("widen_online").join(format!("{step}.sql"));
            let done = std::process::Command::new(test_servers::find("psql"))
                .args(["--no-psqlrc", "--quiet", &url, "--file"])
                .arg(path)
                .output()
                .unwrap();
            assert!(done.status.success(), "{step}: {}", String::from_utf8_lossy(&done.stderr));
        }
        // A view of another role that it cannot act for, over what changes; and over what does not.
        let other = format!("{owner}_other");
        backend.execute(&format!(
            "CREATE ROLE {other}; GRANT USAGE, CREATE ON SCHEMA public TO {other};
             SET ROLE {owner}; CREATE TABLE posts (id serial PRIMARY KEY, title text);
             GRANT SELECT ON posts TO {other}; RESET ROLE; SET ROLE {other};
             CREATE VIEW newest AS SELECT max(id) FROM posts; CREATE VIEW titles AS SELECT title FROM posts;
             GRANT SELECT ON titles TO {owner}; RESET ROLE; SET ROLE {owner};
             CREATE VIEW texts AS SELECT id::text FROM posts UNION ALL SELECT title FROM titles;"
        ));
        backend.move_all(&request);
        let report = check(&request).unwrap().report;
        let line = format!("this user cannot give it to {other} again");
        assert!(report.contains(&line) && !report.contains("The view titles is"), "{report}");
        backend.execute("DROP VIEW texts");
        backend.execute(&format!("RESET ROLE; DROP OWNED BY {other}; DROP ROLE {other}"));
        let old = "SELECT count(*) FROM users WHERE updated_at < '2021-01-01'";
        assert_eq!(backend.number(old), 2);
        backend.execute(&format!("UPDATE users SET id = {MINTED} WHERE id = 1"));
        assert_eq!(backend.number(old), 1);
        backend.execute(&format!("DROP OWNED BY {owner}; DROP ROLE {owner}"));
    });
}

#[test]
fn a_rehearsal_ends() {
    run(Dialect::Postgres, |backend| {
        backend.execute(&format!(
            "{USERS} CREATE FUNCTION sleepy() RETURNS void LANGUAGE sql SET statement_timeout = 0 AS
                 'SELECT pg_sleep(1000)';
             CREATE FUNCTION sleepier() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
                 SET statement_timeout = 0; PERFORM pg_sleep(1000); END $$;"
        ));
        let mut request = backend.request(Orm::Sqlx);
        request.limit = Duration::from_mins(1);
        let begin = Instant::now();
        let outcome = check(&request).unwrap();
        assert_eq!(outcome.untried, None, "{}", outcome.report);
        request.limit = Duration::from_secs(1);
        request.rehearsal = Rehearsal::Beside;
        let outcome = adopt(&request).unwrap();
        assert!(outcome.untried.unwrap().contains("has not ended within 1s"), "{}", outcome.report);
        assert!(!backend.out().join("migrations").exists());
        assert!(begin.elapsed() < Duration::from_mins(2));
        let left = "SELECT count(*) FROM pg_stat_activity WHERE query ~ '^SAVEPOINT.*sleep'";
        assert_eq!(backend.number(left), 0);
    });
}

/// A function or a view that sleeps is an item of its own, and not the end of the rehearsal.
#[test]
fn a_single_call_ends_on_mariadb() {
    run(Dialect::MariaDb, |backend| {
        backend.execute(
            "CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY);
             CREATE FUNCTION sleepy() RETURNS BIGINT DETERMINISTIC RETURN SLEEP(1000);
             CREATE VIEW sleepier AS SELECT id, SLEEP(1000) AS slept FROM users;",
        );
        let mut request = backend.request(Orm::Sqlx);
        request.limit = Duration::from_secs(30);
        let begin = Instant::now();
        let outcome = check(&request).unwrap();
        assert_eq!(outcome.untried, None, "{}", outcome.report);
        assert!(begin.elapsed() < Duration::from_mins(1));
    });
}

/// These engines take nothing back: what a rehearsal inserts stays there.
#[test]
fn tables_without_transactions_are_free() {
    run(Dialect::MariaDb, |backend| {
        let aria = if backend.server == Dialect::MariaDb { "Aria" } else { "MEMORY" };
        backend.execute(&format!(
            "CREATE TABLE one (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9) UNIQUE) ENGINE = MyISAM;
             CREATE TABLE two (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9) NOT NULL,
                 code INT NOT NULL UNIQUE) ENGINE = {aria};"
        ));
        backend.adopt(Orm::Sqlx);
    });
}

/// An anonymous user of a host comes before a user of any host.
#[test]
fn an_anonymous_user_is_not_taken_for_that_of_the_rehearsal() {
    run(Dialect::MariaDb, |backend| {
        if backend.server == Dialect::MySql {
            // By its mask, this host comes before `localhost` there.
            return test_databases::does_not_apply("other tests would be taken for this user");
        }
        backend.execute("CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY)");
        let hosts = "SELECT CAST(GROUP_CONCAT(Host) AS CHAR) FROM mysql.user WHERE User = 'root'";
        let hosts = Session::open(&backend.url).texts(hosts).remove(0);
        println!("root is from {hosts}");
        let host = "127.0.0.0/255.255.255.0";
        backend.execute(&format!("CREATE USER IF NOT EXISTS ''@'{host}'"));
        let outcome = check(&backend.request(Orm::Sqlx)).unwrap();
        backend.execute(&format!("DROP USER ''@'{host}'"));
        assert_eq!(outcome.untried, None, "{}", outcome.report);
    });
}
