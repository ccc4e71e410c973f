//! What a session can set: none of it bends the function for others.

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_sql::{Dialect, Functions};

use crate::database::{self, Database, Session};
use crate::roles::Role;

/// Every setting that a role without rights can change, with what it may be, as
/// `name`, and values between commas.
fn settings(session: &mut Session, dialect: Dialect) -> Vec<(String, Vec<String>)> {
    use diesel::prelude::*;
    use diesel::sql_types::{Nullable, Text};

    #[derive(QueryableByName)]
    struct Setting {
        #[diesel(sql_type = Text)]
        name: String,
        #[diesel(sql_type = Text)]
        kind: String,
        #[diesel(sql_type = Nullable<Text>)]
        least: Option<String>,
        #[diesel(sql_type = Nullable<Text>)]
        most: Option<String>,
        #[diesel(sql_type = Nullable<Text>)]
        choices: Option<String>,
    }
    let query = diesel::sql_query(match dialect {
        Dialect::Postgres => {
            "SELECT name, vartype AS kind, min_val AS least, max_val AS most,
             array_to_string(enumvals, ',') AS choices
             FROM pg_settings WHERE context = 'user' ORDER BY name"
        }
        // MySQL does not say of which type they are, so each is given a value of every type.
        Dialect::MySql => {
            "SELECT LOWER(variable_name) AS name, 'any' AS kind, min_value AS least,
             max_value AS most, variable_value AS choices
             FROM performance_schema.session_variables
             JOIN performance_schema.variables_info USING (variable_name) ORDER BY name"
        }
        _ => {
            "SELECT LOWER(variable_name) AS name, LOWER(variable_type) AS kind,
             numeric_min_value AS least, numeric_max_value AS most, enum_value_list AS choices
             FROM information_schema.system_variables
             WHERE variable_scope LIKE 'SESSION%' AND read_only = 'NO' ORDER BY name"
        }
    });
    let settings: Vec<Setting> = match session {
        Session::Postgres(connection) => query.load(connection).unwrap(),
        Session::MySql(connection) => query.load(&mut **connection).unwrap(),
    };
    let values = |setting: Setting| {
        let quoted = |value: &str| format!("'{}'", value.replace('\'', "''"));
        let mut values: Vec<String> = match setting.kind.as_str() {
            "bool" | "boolean" => vec!["on".to_owned(), "off".to_owned()],
            "string" | "varchar" | "any" => {
                ["", "x", "public, pg_catalog", "ISO, DMY", "+05:00", "Asia/Kathmandu", "ucs2"]
                    .iter()
                    .map(|value| quoted(value))
                    .collect()
            }
            _ => Vec::new(),
        };
        let choices = setting.choices.filter(|choices| !choices.is_empty());
        if let Some(choices) = choices {
            values.extend(choices.split(',').map(quoted));
            if setting.kind == "set" || setting.kind == "flagset" {
                values.extend(["''".to_owned(), quoted(&choices)]);
            }
        }
        if setting.kind == "any" {
            values.extend(["on".to_owned(), "off".to_owned()]);
        }
        values.extend([setting.least, setting.most].into_iter().flatten());
        if !matches!(setting.kind.as_str(), "bool" | "boolean" | "string" | "varchar" | "enum") {
            values.extend(["0", "1", "2", "65535", "2000000000"].map(str::to_owned));
        }
        (setting.name, values)
    };
    settings.into_iter().map(values).collect()
}

