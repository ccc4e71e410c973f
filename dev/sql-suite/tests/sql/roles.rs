//! What roles may do: those with exactly the documented grants, and those without.

use std::sync::atomic::{AtomicU32, Ordering};

use snowflake_kit_core::Layout;
use snowflake_kit_sql::Dialect;

use crate::database::{Database, Session};
use crate::sessions::table;

/// A role that can log in, dropped with this value.
pub(crate) struct Role<'a> {
    database: &'a Database,
    name: String,
}

impl<'a> Role<'a> {
    pub(crate) fn new(database: &'a Database) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("snowflake_role_{}_{number}", std::process::id());
        database.session().run(&match database.dialect() {
            Dialect::Postgres => format!("CREATE ROLE {name} LOGIN PASSWORD 'secret'"),
            _ => format!("CREATE USER {name}@'%' IDENTIFIED BY 'secret'"),
        });
        Self { database, name }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// A session of its own.
    pub(crate) fn session(&self) -> Session {
        self.session_at(&self.database.url())
    }

    /// A session of its own in no database: all that MariaDB gives to a role without grants.
    pub(crate) fn session_without_database(&self) -> Session {
        let url = self.database.url();
        self.session_at(url.rsplit_once('/').unwrap().0)
    }

    fn session_at(&self, url: &str) -> Session {
        let (scheme, rest) = url.split_once("://").unwrap();
        let (_, rest) = rest.rsplit_once('@').unwrap();
        let url = format!("{scheme}://{}:secret@{rest}", self.name);
        Session::open(self.database.dialect(), &url)
    }
}

impl Drop for Role<'_> {
    fn drop(&mut self) {
        let Some(mut session) = self.database.try_session() else { return };
        let name = &self.name;
        session.run(&match self.database.dialect() {
            Dialect::Postgres => format!("DROP OWNED BY {name} CASCADE; DROP ROLE {name}"),
            _ => format!("DROP USER {name}@'%'"),
        });
    }
}

/// Everything that would change the state, or keep others from it.
fn attacks(dialect: Dialect) -> Vec<String> {
    let mut attacks: Vec<_> = match dialect {
        Dialect::Postgres => vec![
            "SELECT setval('snowflake_kit.snowflake_slots', 1)",
            "SELECT nextval('snowflake_kit.snowflake_slots')",
            "SELECT last_value FROM snowflake_kit.snowflake_slots",
            "SELECT setval('snowflake_kit.snowflake_started', 1, false)",
            "ALTER SEQUENCE snowflake_kit.snowflake_slots RESTART",
            "ALTER SEQUENCE snowflake_kit.snowflake_slots OWNED BY NONE",
            "DROP SEQUENCE snowflake_kit.snowflake_started CASCADE",
            "DROP VIEW snowflake_kit.snowflake_lock CASCADE",
            "CREATE OR REPLACE VIEW snowflake_kit.snowflake_lock AS SELECT pg_sleep(1)",
            "CREATE OR REPLACE FUNCTION public.snowflake_next_id() RETURNS bigint LANGUAGE sql
             AS 'SELECT 1::bigint'",
            "ALTER FUNCTION public.snowflake_next_id() RESET ALL",
            "GRANT ALL ON snowflake_kit.snowflake_slots TO public",
        ],
        _ => vec![
            "INSERT INTO snowflake_slots VALUES (1, 1)",
            "INSERT INTO snowflake_slots VALUES (1000000000000000, 1)",
            "SELECT * FROM snowflake_slots FOR UPDATE",
            "DELETE FROM snowflake_slots",
            "TRUNCATE TABLE snowflake_slots",
            "ALTER TABLE snowflake_slots AUTO_INCREMENT = 1",
            "DROP TABLE snowflake_slots",
            "LOCK TABLES snowflake_slots WRITE",
            "CREATE TEMPORARY TABLE snowflake_slots (slot BIGINT, lane BIGINT)",
            "DROP FUNCTION snowflake_next_id",
            "ALTER FUNCTION snowflake_next_id SQL SECURITY INVOKER",
            "CREATE FUNCTION snowflake_next_id() RETURNS BIGINT DETERMINISTIC RETURN 1",
        ],
    }
    .into_iter()
    .map(str::to_owned)
    .collect();
    if dialect == Dialect::Postgres {
        for mode in [
            "ACCESS SHARE",
            "ROW SHARE",
            "ROW EXCLUSIVE",
            "SHARE UPDATE EXCLUSIVE",
            "SHARE",
            "SHARE ROW EXCLUSIVE",
            "EXCLUSIVE",
            "ACCESS EXCLUSIVE",
        ] {
            attacks.push(format!("LOCK TABLE snowflake_kit.snowflake_lock IN {mode} MODE NOWAIT"));
        }
    }
    attacks
}

