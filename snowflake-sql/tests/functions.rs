//! The SQL as text. That databases take it, and what it does there, is tested by
//! `dev/sql-suite`.

use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, SequenceStart};
use snowflake_kit_mint::Node;
use snowflake_kit_sql::{Dialect, Functions, SqlError, migration, mysql_script};
use test_databases::hostile::NOT_NAMES;

fn functions(dialect: Dialect) -> Functions {
    Functions::new(dialect, Layout::DEFAULT, 7).unwrap()
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let new = |layout, node| Functions::new(Dialect::Postgres, layout, node);
    let error = new(Layout::DEFAULT, 1_024).unwrap_err();
    assert_eq!(error, SqlError::Node { node: 1_024, max: 1_023, layout: "default" });
    assert_eq!(
        error.to_string(),
        "node 1024 does not fit the layout `default`: use 0 to 1023, or a layout with more node \
         bits"
    );
    assert_eq!(new(Layout::TRACE_ID, 1).unwrap_err(), SqlError::Periodic { layout: "trace-id" });
    #[expect(clippy::reversed_empty_ranges, reason = "it is what is refused")]
    let none = Functions::with_node_argument(Dialect::MySql, Layout::TWITTER, 5..=4);
    assert_eq!(none.unwrap_err(), SqlError::NoNode);
    let shards = Functions::with_node_argument(Dialect::MySql, Layout::TWITTER, 0..=31).unwrap();
    assert_eq!(shards.fill("users", "id"), Err(SqlError::NodeIsArgument));
    assert_eq!(shards.next_id(), "`snowflake_next_id`(node)");
}

#[test]
fn a_field_of_the_callers_is_an_argument() {
    let feed = Layout::builder("feed").time_bits(41).sequence_bits(9).caller("it's a shard", 8);
    for dialect in Functions::DIALECTS {
        let functions = Functions::new(*dialect, feed.build(), 0).unwrap();
        assert!(functions.next_id().ends_with("(caller)"));
        assert_eq!(
            functions.fill("posts", "id"),
            Err(SqlError::CallerIsArgument { field: "it's a shard" })
        );
        // What is said of it ends no string.
        let sql = functions.up().concat();
        assert!(sql.contains("'it_s_a_shard "), "{sql}");
        assert_eq!(sql.matches("id_caller").count(), 1);
        assert!(functions.down().concat().contains("id_caller"));
    }
    assert_eq!(
        SqlError::CallerIsArgument { field: "shard" }.to_string(),
        "the shard is an argument of `next_id`, so a column cannot be filled by it alone: write \
         `DEFAULT …next_id(5)` with the shard of that table"
    );
}

#[test]
fn a_database_without_functions_is_refused() {
    let refused = SqlError::NoFunctions { dialect: Dialect::Sqlite };
    let one = Functions::new(Dialect::Sqlite, Layout::DEFAULT, 7);
    assert_eq!(one.unwrap_err(), refused);
    let several = Functions::with_node_argument(Dialect::Sqlite, Layout::DEFAULT, 0..=7);
    assert_eq!(several.unwrap_err(), refused);
    assert_eq!(
        refused.to_string(),
        "`sqlite` has no stored functions, so it cannot mint: mint IDs in the program that \
         inserts the rows, or use `postgres`, `mariadb` or `mysql`"
    );
}

#[test]
fn an_address_is_a_node_by_its_low_bits() {
    let node = Node::from_ipv4([10, 0, 3, 7].into()).unwrap();
    let number = node.number(Layout::DEFAULT.node_bits());
    let functions = Functions::new(Dialect::Postgres, Layout::DEFAULT, number).unwrap();
    assert!(functions.up()[3].contains("layout default, node 775."));
}

#[test]
fn names_that_a_database_would_cut_or_refuse_are_refused() {
    for dialect in Functions::DIALECTS {
        let refused = |name: &str| {
            let is_name = |error: SqlError| matches!(error, SqlError::Name(_));
            assert!(functions(*dialect).schema(name).is_err_and(is_name), "{name:?}");
            assert!(functions(*dialect).fill(name, "id").is_err_and(is_name), "{name:?}");
            assert!(functions(*dialect).fill("users", name).is_err_and(is_name), "{name:?}");
            assert!(functions(*dialect).prefix(&format!("{name}\0")).is_err_and(is_name));
        };
        for name in NOT_NAMES {
            refused(name);
        }
        // The longest name has 14 characters after the prefix.
        let max = if *dialect == Dialect::Postgres { 63 } else { 64 };
        assert!(functions(*dialect).prefix(&"x".repeat(max - 14)).is_ok());
        assert!(functions(*dialect).prefix(&"x".repeat(max - 13)).is_err());
        assert!(functions(*dialect).prefix("").is_ok());
    }
}

