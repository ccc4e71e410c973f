//! Whether what is acknowledged stays.

use snowflake_kit_lease::Store as _;

use crate::adapter::Adapter;
use crate::claims::{claims, refused, renews};
use crate::place::Place;
use snowflake_kit_core::Dialect;

/// Every operation is refused, and writes nothing.
pub fn a_database_that_forgets_is_refused<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.checked_store();
    // The servers of the tests forget, unless somebody has named another one.
    let mut session = place.session();
    let setting = match A::DIALECT {
        Dialect::Postgres => {
            let fsync = session.texts("SELECT current_setting('fsync')").remove(0);
            (fsync == "off").then(|| "fsync = off".to_owned())
        }
        Dialect::Sqlite => None,
        _ => {
            let flush = "SELECT CAST(@@innodb_flush_log_at_trx_commit AS SIGNED)";
            let flush = session.numbers(flush).remove(0);
            (flush != 1).then(|| format!("innodb_flush_log_at_trx_commit = {flush}"))
        }
    };
    let claimed = store.change("shop", &claims(7));
    let Some(setting) = setting else {
        assert!(claimed.unwrap());
        return;
    };
    let parts = ["may forget a lease", &setting, "trust_durability()"];
    refused(claimed, &parts);
    refused(store.read("shop"), &parts);
    refused(store.read_nodes("shop", 0..=0, 0), &parts);
    refused(store.change("shop", &renews(7)), &parts);
    assert_eq!(place.read().rows, []);
}

/// What is set while rows are written: a trigger keeps it.
pub fn postgres_waits_for_its_disk<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut admin = place.session();
    admin.execute(
        "CREATE TABLE seen (value text);
         CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             INSERT INTO public.seen VALUES (concat_ws(' ',
                 current_setting('synchronous_commit'), current_setting('lock_timeout'),
                 current_setting('idle_in_transaction_session_timeout'),
                 current_setting('transaction_isolation')));
             RETURN NULL;
         END $$;
         CREATE TRIGGER see AFTER INSERT OR UPDATE ON snowflake_leases
             FOR EACH ROW EXECUTE FUNCTION see();",
    );
    for (told, seen) in [
        ("SET synchronous_commit = off", "on"),
        ("SET synchronous_commit = local", "on"),
        ("SET synchronous_commit = remote_apply", "remote_apply"),
        ("SET default_transaction_isolation = serializable", "on"),
    ] {
        let mut store = A::trust(place.told_store(told).unwrap());
        store.change("shop", &claims(7)).unwrap();
        assert!(store.change("shop", &renews(7)).unwrap());
        let values = admin.texts("DELETE FROM seen RETURNING value");
        assert!(!values.is_empty());
        for value in values {
            assert_eq!(value, format!("{seen} 5s 5s read committed"), "{told}");
        }
    }
}

/// A store's own connection is told to, unless the journal does not permit it.
pub fn sqlite_waits_for_its_disk<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut node = 0;
    let mut claim = |store: Option<A::Store>| {
        node += 1;
        Some(store?.change("shop", &claims(node)))
    };
    for told in ["PRAGMA synchronous = OFF", "PRAGMA synchronous = NORMAL"] {
        assert!(claim(place.told_store(told)).is_none_or(|claimed| claimed.unwrap()), "{told}");
    }
    for (told, setting) in [
        ("PRAGMA journal_mode = MEMORY", "journal_mode = memory"),
        ("PRAGMA journal_mode = OFF", "journal_mode = off"),
    ] {
        if let Some(claimed) = claim(place.told_store(told)) {
            refused(claimed, &[setting, "trust_durability()"]);
        }
    }
    // The file keeps this one.
    place.session().execute("PRAGMA journal_mode = WAL");
    assert!(claim(Some(place.checked_store())).unwrap().unwrap());

    let mut memory = A::open("sqlite::memory:", "").unwrap();
    refused(memory.read("shop"), &["a database in memory: use a file", "trust_durability()"]);
}
