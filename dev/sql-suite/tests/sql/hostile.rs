//! Roles that mean harm, on PostgreSQL: what they put on a search path, what they
//! lock, and how they keep others waiting.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

use snowflake_kit_core::{Layout, Snowflake};
use snowflake_kit_sql::Dialect;
use tokio::net::TcpSocket;

use crate::database::{Database, Session};
use crate::roles::Role;
use crate::server;

/// All that the functions use by name, as somebody who may create in the schema
/// plants it. Each says so when it is called.
const PLANTED: &[&str] = &[
    // Nearer than what there is: these are taken without any search path.
    "OPERATOR & (bigint, integer)",
    "OPERATOR | (bigint, integer)",
    "OPERATOR << (bigint, bigint)",
    "OPERATOR * (numeric, integer)",
    "OPERATOR * (bigint, interval)",
    "OPERATOR <= (numeric, bigint)",
    "OPERATOR > (numeric, bigint)",
    // The same as what there is, for a path with `pg_catalog` after `public`.
    "OPERATOR & (bigint, bigint)",
    "OPERATOR | (bigint, bigint)",
    "OPERATOR << (bigint, integer)",
    "OPERATOR >> (bigint, integer)",
    "OPERATOR + (bigint, integer)",
    "OPERATOR + (bigint, bigint)",
    "OPERATOR - (bigint, bigint)",
    "OPERATOR - (bigint, integer)",
    "OPERATOR * (bigint, integer)",
    "OPERATOR / (bigint, integer)",
    "OPERATOR % (bigint, integer)",
    "OPERATOR < (bigint, bigint)",
    "OPERATOR > (bigint, integer)",
    "OPERATOR >= (bigint, integer)",
    "OPERATOR <= (bigint, bigint)",
    "OPERATOR = (bigint, integer)",
    "OPERATOR = (bigint, bigint)",
    "OPERATOR = (oid, oid)",
    "OPERATOR <> (oid, oid)",
    "OPERATOR * (numeric, numeric)",
    "OPERATOR - (numeric, numeric)",
    "OPERATOR <= (numeric, numeric)",
    "OPERATOR > (numeric, numeric)",
    "OPERATOR + (timestamp, interval)",
    "OPERATOR * (double precision, interval)",
    "FUNCTION clock_timestamp()",
    "FUNCTION floor(numeric)",
    "FUNCTION random()",
    "FUNCTION nextval(regclass)",
    "FUNCTION setval(regclass, bigint)",
    "FUNCTION pg_sequence_last_value(regclass)",
    "FUNCTION pg_sleep(double precision)",
    "FUNCTION div(numeric, numeric)",
    "FUNCTION timezone(text, timestamp with time zone)",
    "FUNCTION current_setting(text)",
    "FUNCTION set_config(text, text, boolean)",
    "FUNCTION to_regclass(text)",
    "FUNCTION to_regprocedure(text)",
    "FUNCTION quote_ident(text)",
    "FUNCTION pg_get_userbyid(oid)",
    "FUNCTION aclexplode(aclitem[])",
];

fn plant(session: &mut Session) {
    for (number, planted) in PLANTED.iter().enumerate() {
        let (kind, rest) = planted.split_once(' ').unwrap();
        let (name, arguments) = rest.split_once('(').unwrap();
        let arguments = arguments.trim_end_matches(')');
        let is_operator = kind == "OPERATOR";
        let function = if is_operator { format!("planted{number}") } else { name.to_owned() };
        session.run(&format!(
            "CREATE FUNCTION public.{function}({arguments}) RETURNS bigint LANGUAGE plpgsql
             AS $$ BEGIN RAISE 'with the rights of %', current_user; END $$"
        ));
        if is_operator {
            let (left, right) = arguments.split_once(", ").unwrap();
            session.run(&format!(
                "CREATE OPERATOR public.{name} (LEFTARG = {left}, RIGHTARG = {right},
                 FUNCTION = public.{function})"
            ));
        }
    }
}

const PATHS: [&str; 3] = ["public", "pg_catalog, public", "public, pg_catalog"];

/// What is planted is not run: the functions mint and read as ever.
fn check(database: &Database, session: &mut Session) {
    let functions = database.functions(Layout::DEFAULT);
    for path in PATHS {
        session.run(&format!("SET search_path = {path}"));
        let ids = session.ids("INSERT INTO public.t DEFAULT VALUES RETURNING id");
        let parts = Layout::DEFAULT.decompose(Snowflake::new(ids[0]).unwrap());
        let millis = Layout::DEFAULT.unix_millis(parts.timestamp).unwrap();
        let id = ids[0];
        for (reader, expected) in [
            (format!("public.snowflake_id_node({id})"), 5),
            (format!("public.snowflake_id_sequence({id})"), parts.sequence.into()),
            (format!("public.snowflake_id_unix_ms({id})"), millis),
            // As a column, which is not computed when the query is planned.
            ("(SELECT max(public.snowflake_id_node(id)) FROM public.t)".to_owned(), 5),
        ] {
            assert_eq!(session.value(&reader), Some(expected), "{reader} with {path}");
        }
        let bounds = "SELECT id FROM public.t WHERE id BETWEEN
            public.snowflake_first_id_at(public.snowflake_id_time(id)) AND
            public.snowflake_last_id_before('2100-01-01 00:00+00')";
        if path != "public, pg_catalog" {
            assert!(session.ids(bounds).contains(&id));
        }
        for reader in ["snowflake_first_id_at('2026-01-01')", "snowflake_last_id_before(now())"] {
            assert!(session.value(&format!("public.{reader}")).is_some());
        }
        assert!(session.mint(&functions) > ids[0]);
    }
    session.run("SET search_path = DEFAULT");
}