/// Puts another function in the place of the one that mints, in one statement.
fn replacing(server: Dialect) -> Option<String> {
    let replace = "CREATE OR REPLACE FUNCTION snowflake_next_id() RETURNS BIGINT RETURN 1";
    (server == Dialect::MariaDb).then(|| replace.to_owned())
}

/// Tries it all, and that the state is none the worse for it.
fn attack(database: &Database, attacker: &mut Session) {
    let functions = database.functions(Layout::DEFAULT);
    let mut session = database.session();
    let before = session.mint(&functions);
    for attack in attacks(database.dialect()).into_iter().chain(replacing(database.server())) {
        // In a transaction, as some are without meaning outside of one.
        attacker.run("BEGIN");
        let error = attacker.try_run(&attack).expect_err(&attack).to_string();
        let refused = ["permission denied", "must be owner", "must be the owner", "denied"];
        assert!(refused.iter().any(|refused| error.contains(refused)), "{attack}: {error}");
        attacker.run("ROLLBACK");
    }
    if database.dialect() == Dialect::Postgres {
        // PostgreSQL 15 refuses, and 18 says that it does not know.
        let last = "pg_sequence_last_value('snowflake_kit.snowflake_slots')";
        let last = attacker.try_column(&format!("SELECT {last} AS id"));
        assert!(matches!(last.as_deref(), Err(_) | Ok([None])), "{last:?}");
    }
    assert!(session.mint(&functions) > before);
}

with_each_dialect! {
    fn the_documented_grants_are_enough_and_no_more(database: &Database) {
        let role = Role::new(database);
        let functions = database.functions(Layout::DEFAULT).grant(role.name()).unwrap();
        let mut session = database.with(&functions);
        table(&mut session, &functions);
        session.run(&format!("GRANT INSERT, SELECT ON t TO {}", role.name()));

        let mut inserts = role.session();
        let mut ids = inserts.inserted("INSERT INTO t (v) VALUES (1), (2)", "t", "id");
        ids.push(inserts.mint(&functions));
        assert!(ids.is_sorted_by(|a, b| a < b));
        assert_eq!(inserts.value(&format!("snowflake_id_node({})", ids[0])), Some(5));
        let found = inserts.count("t WHERE id >= snowflake_first_id_at('2026-01-01')");
        assert_eq!(found, 2);
        attack(database, &mut inserts);
    }

    fn a_role_without_grants_mints_nothing(database: &Database) {
        let (role, other) = (Role::new(database), Role::new(database));
        let functions = database.functions(Layout::DEFAULT).grant(role.name()).unwrap();
        database.with(&functions);
        // MariaDB and MySQL do not let it into the database otherwise.
        if database.dialect() != Dialect::Postgres {
            database.session().run("CREATE TABLE mine (id INT)");
            database.session().run(&format!("GRANT SELECT ON mine TO {}", other.name()));
        }
        let mut other = other.session();
        let refusal = other.refusal(&functions);
        assert!(refusal.contains("denied"), "{refusal}");
        attack(database, &mut other);
    }

    fn state_and_functions_belong_to_their_owner(database: &Database) {
        let (owner, role) = (Role::new(database), Role::new(database));
        let functions = database.functions(Layout::DEFAULT);
        let functions = functions.grant(role.name()).unwrap().owner(owner.name()).unwrap();
        let mut session = database.with(&functions);
        let (theirs, rest) = match database.dialect() {
            Dialect::Postgres => (
                "(SELECT relowner AS owner FROM pg_class WHERE relname LIKE 'snowflake%'
                  UNION ALL SELECT proowner FROM pg_proc WHERE proname LIKE 'snowflake%') AS x
                  WHERE owner = ",
                12,
            ),
            _ => (
                "information_schema.routines WHERE routine_schema = DATABASE()
                  AND routine_name = 'snowflake_next_id' AND SUBSTRING_INDEX(definer, '@', 1) = ",
                1,
            ),
        };
        let name = match database.dialect() {
            Dialect::Postgres => format!("'{}'::regrole", owner.name()),
            _ => format!("'{}'", owner.name()),
        };
        assert_eq!(session.count(&format!("{theirs}{name}")), rest);
        let first = role.session().mint(&functions);
        assert!(session.mint(&functions) > first);
        attack(database, &mut role.session());
        session.run_all(&functions.down());
    }
}

