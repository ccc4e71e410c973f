//! Functions that read and write texts of IDs do what Rust does.

use snowflake_kit_core::{Encoding, Layout, Snowflake, Text};
use snowflake_kit_sql::Dialect;
use snowflake_kit_sql::text::literal;

use crate::database::{Database, Session};
use crate::readers::plan;

const PREFIXES: [&str; 3] = ["", "usr_", "A-long_prefix-0_"];

/// The form with a prefix, or without one if it is empty.
fn form(encoding: Encoding, prefix: &'static str) -> Text {
    let text = Text::new(encoding);
    if prefix.is_empty() { text } else { text.with_prefix(prefix) }
}

fn some_ids() -> impl Iterator<Item = Snowflake> {
    let edges = [1, 9, 10, 61, 62, 1 << 53, i64::MAX - 1, i64::MAX];
    let any = (0..63).map(|bits| (0x6f3a_91c4_57d2_08be_i64 >> bits).max(1));
    edges.into_iter().chain(any).map(|id| Snowflake::new(id).unwrap())
}

/// The call that reads a text.
fn reading(dialect: Dialect, text: &str, encoding: &str, prefix: &str) -> String {
    let [text, encoding, prefix] =
        [text, encoding, prefix].map(|text| literal(dialect, text).unwrap());
    format!("snowflake_id_from_text({text}, {encoding}, {prefix})")
}

/// Why a call is refused, with its state.
fn refusal(session: &mut Session, call: &str) -> String {
    // The driver for MySQL tells the state in no way, so a handler does.
    let error = session.try_column(&format!("SELECT {call} AS id")).unwrap_err().to_string();
    match session {
        Session::Postgres(_) => session.run(&format!(
            "DO $$ BEGIN PERFORM {call}; EXCEPTION WHEN SQLSTATE 'SF008' THEN NULL; END $$"
        )),
        Session::MySql(_) => {
            session.run("DROP PROCEDURE IF EXISTS handled");
            session.run(&format!(
                "CREATE PROCEDURE handled() BEGIN
                    DECLARE EXIT HANDLER FOR SQLSTATE 'SF008' BEGIN END; DO {call}; END"
            ));
            session.run("CALL handled()");
        }
    }
    error
}