#[test]
fn what_others_plant_on_the_path_is_not_run() {
    for planted_first in [false, true] {
        let database = Database::new(Dialect::Postgres);
        let functions = database.functions(Layout::DEFAULT);
        let hostile = Role::new(&database);
        let mut session = database.session();
        // As in any database that comes from version 14.
        session.run("GRANT CREATE ON SCHEMA public TO public");
        if planted_first {
            plant(&mut hostile.session());
            session.run("SET search_path = public, pg_catalog");
        }
        session.run_all(&functions.up());
        session.run(&format!(
            "CREATE TABLE public.t (id bigint PRIMARY KEY DEFAULT {})",
            functions.next_id()
        ));
        if !planted_first {
            plant(&mut hostile.session());
        }
        // It does harm to a function that is written without care.
        session.run("SET search_path = public");
        let error = session.try_run("SELECT 5::bigint & 3").unwrap_err().to_string();
        assert!(error.contains("with the rights of"), "{error}");

        check(&database, &mut session);
        check(&database, &mut database.session());
        session.run("SET search_path = public, pg_catalog");
        session.run_all(&functions.upgrade());
        session.run_all(&functions.upgrade());
        check(&database, &mut session);
    }
}

#[test]
fn temporary_objects_take_no_place() {
    let database = Database::new(Dialect::Postgres);
    let role = Role::new(&database);
    let functions = database.functions(Layout::DEFAULT).grant(role.name()).unwrap();
    let before = database.with(&functions).mint(&functions);
    let mut hostile = role.session();
    hostile.run(
        "CREATE TEMPORARY SEQUENCE snowflake_slots;
         CREATE TEMPORARY SEQUENCE snowflake_started;
         CREATE TEMPORARY VIEW snowflake_lock AS SELECT;
         CREATE FUNCTION pg_temp.clock_timestamp() RETURNS timestamptz LANGUAGE sql
         AS $$ SELECT '2027-01-01'::timestamptz $$;
         CREATE DOMAIN pg_temp.regclass AS text",
    );
    for path in ["pg_temp, public", "pg_temp, pg_catalog, public", "public, pg_temp"] {
        hostile.run(&format!("SET search_path = {path}"));
        let id = hostile.mint(&functions);
        assert!(id > before);
        assert!(database.session().mint(&functions) > id);
    }
}

/// What sessions begin with that read what others have made.
#[test]
fn a_session_for_reading_reads_tables_alone() {
    let database = Database::new(Dialect::Postgres);
    let mut session = database.session();
    session.run("CREATE TABLE t (id bigint); CREATE VIEW v AS SELECT 1::bigint AS id");
    let read = |session: &mut Session| {
        session.ids("SELECT id FROM public.t");
        session.try_run("SELECT id FROM public.v").map_err(|error| error.to_string())
    };
    let refused = Err("access to non-system view \"v\" is restricted".to_owned());
    session.run("BEGIN");
    session.run(snowflake_kit_sql::reading!(local, "5"));
    assert_eq!(read(&mut session), refused);
    session.run("ROLLBACK");
    assert_eq!(read(&mut session), Ok(()));
    session.run(snowflake_kit_sql::reading!("5"));
    assert_eq!(read(&mut session), refused);
    let locks = session.value("rtrim(current_setting('lock_timeout'), 's')::bigint");
    assert_eq!(locks, Some(5));
}

/// A session that does not wait for ever.
fn victim(database: &Database) -> Session {
    let mut victim = database.session();
    victim.run("SET lock_timeout = '20s'; SET statement_timeout = '60s'");
    victim
}

