//! Widening without a long lock on PostgreSQL, while a program writes all the time.

mod locked;

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

use snowflake_kit_adopt::{Orm, adopt};
use snowflake_kit_core::Dialect;

use crate::backend::{Backend, run};

pub(crate) const STEPS: [&str; 6] =
    ["1_add", "2_backfill", "3_index", "4_constrain", "5_validate", "6_swap"];

/// Whatever can hang on a key: serials and identities, defaults, checks, partial indexes and those
/// of expressions, deferrable constraints, keys of two columns, references to itself, views.
const SHOP: &str = "
    CREATE TABLE \"User\" (id serial PRIMARY KEY, name text NOT NULL, boss_id int,
        CONSTRAINT users_boss FOREIGN KEY (boss_id) REFERENCES \"User\" (id) ON DELETE SET NULL,
        CONSTRAINT own_boss CHECK (boss_id <> id));
    COMMENT ON COLUMN \"User\".id IS 'The user''s \\ key';
    CREATE TABLE posts (id int GENERATED ALWAYS AS IDENTITY (START WITH 5 INCREMENT BY 2) PRIMARY KEY,
        author_id int NOT NULL DEFAULT 1,
        reply_to int,
        title text NOT NULL,
        CONSTRAINT posts_author FOREIGN KEY (author_id) REFERENCES \"User\" (id) ON DELETE CASCADE
            ON UPDATE CASCADE,
        CONSTRAINT posts_reply FOREIGN KEY (reply_to) REFERENCES posts (id) ON DELETE CASCADE
            DEFERRABLE INITIALLY DEFERRED);
    CREATE INDEX posts_by_author ON posts (author_id DESC NULLS LAST, title) INCLUDE (reply_to);
    CREATE INDEX replies ON posts ((reply_to % 10)) WHERE reply_to IS NOT NULL;
    CREATE TABLE tags (post_id int, user_id smallint, tag text, PRIMARY KEY (post_id, user_id),
        CONSTRAINT tags_post FOREIGN KEY (post_id) REFERENCES posts (id) ON DELETE CASCADE,
        CONSTRAINT tags_user FOREIGN KEY (user_id) REFERENCES \"User\" (id),
        CONSTRAINT one_each UNIQUE (user_id, post_id) DEFERRABLE);
    CREATE TABLE votes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, post_id int,
        user_id int, CONSTRAINT votes_tag FOREIGN KEY (post_id, user_id)
        REFERENCES tags (post_id, user_id) ON DELETE CASCADE);
    CREATE VIEW titles AS SELECT id, title FROM posts;
    CREATE VIEW long_titles AS SELECT id FROM titles WHERE length(title) > 3;
    GRANT SELECT ON titles TO pg_monitor; GRANT USAGE ON SEQUENCE posts_id_seq TO pg_monitor;
    INSERT INTO \"User\" (name, boss_id) SELECT 'name ' || n, nullif(n - 1, 0) FROM generate_series(1, 50) n;
    INSERT INTO posts (author_id, title) SELECT n % 50 + 1, 'post ' || n FROM generate_series(1, 5000) n;
    INSERT INTO tags SELECT id, 1 + id % 50, 'x' FROM posts WHERE id % 3 = 0;
    INSERT INTO votes (post_id, user_id) SELECT post_id, user_id FROM tags;";