#[test]
fn roles_are_quoted() {
    let up = |dialect, role: &str| functions(dialect).grant(role).unwrap().up().concat();
    assert!(up(Dialect::Postgres, r#"o"d"d"#).ends_with(r#"TO "o""d""d""#));
    assert!(up(Dialect::Postgres, "a@b").ends_with(r#"TO "a@b""#));
    assert!(up(Dialect::MariaDb, "a`b@10.0.0.%").ends_with("TO `a``b`@`10.0.0.%`"));
    assert!(up(Dialect::MySql, "role").ends_with("TO `role`"));
    let definer = functions(Dialect::MariaDb).owner("ids@localhost").unwrap().up().concat();
    assert!(definer.contains("CREATE DEFINER = `ids`@`localhost` FUNCTION"));
    let owner = functions(Dialect::Postgres).owner("ids").unwrap().up();
    assert!(owner.last().unwrap().ends_with(r#"OWNER TO "ids""#));
    for dialect in Functions::DIALECTS {
        for refused in ["", "a\0b", &"x".repeat(129)] {
            assert!(functions(*dialect).grant(refused).is_err(), "{refused:?}");
            assert!(functions(*dialect).owner(refused).is_err(), "{refused:?}");
        }
    }
    assert!(functions(Dialect::MariaDb).grant("a@").is_err());
}

#[test]
fn what_readers_use_is_named_with_its_schema() {
    let all = functions(Dialect::Postgres).up();
    let readers = all.iter().filter(|sql| sql.contains("LANGUAGE sql IMMUTABLE"));
    let mut count = 0;
    for reader in readers {
        let (_, body) = reader.split_once("RETURN CASE").unwrap();
        let bare = body.replace("::bigint", "").replace("timestamp '1970-01-01 00:00:00'", "");
        // What is left between the words is not an operator; a sign is before a number.
        let mut rest = String::new();
        for part in bare.split("OPERATOR(pg_catalog.") {
            let skip = if rest.is_empty() { 0 } else { part.find(')').unwrap() };
            rest += &part[skip..];
        }
        assert!(!rest.contains(['+', '*', '/', '%', '<', '>', '=', '&', '|']), "{rest}");
        count += 1;
    }
    assert_eq!(count, 6);
}

#[test]
fn a_layouts_name_ends_no_comment_and_no_string() {
    let layout = Layout::builder("x\n; DROP TABLE users; '*/ `").time_bits(41).build();
    for dialect in Functions::DIALECTS {
        let sql = Functions::new(*dialect, layout, 0).unwrap().up().concat();
        assert!(sql.contains("layout x___DROP_TABLE_users"), "{sql}");
        assert!(!sql.contains("DROP TABLE"), "{sql}");
    }
}

#[test]
fn limits_without_end_are_numbers_that_fit() {
    let for_ever =
        Limits::new().max_lead(Duration::MAX).max_rollback(Duration::MAX).max_wait(Duration::MAX);
    for dialect in Functions::DIALECTS {
        for sql in functions(*dialect).limits(for_ever).up() {
            let numbers = sql.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
            // Larger ones are in expressions of arbitrary precision.
            let is_reader = sql.contains("IMMUTABLE") || sql.contains("NO SQL");
            for number in numbers.filter(|_| !is_reader) {
                assert!(number.parse::<i64>().is_ok(), "{number}");
            }
        }
    }
}

#[test]
fn readers_know_the_last_tick() {
    let layout = Layout::SONYFLAKE;
    let last = layout.ends_at().unwrap() - i64::from(layout.tick_millis());
    for dialect in Functions::DIALECTS {
        let sql = Functions::new(*dialect, layout, 7).unwrap().up().concat();
        assert!(sql.contains(&format!("{last}000")), "{sql}");
    }
}

#[test]
fn a_tick_begins_in_its_first_quarter() {
    for (sequence_bits, starts) in [(12, 1_024), (3, 2), (2, 1), (1, 1)] {
        let few = Layout::builder("few").time_bits(41).node_bits(10);
        let layout = few.sequence_bits(sequence_bits).build();
        for dialect in Functions::DIALECTS {
            let sql = |start| {
                let limits = Limits::new().sequence_start(start);
                Functions::new(*dialect, layout, 7).unwrap().limits(limits).up().concat()
            };
            let random = sql(SequenceStart::Random).to_lowercase();
            assert!(random.contains(&format!("* {starts})")), "{random}");
            let last = (1 << sequence_bits) - 1;
            let next = sql(SequenceStart::Continue);
            assert!(next.contains(&format!("((mine & {last}) % {starts})")), "{next}");
        }
    }
}

#[test]
fn scripts_end_their_statements() {
    let statements = functions(Dialect::MariaDb).up();
    assert_eq!(migration(&statements).matches(";\n\n").count(), statements.len());
    let script = mysql_script(&statements);
    assert_eq!(script.matches("\n//\n").count(), statements.len());
    // A delimiter that is not in any statement.
    let odd = functions(Dialect::MariaDb).prefix("a//b").unwrap().up();
    assert!(mysql_script(&odd).starts_with("DELIMITER ///\n"));
}
