//! What roles can do that share a server with the leases.

use std::time::{Duration, Instant};

use snowflake_kit_core::Dialect;
use snowflake_kit_lease::Store as _;
use snowflake_kit_lease::table::Migration;
use snowflake_kit_mint::publish_metrics;
use test_databases::Session;
use test_processes::operator::observed;

use crate::adapter::Adapter;
use crate::claims::{claims, first_claim, refused, renews};
use crate::fresh::alone;
use crate::kind::CallStyle;
use crate::place::Place;

/// A role without rights but those that a test grants it, until it is dropped.
struct Guest<'a, A: Adapter> {
    place: &'a Place<A>,
    /// Its name begins as that of the database.
    name: String,
}

impl<'a, A: Adapter> Guest<'a, A> {
    fn new(place: &'a Place<A>, name: &str) -> Self {
        let (_, database) = place.url().rsplit_once('/').unwrap();
        let name = format!("{database}_{name}");
        place.session().execute(&format!("CREATE ROLE {name} LOGIN PASSWORD 's3cret'"));
        Self { place, name }
    }

    fn url(&self) -> String {
        let (_, host) = self.place.url().rsplit_once('@').unwrap();
        format!("postgres://{}:s3cret@{host}", self.name)
    }

    fn session(&self) -> Session {
        Session::open(&self.url())
    }

    fn store(&self) -> A::Store {
        A::trust(A::open(&self.url(), "").unwrap())
    }
}

impl<A: Adapter> Drop for Guest<'_, A> {
    fn drop(&mut self) {
        let name = &self.name;
        self.place.session().execute(&format!("DROP OWNED BY {name} CASCADE; DROP ROLE {name}"));
    }
}

/// A relation of the name, made by the role of this session in a schema, whose rows call a function,
/// and the function. It says so in a table.
fn plant(planter: &mut Session, schema: &str, relation: &str) {
    planter.execute(&format!(
        "CREATE TABLE {schema}.called (what text); GRANT ALL ON {schema}.called TO PUBLIC;
         GRANT USAGE ON SCHEMA {schema} TO PUBLIC;
         CREATE FUNCTION {schema}.note() RETURNS text LANGUAGE plpgsql AS $$ BEGIN
             INSERT INTO {schema}.called VALUES (CURRENT_USER); RETURN 'shop'; END $$;
         CREATE FUNCTION {schema}.see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             INSERT INTO {schema}.called VALUES (CURRENT_USER); RETURN NEW; END $$;"
    ));
    let columns = "0 AS node, 1 AS token, 0 AS until_unix_ms, '' AS holder, 0 AS claimed_unix_ms, \
                   0 AS renewed_unix_ms";
    planter.execute(&match relation {
        "view" => format!(
            "CREATE VIEW {schema}.snowflake_leases AS SELECT {schema}.note() AS space, {columns};
             GRANT ALL ON {schema}.snowflake_leases TO PUBLIC"
        ),
        _ => format!(
            "CREATE TABLE {schema}.snowflake_leases AS SELECT CAST('shop' AS text) AS space, {columns};
             ALTER TABLE {schema}.snowflake_leases ADD UNIQUE (space, node);
             CREATE TRIGGER see BEFORE INSERT OR UPDATE ON {schema}.snowflake_leases
                 FOR EACH ROW EXECUTE FUNCTION {schema}.see();
             GRANT ALL ON {schema}.snowflake_leases TO PUBLIC"
        ),
    });
}