/// What the catalog has, but for the order of the columns.
const CATALOG: &str = "
    SELECT string_agg(line, E'\\n' ORDER BY line COLLATE \"C\") FROM (
        SELECT format('column %s %s %s %s %s %s %s', c.relname, a.attname,
            format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid),
            a.attidentity, col_description(c.oid, a.attnum)) AS line
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
            AND NOT a.attisdropped LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v')
            AND c.relname NOT LIKE '\\_sqlx%'
        UNION ALL SELECT format('constraint %s %s %s %s %s', conrelid::regclass, conname,
            pg_get_constraintdef(oid), convalidated, conindid::regclass)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
            AND conrelid::regclass::text NOT LIKE '\\_sqlx%'
        UNION ALL SELECT format('index %s', pg_get_indexdef(indexrelid))
        FROM pg_index JOIN pg_class c ON c.oid = indrelid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relname NOT LIKE '\\_sqlx%'
        UNION ALL SELECT format('sequence %s %s %s %s %s %s %s', s.oid::regclass, q.seqtypid::regtype,
            q.seqstart, q.seqincrement, q.seqmax, s.relacl,
            (SELECT format('%s %s %s', d.refobjid::regclass, a.attname, d.deptype) FROM pg_depend d
             JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
             WHERE d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')))
        FROM pg_class s JOIN pg_sequence q ON q.seqrelid = s.oid
        UNION ALL SELECT format('view %s %s %s', relname, pg_get_viewdef(oid), relacl)
        FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
        UNION ALL SELECT format('trigger %s', tgname) FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT format('function %s', proname) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace) l";

fn catalog(backend: &Backend) -> String {
    backend.text_of(CATALOG)
}

/// Runs a file as a person does.
fn psql(backend: &Backend, file: &str) -> Result<(), String> {
    backend.run_file(&backend.out().join("widen_online").join(format!("{file}.sql")))
}

/// Runs a file, again if it met a lock that was not free.
fn step(backend: &Backend, file: &str) {
    for _ in 0..20 {
        match psql(backend, file) {
            Ok(()) => return,
            Err(error) if ["lock timeout", "deadlock"].iter().any(|why| error.contains(why)) => {
                thread::sleep(Duration::from_millis(50));
            }
            Err(error) => panic!("{file}: {error}"),
        }
    }
    panic!("{file} did not get its locks");
}

/// The end of what the server has written, also if it is not text.
fn log(backend: &Backend) -> String {
    backend.text_of(
        "SELECT right(encode(pg_read_binary_file(current_setting('data_directory') || '/../log'), \
         'escape'), 4000)",
    )
}

/// Inserts, updates and deletes rows until it is told to stop, counts how often it did, and returns
/// the titles of its posts by their keys, as they must be.
fn write(backend: &Backend, is_over: &AtomicBool, rounds: &AtomicI32) -> BTreeMap<i64, String> {
    let mut posts: BTreeMap<i64, String> = BTreeMap::new();
    // A transaction that was the victim of a deadlock has done nothing.
    let attempt = |sql: &str| match backend.try_execute(sql) {
        Ok(()) => true,
        Err(sqlx::Error::Database(error))
            if ["40P01", "55P03"].contains(&error.code().unwrap_or_default().as_ref()) =>
        {
            false
        }
        // PostgreSQL 15 may read the checks of a table from memory that it has given back, if another
        // session validates a constraint meanwhile. The statement fails with these bytes in its message.
        Err(sqlx::Error::Protocol(_)) if log(backend).contains("unrecognized token: ") => false,
        Err(error) => panic!("{sql}: {error}\nThe server has written:\n{}", log(backend)),
    };
    for number in 0.. {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        rounds.store(number, Ordering::Relaxed);
        let title = format!("written {number}");
        let author = number % 40 + 1;
        let insert = format!("INSERT INTO posts (author_id, title) VALUES ({author}, '{title}')");
        if attempt(&insert) {
            let id = backend.number(&format!("SELECT id FROM posts WHERE title = '{title}'"));
            posts.insert(id, title);
        }
        if let Some((&id, _)) = posts.iter().nth_back(usize::try_from(number % 7).unwrap_or(0)) {
            let title = format!("changed {number}");
            let update = format!(
                "UPDATE posts SET title = '{title}', author_id = {}, reply_to = (SELECT min(id) \
                 FROM posts) WHERE id = {id}",
                number % 30 + 1
            );
            if attempt(&update) {
                posts.insert(id, title);
            }
        }
        if number % 3 == 0
            && let Some((&id, _)) = posts.first_key_value()
            && attempt(&format!("DELETE FROM posts WHERE id = {id}"))
        {
            posts.remove(&id);
        }
        // Keys that change, and rows that were there before.
        attempt(&format!("UPDATE \"User\" SET boss_id = NULL WHERE id = {}", number % 50 + 1));
        attempt(&format!("DELETE FROM tags WHERE post_id = {}", 30 * number + 9));
        attempt(&format!("UPDATE posts SET title = title || '.' WHERE id = {}", 15 + 2 * number));
    }
    posts
}

/// Tells the writer to stop.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The catalog of a schema after `widen`.
fn widened(schema: &str) -> String {
    let mut expected = String::new();
    run(Dialect::Postgres, |backend| {
        backend.execute(schema);
        backend.adopt(Orm::Sqlx);
        let migrations = fs::read_dir(backend.out().join("migrations")).unwrap();
        for path in migrations.map(|file| file.unwrap().path()) {
            if path.to_string_lossy().ends_with("widen.up.sql") {
                let sql = fs::read_to_string(path).unwrap();
                backend.execute(&format!("BEGIN; {sql} COMMIT;"));
            }
        }
        expected = catalog(backend);
    });
    expected
}

#[test]
fn a_database_is_widened_while_a_program_writes() {
    let expected = widened(SHOP);
    run(Dialect::Postgres, |backend| {
        backend.execute(SHOP);
        let report = backend.adopt(Orm::Sqlx).report;
        assert!(report.contains("## Widening without a long lock"), "{report}");
        let (is_over, rounds) = (AtomicBool::new(false), AtomicI32::new(0));
        let posts = thread::scope(|scope| {
            let writer = scope.spawn(|| write(backend, &is_over, &rounds));
            // Also when a step fails: otherwise the scope waits for the writer for ever.
            let over = Over(&is_over);
            for file in STEPS {
                step(backend, file);
                // The sizes in the report change, and nothing else before the swap.
                let mut again = backend.adopt(Orm::Sqlx).written;
                again.retain(|path| !path.ends_with("REPORT.md"));
                assert!(file == "6_swap" || again.is_empty(), "after {file}: {again:?}");
                // On a busy machine that takes a while.
                let next = rounds.load(Ordering::Relaxed) + 10;
                while rounds.load(Ordering::Relaxed) < next {
                    assert!(!writer.is_finished(), "the writer has failed after {file}");
                    thread::sleep(Duration::from_millis(20));
                }
            }
            drop(over);
            writer.join().unwrap()
        });
        assert_eq!(catalog(backend), expected);
        assert!(posts.len() > 20, "{}", posts.len());
        let values: Vec<_> = posts.iter().map(|(id, title)| format!("({id}, '{title}')")).collect();
        let found = format!(
            "SELECT count(*) FROM (VALUES {}) w (id, title) JOIN posts p USING (id, title)",
            values.join(", ")
        );
        assert_eq!(backend.number(&found), i64::try_from(posts.len()).unwrap());
        let first = "SELECT count(*) FROM posts WHERE title LIKE 'post %'";
        assert_eq!(backend.number(first), 5_000);
        // What counts goes on.
        backend.execute("INSERT INTO \"User\" (name) VALUES ('Last')");
        assert_eq!(backend.number("SELECT max(id) FROM \"User\""), 51);
        let last = backend.number("SELECT max(id) FROM posts");
        backend.execute("INSERT INTO posts (title) VALUES ('Last')");
        assert!(backend.number("SELECT id FROM posts WHERE title = 'Last'") > last);
        backend.execute("INSERT INTO posts (id, title) VALUES (250250518331420672, 'Minted')");
        backend.execute("DELETE FROM \"User\" WHERE id = 51");
        assert!(backend.try_execute("DELETE FROM \"User\" WHERE id = 2").is_err());
    });
}

#[test]
fn a_widening_that_has_begun_is_taken_back() {
    run(Dialect::Postgres, |backend| {
        backend.execute(SHOP);
        let before = catalog(backend);
        backend.adopt(Orm::Sqlx);
        for file in STEPS.iter().take_while(|file| **file != "6_swap") {
            step(backend, file);
            // As the files say.
            step(backend, file);
        }
        assert_ne!(catalog(backend), before);
        step(backend, "undo");
        assert_eq!(catalog(backend), before);
    });
}

#[test]
fn tables_that_would_lose_something_are_refused() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id serial PRIMARY KEY, name text);
             GRANT SELECT (name) ON users TO pg_monitor;",
        );
        let report = adopt(&backend.request(Orm::Sqlx)).unwrap().report;
        assert!(report.contains("- users has rights on single columns"), "{report}");
        assert!(!backend.out().join("widen_online").exists());
    });
}

