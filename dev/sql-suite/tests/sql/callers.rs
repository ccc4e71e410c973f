//! Layouts with a field of the caller's: `next_id(shard)`.

use std::thread;

use snowflake_kit_core::{Layout, Parts, Snowflake};
use snowflake_kit_sql::{Dialect, Functions};

use crate::database::{Database, Session};

const FEED: Layout =
    Layout::builder("feed").time_bits(41).caller("shard", 8).node_bits(5).sequence_bits(9).build();

/// The call that mints, with these arguments.
fn call(arguments: &str) -> String {
    format!("snowflake_next_id({arguments})")
}

fn minted(session: &mut Session, arguments: &str) -> Parts {
    let id = session.value(&call(arguments)).expect("no NULL");
    FEED.decompose(Snowflake::new(id).expect("an ID"))
}

with_each_dialect! {
    fn an_id_has_the_value_that_was_given(database: &Database) {
        let functions = database.functions(FEED);
        let mut session = database.with(&functions);
        for shard in [0, 1, 42, 255] {
            let parts = minted(&mut session, &shard.to_string());
            assert_eq!((parts.caller, parts.node), (shard, 5));
        }
        for refused in ["-1", "256", "9223372036854775807", "NULL"] {
            let error = session.try_ids(&format!("SELECT {} AS id", call(refused))).unwrap_err();
            let text = format!("shard {refused} is not minted here: 0 to 255 are");
            assert!(error.to_string().contains(&text), "{error}");
        }
        session.run_all(&functions.upgrade());
        assert_eq!(minted(&mut session, "7").caller, 7);
        session.run_all(&functions.down());
        assert!(session.try_column(&format!("SELECT {} AS id", call("7"))).is_err());
    }

    fn the_node_can_be_an_argument_beside_it(database: &Database) {
        let functions =
            Functions::with_node_argument(database.dialect(), FEED, 2..=3).unwrap();
        assert!(functions.next_id().ends_with("(node, caller)"));
        let mut session = database.with(&functions);
        let parts = minted(&mut session, "3, 9");
        assert_eq!((parts.node, parts.caller), (3, 9));
        for (refused, text) in [
            ("1, 9", "node 1 is not minted here: 2 to 3 are"),
            ("2, 256", "shard 256 is not minted here: 0 to 255 are"),
        ] {
            let error = session.try_ids(&format!("SELECT {} AS id", call(refused))).unwrap_err();
            assert!(error.to_string().contains(text), "{error}");
        }
    }

    fn sessions_that_mint_for_all_shards_mint_no_id_twice(database: &Database) {
        let functions = database.functions(FEED);
        drop(database.with(&functions));
        let mut slots: Vec<i64> = thread::scope(|scope| {
            let sessions: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        let mut session = database.session();
                        let each = database.rows(600);
                        session.ids(&format!("SELECT {} AS id FROM {each}", call("n % 256")))
                    })
                })
                .collect();
            sessions.into_iter().flat_map(|session| session.join().unwrap()).collect()
        });
        assert_eq!(slots.len(), 8 * 600);
        let shards: std::collections::BTreeSet<_> = slots.iter().map(|id| (id >> 14) & 255).collect();
        assert_eq!(shards.len(), 256);
        // Also without the shard, so that a row may move to another one.
        for id in &mut slots {
            *id &= !(255 << 14);
        }
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), 8 * 600);
    }
}

#[test]
fn postgres_takes_the_shard_from_a_setting_or_from_a_table() {
    let database = Database::new(Dialect::Postgres);
    let functions = database.functions(FEED);
    let mut session = database.with(&functions);
    // Each shard's database says which it is.
    session.run(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET app.shard = 42', current_database()); \
         END $$",
    );
    let mut session = database.session();
    session.run(&format!(
        "CREATE TABLE posts (id bigint PRIMARY KEY DEFAULT {}, title text)",
        call("current_setting('app.shard')::bigint")
    ));
    let ids = session.ids("INSERT INTO posts (title) VALUES ('a'), ('b') RETURNING id");
    assert!(ids.iter().all(|id| (id >> 14) & 255 == 42));

    // Or a table says where each tenant is.
    session.run("CREATE TABLE tenants (name text PRIMARY KEY, shard bigint NOT NULL)");
    session.run("INSERT INTO tenants VALUES ('acme', 3), ('initech', 4)");
    let minted = format!(
        "INSERT INTO posts (id, title) SELECT {}, name FROM tenants ORDER BY shard RETURNING id",
        call("shard")
    );
    let shards: Vec<_> = session.ids(&minted).iter().map(|id| (id >> 14) & 255).collect();
    assert_eq!(shards, [3, 4]);
    let of_shard = "SELECT count(*) AS id FROM posts WHERE snowflake_id_caller(id) = 42 AND id \
                    BETWEEN snowflake_first_id_at(now() - interval '1 hour') AND \
                    snowflake_last_id_before(now() + interval '1 hour')";
    assert_eq!(session.ids(of_shard), [2]);
}