/// To create a rule, a server locks the table before it asks whose it is, and then runs what the rule
/// calls. In a schema of its own, the table is not found.
pub fn a_role_without_usage_holds_no_lock<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let guest = Guest::new(&place, "guest");
    let mut session = guest.session();
    session.execute(
        "CREATE FUNCTION pg_temp.slow(i int) RETURNS boolean LANGUAGE plpgsql AS
             $$ BEGIN PERFORM pg_sleep(2); RETURN true; END $$;
         CREATE DOMAIN pg_temp.slowly AS int CHECK (pg_temp.slow(VALUE))",
    );
    let mut rule = |schema: &str| {
        let began = Instant::now();
        let rule = format!(
            "CREATE RULE r AS ON INSERT TO {schema}.snowflake_leases DO ALSO SELECT '{{1}}'::pg_temp.slowly[]"
        );
        (session.try_execute(&rule).unwrap_err().to_string(), began.elapsed())
    };
    let (error, took) = rule("snowflake_kit");
    assert!(error.contains("permission denied for schema snowflake_kit"), "{error}");
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert!(store.change("shop", &renews(7)).unwrap());
    // In a schema that each role can use, it holds the lock for as long as it likes.
    place.session().execute("ALTER TABLE snowflake_leases SET SCHEMA public");
    let (error, took) = rule("public");
    assert!(error.contains("must be owner of table snowflake_leases"), "{error}");
    assert!(took >= Duration::from_secs(2), "{took:?}");
    // Stores go on there, and each says once what is better.
    for mut store in [store, place.store()] {
        observed(publish_metrics, |operator| {
            assert!(store.change("shop", &renews(7)).unwrap());
            let events = operator.events();
            let [event] = &events[..] else { panic!("{events:?}") };
            let why = "WARN snowflake::lease: each role can lock the table of leases advice=";
            assert!(event.starts_with(why) && event.contains("SET SCHEMA"), "{event}");
            assert!(store.change("shop", &renews(7)).unwrap());
            assert_eq!(operator.events(), [""; 0]);
        });
    }
}

/// The table is not there yet, or in another schema, and a role has put something of the name there.
pub fn what_is_planted_is_refused_by_name<A: Adapter>() {
    for relation in ["view", "table"] {
        let place = Place::<A>::empty();
        let mallory = Guest::new(&place, "mallory");
        let shop = Guest::new(&place, "shop");
        let mut admin = place.session();
        let (name, owner) = (&mallory.name, place.url().rsplit_once('/').unwrap().1);
        admin.execute(&format!("GRANT CREATE ON SCHEMA public TO {name}"));
        let mut planter = mallory.session();
        plant(&mut planter, "public", relation);
        let parts = ["\"public\".snowflake_leases is a ", relation, name, "otherwise drop it"];
        // As a superuser, and as the application, also after it has become a member of another role.
        admin.execute(&format!("CREATE ROLE {owner}_team; GRANT {owner}_team TO {}", shop.name));
        for mut store in [place.store(), shop.store()] {
            refused(store.read("shop"), &parts);
            refused(store.change("shop", &claims(7)), &parts);
        }
        // The migration makes the right one beside it, and stores have that one.
        A::create(place.url());
        let grant = Migration::new(A::DIALECT).grant(&shop.name).unwrap().up();
        let grants = grant.lines().filter(|line| line.starts_with("GRANT "));
        admin.execute(&grants.collect::<String>());
        for mut store in [place.store(), shop.store()] {
            assert_eq!(store.read("shop").unwrap().rows, []);
        }
        assert_eq!(admin.texts("SELECT what FROM public.called"), [""; 0]);
        admin.execute(&format!("DROP ROLE {owner}_team"));
    }
}

/// A table that a role has planted in the place of the migration's: each statement of it fails, also
/// for a client that goes on after an error.
pub fn a_migration_creates_and_does_not_skip<A: Adapter>() {
    let place = Place::<A>::empty();
    let mallory = Guest::new(&place, "mallory");
    let mut admin = place.session();
    admin.execute(&format!(
        "CREATE SCHEMA snowflake_kit; GRANT ALL ON SCHEMA snowflake_kit TO {}",
        mallory.name
    ));
    plant(&mut mallory.session(), "snowflake_kit", "table");
    let migration = Migration::new(A::DIALECT);
    let error = admin.try_execute(&migration.up()).unwrap_err().to_string();
    assert!(error.contains("relation \"snowflake_leases\" already exists"), "{error}");
    refused(
        place.store().read("shop"),
        &["\"snowflake_kit\".snowflake_leases is a table", "mallory"],
    );
    assert_eq!(admin.texts("SELECT what FROM snowflake_kit.called"), [""; 0]);
    // The schema is theirs: they could drop the table, and put another one there.
    admin.execute(&format!("ALTER SCHEMA snowflake_kit OWNER TO {}", mallory.name));
    for sql in [migration.up(), migration.create()] {
        let error = admin.try_execute(&sql).unwrap_err().to_string();
        assert!(error.contains("the schema snowflake_kit belongs to"), "{error}");
    }
    // A member of the owner is right.
    let shop = Guest::new(&place, "shop");
    admin.execute(&format!(
        "DROP TABLE snowflake_kit.snowflake_leases; GRANT {} TO {}",
        mallory.name, shop.name
    ));
    shop.session().execute(&migration.up());
    assert_eq!(shop.store().read("shop").unwrap().rows, []);
    refused(place.store().read("shop"), &["in a schema of", "mallory"]);
}

