//! A role with weak rights beside a superuser who adopts: what it has put into a schema of the
//! search path is not run.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use snowflake_kit_adopt::{Orm, adopt, check};
use snowflake_kit_core::Dialect;
use test_databases::Session;

use crate::backend::{Backend, run};
use crate::online::STEPS;

/// Types of the catalog and of keys, for which operators are planted.
const TYPES: [&str; 10] = [
    "oid", "regclass", "regtype", "name", "text", "\"char\"", "bigint", "integer", "smallint",
    "numeric",
];

/// Operators, and what they return.
const OPERATORS: [(&str, &str); 11] = [
    ("=", "boolean"),
    ("<>", "boolean"),
    ("<", "boolean"),
    (">", "boolean"),
    ("<=", "boolean"),
    (">=", "boolean"),
    ("+", "bigint"),
    ("-", "bigint"),
    ("*", "bigint"),
    ("/", "bigint"),
    ("||", "text"),
];

/// Functions that take other types than those of PostgreSQL with the same name, so that they fit
/// better, and what they return.
const FUNCTIONS: [(&str, &str, &str); 13] = [
    ("format", "text, name", "text"),
    ("format", "text, name, name", "text"),
    ("format", "text, bigint", "text"),
    ("format", "text, bigint, bigint, bigint", "text"),
    ("format", "text, text, name, text", "text"),
    ("format", "text, text, name, name, text", "text"),
    ("quote_ident", "name", "text"),
    ("length", "name", "integer"),
    ("setval", "text, bigint, boolean", "bigint"),
    ("setval", "text, bigint", "bigint"),
    ("nextval", "text", "bigint"),
    ("pg_relation_size", "text", "bigint"),
    ("col_description", "oid, smallint", "text"),
];

struct Weak {
    role: String,
    /// What the planted functions create, if whoever runs them may.
    trace: PathBuf,
}

impl Weak {
    /// Plants all that could fit better than what PostgreSQL has.
    fn plant(backend: &Backend) -> Self {
        let database = backend.text_of("SELECT current_database()::text");
        let role = format!("{database}_weak");
        let trace = env::temp_dir().join(format!("{database}_ran"));
        backend.execute(&format!("CREATE ROLE {role}; GRANT CREATE ON SCHEMA public TO {role}"));
        let mut session = Session::open(&backend.url);
        session.execute(&format!("SET ROLE {role}"));
        // COPY is possible in a transaction that only reads.
        let body = format!(
            "LANGUAGE plpgsql AS $body$BEGIN IF current_user <> '{role}' THEN EXECUTE \
             $$COPY (SELECT 1) TO '{}'$$; END IF; RETURN NULL; END$body$",
            trace.display()
        );
        for (number, (operator, result)) in OPERATORS.iter().enumerate() {
            for (left, right) in TYPES.iter().flat_map(|left| TYPES.map(|right| (left, right))) {
                session.execute(&format!(
                    "CREATE FUNCTION public.planted_{number}({left}, {right}) RETURNS {result} \
                     {body}; CREATE OPERATOR public.{operator} (LEFTARG = {left}, RIGHTARG = \
                     {right}, FUNCTION = public.planted_{number})"
                ));
            }
        }
        for (name, arguments, result) in FUNCTIONS {
            session.execute(&format!(
                "CREATE FUNCTION public.{name}({arguments}) RETURNS {result} {body}"
            ));
        }
        let weak = Self { role, trace };
        // The test would see it.
        backend.execute("SELECT 1::oid = 'pg_class'::regclass");
        assert!(weak.trace.exists(), "{} is not written", weak.trace.display());
        fs::remove_file(&weak.trace).unwrap();
        weak
    }

    #[track_caller]
    fn has_run_nothing(&self) {
        assert!(!self.trace.exists());
    }

    fn remove(&self, backend: &Backend) {
        backend.execute(&format!("DROP OWNED BY {0} CASCADE; DROP ROLE {0}", self.role));
    }
}

const SHOP: &str = "
    CREATE TABLE users (id serial PRIMARY KEY, name text NOT NULL, boss_id int REFERENCES users (id),
        CONSTRAINT own_boss CHECK (boss_id <> id));
    CREATE TABLE posts (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, author_id int NOT NULL
        REFERENCES users (id), title text NOT NULL);
    CREATE INDEX posts_by_author ON posts ((author_id % 10), title) WHERE author_id > 1;
    CREATE VIEW titles AS SELECT id, title || '.' AS title FROM posts WHERE id > 0;
    GRANT SELECT ON titles TO pg_monitor;
    INSERT INTO users (name) SELECT 'name ' || n FROM generate_series(1, 50) n;
    INSERT INTO posts (author_id, title) SELECT n % 50 + 1, 'post ' || n FROM generate_series(1, 500) n;";