/// Mints with each setting in turn, and looks whether those who have set nothing
/// go on as if nothing were. Returns how many were set.
fn sweep(database: &Database, functions: &Functions, role: &Role) -> usize {
    let mut session = database.session();
    let clock = match database.dialect() {
        Dialect::Postgres => "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
        _ => "FLOOR(UNIX_TIMESTAMP(SYSDATE(6)) * 1000)",
    };
    let millis = |id: i64| {
        let parts = functions.layout().decompose(Snowflake::new(id).unwrap());
        assert_eq!(parts.node, 5);
        functions.layout().unix_millis(parts.timestamp).unwrap()
    };
    let mut last = session.mint(functions);
    let mut hostile = role.session();
    let mut count = 0;
    for (name, values) in settings(&mut session, database.server()) {
        for value in values {
            let set = format!("SET SESSION {name} = {value}");
            let before = session.value(clock).unwrap();
            if hostile.try_run(&set).is_err() {
                // It may have ended the session.
                if hostile.try_run("SELECT 1").is_err() {
                    hostile = role.session();
                }
                continue;
            }
            count += 1;
            for _ in 0..3 {
                let minted = hostile.try_ids(&format!("SELECT {} AS id", functions.next_id()));
                for id in minted.into_iter().flatten() {
                    assert!(id > last, "{set}: {id} after {last}");
                    let now = session.value(clock).unwrap();
                    assert!((before..=now).contains(&millis(id)), "{set}: {id} at {now}");
                    last = id;
                }
            }
            // In a transaction too, which is rolled back.
            let _ = hostile.try_run("BEGIN");
            let _ = hostile.try_ids(&format!("SELECT {} AS id", functions.next_id()));
            let _ = hostile.try_run("ROLLBACK");
            let id = session.mint(functions);
            let now = session.value(clock).unwrap();
            assert!(id > last, "{set}: {id} after {last}");
            assert!((before..=now).contains(&millis(id)), "{set}: {id} at {now}");
            last = id;
            hostile = role.session();
        }
    }
    count
}

with_each_dialect! {
    fn no_setting_of_a_session_bends_it(database: &Database) {
        let role = Role::new(database);
        // What is refused is refused soon.
        let limits = Limits::new().max_wait(std::time::Duration::from_millis(50));
        let functions = database.functions(Layout::DEFAULT).limits(limits).grant(role.name()).unwrap();
        let mut session = database.with(&functions);
        // The first ID waits for longer.
        while session.try_ids(&format!("SELECT {} AS id", functions.next_id())).is_err() {}
        let count = sweep(database, &functions, &role);
        assert!(count > 300, "{count}");
    }
}

/// With the text of each dialect that the server understands.
fn on_mysql(test: impl Fn(&Database, &Functions, &Role)) {
    for dialect in [Dialect::MariaDb, Dialect::MySql] {
        database::with_dialect(dialect, |database| {
            let role = Role::new(database);
            let functions = database.functions(Layout::DEFAULT).grant(role.name()).unwrap();
            database.with(&functions);
            test(database, &functions, &role);
        });
    }
}

/// That this is refused, by a code that programs can tell.
#[track_caller]
fn refused(session: &mut Session, functions: &Functions, reason: &str) {
    let refusal = session.refusal(functions);
    assert!(refusal.contains(reason), "{refusal}");
    assert!(session.has_failed_with("SF006"));
}

#[test]
fn a_step_that_is_not_the_servers_is_refused() {
    on_mysql(|database, functions, role| {
        let mut hostile = role.session();
        let first = database.session().mint(functions);
        for set in ["auto_increment_increment = 65535", "auto_increment_offset = 7"] {
            hostile.run(&format!("SET {set}"));
            for _ in 0..600 {
                assert!(hostile.try_ids(&format!("SELECT {} AS id", functions.next_id())).is_err());
            }
            refused(&mut hostile, functions, "of this session is not that of the server");
            let (name, _) = set.split_once(' ').unwrap();
            hostile.run(&format!("SET {name} = DEFAULT"));
        }
        let id = hostile.mint(functions);
        assert!(first < id && id < database.session().mint(functions));
    });
}

#[test]
fn a_number_that_the_session_gives_is_refused() {
    on_mysql(|database, functions, role| {
        let mut hostile = role.session();
        let first = hostile.mint(functions);
        let slot = |id: i64| ((id >> 22) << 12) | (id & 4_095);
        for number in [1, slot(first) - 1, slot(first), slot(first) + (60_000 << 12), i64::MAX] {
            hostile.run(&format!("SET insert_id = {number}"));
            refused(&mut hostile, functions, "insert_id is set in this session");
            // For one statement.
            let next_id = functions.next_id();
            let one = match database.server() {
                Dialect::MySql => {
                    format!("SELECT /*+ SET_VAR(insert_id={number}) */ {next_id} AS id")
                }
                _ => format!("SET STATEMENT insert_id = {number} FOR SELECT {next_id} AS id"),
            };
            assert!(hostile.try_ids(&one).is_err());
            // In MySQL 0 is a number too, which is used up by the next mint.
            hostile.run("SET insert_id = 0");
            assert!(hostile.try_ids(&one).is_err());
            let _ = hostile.try_ids(&format!("SELECT {next_id} AS id"));
            // What the last number was makes no difference.
            hostile.run(&format!("SET last_insert_id = {number}"));
            let id = hostile.mint(functions);
            assert!(first < id && id < database.session().mint(functions));
        }
    });
}