/// A role that may create schemas makes one that is first on the search path of the application.
pub fn a_second_table_of_another_role_is_ignored<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mallory = Guest::new(&place, "mallory");
    let shop = Guest::new(&place, "shop");
    let mut admin = place.session();
    let (_, database) = place.url().rsplit_once('/').unwrap();
    admin.execute(&format!(
        "GRANT USAGE ON SCHEMA snowflake_kit TO {0}; GRANT SELECT, INSERT, UPDATE ON snowflake_leases TO \
         {0}; GRANT CREATE ON DATABASE {database} TO {1}",
        shop.name, mallory.name
    ));
    let mut planter = mallory.session();
    planter.execute(&format!("CREATE SCHEMA {}", shop.name));
    plant(&mut planter, &shop.name, "table");
    assert!(shop.store().change("shop", &claims(7)).unwrap());
    assert_eq!(place.read().rows, [first_claim(7).row]);
    assert_eq!(admin.texts(&format!("SELECT what FROM {}.called", shop.name)), [""; 0]);
}

/// The table is gone, and a role has put a view of the name there: a process that has found the table
/// before looks at what it is now.
pub fn a_view_in_the_place_of_a_table_that_was_found_is_not_read<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let mallory = Guest::new(&place, "mallory");
    place.session().execute(&format!(
        "DROP TABLE snowflake_leases; GRANT ALL ON SCHEMA snowflake_kit TO {}",
        mallory.name
    ));
    plant(&mut mallory.session(), "snowflake_kit", "view");
    let parts = ["\"snowflake_kit\".snowflake_leases is a view of the role", "mallory"];
    refused(store.read("shop"), &parts);
    refused(store.change("shop", &renews(7)), &parts);
}

/// While a statement waits for the table that it has looked at, a view comes into its place: the server
/// refuses to read it.
pub fn a_table_that_becomes_a_view_meanwhile_is_not_read<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let mallory = Guest::new(&place, "mallory");
    let mut admin = place.session();
    admin.execute(&format!("GRANT ALL ON SCHEMA snowflake_kit TO {}", mallory.name));
    admin.execute("BEGIN; ALTER TABLE snowflake_leases RENAME TO others");
    admin.execute(&format!("SET LOCAL ROLE {}", mallory.name));
    plant(&mut admin, "snowflake_kit", "view");
    std::thread::scope(|scope| {
        let read = scope.spawn(|| store.read("shop"));
        std::thread::sleep(Duration::from_millis(300));
        admin.execute("COMMIT");
        refused(read.join().unwrap(), &["view \"snowflake_leases\" is restricted"]);
    });
    assert_eq!(admin.texts("SELECT what FROM snowflake_kit.called"), [""; 0]);
}

