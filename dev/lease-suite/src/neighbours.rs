//! What other roles on the server, and other tables, can do to a store.

use std::fs;
use std::io::ErrorKind;

use snowflake_kit_lease::{Change, Claim, LeaseRow, Store as _, table};

use crate::adapter::Adapter;
use crate::claims::{claims, first_claim, refused, renews};
use crate::place::Place;
use snowflake_kit_core::Dialect;
use test_databases::sqlite_path;

/// A role may create in a schema on the search path, and plants what a store could call there:
/// operators for the types of its statements, functions, and types. They leave a row where they are
/// called.
pub fn nothing_that_another_role_has_planted_is_called<A: Adapter>() {
    let place = Place::<A>::empty();
    let mut admin = place.session();
    admin.execute(
        "CREATE TABLE called (what text);
         CREATE FUNCTION public.note(what text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
             INSERT INTO public.called VALUES (what);
             RETURN true;
         END $$;",
    );
    let types = [
        "bigint",
        "integer",
        "numeric",
        "text",
        "varchar",
        "name",
        "oid",
        "regclass",
        "\"char\"",
        "double precision",
        "boolean",
        "timestamptz",
    ];
    for left in types {
        for right in types {
            for operator in ["=", "<>", "<", ">", "<=", ">=", "*", "+", "-", "||"] {
                let result = match operator {
                    "*" | "+" | "-" => "numeric",
                    "||" => "text",
                    _ => "boolean",
                };
                let value = match result {
                    "numeric" => "0",
                    "text" => "''",
                    _ => "true",
                };
                // One function for each operator, since the result differs.
                let function = format!("\"{operator} {result}\"");
                admin.execute(&format!(
                    "CREATE FUNCTION public.{function}(a {left}, b {right}) RETURNS {result} \
                     LANGUAGE sql AS $$ SELECT CASE WHEN \
                     public.note('{operator} of {left} and {right}') THEN \
                     CAST({value} AS {result}) END $$;
                     CREATE OPERATOR public.{operator} (LEFTARG = {left}, RIGHTARG = {right}, \
                     FUNCTION = public.{function})",
                ));
            }
        }
    }
    for function in [
        "current_setting(text) RETURNS text",
        "set_config(text, text, boolean) RETURNS text",
        "clock_timestamp() RETURNS timestamptz",
        "floor(numeric) RETURNS numeric",
        "floor(double precision) RETURNS double precision",
        "current_schemas(boolean) RETURNS name[]",
        "array_position(name[], name) RETURNS integer",
        "gen_random_uuid() RETURNS uuid",
        "format(text, name, name) RETURNS text",
        "cardinality(text[]) RETURNS integer",
    ] {
        let (signature, result) = function.split_once(" RETURNS ").unwrap();
        admin.execute(&format!(
            "CREATE FUNCTION public.{signature} RETURNS {result} LANGUAGE sql AS \
             $$ SELECT CASE WHEN public.note('{signature}') THEN NULL::{result} END $$"
        ));
    }
    // Before the server's own, as the planter may wish, or a careless administrator.
    place.database().set("search_path = public, pg_catalog");
    A::create(place.url());
    // The text alone, since tools for migrations have statements of their own.
    let migration = table::Migration::new(A::DIALECT);
    place.session().execute(&(migration.down() + &migration.up()));
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    assert!(store.change("shop", &renews(7)).unwrap());
    assert_eq!(store.read("shop").unwrap().rows.len(), 1);
    store.read_nodes("shop", 0..=0, 0).unwrap();
    let next = Claim {
        expected: Some(store.read("shop").unwrap().rows[0]),
        row: LeaseRow { token: 2, ..first_claim(7).row },
    };
    assert!(store.change("shop", &Change::claim(&next, "web-2")).unwrap());
    // With the server's own first again, for this session.
    let mut admin = place.session();
    admin.execute("SET search_path = pg_catalog");
    assert_eq!(admin.texts("SELECT what FROM public.called"), [""; 0]);
}

/// A role that may create schemas makes one with the name of the application's role, which is first
/// on the search path, and a table in it. Or the application has created both by accident.
pub fn a_second_table_of_the_name_is_refused<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut before = place.store();
    assert!(before.change("shop", &claims(7)).unwrap());
    let mut admin = place.session();
    admin.execute(
        "CREATE SCHEMA planted; \
         CREATE TABLE planted.snowflake_leases (LIKE snowflake_kit.snowflake_leases INCLUDING ALL)",
    );
    place.database().set("search_path = planted, public");
    let parts =
        ["two tables", "\"planted\".snowflake_leases", "\"snowflake_kit\".snowflake_leases"];
    let mut store = place.store();
    refused(store.read("shop"), &parts);
    refused(store.change("shop", &Change::claim(&first_claim(8), "web-2")), &parts);
    // A process that runs has found its table before.
    place.database().cut();
    assert!(before.change("shop", &renews(7)).unwrap());
    // What is not on the path is not found.
    place.database().set("search_path = public");
    assert_eq!(place.read().rows.len(), 1);
}