/// What the files would otherwise write over, replace or drop: a column, a function, an index and
/// constraints of the program's own.
#[test]
fn names_that_the_program_has_are_not_taken() {
    const OWN: [(&str, &str); 6] = [
        (
            "ALTER TABLE posts ADD COLUMN id_wide bigint",
            "after undo.sql, change:posts fails: column \"id_wide\"",
        ),
        (
            "CREATE FUNCTION posts_wide() RETURNS int LANGUAGE sql AS 'SELECT 1'",
            "1_add.sql fails: cannot change return type of existing function",
        ),
        (
            "CREATE INDEX posts_by_author_wide ON \"User\" (name)",
            "index posts_by_author_wide is lost by undo.sql",
        ),
        (
            "CREATE MATERIALIZED VIEW few AS SELECT 1 AS a; CREATE INDEX replies_wide ON few (a)",
            "index replies_wide is lost by undo.sql",
        ),
        (
            "ALTER TABLE \"User\" ADD CONSTRAINT own_boss_wide CHECK (name <> '')",
            "table User is changed by undo.sql: CONSTRAINT own_boss_wide",
        ),
        (
            "ALTER TABLE posts ADD CONSTRAINT posts_id_same CHECK (title <> '')",
            "table posts is changed by undo.sql: CONSTRAINT posts_id_same",
        ),
    ];
    run(Dialect::Postgres, |backend| {
        backend.execute(SHOP);
        let report = backend.adopt(Orm::Sqlx).report;
        assert!(backend.out().join("widen_online").exists(), "{report}");
    });
    for (own, reason) in OWN {
        run(Dialect::Postgres, |backend| {
            backend.execute(SHOP);
            backend.execute(own);
            let report = adopt(&backend.request(Orm::Sqlx)).unwrap().report;
            assert!(report.contains(reason), "{report}");
            assert!(!backend.out().join("widen_online").exists(), "{own}");
        });
    }
}