#[test]
fn nothing_that_was_planted_is_run() {
    run(Dialect::Postgres, |backend| {
        backend.execute(SHOP);
        let weak = Weak::plant(backend);
        let checked = check(&backend.request(Orm::Sqlx));
        weak.has_run_nothing();
        assert_eq!(checked.unwrap().in_the_way, 0);
        backend.adopt(Orm::Sqlx);
        weak.has_run_nothing();
        backend.migrate();
        weak.has_run_nothing();
        backend.undo();
        weak.has_run_nothing();
        // Also without a transaction.
        for path in backend.migrations() {
            if path.to_string_lossy().ends_with(".up.sql") {
                backend.run_file(&path).unwrap();
                weak.has_run_nothing();
            }
        }
        weak.remove(backend);
    });
}

#[test]
fn nothing_that_was_planted_is_run_without_a_lock() {
    run(Dialect::Postgres, |backend| {
        backend.execute(SHOP);
        let weak = Weak::plant(backend);
        backend.adopt(Orm::Sqlx);
        let folder = backend.out().join("widen_online");
        for step in STEPS.iter().take(5).chain(&["undo"]).chain(&STEPS) {
            backend.run_file(&folder.join(format!("{step}.sql"))).unwrap();
            weak.has_run_nothing();
        }
        // What was created is bound to the operators of PostgreSQL.
        backend.execute("INSERT INTO users (name) VALUES ('x'); SELECT * FROM titles");
        weak.has_run_nothing();
        weak.remove(backend);
    });
}

/// A policy is run as whoever reads, and hides values that are in the way.
#[test]
fn a_policy_that_hides_rows_is_an_error() {
    run(Dialect::Postgres, |backend| {
        let database = backend.text_of("SELECT current_database()::text");
        let reader = format!("{database}_reader");
        backend.execute(&format!(
            "CREATE TABLE users (id serial PRIMARY KEY); INSERT INTO users VALUES (-1);
             ALTER TABLE users ENABLE ROW LEVEL SECURITY;
             CREATE POLICY few ON users USING (id > 0);
             CREATE ROLE {reader} LOGIN; GRANT SELECT ON users TO {reader}"
        ));
        let mut request = backend.request(Orm::Sqlx);
        request.database_url = backend.url.replace("postgres@", &format!("{reader}@"));
        let error = check(&request).unwrap_err().to_string();
        assert!(error.contains("row-level security policy"), "{error}");
        // What to do, also where the owner's own rows are hidden.
        assert!(
            error.contains("BYPASSRLS") && error.contains("FORCE ROW LEVEL SECURITY"),
            "{error}"
        );
        backend.execute(&format!("DROP OWNED BY {reader}; DROP ROLE {reader}"));
    });
}

/// PostgreSQL runs the checks of a table as whoever rewrites it. The report says whose they are,
/// and as the owner nothing more can be done than the owner may do.
#[test]
fn an_owner_whose_code_would_run_is_named() {
    run(Dialect::Postgres, |backend| {
        let database = backend.text_of("SELECT current_database()::text");
        let owner = format!("{database}_owner");
        let trace = env::temp_dir().join(format!("{database}_ran"));
        backend.execute(&format!(
            "CREATE ROLE {owner} LOGIN; GRANT CREATE ON SCHEMA public TO {owner}; SET ROLE {owner};
             CREATE TABLE users (id serial PRIMARY KEY, name text);
             INSERT INTO users (name) VALUES ('Ada');
             CREATE FUNCTION ran(bigint) RETURNS boolean LANGUAGE plpgsql AS $body$BEGIN
                 IF current_user <> '{owner}' THEN EXECUTE $$COPY (SELECT 1) TO '{}'$$; END IF;
                 RETURN true; END$body$;
             ALTER TABLE users ADD CHECK (ran(id))",
            trace.display()
        ));
        let report = adopt(&backend.request(Orm::Sqlx)).unwrap().report;
        assert!(!trace.exists());
        assert!(report.contains("which does not run this command, owns users"), "{report}");
        // Its branch is not run as the role of the rehearsal.
        assert!(report.contains("The function ran has statements that"), "{report}");
        // Nothing is written before the owner is accepted.
        backend.set("accepted", "\"function:ran\" = \"for the test\"");
        assert_eq!(check(&backend.request(Orm::Sqlx)).unwrap().in_the_way, 1);
        backend.set("accepted", &format!("\"owner:{owner}\" = \"mine\""));
        backend.adopt(Orm::Sqlx);
        assert!(report.contains(&owner), "{report}");
        let widen = backend.migrations().into_iter().find(|path| {
            let path = path.to_string_lossy();
            path.ends_with(".up.sql") && path.contains("widen")
        });
        let widen = fs::read_to_string(widen.unwrap()).unwrap();
        let widen = format!("BEGIN; {widen} COMMIT");
        // That is what the words are about, so long as PostgreSQL does it.
        Session::open(&backend.url).execute(&widen.replace("COMMIT", "ROLLBACK"));
        assert!(trace.exists());
        fs::remove_file(&trace).unwrap();
        let mut request = backend.request(Orm::Sqlx);
        request.database_url = backend.url.replace("postgres@", &format!("{owner}@"));
        let report = check(&request).unwrap().report;
        assert!(!report.contains("does not run this command"), "{report}");
        Session::open(&request.database_url).execute(&widen);
        assert!(!trace.exists());
        backend.execute(&format!("DROP OWNED BY {owner} CASCADE; DROP ROLE {owner}"));
    });
}

