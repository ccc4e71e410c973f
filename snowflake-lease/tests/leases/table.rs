//! The SQL of leases, without a database. What databases make of it is tested
//! with the adapters.

use std::fs;
use std::path::Path;

use snowflake_kit_lease::__private::table::{
    ServerSettings, TableName, begin, registry, session, settings, unix_millis,
};
use snowflake_kit_lease::table::{Bind, Dialect, DriverError, Migration, Statement, TextRow};
use snowflake_kit_lease::{Change, Claim, LeaseRow, Release, Renewal};

const DIALECTS: [Dialect; 3] = [Dialect::Postgres, Dialect::MySql, Dialect::Sqlite];

fn row(token: i64, until: i64) -> LeaseRow {
    LeaseRow { node: u32::MAX, token, until }
}

fn statements(dialect: Dialect) -> Vec<Statement> {
    let new = Claim { expected: None, row: row(1, 5) };
    let next = Claim { expected: Some(row(1, 5)), row: row(2, 7) };
    let table = TableName::new(dialect);
    vec![
        unix_millis(dialect),
        settings(dialect, None),
        settings(dialect, Some(&table)),
        table.read_nodes("shop", &(0..=u32::MAX), usize::MAX).unwrap(),
        table.change("shop", &Change::claim(&new, "web-1")).unwrap(),
        table.change("shop", &Change::claim(&next, "web-1")).unwrap(),
        table.change("shop", &Change::renew(&Renewal { node: 7, token: 2, until: 9 })).unwrap(),
        table.change("shop", &Change::Release(Release { node: 7, token: 2, until: -1 })).unwrap(),
    ]
}

#[test]
fn each_placeholder_has_a_value() {
    for dialect in DIALECTS {
        for Statement { sql, binds } in statements(dialect) {
            let unnumbered = sql.matches('?').count();
            if dialect == Dialect::Postgres {
                assert_eq!(unnumbered, 0, "{sql}");
                let numbers = sql.matches('$').count();
                assert_eq!(numbers, binds.len(), "{sql}");
                for number in 1..=numbers {
                    assert!(sql.contains(&format!("${number}")), "{sql}");
                }
            } else {
                assert_eq!(unnumbered, binds.len(), "{sql}");
            }
        }
    }
}

#[test]
fn a_claim_compares_token_and_until() {
    for dialect in DIALECTS {
        let claim = Claim { expected: Some(row(3, 5)), row: row(4, 7) };
        let Statement { sql, binds } =
            TableName::new(dialect).change("shop", &Change::claim(&claim, "a\nb")).unwrap();
        let (_, condition) = sql.split_once(" WHERE ").unwrap();
        let condition = condition.replace(['$', '4', '5', '6', '7'], "").replace('?', "");
        assert_eq!(condition, "space =  AND node =  AND token =  AND until_unix_ms = ");
        let [token, until] = [4, 7].map(Bind::Integer);
        let [holder, space] = ["a b", "shop"].map(|text| Bind::String(text.to_owned()));
        let [node, read_token, read_until] = [u32::MAX.into(), 3, 5].map(Bind::Integer);
        assert_eq!(binds, [token, until, holder, space, node, read_token, read_until]);
    }
}

#[test]
fn a_space_without_a_name_is_refused() {
    for dialect in DIALECTS {
        let table = TableName::new(dialect);
        let error = table.read_nodes(" shop", &(0..=1), 2).unwrap_err().to_string();
        assert_eq!(
            error,
            "the space \" shop\" begins or ends with white space: name the set of IDs in 1 to 100 \
             characters, as in \"shop\""
        );
        let claim = Claim { expected: None, row: row(1, 5) };
        table.change("", &Change::claim(&claim, "web-1")).unwrap_err();
        table.change("a\0", &Change::renew(&Renewal { node: 7, token: 2, until: 9 })).unwrap_err();
        let long = "ä".repeat(101);
        table.change(&long, &Change::Release(Release { node: 7, token: 2, until: 9 })).unwrap_err();
    }
}

#[test]
fn the_table_is_the_same_for_all() {
    let [postgres, mysql, sqlite] = DIALECTS.map(|dialect| Migration::new(dialect).up());
    let (table, identity) = sqlite.split_once(");\n\n").unwrap();
    assert!(mysql.starts_with(&format!("{table}) ENGINE = InnoDB")));
    assert!(mysql.contains("COLLATE utf8mb4_bin;\n"), "{mysql}");
    assert!(identity.contains("VALUES (' registry', 0, 1, 0, "), "{identity}");
    // In one statement, so that nothing runs after an error.
    assert!(postgres.starts_with("DO $snowflake$\n") && postgres.ends_with("END $snowflake$;\n"));
    assert!(postgres.contains(&table.replacen(
        "snowflake_leases",
        "\"snowflake_kit\".snowflake_leases",
        1
    )));
    // Two statements, also for those who divide a script at semicolons.
    for up in [mysql, sqlite] {
        assert_eq!(up.matches(';').count(), 2);
    }
}

