//! What other roles of PostgreSQL have put in the place of the table.

use snowflake_kit_lease::table::{Dialect, Migration};
use test_databases::Session;

use crate::backend::{Backend, run};
use crate::{Run, nodes};

/// A role that owns what it plants, until the test ends.
fn planter(backend: &Backend) -> String {
    let (_, database) = backend.url.rsplit_once('/').unwrap();
    let name = format!("{database}_mallory");
    backend.execute(&format!(
        "CREATE ROLE {name}; GRANT ALL ON SCHEMA public TO {name}; GRANT CREATE ON DATABASE \
         {database} TO {name}; CREATE TABLE called (what text); GRANT ALL ON called TO PUBLIC"
    ));
    name
}

fn plant(backend: &Backend, planter: &str, sql: &str) {
    let mut session = Session::open(&backend.url);
    session.execute(&format!("SET SESSION AUTHORIZATION {planter}"));
    session.execute(sql);
}

const VIEW: &str = "CREATE SCHEMA planted;
     CREATE FUNCTION public.note() RETURNS text LANGUAGE plpgsql AS
         $$ BEGIN INSERT INTO public.called VALUES (CURRENT_USER); RETURN 'shop'; END $$;
     CREATE VIEW public.snowflake_leases AS SELECT public.note() AS space, 0 AS node, 1 AS token,
         0 AS until_unix_ms, '' AS holder, 0 AS claimed_unix_ms, 0 AS renewed_unix_ms;
     CREATE VIEW planted.snowflake_leases AS SELECT * FROM public.snowflake_leases";

const TABLE: &str = "CREATE SCHEMA planted;
     CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN INSERT INTO public.called VALUES (CURRENT_USER); RETURN NEW; END $$;
     CREATE TABLE public.snowflake_leases AS SELECT CAST('shop' AS text) AS space, 0 AS node,
         1 AS token, 0 AS until_unix_ms, '' AS holder, 0 AS claimed_unix_ms, 0 AS renewed_unix_ms;
     ALTER TABLE public.snowflake_leases ADD UNIQUE (space, node);
     CREATE TRIGGER note BEFORE INSERT OR UPDATE ON public.snowflake_leases
         FOR EACH ROW EXECUTE FUNCTION public.note();
     CREATE TABLE planted.snowflake_leases AS SELECT * FROM public.snowflake_leases";

fn refused(backend: &Backend, arguments: &[&str], parts: &[&str]) {
    let message = nodes(&backend.url, arguments).failed(1);
    for part in parts {
        assert!(message.contains(part), "{part:?} is missing: {message}");
    }
    assert_eq!(backend.numbers("SELECT count(*) FROM called"), [0], "{arguments:?}");
}

#[test]
fn what_is_planted_is_neither_read_nor_fenced() {
    for (sql, kind) in [(VIEW, "a view"), (TABLE, "a table")] {
        run(Dialect::Postgres, |backend| {
            let mallory = planter(backend);
            plant(backend, &mallory, sql);
            let parts = ["\"public\".snowflake_leases is ", kind, &mallory, "otherwise drop it"];
            refused(backend, &[], &parts);
            refused(backend, &["--fence"], &parts);
            if sql == VIEW {
                let parts = ["\"planted\".snowflake_leases is a view", &mallory];
                refused(backend, &["--schema", "planted"], &parts);
                refused(backend, &["--schema", "planted", "--fence"], &parts);
            } else {
                // To name a schema is to trust its owner.
                assert!(
                    nodes(&backend.url, &["--schema", "planted"]).ok().contains("space \"shop\"")
                );
            }
            // The right one is found beside it, and the migration does not mind.
            backend.create_table();
            assert!(nodes(&backend.url, &[]).ok().contains("no node has been claimed"));
            assert_eq!(backend.numbers("SELECT count(*) FROM called"), [0]);
            backend.execute(&format!("DROP OWNED BY {mallory} CASCADE; DROP ROLE {mallory}"));
        });
    }
}

/// A table of an earlier version, and how to move it.
#[test]
fn a_table_that_each_role_can_lock_is_one_to_be_moved() {
    run(Dialect::Postgres, |backend| {
        backend.execute(&Migration::new(Dialect::Postgres).schema("public").unwrap().up());
        let Run { code, stdout, stderr } = nodes(&backend.url, &[]);
        assert_eq!(code, 0, "{stderr}");
        assert!(stdout.contains("no node has been claimed"), "{stdout}");
        assert!(stderr.starts_with("note: each role can use the schema \"public\""), "{stderr}");
        let (_, sql) = stderr.split_once('\n').unwrap();
        backend.execute(&sql.replace("the role of the applications", "CURRENT_USER"));
        assert!(nodes(&backend.url, &[]).ok().contains("no node has been claimed"));
    });
}