/// A role with a schema of its own, and what its functions create if another role runs them.
struct Planter<'a> {
    backend: &'a Backend,
    role: String,
    trace: PathBuf,
    /// The session of the role.
    session: Session,
}

impl<'a> Planter<'a> {
    fn new(backend: &'a Backend) -> Self {
        let database = backend.text_of("SELECT current_database()::text");
        let role = format!("{database}_planter");
        let trace = env::temp_dir().join(format!("{database}_ran"));
        backend.execute(&format!(
            "CREATE ROLE {role}; CREATE SCHEMA planted AUTHORIZATION {role};
             GRANT CREATE ON SCHEMA public TO {role}"
        ));
        let mut session = Session::open(&backend.url);
        session.execute(&format!("SET ROLE {role}"));
        session.execute(&format!(
            "CREATE FUNCTION planted.run(int) RETURNS boolean LANGUAGE plpgsql AS $body$BEGIN
                 IF current_user <> '{role}' THEN EXECUTE
                 $$COPY (SELECT 1) TO PROGRAM 'cat > {}'$$; END IF; RETURN true; END$body$",
            trace.display()
        ));
        Self { backend, role, trace, session }
    }

    #[track_caller]
    fn has_run_nothing(&self) {
        assert!(!self.trace.exists());
    }
}

impl Drop for Planter<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.trace);
        self.session.execute("RESET ROLE");
        self.backend.execute(&format!("DROP OWNED BY {0} CASCADE; DROP ROLE {0}", self.role));
    }
}

/// A planner computes what is constant in the expressions of indexes and keys of partitions, and a cast
/// of an enumeration is a function.
#[test]
fn rows_of_tables_of_others_are_not_read() {
    run(Dialect::Postgres, |backend| {
        backend.execute("CREATE TABLE posts (id int NOT NULL) PARTITION BY RANGE (id)");
        let mut planter = Planter::new(backend);
        let role = &planter.role;
        backend.execute(&format!(
            "CREATE TABLE posts_1 PARTITION OF posts FOR VALUES FROM (1) TO (1000);
             ALTER TABLE posts ADD PRIMARY KEY (id);
             CREATE TABLE comments (id serial PRIMARY KEY, post_id int REFERENCES posts (id));
             ALTER TABLE posts_1 OWNER TO {role}"
        ));
        planter.session.execute(
            "CREATE FUNCTION planted.one() RETURNS int IMMUTABLE LANGUAGE plpgsql AS
                 $$BEGIN PERFORM planted.run(1); RETURN 1; END$$;
             CREATE TABLE public.users (id serial PRIMARY KEY);
             CREATE INDEX ON public.users ((id + planted.one()));
             CREATE INDEX ON public.posts_1 ((id + planted.one()));
             CREATE TYPE public.int4 AS ENUM ('a');
             CREATE FUNCTION planted.shown(public.int4) RETURNS text LANGUAGE sql AS
                 $$SELECT planted.run(1)::text$$;
             CREATE CAST (public.int4 AS text) WITH FUNCTION planted.shown(public.int4);
             CREATE TABLE public.notes (id public.int4 PRIMARY KEY);
             INSERT INTO public.notes VALUES ('a')",
        );
        let checked = check(&backend.request(Orm::Sqlx)).unwrap();
        planter.has_run_nothing();
        let named = format!("{}, which does not run this command, owns posts, users", planter.role);
        assert!(checked.report.contains(&named), "{}", checked.report);
        // The test would see it.
        backend.execute("SELECT * FROM posts");
        assert!(planter.trace.exists());
    });
}

