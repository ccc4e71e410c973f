//! `snowflake sql --partitions`. That databases take the SQL is tested with the functions' SQL.

use crate::run;

fn sql(dialect: &str, options: &[&str]) -> String {
    run(&[&["sql", "--dialect", dialect], options].concat()).ok()
}

#[test]
fn months_follow_each_other() {
    let options = ["--partitions", "events", "--by", "month", "--from", "2026-11", "--ahead", "1"];
    let expected = "\
-- IDs minted from 2026-11-01T00:00:00.000Z until before 2026-12-01T00:00:00.000Z
CREATE TABLE IF NOT EXISTS \"events_2026_11\" PARTITION OF \"events\"
    FOR VALUES FROM (242437482086400000) TO (253309118054400000);

-- IDs minted from 2026-12-01T00:00:00.000Z until before 2027-01-01T00:00:00.000Z
CREATE TABLE IF NOT EXISTS \"events_2026_12\" PARTITION OF \"events\"
    FOR VALUES FROM (253309118054400000) TO (264543141888000000);
";
    assert_eq!(sql("postgres", &options), expected);
    let expected = "\
-- IDs minted from 2026-11-01T00:00:00.000Z until before 2026-12-01T00:00:00.000Z
ALTER TABLE `events` ADD PARTITION IF NOT EXISTS (
    PARTITION `p2026_11` VALUES LESS THAN (253309118054400000)
);
";
    assert_eq!(sql("mariadb", &[&options[..6], &["--ahead", "0"]].concat()), expected);
    let mysql = sql("mysql", &options);
    assert!(!mysql.contains("IF NOT EXISTS") && mysql.matches("ADD PARTITION (").count() == 2);
}

/// What `range` prints for the same time.
#[test]
fn a_bound_is_the_exclusive_end_of_the_range() {
    for layout in ["default", "discord", "sonyflake", "mastodon"] {
        let options = ["--partitions", "a.b", "--by", "year", "--from", "2027", "--ahead", "0"];
        let sql = sql("postgres", &[&options[..], &["--layout", layout]].concat());
        let times = ["--from", "2027-01-01T00:00:00Z", "--to", "2028-01-01T00:00:00Z"];
        let range = run(&[&["range", "--json", "--layout", layout], &times[..]].concat());
        let range = range.json().remove(0);
        let text = |key: &str| range[key].as_str().unwrap().to_owned();
        let bounds = format!("FROM ({}) TO ({})", text("first"), text("end"));
        assert!(sql.contains(&bounds) && sql.contains(r#""a"."b_2027" PARTITION OF "a"."b""#));
    }
}

#[test]
fn days_weeks_months_and_years_are_named_by_their_beginning() {
    for (unit, from, names) in [
        ("day", "2027-02-28", ["2027_02_28", "2027_03_01"]),
        // The first days of 2027 are in the last week of 2026.
        ("week", "2027-01-03", ["2026_w53", "2027_w01"]),
        ("month", "2026-12-31", ["2026_12", "2027_01"]),
        ("year", "2026", ["2026", "2027"]),
    ] {
        let options = ["--partitions", "e", "--by", unit, "--from", from, "--ahead", "1"];
        let up = sql("postgres", &options);
        for name in names {
            assert!(up.contains(&format!(r#"EXISTS "e_{name}" PARTITION"#)), "{up}");
        }
        let down = sql("postgres", &[&options[..], &["--down"]].concat());
        let [first, second] = names.map(|name| format!("DROP TABLE IF EXISTS \"e_{name}\";\n"));
        assert_eq!(down, format!("{second}\n{first}"));
    }
    // Without a date, they begin with the present.
    let year = jiff::Timestamp::now().to_string()[..4].to_owned();
    let now = sql("postgres", &["--partitions", "e", "--by", "year"]);
    assert!(now.contains(&format!("\"e_{year}\"")) && now.matches("CREATE").count() == 4);
}

#[test]
fn what_is_dropped_ends_before_a_date() {
    let base = ["--partitions", "e", "--by", "month", "--drop-before", "2026-03"];
    assert_eq!(sql("postgres", &base), "DROP TABLE IF EXISTS \"e_2026_02\";\n");
    let from = [&base[..], &["--from", "2025-12"]].concat();
    let dropped = sql("mariadb", &from);
    for month in ["2025_12", "2026_01", "2026_02"] {
        let statement = format!("ALTER TABLE `e` DROP PARTITION IF EXISTS `p{month}`;");
        assert!(dropped.contains(&statement), "{dropped}");
    }
    assert_eq!(dropped.matches("DROP").count(), 3);
    assert!(sql("mysql", &base).contains("ALTER TABLE `e` DROP PARTITION `p2026_02`"));
}

#[test]
fn partitions_that_cannot_be_are_refused() {
    let e = ["--partitions", "e", "--by", "month"];
    for (options, reason) in [
        (&["--partitions", "e"][..], "--by <UNIT>"),
        (&["--by", "month"], "--partitions"),
        (&["--partitions", "a.b.c", "--by", "day"], "such as `users` or `shop.users`"),
        (
            &["--partitions", "events.id", "--by", "day"],
            "such as `events`, or a schema and a table",
        ),
        (&["--partitions", "", "--by", "day", "--from", "2026"], "is not a valid name"),
        (&["--partitions", &"x".repeat(60), "--by", "day", "--from", "2026"], "1 to 63 bytes"),
        (&["--partitions", "e", "--by", "hour"], "day, week, month, year"),
        (&[&e[..], &["--from", "2026-13"]].concat(), "a day, a month or a year"),
        (&[&e[..], &["--from", "2026-11-1"]].concat(), "a day, a month or a year"),
        (&[&e[..], &["--from", "2020"]].concat(), "the layout `default` has no ID from 2020-01"),
        (&[&e[..], &["--from", "9999-12"]].concat(), "no partition is between these dates"),
        (&[&e[..], &["--from", "2026-03", "--drop-before", "2026-03"]].concat(), "before --drop"),
        (&[&e[..], &["--drop-before", "2026-03", "--down"]].concat(), "cannot be used with"),
        (&[&e[..], &["--node", "5"]].concat(), "cannot be used with"),
        (&[&e[..], &["--layout", "trace-id"]].concat(), "wrap around"),
    ] {
        let error = run(&[&["sql", "--dialect", "postgres"], options].concat()).refused();
        assert!(error.contains(reason), "{options:?}: {error}");
    }
}