/// A program that cannot wait for the migrations does not make a second table.
pub fn a_table_that_is_seen_is_not_created_again<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut admin = place.session();
    admin.execute("ALTER TABLE snowflake_leases SET SCHEMA public; CREATE SCHEMA own");
    place.database().set("search_path = own, public");
    A::create(place.url());
    let schemas = "SELECT CAST(relnamespace::regnamespace AS text) FROM pg_class \
                   WHERE relname = 'snowflake_leases'";
    assert_eq!(admin.texts(schemas), ["public"]);
    admin.execute("CREATE TABLE own.snowflake_leases (LIKE public.snowflake_leases)");
    let create = table::Migration::new(A::DIALECT).create();
    let error = place.session().try_execute(&create).unwrap_err().to_string();
    assert!(error.contains("there are two tables for leases: "), "{error}");
    assert!(error.contains("own.snowflake_leases") && error.contains("public.snowflake_leases"));
}

/// The table was dropped and created again, or the connection leads to another database: nobody
/// there knows of this process's leases.
pub fn another_registry_is_refused<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    A::undo(place.url());
    A::migrate(place.url());
    let parts = ["this process began with the registry of leases", "and here is the registry"];
    refused(store.change("shop", &renews(7)), &parts);
    refused(store.change("shop", &claims(8)), &parts);
    refused(store.read("shop"), &parts);
    refused(store.read_nodes("shop", 0..=0, 0), &parts);
    assert_eq!(place.read().rows, []);
    // A process that begins here is right.
    let mut fresh = place.store();
    assert!(fresh.change("shop", &Change::claim(&first_claim(7), "web-2")).unwrap());
    // A registry loses its identity only if somebody deletes it.
    place.session().execute("DELETE FROM snowflake_leases WHERE space = ' registry'");
    refused(fresh.change("shop", &renews(7)), &["and here is a registry without an identity"]);
}

/// A table of an older version goes on, also when the migration adds the identity meanwhile.
pub fn a_table_without_an_identity_goes_on<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut admin = place.session();
    admin.execute("DELETE FROM snowflake_leases");
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    // As the migration of a table that is there already did in earlier versions.
    let up = table::Migration::new(A::DIALECT).up();
    let (_, insert) = up.split_once("it is another one.\n").unwrap();
    let insert = insert.split_inclusive(';').next().unwrap();
    admin.execute(insert);
    assert!(store.change("shop", &renews(7)).unwrap());
    let identity = "SELECT holder FROM snowflake_leases WHERE space = ' registry'";
    let first = admin.texts(identity);
    assert_eq!(first.len(), 1);
    // It is written once.
    admin.execute(insert);
    assert_eq!(admin.texts(identity), first);
    let numbers = "SELECT node FROM snowflake_leases WHERE space = 'shop'";
    assert_eq!(admin.numbers(numbers), [7]);
    if A::DIALECT != Dialect::Sqlite {
        let place = Place::<A>::migrated();
        assert_ne!(place.session().texts(identity), first, "each registry has its own");
    }
}

/// A file of `SQLite` that is deleted and made again, or moved away: a connection to the old one would
/// go on there, and with a write-ahead log it would not notice.
pub fn a_file_that_was_replaced_is_refused<A: Adapter>() {
    for mode in ["delete", "wal"] {
        let place = Place::<A>::migrated();
        place.session().execute(&format!("PRAGMA journal_mode = {mode}"));
        let mut store = place.store();
        assert!(store.change("shop", &claims(7)).unwrap());
        assert!(store.change("shop", &renews(7)).unwrap());
        let file = sqlite_path(place.url()).unwrap();
        for end in ["", "-wal", "-shm", "-journal"] {
            let path = format!("{file}{end}");
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => panic!("{path}: {error}"),
                _ => {}
            }
        }
        fs::File::create(file).unwrap();
        A::migrate(place.url());
        let parts = ["this process began with the registry of leases", "and here is the registry"];
        refused(store.change("shop", &renews(7)), &parts);
        refused(store.read("shop"), &parts);
    }
}

/// What migrations and maintenance lock. A server does not notice that a client has gone while it
/// waits, so each operation would leave a session behind that waits.
pub fn a_table_that_is_locked_is_an_error<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let mut other = place.session();
    other.execute("BEGIN");
    other.execute("LOCK TABLE snowflake_leases IN ACCESS EXCLUSIVE MODE");
    let parts = ["lock timeout", "look for transactions that do not end"];
    refused(store.change("shop", &renews(7)), &parts);
    refused(store.read("shop"), &parts);
    other.execute("ROLLBACK");
    assert!(store.change("shop", &renews(7)).unwrap());
}