/// To analyze the query of a view makes values of its literals, and so runs the checks of domains.
#[test]
fn a_check_of_a_domain_in_a_view_is_not_run() {
    run(Dialect::Postgres, |backend| {
        backend.execute(SHOP);
        let mut planter = Planter::new(backend);
        planter.session.execute(
            "CREATE DOMAIN planted.d AS int CHECK (planted.run(VALUE));
             CREATE TYPE planted.c AS (x planted.d);
             CREATE VIEW planted.v AS SELECT '{5}'::planted.d[] AS d, '(5)'::planted.c AS c",
        );
        let checked = check(&backend.request(Orm::Sqlx));
        planter.has_run_nothing();
        assert_eq!(checked.unwrap().in_the_way, 0);
        // The test would see it.
        backend.execute("SELECT ('{5}'::planted.d[])::text");
        assert!(planter.trace.exists());
    });
}

#[test]
fn a_table_that_becomes_a_view_is_not_read() {
    run(Dialect::Postgres, |backend| {
        let mut planter = Planter::new(backend);
        planter.session.execute("CREATE TABLE public.users (id serial PRIMARY KEY, name text)");
        let request = backend.request(Orm::Sqlx);
        backend.set("accepted", &format!("\"owner:{}\" = \"for the test\"", planter.role));
        planter.session.execute("BEGIN; LOCK TABLE public.users");
        let checked = thread::scope(|scope| {
            let checking = scope.spawn(|| check(&request));
            let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = \
                           'public.users'::regclass AND database = (SELECT oid FROM pg_database \
                           WHERE datname = current_database())";
            while backend.number(waiting) == 0 {
                assert!(!checking.is_finished());
                thread::sleep(Duration::from_millis(20));
            }
            planter.session.execute(
                "ALTER TABLE public.users RENAME TO those; CREATE VIEW public.users AS SELECT id, name \
                 FROM public.those WHERE planted.run(1); \
                 INSERT INTO those (name) VALUES ('Ada'); COMMIT",
            );
            checking.join().unwrap()
        });
        planter.has_run_nothing();
        let error = checked.unwrap_err().to_string();
        assert!(error.contains("users is not the table that it was"), "{error}");
        backend.execute("SELECT * FROM public.users");
        assert!(planter.trace.exists());
    });
}

/// There, no table has an owner: a right on the whole database is enough to rename it.
#[test]
fn a_table_that_becomes_a_view_is_not_read_on_mysql() {
    run(Dialect::MariaDb, |backend| {
        backend.execute(
            "CREATE TABLE users (id int AUTO_INCREMENT PRIMARY KEY);
             CREATE VIEW planted AS SELECT * FROM users",
        );
        let request = backend.request(Orm::Sqlx);
        let waiting = |least: i64| {
            let waiting = "SELECT count(*) FROM information_schema.processlist WHERE db = DATABASE() \
                           AND state LIKE 'Waiting for table metadata lock%'";
            while backend.number(waiting) < least {
                thread::sleep(Duration::from_millis(20));
            }
        };
        let mut holder = Session::open(&backend.url);
        holder.execute("LOCK TABLES users WRITE");
        let checked = thread::scope(|scope| {
            let checking = scope.spawn(|| check(&request));
            waiting(1);
            scope.spawn(|| backend.execute("RENAME TABLE users TO those, planted TO users"));
            waiting(2);
            holder.execute("UNLOCK TABLES");
            checking.join().unwrap()
        });
        let error = checked.unwrap_err().to_string();
        assert!(error.contains("Key") && error.contains("users"), "{error}");
    });
}

#[test]
fn what_this_user_may_not_read_is_left_out() {
    run(Dialect::Postgres, |backend| {
        let database = backend.text_of("SELECT current_database()::text");
        let reader = format!("{database}_reader");
        backend.execute(&format!(
            "CREATE TABLE users (id serial PRIMARY KEY, name text); CREATE SCHEMA shut;
             CREATE TABLE shut.secrets (id int, name text); CREATE SCHEMA open;
             CREATE TABLE open.other (name text); 
             CREATE VIEW both_of AS SELECT u.id, s.name FROM users u, shut.secrets s;
             CREATE ROLE {reader} LOGIN CREATEDB CREATEROLE PASSWORD 'pw';
             GRANT SELECT ON users TO {reader}; GRANT USAGE ON SCHEMA open TO {reader}"
        ));
        let mut request = backend.request(Orm::Sqlx);
        request.database_url = backend.url.replace("postgres@", &format!("{reader}:pw@"));
        let report = check(&request).unwrap().report;
        assert!(!report.contains("untried"), "{report}");
        assert!(report.contains("The rehearsal was done without"), "{report}");
        backend.execute(&format!("DROP OWNED BY {reader}; DROP ROLE {reader}"));
    });
}