#[test]
fn the_schema_is_named() {
    for (dialect, schema, name) in [
        (Dialect::Postgres, "ids", "\"ids\".snowflake_leases"),
        (Dialect::Postgres, "we?rd\"; --", "\"we?rd\"\"; --\".snowflake_leases"),
        (Dialect::MySql, "we`rd?", "`we``rd?`.snowflake_leases"),
        (Dialect::Sqlite, "main", "\"main\".snowflake_leases"),
    ] {
        let table = TableName::in_schema(dialect, schema).unwrap();
        assert_eq!(table.to_string(), name);
        for statement in [
            table.read_nodes("shop", &(0..=u32::MAX), usize::MAX).unwrap(),
            table.change("shop", &Change::renew(&Renewal { node: 7, token: 2, until: 9 })).unwrap(),
            settings(dialect, Some(&table)),
        ] {
            assert!(statement.sql.contains(name), "{}", statement.sql);
        }
        let migration = Migration::new(dialect).schema(schema).unwrap();
        let up = migration.up();
        assert!(up.contains(&format!("CREATE TABLE {name} (")), "{up}");
        assert!(up.contains(&format!("INTO {name} (")), "{up}");
        assert_eq!(migration.down(), format!("DROP TABLE {name};\n"));
    }
    let refused = |dialect, schema: &str, part: &str| {
        let error = TableName::in_schema(dialect, schema).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains(&format!("{schema:?}")), "{error}");
        Migration::new(dialect).schema(schema).unwrap_err();
    };
    refused(Dialect::Sqlite, "ids", "an SQLite database has one schema");
    refused(Dialect::Postgres, &"x".repeat(64), "63");
    refused(Dialect::MySql, &"x".repeat(65), "64");
    refused(Dialect::Postgres, "", "");
    refused(Dialect::Postgres, "a\0b", "");
}

#[test]
fn roles_get_what_a_store_needs() {
    let up = |dialect, role: &str| Migration::new(dialect).grant(role).map(|granted| granted.up());
    let postgres = up(Dialect::Postgres, "a\"; --").unwrap();
    for grant in [
        "USAGE ON SCHEMA \"snowflake_kit\"",
        "SELECT, INSERT, UPDATE ON \"snowflake_kit\".snowflake_leases",
    ] {
        assert!(postgres.contains(&format!("\nGRANT {grant} TO \"a\"\"; --\";\n")), "{postgres}");
    }
    let mysql = up(Dialect::MySql, "shop@%").unwrap();
    assert!(
        mysql.ends_with(";\nGRANT SELECT, INSERT, UPDATE ON snowflake_leases TO `shop`@`%`;\n"),
        "{mysql}"
    );
    let error = up(Dialect::Sqlite, "shop").unwrap_err().to_string();
    assert_eq!(error, "the role \"shop\": an SQLite database has no roles, so grant nothing");
    let error = up(Dialect::Postgres, "").unwrap_err().to_string();
    assert_eq!(
        error,
        "a role: \"\" is not a valid name: it has 0 bytes, and 1 to 63 bytes are possible"
    );
}

fn answer(node: Option<i64>, token: Option<i64>, until_unix_ms: Option<i64>) -> TextRow {
    [Some(99), node, token, until_unix_ms].map(|value| value.map(|value| value.to_string())).into()
}

#[test]
fn an_answer_is_rows_or_the_clock_alone() {
    let read = registry("shop", [answer(None, None, None)]).unwrap();
    assert_eq!((read.unix_millis, read.rows), (99, vec![]));

    let [first, second] = [answer(Some(0), Some(1), Some(0)), answer(Some(7), Some(2), Some(5))];
    let read = registry("shop", [first, second]).unwrap();
    assert_eq!(read.unix_millis, 99);
    let rows = [LeaseRow { node: 0, token: 1, until: 0 }, LeaseRow { node: 7, token: 2, until: 5 }];
    assert_eq!(read.rows, rows);

    assert_eq!(registry("shop", []).unwrap_err().to_string(), "an answer without a row");
}

#[test]
fn what_is_not_a_number_is_named() {
    let read = |columns: [Option<&str>; 4]| {
        registry("shop", [columns.map(|text| text.map(str::to_owned)).to_vec()])
    };
    let good = [Some("99"), Some("7"), Some("2"), Some("5")];
    assert_eq!(read(good).unwrap().rows, [LeaseRow { node: 7, token: 2, until: 5 }]);
    assert_eq!(read([Some("99"), None, None, None]).unwrap().rows, []);
    let columns = ["the time in Unix ms", "the node", "the token", "the until_unix_ms"];
    for text in ["", "x", "1.5", "1e3", " 1", "9223372036854775808"] {
        for (number, column) in columns.iter().enumerate() {
            let mut columns = good;
            columns[number] = Some(text);
            let error = read(columns).unwrap_err().to_string();
            assert!(error.contains(&format!("{text:?} as {column}")), "{error}");
        }
    }
    let error = read([None, Some("7"), Some("2"), Some("5")]).unwrap_err().to_string();
    assert_eq!(error, "an answer without the time");
}