/// What the session says that the last number was is not taken for the one that was generated.
#[test]
fn a_slot_that_the_session_chooses_is_not_minted() {
    on_mysql(|database, functions, role| {
        let first = database.session().mint(functions);
        let next_id = functions.next_id();
        // Some seconds ahead, which the limits allow, and not the first slot of its tick.
        let chosen = ((((first >> 22) + 6_000) << 12) | 1, first + (6_000 << 22));
        let mut minted = Vec::new();
        for _ in 0..3 {
            let mut hostile = role.session();
            hostile.run(&format!("SET last_insert_id = {}", chosen.0));
            hostile.run("SET insert_id = 0");
            minted
                .extend(hostile.try_ids(&format!("SELECT {next_id} AS id")).into_iter().flatten());
            minted.push(hostile.mint(functions));
        }
        minted.push(database.session().mint(functions));
        assert!(minted.is_sorted_by(|a, b| a < b), "{minted:?}");
        assert!(minted.last() < Some(&chosen.1), "{minted:?}");
        assert_eq!(database.session().count("snowflake_slots"), 0);
    });
}

#[test]
fn a_trigger_is_refused_as_well() {
    on_mysql(|database, functions, role| {
        let mut session = database.session();
        crate::sessions::table(&mut session, functions);
        session.run(&format!("GRANT INSERT ON t TO {}", role.name()));
        let mut hostile = role.session();
        let insert = "INSERT INTO t (v) VALUES (1)";
        hostile.run(insert);
        for (name, value, none) in
            [("auto_increment_increment", 65_535, "DEFAULT"), ("insert_id", 1_i64 << 50, "0")]
        {
            hostile.run(&format!("SET {name} = {value}"));
            assert!(hostile.try_run(insert).is_err(), "{name}");
            hostile.run(&format!("SET {name} = {none}"));
            if database.server() == Dialect::MySql && name == "insert_id" {
                assert!(hostile.try_run(insert).unwrap_err().to_string().contains("mint again"));
            }
            hostile.run(insert);
        }
        assert_eq!(session.count("t"), 3);
    });
}

#[test]
fn the_mode_of_whoever_creates_it_makes_no_difference() {
    on_mysql(|database, functions, _| {
        let mut modes = vec![
            "",
            "ANSI",
            "ANSI_QUOTES",
            "NO_AUTO_VALUE_ON_ZERO",
            "NO_UNSIGNED_SUBTRACTION",
            "NO_BACKSLASH_ESCAPES",
            "PIPES_AS_CONCAT",
            "HIGH_NOT_PRECEDENCE",
            "TRADITIONAL",
            "IGNORE_SPACE",
            "REAL_AS_FLOAT",
            "STRICT_ALL_TABLES",
            "PAD_CHAR_TO_FULL_LENGTH",
        ];
        modes.extend(match database.server() {
            Dialect::MySql => ["TIME_TRUNCATE_FRACTIONAL", "ALLOW_INVALID_DATES"],
            _ => ["SIMULTANEOUS_ASSIGNMENT", "TIME_ROUND_FRACTIONAL"],
        });
        database.session().run_all(&functions.down());
        for mode in modes {
            let mut session = database.session();
            session.run(&format!("SET sql_mode = '{mode}'"));
            session.run_all(&functions.up());
            let ids = session.ids(&format!(
                "SELECT {} AS id FROM {}",
                functions.next_id(),
                database.rows(5_000)
            ));
            assert!(ids.is_sorted_by(|a, b| a < b), "{mode}");
            let id = *ids.last().unwrap();
            let now = session.value("FLOOR(UNIX_TIMESTAMP(SYSDATE(6)) * 1000)").unwrap();
            let time = session.value(&format!("snowflake_id_unix_ms({id})")).unwrap();
            assert!(time <= now && now - time < 600_000, "{mode}");
            assert_eq!(session.value(&format!("snowflake_id_node({id})")), Some(5), "{mode}");
            session.run_all(&functions.down());
        }
    });
}