#[test]
fn default_privileges_do_not_reach_the_state() {
    let database = Database::new(Dialect::Postgres);
    let role = Role::new(&database);
    let functions = database.functions(Layout::DEFAULT);
    let mut session = database.session();
    for to in [role.name(), "public"] {
        session.run(&format!(
            "ALTER DEFAULT PRIVILEGES GRANT ALL ON SEQUENCES TO {to};
             ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO {to}"
        ));
    }
    session.run_all(&functions.up());
    assert!(role.session().refusal(&functions).contains("permission denied"));
    attack(&database, &mut role.session());
}

#[test]
fn a_column_is_filled_without_any_right_on_the_schema() {
    let database = Database::new(Dialect::Postgres);
    let (role, other) = (Role::new(&database), Role::new(&database));
    let functions = database.functions(Layout::DEFAULT).schema("ids").unwrap();
    let functions = functions.grant(role.name()).unwrap();
    let mut session = database.session();
    session.run("CREATE SCHEMA ids");
    session.run_all(&functions.up());
    session.run(&format!(
        "CREATE TABLE t (id bigint PRIMARY KEY DEFAULT {}, v int);
         GRANT INSERT, SELECT ON t TO {}, {}",
        functions.next_id(),
        role.name(),
        other.name()
    ));
    let insert = "INSERT INTO t (v) VALUES (1), (2) RETURNING id";
    assert_eq!(role.session().ids(insert).len(), 2);
    assert!(other.session().try_ids(insert).unwrap_err().to_string().contains("permission denied"));
    // It cannot even name what is there, and so cannot wait in front of others
    // for a lock that it will not get.
    let mut hostile = role.session();
    for attack in [
        "PREPARE p AS SELECT FROM ids.snowflake_lock",
        "CREATE RULE r AS ON INSERT TO ids.snowflake_lock DO INSTEAD NOTHING",
        "CREATE RULE r AS ON INSERT TO ids.snowflake_slots DO INSTEAD NOTHING",
    ] {
        let error = hostile.try_run(attack).expect_err(attack).to_string();
        assert!(error.contains("permission denied for schema ids"), "{attack}: {error}");
    }
}

/// An owner that may write the state and not read it would take it for new, and set it back.
#[test]
fn a_state_that_cannot_be_read_is_not_a_new_one() {
    let database = Database::new(Dialect::Postgres);
    let owner = Role::new(&database);
    let functions = database.functions(Layout::DEFAULT).owner(owner.name()).unwrap();
    let mut session = database.with(&functions);
    let first = session.mint(&functions);
    for sequence in ["slots", "started"] {
        let change = |what: &str, end: &str| {
            format!(
                "{what} SELECT, USAGE ON SEQUENCE snowflake_kit.snowflake_{sequence} {end} {}",
                owner.name()
            )
        };
        session.run(&change("REVOKE", "FROM"));
        let refusal = session.refusal(&functions);
        assert!(refusal.contains("permission denied for"), "{refusal}");
        session.run(&change("GRANT", "TO"));
    }
    assert!(session.mint(&functions) > first);
}

#[test]
fn public_is_everybody() {
    let database = Database::new(Dialect::Postgres);
    let role = Role::new(&database);
    let functions = database.functions(Layout::DEFAULT).grant("public").unwrap();
    database.with(&functions);
    role.session().mint(&functions);
}