with_each_dialect! {
    fn texts_are_those_of_rust(database: &Database) {
        let mut session = database.with(&database.functions(Layout::DEFAULT));
        let dialect = database.dialect();
        let same = if dialect == Dialect::Postgres { r#"COLLATE "C" ="# } else { "= BINARY" };
        for &encoding in Encoding::ALL {
            for prefix in PREFIXES {
                let form = form(encoding, prefix);
                let rows: Vec<_> = some_ids().map(|id| {
                    let text = form.encode(id).to_string();
                    let from = reading(dialect, &text, encoding.name(), prefix);
                    let to = format!("snowflake_id_to_text({id}, '{}', '{prefix}')", encoding.name());
                    format!("SELECT {from} AS id WHERE {to} {same} '{text}'")
                }).collect();
                // MySQL wants a table before a condition.
                let rows = rows.join(" UNION ALL ").replace(" WHERE", match dialect {
                    Dialect::Postgres => " WHERE",
                    _ => " FROM DUAL WHERE",
                });
                let expected: Vec<_> = some_ids().map(Snowflake::get).collect();
                assert_eq!(session.ids(&rows), expected, "{}", encoding.name());
            }
        }
        let number = if dialect == Dialect::Postgres { "bigint" } else { "SIGNED" };
        for nothing in [
            "snowflake_id_from_text(NULL, 'hex', '')",
            "snowflake_id_from_text('1', NULL, '')",
            "snowflake_id_from_text('1', 'decimal', NULL)",
            "snowflake_id_to_text(NULL, 'hex', '')",
            "snowflake_id_to_text(0, 'hex', '')",
            "snowflake_id_to_text(-1, 'hex', '')",
        ] {
            assert_eq!(session.value(&format!("CAST({nothing} AS {number})")), None, "{nothing}");
        }
    }

    fn what_rust_refuses_is_refused(database: &Database) {
        let mut session = database.with(&database.functions(Layout::DEFAULT));
        let dialect = database.dialect();
        for &encoding in Encoding::ALL {
            let prefix = "usr_";
            let form = form(encoding, prefix);
            let texts = [1_i64, 175_928_847_299_117_063, i64::MAX].map(|id| {
                form.encode(Snowflake::new(id).unwrap()).to_string()
            });
            let mut candidates: Vec<String> = ["", " ", "usr_", "usr_0", "usr_9223372036854775808"]
                .map(str::to_owned)
                .into();
            for text in &texts {
                let changed = (0..text.len()).flat_map(|at| {
                    ["0", "z", "Z", "A", "8", " ", "é", "'", "\\", "%"].map(|by| {
                        format!("{}{by}{}", &text[..at], &text[at + 1..])
                    })
                });
                candidates.extend(changed);
                candidates.extend([
                    text[4..].to_owned(),
                    format!("{text} "),
                    format!(" {text}"),
                    format!("{text}0"),
                    format!("usr_{text}"),
                    text.to_uppercase(),
                    text.to_lowercase(),
                    text.replace("usr", "USR"),
                    text.replace('_', "_0"),
                    text[..text.len() - 1].to_owned(),
                ]);
            }
            let (mut read, mut refused) = (0, 0);
            for text in candidates {
                let call = reading(dialect, &text, encoding.name(), prefix);
                let found = session.try_column(&format!("SELECT {call} AS id"));
                match form.decode(&text) {
                    Ok(id) => {
                        assert_eq!(found.unwrap(), [Some(id.get())], "{text}");
                        read += 1;
                    }
                    Err(error) => {
                        assert!(found.is_err(), "{text:?}: {found:?}, and Rust says {error}");
                        refused += 1;
                    }
                }
            }
            assert!(read > 10 && refused > 100, "{read} and {refused}");
        }
        for (call, expected) in [
            (reading(dialect, "usr_07", "decimal", "usr_"), "'usr_07' is not an ID: expected the \
                prefix and 1 to 19 characters of decimal"),
            (reading(dialect, "x", "base62", ""), "'x' is not an ID: expected the prefix and 11 \
                characters of base62"),
            (reading(dialect, "7", "Decimal", ""), "'Decimal' is not an encoding: decimal, base62, \
                base32 and hex are"),
            (reading(dialect, "usr7", "decimal", "usr"), "'usr' is not a prefix"),
            ("snowflake_id_to_text(7, 'octal', '')".to_owned(), "'octal' is not an encoding"),
            ("snowflake_id_to_text(7, 'hex', '7_')".to_owned(), "'7_' is not a prefix"),
            ("snowflake_id_to_text(7, 'hex', 'a-very-long-prefix_')".to_owned(), "is not a prefix"),
            ("snowflake_id_to_text(7, 'hex', 'a b_')".to_owned(), "'a b_' is not a prefix"),
        ] {
            let call = if call.contains("to_text") { format!("length({call})") } else { call };
            let error = refusal(&mut session, &call);
            assert!(error.contains(expected), "{error}");
        }
    }
}

#[test]
fn a_text_is_looked_up_by_the_index_of_the_key() {
    let database = Database::new(Dialect::Postgres);
    let mut session = database.with(&database.functions(Layout::DEFAULT));
    session.run("CREATE TABLE t AS SELECT id::bigint FROM generate_series(1, 20000) AS few(id)");
    session.run("ALTER TABLE t ADD PRIMARY KEY (id)");
    session.run("ANALYZE t");
    let found =
        "SELECT id FROM t WHERE id = snowflake_id_from_text('usr_0000000005g', 'base62', 'usr_')";
    assert_eq!(session.ids(found), [5 * 62 + 42]);
    let plan = plan(&mut session, found);
    assert!(plan.contains("Index Cond: (id = '352'::bigint)"), "{plan}");
    // Without a prefix, it can be left out.
    session
        .run("SELECT snowflake_id_from_text('352', 'decimal'), snowflake_id_to_text(352, 'hex')");
}

/// To whom all cases of a letter are equal.
#[test]
fn a_collation_of_the_caller_changes_nothing() {
    let database = Database::new(Dialect::Postgres);
    let mut session = database.with(&database.functions(Layout::DEFAULT));
    session.run(
        "CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
    );
    let call = |text: &str, encoding: &str| {
        format!(
            "snowflake_id_from_text('{text}' COLLATE ci, '{encoding}' COLLATE ci, 'usr_' COLLATE ci)"
        )
    };
    assert_eq!(session.value(&call("usr_0Czks0tP37X", "base62")), Some(175_928_847_299_117_063));
    for (text, encoding) in [("USR_0Czks0tP37X", "base62"), ("usr_0Czks0tP37X", "BASE62")] {
        refusal(&mut session, &call(text, encoding));
    }
}