/// Migrations that are kept as files are those of today.
#[test]
fn copies_of_the_migration_are_the_migration() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut folders = Vec::from(["examples", "snowflake-sqlx"].map(|name| workspace.join(name)));
    let mut copies = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && !["target", "node_modules", ".git"].contains(&&*name) {
                folders.push(path);
            } else if path.is_file() && name.ends_with("up.sql") {
                let text = fs::read_to_string(&path).unwrap();
                if text.contains("snowflake_leases") {
                    copies += 1;
                    let is_copy =
                        DIALECTS.iter().any(|dialect| text == Migration::new(*dialect).up());
                    assert!(is_copy, "{} is not Migration::up() of any dialect", path.display());
                }
            }
        }
    }
    // Those of sqlx and of the showcase, for each dialect, and two of examples.
    assert!(copies >= 8, "{copies}");
}

#[test]
fn a_corrupt_row_is_named() {
    for (node, token, until) in [
        (Some(-1), Some(1), Some(1)),
        (Some(1 << 32), Some(1), Some(1)),
        (None, Some(1), Some(1)),
        (Some(7), Some(0), Some(1)),
        (Some(7), Some(i64::MIN), Some(1)),
        (Some(7), None, Some(1)),
        (Some(7), Some(1), Some(-1)),
        (Some(7), Some(1), None),
        (None, None, Some(1)),
    ] {
        let rows = [answer(Some(1), Some(1), Some(1)), answer(node, token, until)];
        let error = registry("shop", rows).unwrap_err().to_string();
        let value = |value: Option<i64>| value.map_or("NULL".to_owned(), |value| value.to_string());
        let row = format!(
            "the row of snowflake_leases for space \"shop\" with node {}, token {}, \
             until_unix_ms {} was not written by a lease: ",
            value(node),
            value(token),
            value(until)
        );
        assert!(error.starts_with(&row), "{error}");
    }
}

#[test]
fn mariadb_is_told_what_mysql_is() {
    let [mariadb, mysql] = [Dialect::MariaDb, Dialect::MySql];
    assert_eq!(Migration::new(mariadb).up(), Migration::new(mysql).up());
    assert_eq!(begin(mariadb), begin(mysql));
    assert_eq!(session(mariadb), session(mysql));
    assert_eq!(statements(mariadb), statements(mysql));
}

#[test]
fn a_setting_that_is_in_the_way_is_named() {
    for dialect in DIALECTS {
        let with = |forgets: Option<&str>, refuses: Option<&str>, trust| {
            let settings = ServerSettings {
                forgets: forgets.map(str::to_owned),
                refuses: refuses.map(str::to_owned),
                identity: None,
            };
            settings.check(dialect, trust).map_err(|error| error.to_string())
        };
        assert_eq!(with(None, None, false), Ok(()));
        let error = with(Some("fsync = off"), None, false).unwrap_err();
        let right = match dialect {
            Dialect::Postgres => "set fsync = on",
            Dialect::Sqlite => "PRAGMA journal_mode = WAL",
            _ => "set innodb_flush_log_at_trx_commit = 1",
        };
        assert!(error.contains("fsync = off") && error.contains(right), "{error}");
        assert!(error.ends_with("or call trust_durability() where IDs do not have to last"));
        assert_eq!(with(Some("fsync = off"), None, true), Ok(()));
        for trust in [false, true] {
            let error = with(Some("fsync = off"), Some("read_only = ON"), trust).unwrap_err();
            assert!(error.starts_with("nothing can be written here: read_only = ON: "), "{error}");
        }
    }
}

#[test]
fn there_is_help_against_every_error() {
    for (error, help) in [
        ("relation \"snowflake_leases\" does not exist", "run the migration"),
        ("FEHLER (code: \"42P01\")", "run the migration"),
        ("Table 'shop.snowflake_leases' doesn't exist", "run the migration"),
        ("no such table: snowflake_leases", "run the migration"),
        (
            "column \"token\" of relation \"snowflake_leases\" does not exist",
            "differs from what the migration creates",
        ),
        ("permission denied for table snowflake_leases", "grant this role"),
        ("cannot execute UPDATE in a read-only transaction", "primary server"),
        ("canceling statement due to lock timeout", "look for transactions"),
        ("database is locked", "look for transactions"),
        ("could not serialize access (40001)", "try again"),
        ("anything else", "can be reached"),
        ("could not create socket: Too many open files", "the limit of open files"),
    ] {
        let advised = DriverError::new(error).advised(Dialect::Postgres).to_string();
        assert!(advised.strip_prefix(error).unwrap().contains(help), "{advised}");
    }
    let advised = DriverError::new("unable to open database file").advised(Dialect::Sqlite);
    assert!(advised.to_string().contains("the file exists"), "{advised}");
}
