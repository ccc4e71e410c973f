//! What depends on a key by its type: functions, triggers, publications and types, in all schemas.

use snowflake_kit_adopt::{Orm, adopt, check};
use snowflake_kit_core::Dialect;

use crate::backend::{MINTED, in_the_way, run};

/// As crates.io has it: functions of IDs, which a trigger calls with the rows of a statement, over a
/// table that no row of a rehearsal satisfies.
const CRATES: &str = "
    CREATE TABLE crates (id serial PRIMARY KEY, name text NOT NULL);
    CREATE TABLE versions (id serial PRIMARY KEY, crate_id int NOT NULL REFERENCES crates,
        checksum text NOT NULL CHECK (length(checksum) = 64));
    CREATE TABLE default_versions (crate_id int PRIMARY KEY REFERENCES crates,
        version_id int NOT NULL UNIQUE REFERENCES versions);
    CREATE TABLE reverse (target_id int REFERENCES crates, by_id int REFERENCES crates,
        PRIMARY KEY (target_id, by_id));
    CREATE FUNCTION computed(crate_ids $INT[]) RETURNS TABLE (target_id $INT, by_id $INT)
        LANGUAGE sql STABLE AS $$ SELECT crate_id, crate_id FROM default_versions
        WHERE crate_id = ANY (crate_ids) $$;
    CREATE FUNCTION rebuild(crate_ids $INT[]) RETURNS void LANGUAGE sql AS $$
        DELETE FROM reverse WHERE by_id = ANY (crate_ids);
        INSERT INTO reverse SELECT * FROM computed(crate_ids) $$;
    CREATE FUNCTION rebuilt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM rebuild(ARRAY(SELECT crate_id FROM inserted)); RETURN NULL; END $$;
    CREATE TRIGGER rebuilt AFTER INSERT ON default_versions REFERENCING NEW TABLE AS inserted
        FOR EACH STATEMENT EXECUTE FUNCTION rebuilt();";

#[test]
fn functions_that_take_or_return_ids_of_32_bits_are_in_the_way() {
    run(Dialect::Postgres, |backend| {
        backend.execute(&CRATES.replace("$INT", "integer"));
        let report = in_the_way(
            backend,
            &[
                "computed takes crate_ids integer\\[\\].",
                "computed returns target_id integer.",
                "rebuild takes crate_ids integer\\[\\]",
                "default_versions refuses a row that has a minted key: function rebuild(bigint\\[\\]) \
                 does not exist (PL/pgSQL function rebuilt() line 2 at PERFORM)",
            ],
        );
        assert!(!report.contains("no row of the rehearsal"), "{report}");
        // Wide ones before `widen`, beside those for the programs of today.
        let wide = CRATES.split_once("CREATE FUNCTION computed").unwrap().1;
        let wide = wide.split_once("CREATE FUNCTION rebuilt").unwrap().0;
        let wide = format!("CREATE FUNCTION computed{}", wide.replace("$INT", "bigint"));
        backend.execute(&wide);
        adopt(&backend.request(Orm::Sqlx)).unwrap();
        backend.set("accepted", "\"function:computed\" = \"dropped after widen\"");
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        backend.execute(&format!(
            "INSERT INTO crates (id, name) VALUES ({MINTED}, 'serde');
             INSERT INTO versions VALUES ({MINTED}, {MINTED}, repeat('0', 64));
             INSERT INTO default_versions VALUES ({MINTED}, {MINTED});"
        ));
        assert_eq!(backend.number("SELECT by_id FROM reverse"), MINTED);
        backend.execute("DELETE FROM reverse");
        backend.execute("DELETE FROM default_versions; DELETE FROM versions; DELETE FROM crates");
        backend.undo();
    });
}

#[test]
fn functions_that_keep_32_bits_are_in_the_way() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id serial PRIMARY KEY, name text);
             CREATE TABLE posts (id serial PRIMARY KEY, user_id int NOT NULL REFERENCES users);
             CREATE TABLE counts (id serial PRIMARY KEY, n int);
             CREATE SCHEMA hidden;
             CREATE FUNCTION hidden.touch(ids integer[]) RETURNS void LANGUAGE sql AS 'SELECT';
             CREATE FUNCTION touched() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 PERFORM hidden.touch(array_agg(id)) FROM public.posts; RETURN NEW; END $$;
             CREATE TRIGGER touched AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION touched();
             CREATE FUNCTION hidden.counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 MERGE INTO public.counts c USING (SELECT 1 AS n) s ON c.n = s.n + NEW.id
                 WHEN NOT MATCHED THEN INSERT (n) VALUES (s.n); RETURN NEW; END $$;
             CREATE TRIGGER counted AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION hidden.counted();
             CREATE FUNCTION hidden.noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 INSERT INTO public.counts (n) VALUES (1); RETURN NEW; END $$;
             CREATE FUNCTION all_users() RETURNS TABLE (id integer) LANGUAGE sql AS
                 'SELECT id FROM public.users';",
        );
        in_the_way(
            backend,
            &[
                "users refuses a row that has a minted key: null value in column \"id\" of relation \
                 \"counts\"",
                "The function hidden.noted inserts into counts without a key",
            ],
        );
        // Then the next one.
        backend.execute("DROP TRIGGER counted ON users; DROP FUNCTION hidden.noted");
        in_the_way(
            backend,
            &[
                "posts refuses a row that has a minted key: function hidden.touch(bigint\\[\\]) does not exist \
                 (PL/pgSQL function touched() line 2 at PERFORM)",
                "the function all_users() fails: integer out of range",
            ],
        );
    });
}