/// From the schema of an earlier version into one of its own, while a process mints.
pub fn a_table_moves_while_processes_mint<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut admin = place.session();
    admin.execute("ALTER TABLE snowflake_leases SET SCHEMA public");
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    for (from, to) in [("public", "snowflake_kit"), ("snowflake_kit", "public")] {
        // Others wait for the transaction.
        let mut mover = place.session();
        mover.execute("BEGIN");
        mover.execute(&format!("ALTER TABLE {from}.snowflake_leases SET SCHEMA {to}"));
        std::thread::scope(|scope| {
            let renewed = scope.spawn(|| store.change("shop", &renews(7)));
            std::thread::sleep(Duration::from_millis(300));
            mover.execute("COMMIT");
            assert!(renewed.join().unwrap().unwrap(), "{from} to {to}");
        });
        assert_eq!(place.read().rows.len(), 1);
        assert_eq!(store.read("shop").unwrap().rows.len(), 1);
    }
    // Another role puts one of its own where the table was.
    let mallory = Guest::new(&place, "mallory");
    admin.execute("ALTER TABLE public.snowflake_leases SET SCHEMA snowflake_kit");
    admin.execute(&format!("GRANT CREATE ON SCHEMA public TO {}", mallory.name));
    let mut planter = mallory.session();
    plant(&mut planter, "public", "table");
    planter.execute(
        "CREATE FUNCTION public.one() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN
             INSERT INTO public.called VALUES (CURRENT_USER); RETURN 1; END $$;
         CREATE FUNCTION public.constant() RETURNS bigint IMMUTABLE LANGUAGE plpgsql AS
             $$ BEGIN RETURN public.one(); END $$;
         CREATE INDEX ON public.snowflake_leases ((node + public.constant()));
         DELETE FROM public.called",
    );
    assert!(store.change("shop", &renews(7)).unwrap());
    assert_eq!(place.store().read("shop").unwrap().rows.len(), 1);
    assert_eq!(admin.texts("SELECT what FROM public.called"), [""; 0]);
    admin.execute("DROP TABLE public.snowflake_leases");
    admin.execute("ALTER TABLE snowflake_kit.snowflake_leases SET SCHEMA public");
    // A process goes on, and so do its renewals.
    let alone = alone();
    let lease = A::CallStyle::install(place.store(), false);
    let node = lease.node().unwrap();
    let until = || place.read().rows.iter().find(|row| row.node == node).unwrap().until;
    let before = until();
    admin.execute("ALTER TABLE public.snowflake_leases SET SCHEMA snowflake_kit");
    let end = Instant::now() + Duration::from_mins(1);
    let mut last = None;
    while until() <= before {
        let id = A::CallStyle::mint().unwrap();
        assert!(last < Some(id) && Instant::now() < end);
        last = Some(id);
    }
    A::CallStyle::release(lease);
    drop(alone);
    // Another registry is not followed.
    admin.execute("DROP TABLE snowflake_kit.snowflake_leases");
    A::create(place.url());
    refused(store.change("shop", &renews(7)), &["this process began with the registry of leases"]);
}

/// What a view calls runs with the rights of the role that reads it.
pub fn a_view_of_the_name_is_refused<A: Adapter>() {
    let place = Place::<A>::migrated();
    place.session().execute("ALTER TABLE snowflake_leases RENAME TO others");
    place.session().execute("CREATE VIEW snowflake_leases AS SELECT * FROM others");
    let mut store = place.store();
    let parts = ["snowflake_leases is a", "view", "drop"];
    refused(store.read("shop"), &parts);
    refused(store.change("shop", &claims(7)), &parts);
}

/// On MariaDB and `MySQL`, a role without rights on the table is refused before it waits for a lock or
/// has one. Rights on the whole database are rights on the table.
pub fn a_role_without_rights_on_the_table_holds_no_lock<A: Adapter>() {
    if A::DIALECT == Dialect::Postgres {
        return;
    }
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let (server, database) = place.url().rsplit_once('/').unwrap();
    let guest = format!("{database}_g");
    let mut admin = place.session();
    admin.execute(&format!("CREATE USER {guest} IDENTIFIED BY 's3cret'"));
    let (_, host) = server.rsplit_once('@').unwrap();
    let mut session = Session::open(&format!("mysql://{guest}:s3cret@{host}/information_schema"));
    let table = format!("{database}.snowflake_leases");
    for sql in [
        format!("LOCK TABLES {table} READ"),
        format!("FLUSH TABLES {table} WITH READ LOCK"),
        format!("ALTER TABLE {table} ADD x INT"),
        format!("CREATE TRIGGER {database}.t BEFORE INSERT ON {table} FOR EACH ROW SET @x = 1"),
        format!("HANDLER {table} OPEN"),
        format!("OPTIMIZE TABLE {table}"),
        format!("SELECT * FROM {table} FOR UPDATE"),
    ] {
        let error = session.try_execute(&sql).unwrap_err().to_string();
        assert!(error.contains("denied"), "{sql}: {error}");
        assert!(store.change("shop", &renews(7)).unwrap(), "{sql}");
    }
    admin.execute(&format!("GRANT SELECT, LOCK TABLES ON {database}.* TO {guest}"));
    session.execute(&format!("LOCK TABLES {table} READ"));
    refused(store.change("shop", &renews(7)), &["look for transactions that do not end"]);
    drop(session);
    admin.execute(&format!("DROP USER {guest}"));
}
