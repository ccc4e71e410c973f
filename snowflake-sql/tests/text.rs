//! The pieces of which SQL is made. That databases read them so is tested with
//! `snowflake-kit-adopt`, on each of them.

use snowflake_kit_sql::Dialect;
use snowflake_kit_sql::text::{
    Unwritable, account, comment, dollar_quoted, known, literal, plain, qualified, quoted, shown,
};
use test_databases::hostile::{self, NAMES, NOT_NAMES, TEXTS};

#[test]
fn a_name_is_quoted_or_refused_with_its_limit() {
    assert_eq!(quoted(Dialect::Postgres, "a\"b").unwrap(), r#""a""b""#);
    assert_eq!(quoted(Dialect::Sqlite, "a\"b").unwrap(), r#""a""b""#);
    assert_eq!(quoted(Dialect::MariaDb, "a`b").unwrap(), "`a``b`");
    for dialect in [Dialect::Postgres, Dialect::MariaDb, Dialect::MySql] {
        for name in NOT_NAMES {
            assert!(quoted(dialect, name).is_err(), "{name:?}");
            assert!(qualified(dialect, Some(name), "a").is_err(), "{name:?}");
        }
        for name in hostile::names(dialect) {
            assert_eq!(quoted(dialect, name).unwrap(), known(dialect, name));
        }
    }
    // PostgreSQL counts bytes, the others characters, of which they have the first 65,536.
    assert!(quoted(Dialect::Postgres, &"x".repeat(63)).is_ok());
    assert!(quoted(Dialect::Postgres, &"ä".repeat(32)).is_err());
    assert!(quoted(Dialect::MySql, &"ä".repeat(64)).is_ok());
    assert!(quoted(Dialect::Postgres, "🦀").is_ok());
    assert!(quoted(Dialect::MySql, "🦀").is_err());
    assert!(quoted(Dialect::Postgres, "ends in a space ").is_ok());
    assert!(quoted(Dialect::MySql, "ends in a space ").is_err());
    assert!(quoted(Dialect::Sqlite, &"x".repeat(1_000)).is_ok());
    assert!(quoted(Dialect::Sqlite, "a\0b").is_err());

    let error = quoted(Dialect::Postgres, &"x".repeat(64)).unwrap_err();
    assert!(matches!(error, Unwritable::Length { length: 64, max: 63, unit: "bytes", .. }));
    assert!(error.to_string().ends_with("has 64 bytes, and 1 to 63 bytes are possible"), "{error}");
    let error = quoted(Dialect::MySql, "a\0b").unwrap_err();
    assert_eq!(
        error.to_string(),
        r#""a\0b" has the character U+0000, which a name or a text of `mysql` cannot have: leave it out"#
    );
}

#[test]
fn an_account_has_a_user_and_a_host() {
    assert_eq!(account(Dialect::MariaDb, "a`b@c@10.%").unwrap(), "`a``b@c`@`10.%`");
    assert_eq!(account(Dialect::MySql, "role").unwrap(), "`role`");
    assert!(account(Dialect::MySql, "a@").is_err());
    assert!(account(Dialect::MySql, &"x".repeat(129)).is_err());
}

#[test]
fn a_string_ends_where_it_ends() {
    for text in TEXTS.iter().chain(NAMES) {
        for dialect in Dialect::ALL {
            let literal = literal(*dialect, text).unwrap();
            let inside = literal.strip_prefix('E').unwrap_or(&literal);
            let inside = inside.strip_prefix('\'').unwrap().strip_suffix('\'').unwrap();
            // Quotes and backslashes come in pairs: whether or not a backslash escapes what
            // follows it, no quote is the last one.
            let are_paired = |sign: char| inside.split(|c| c != sign).all(|run| run.len() % 2 == 0);
            assert!(are_paired('\''), "{literal}");
            let escapes = literal.starts_with('E') || is_mysql(*dialect);
            assert!(!escapes || are_paired('\\'), "{literal}");
        }
    }
    assert!(literal(Dialect::Postgres, "a\0b").is_err());
    assert!(literal(Dialect::Sqlite, "a\0b").is_err());
    assert_eq!(literal(Dialect::MariaDb, "a\0b").unwrap(), r"'a\0b'");
}

fn is_mysql(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::MariaDb | Dialect::MySql)
}

#[test]
fn a_body_ends_where_it_ends() {
    for text in TEXTS.iter().chain(NAMES).chain(&["$snowflake", "$", "$_snowflake"]) {
        let quoted = dollar_quoted(text);
        let tag = &quoted[..=quoted[1..].find('$').unwrap() + 1];
        assert_eq!(quoted.find(tag), Some(0));
        assert_eq!(quoted[1..].find(tag), Some(quoted.len() - tag.len() - 1), "{quoted}");
    }
}

#[test]
fn a_comment_is_a_comment() {
    for text in TEXTS.iter().chain(NAMES) {
        let comment = comment(text);
        assert!(comment.ends_with('\n') && !comment.contains('\r'), "{comment:?}");
        assert!(comment.lines().all(|line| line.starts_with("-- ")), "{comment:?}");
        assert_eq!(hostile::obeyed(&comment), "", "{comment:?}");
        assert!(
            plain(text).bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        );
    }
    assert_eq!(comment(""), "");
    assert_eq!(comment(&"word ".repeat(30)).lines().count(), 2);
}

#[test]
fn nothing_is_hidden() {
    for text in TEXTS.iter().chain(NAMES) {
        assert_eq!(hostile::obeyed(&shown(text)), "", "{text:?}");
        assert!(!shown(text).contains(['\n', '\t']));
    }
    assert_eq!(shown("naïve 日本語 é e\u{301} 🦀"), "naïve 日本語 é e\u{301} 🦀");
    assert_eq!(shown("a\u{e0041}"), "a\\udb40\\udc41");
}