#[test]
fn nobody_without_grants_keeps_others_waiting() {
    let database = Database::new(Dialect::Postgres);
    let functions = database.functions(Layout::DEFAULT);
    let mut session = database.with(&functions);
    let hostile = Role::new(&database);
    let oids =
        session.ids("SELECT oid::bigint AS id FROM pg_class WHERE relname LIKE 'snowflake%'");
    assert_eq!(oids.len(), 3);

    // All keys that mean anything, in both forms.
    let mut first = hostile.session();
    for oid in oids {
        first.run(&format!("SELECT pg_advisory_lock({oid})"));
        for class in [1_936_617_335, 0, oid] {
            first.run(&format!("SELECT pg_advisory_lock({class}, {oid})"));
            first.run(&format!("SELECT pg_advisory_lock(({class}::bigint << 32) | {oid})"));
        }
    }
    // What is prepared, or gets a rule, is locked before the server asks whose it is, and the literal
    // of the rule is read. But that is in a schema which no other role can use.
    let mut second = hostile.session();
    second.run(
        "CREATE FUNCTION pg_temp.slow(i int) RETURNS boolean LANGUAGE plpgsql AS
             $$ BEGIN PERFORM pg_sleep(30); RETURN true; END $$;
         CREATE DOMAIN pg_temp.slowly AS int CHECK (pg_temp.slow(VALUE))",
    );
    for statement in [
        "PREPARE p AS SELECT FROM snowflake_kit.snowflake_lock",
        "PREPARE p AS SELECT FROM snowflake_kit.snowflake_lock FOR UPDATE",
        "PREPARE p AS SELECT * FROM snowflake_kit.snowflake_slots",
        "PREPARE p AS SELECT * FROM snowflake_kit.snowflake_started",
        "CREATE RULE r AS ON INSERT TO snowflake_kit.snowflake_lock DO INSTEAD
             SELECT '{1}'::pg_temp.slowly[]",
    ] {
        second.run("BEGIN");
        let error = second.try_run(statement).unwrap_err().to_string();
        assert!(error.contains("permission denied for schema snowflake_kit"), "{error}");
        second.run("ROLLBACK");
    }
    let mut last = 0;
    for _ in 0..20 {
        let id = victim(&database).mint(&functions);
        assert!(id > last);
        last = id;
    }
    // They are held to the end.
    first.run("SELECT 1");
    second.run("COMMIT");
}

/// The buffer of the server is not large either, as long as nothing is read.
fn with_small_buffer(address: &str) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4_096).unwrap();
        socket.connect(address.parse().unwrap()).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream
}

/// Talks to a server without a password, and does not listen.
struct Deaf(TcpStream);

impl Deaf {
    fn connect(url: &str, user: &str) -> Self {
        let (_, rest) = url.split_once('@').unwrap();
        let (address, database) = rest.split_once('/').unwrap();
        let mut stream = with_small_buffer(address);
        let mut body = 196_608_u32.to_be_bytes().to_vec();
        for text in ["user", user, "database", database, ""] {
            body.extend(text.bytes().chain([0]));
        }
        let length = u32::try_from(body.len() + 4).unwrap();
        stream.write_all(&[&length.to_be_bytes()[..], &body].concat()).unwrap();
        // What it says ends with "ready for query".
        let mut heard = Vec::new();
        while !heard.ends_with(&[b'Z', 0, 0, 0, 5, b'I']) {
            let mut some = [0; 512];
            let length = stream.read(&mut some).unwrap();
            assert_ne!(length, 0, "the server has hung up");
            heard.extend(&some[..length]);
        }
        Self(stream)
    }

    fn say(&mut self, sql: &str) {
        let length = u32::try_from(sql.len() + 5).unwrap();
        let message = [b"Q", &length.to_be_bytes()[..], sql.as_bytes(), &[0]].concat();
        self.0.write_all(&message).unwrap();
    }
}

#[test]
fn a_client_that_does_not_listen_keeps_nobody_waiting() {
    let server = server::start(Dialect::Postgres, &[]);
    let database = Database::on(Dialect::Postgres, server.url());
    let role = Role::new(&database);
    let functions = database.functions(Layout::DEFAULT).grant(role.name()).unwrap();
    let mut session = database.with(&functions);
    // Several, as each stands still at another message of those that a mint has.
    let deaf: Vec<_> = (0..10)
        .map(|number| {
            let mut deaf = Deaf::connect(&database.url(), role.name());
            deaf.say("SET client_min_messages = debug5");
            // More than the buffers take, if each mint said something.
            deaf.say(&format!(
                "DO $$ BEGIN RAISE NOTICE '%', repeat('x', {});
                 FOR i IN 1..12000 LOOP PERFORM {}; END LOOP; END $$",
                number * 59,
                functions.next_id()
            ));
            deaf
        })
        .collect();
    // Until each has got through, or stands still since nobody listens, or waits for
    // one that does.
    let busy = format!(
        "(SELECT count(*) FROM pg_stat_activity WHERE usename = '{}'
          AND NOT (state = 'idle' AND query LIKE 'DO%') AND wait_event IS DISTINCT FROM 'ClientWrite'
          AND NOT EXISTS (SELECT FROM pg_stat_activity AS still WHERE still.wait_event = 'ClientWrite'
                          AND still.pid = ANY (pg_blocking_pids(pg_stat_activity.pid))))",
        role.name()
    );
    let mut victim = victim(&database);
    let (mut last, mut still) = (0, 0);
    // For a while: one that stands still may only be slow.
    while still < 25 {
        let id = victim.mint(&functions);
        assert!(id > last);
        last = id;
        still = if session.value(&busy) == Some(0) { still + 1 } else { 0 };
        sleep(Duration::from_millis(20));
    }
    drop(deaf);
}