#[test]
fn functions_that_are_called_with_a_key_are_tried_without_rows() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id serial PRIMARY KEY, name text);
             CREATE FUNCTION halved(n int) RETURNS int LANGUAGE sql AS 'SELECT n / 2';
             CREATE FUNCTION report(title text) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN
                 RETURN (SELECT sum(halved(u.id)) FROM public.users u WHERE u.name = title); END $$;
             CREATE PROCEDURE reported(title text) LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN
                 SELECT halved(max(u.id)) INTO n FROM public.users u; END $$;",
        );
        in_the_way(
            backend,
            &[
                "the function report(title text) fails: function halved(bigint) does not exist",
                "the function reported(IN title text) fails: function halved(bigint) does not exist",
            ],
        );
    });
    run(Dialect::MariaDb, |backend| {
        backend.execute(
            "CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9));
             CREATE FUNCTION halved(n INT) RETURNS INT DETERMINISTIC RETURN n DIV 2;
             CREATE FUNCTION report(title INT, other INT) RETURNS BIGINT READS SQL DATA
                 RETURN (SELECT SUM(halved(id)) FROM users);",
        );
        in_the_way(backend, &["the function report fails: Out of range value for column 'n'"]);
    });
}

/// A trigger that changes the parent, and a default that is in one row alone.
#[test]
fn functions_are_called_with_a_wide_key_in_each_table() {
    run(Dialect::MariaDb, |backend| {
        backend.execute(
            "CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9));
             CREATE TABLE posts (id INT AUTO_INCREMENT PRIMARY KEY,
                 user_id INT NOT NULL REFERENCES users (id));
             CREATE TRIGGER touched AFTER INSERT ON posts FOR EACH ROW
                 BEGIN UPDATE users SET name = 'touched' WHERE id = NEW.user_id; END;
             CREATE TABLE codes (id INT AUTO_INCREMENT PRIMARY KEY,
                 code VARCHAR(9) NOT NULL DEFAULT 'new' UNIQUE);
             CREATE FUNCTION halved(n INT) RETURNS INT DETERMINISTIC RETURN n DIV 2;
             CREATE FUNCTION of_posts() RETURNS BIGINT READS SQL DATA
                 RETURN (SELECT SUM(halved(id)) FROM posts);
             CREATE FUNCTION of_codes() RETURNS BIGINT READS SQL DATA
                 RETURN (SELECT SUM(halved(id)) FROM codes);",
        );
        let of = |table: &str| {
            format!("the function of_{table} fails: Out of range value for column 'n'")
        };
        let report = in_the_way(backend, &[&of("posts"), &of("codes")]);
        assert!(!report.contains("no row of the rehearsal"), "{report}");
    });
}

#[test]
fn triggers_of_updates_and_deletes_are_tried() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id serial PRIMARY KEY, name text);
             CREATE TABLE posts (id serial PRIMARY KEY, title text, user_id int REFERENCES users);
             CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN
                 n := OLD.id; RETURN COALESCE(NEW, OLD); END $$;
             CREATE TRIGGER noted BEFORE UPDATE ON users FOR EACH ROW
                 WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note();
             CREATE TRIGGER noted AFTER UPDATE OR DELETE ON posts
                 FOR EACH ROW EXECUTE FUNCTION note();",
        );
        let report = in_the_way(
            backend,
            &[
                "users refuses a change of its rows: integer out of range",
                "posts refuses a change of its rows: integer out of range",
            ],
        );
        // Both follow: it fails as a change does, and the posts are still there.
        assert!(!report.contains("the deletion of its rows"), "{report}");
    });
    run(Dialect::MariaDb, |backend| {
        backend.execute(
            "CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9));
             CREATE TRIGGER noted BEFORE UPDATE ON users FOR EACH ROW
                 BEGIN DECLARE n INT; SET n = OLD.id; END;
             CREATE FUNCTION named(user_id INT) RETURNS VARCHAR(9) READS SQL DATA
                 RETURN (SELECT name FROM users WHERE id = user_id);",
        );
        in_the_way(
            backend,
            &[
                "users refuses a change of its rows: Out of range value for column 'n'",
                "The function named takes user_id int",
            ],
        );
    });
}

