//! The SQL of leases, without a database. What databases make of it is tested
//! with the adapters.

use snowflake_lease::table::{self, Bind, Dialect, Obstacles, Row, Statement, registry};
use snowflake_lease::{Claim, LeaseRow, Release, Renewal};

const DIALECTS: [Dialect; 3] = [Dialect::Postgres, Dialect::MySql, Dialect::Sqlite];

fn row(token: i64, until: i64) -> LeaseRow {
    LeaseRow { node: u32::MAX, token, until }
}

fn statements(dialect: Dialect) -> Vec<Statement> {
    let new = Claim { expected: None, row: row(1, 5) };
    let next = Claim { expected: Some(row(1, 5)), row: row(2, 7) };
    vec![
        table::unix_millis(dialect),
        table::settings(dialect),
        table::read(dialect, "shop").unwrap(),
        table::claim(dialect, "shop", &new, "web-1").unwrap(),
        table::claim(dialect, "shop", &next, "web-1").unwrap(),
        table::renew(dialect, "shop", &Renewal { node: 7, token: 2, until: 9 }).unwrap(),
        table::release(dialect, "shop", &Release { node: 7, token: 2, until: -1 }).unwrap(),
        table::raise(dialect, &[("shop", row(1, 5)), ("other", row(2, 7))], "a fence").unwrap(),
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
        let Statement { sql, binds } = table::claim(dialect, "shop", &claim, "a\nb").unwrap();
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
        let error = table::read(dialect, " shop").unwrap_err().to_string();
        assert_eq!(
            error,
            "the space \" shop\" begins or ends with white space: name the set of IDs in 1 to 100 \
             characters, as in \"shop\""
        );
        let claim = Claim { expected: None, row: row(1, 5) };
        table::claim(dialect, "", &claim, "web-1").unwrap_err();
        table::renew(dialect, "a\0", &Renewal { node: 7, token: 2, until: 9 }).unwrap_err();
        let long = "ä".repeat(101);
        table::release(dialect, &long, &Release { node: 7, token: 2, until: 9 }).unwrap_err();
    }
}

#[test]
fn the_table_is_the_same_for_all() {
    let [postgres, mysql, sqlite] = DIALECTS.map(table::up);
    assert_eq!(postgres, sqlite);
    let (table, end) = mysql.split_once(") ENGINE").unwrap();
    assert_eq!(postgres, format!("{table});\n"));
    assert!(end.contains("InnoDB") && end.contains("utf8mb4_bin"), "{end}");
    // One statement, also for those who divide a script at semicolons.
    for up in [postgres, mysql] {
        assert_eq!(up.matches(';').count(), 1);
    }
}

fn answer(node: Option<i64>, token: Option<i64>, until_unix_ms: Option<i64>) -> Row {
    Row { unix_ms: 99, node, token, until_unix_ms }
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
    assert_eq!(table::up(mariadb), table::up(mysql));
    assert_eq!(table::begin(mariadb), table::begin(mysql));
    assert_eq!(table::session(mariadb), table::session(mysql));
    assert_eq!(statements(mariadb), statements(mysql));
}

#[test]
fn a_setting_that_is_in_the_way_is_named() {
    for dialect in DIALECTS {
        let with = |forgets: Option<&str>, refuses: Option<&str>, trust| {
            let settings = Obstacles {
                forgets: forgets.map(str::to_owned),
                refuses: refuses.map(str::to_owned),
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
        assert!(table::advice(Dialect::Postgres, error).contains(help), "{error}");
    }
    assert!(
        table::advice(Dialect::Sqlite, "unable to open database file").contains("the file exists")
    );
}