#[test]
fn publications_and_types_of_rows_are_looked_at() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id serial PRIMARY KEY, name text);
             CREATE TABLE posts (id serial PRIMARY KEY, of users);
             CREATE TABLE sent (id serial PRIMARY KEY);
             CREATE PUBLICATION news FOR TABLE sent WHERE (id > 5);
             CREATE TYPE pair AS (user_id integer, n integer);
             CREATE FUNCTION found() RETURNS SETOF sent LANGUAGE sql AS 'SELECT * FROM public.sent';",
        );
        in_the_way(
            backend,
            &[
                "widen fails at users: cannot alter table \"users\" because column \"posts.of\" uses its row type",
                "widen fails at sent: cannot alter type of a column used by a publication WHERE clause",
                "The publication news sends rows of sent",
                "The type pair has user_id integer.",
            ],
        );
        backend.execute(
            "DROP TYPE pair; ALTER TABLE posts DROP COLUMN of; DROP PUBLICATION news;
             CREATE PUBLICATION news FOR TABLE sent;",
        );
        // The functions of a table's rows follow the table.
        let report = backend.adopt(Orm::Sqlx).report;
        assert!(report.contains("The publication news sends rows of sent"), "{report}");
        backend.migrate();
        backend.execute(&format!("INSERT INTO sent (id) VALUES ({MINTED})"));
        assert_eq!(backend.number("SELECT id FROM found()"), MINTED);
    });
}

#[test]
fn columns_of_other_schemas_that_refer_to_a_key_are_in_the_way() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id serial PRIMARY KEY, tenant int, UNIQUE (tenant, id)); CREATE SCHEMA shop;
             CREATE TABLE shop.orders (tenant int, user_id int,
                 FOREIGN KEY (tenant, user_id) REFERENCES users (tenant, id));
             CREATE TABLE shop.visits (user_id int REFERENCES users, wide bigint REFERENCES users);",
        );
        let statement = "ALTER TABLE shop.orders ALTER COLUMN user_id TYPE bigint;\n  \
                         ALTER TABLE shop.visits ALTER COLUMN user_id TYPE bigint;\n";
        let report = in_the_way(
            backend,
            &["shop.visits.user_id refers to users from another schema", statement],
        );
        assert!(
            !report.contains("shop.visits.wide") && !report.contains("orders.tenant"),
            "{report}"
        );
        backend.execute(statement);
        backend.adopt(Orm::Sqlx);
        backend.migrate();
    });
}

#[test]
fn keys_of_other_databases_are_in_the_way_on_mariadb_and_mysql() {
    run(Dialect::MariaDb, |backend| {
        let here = backend.url.rsplit('/').next().unwrap();
        backend.execute(&format!(
            "CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY); CREATE DATABASE {here}_other;
             CREATE TABLE {here}_other.visits (user_id INT,
                 FOREIGN KEY (user_id) REFERENCES {here}.users (id));",
        ));
        let outcome = check(&backend.request(Orm::Sqlx));
        backend.execute(&format!("DROP DATABASE {here}_other"));
        let report = outcome.unwrap().report;
        let line = format!("{here}_other.visits.user_id refers to users from another schema");
        assert!(report.contains(&line), "{report}");
        let statement = format!("ALTER TABLE `{here}_other`.`visits` DROP FOREIGN KEY `");
        assert!(report.contains(&statement), "{report}");
    });
}

/// Nothing calls it in the database, and nothing says what it takes.
#[test]
fn arguments_without_a_name_may_hold_ids() {
    run(Dialect::Postgres, |backend| {
        let named = "CREATE FUNCTION named($KIND) RETURNS text LANGUAGE sql AS
            'SELECT name FROM public.users WHERE id = $1'";
        backend.execute(&format!(
            "CREATE TABLE users (id serial PRIMARY KEY, name text);
             CREATE FUNCTION twice(integer) RETURNS bigint LANGUAGE sql AS 'SELECT 2::bigint * $1';
             {};",
            named.replace("$KIND", "integer")
        ));
        let line = "The function named takes integer.";
        let report = in_the_way(backend, &[line]);
        assert!(!report.contains("twice"), "{report}");
        // A wide one beside it, before `widen`.
        backend.execute(&named.replace("$KIND", "bigint"));
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        backend.execute(&format!("INSERT INTO users VALUES ({MINTED}, 'Ada')"));
        assert_eq!(backend.text_of(&format!("SELECT named({MINTED})")), "Ada");
    });
}

/// What a name says is accepted by that name.
#[test]
fn a_function_that_holds_no_id_is_accepted_by_its_name() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id serial PRIMARY KEY, name text);
             CREATE FUNCTION of(country_id int) RETURNS bigint LANGUAGE sql AS
                 'SELECT count(*) FROM public.users';",
        );
        in_the_way(backend, &["The function of takes country_id integer"]);
        adopt(&backend.request(Orm::Sqlx)).unwrap();
        backend.set("accepted", "\"function:of\" = \"a constant\"");
        backend.adopt(Orm::Sqlx);
    });
}
