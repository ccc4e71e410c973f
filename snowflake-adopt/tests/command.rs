//! The command from end to end: the real binary, on `SQLite`. What it writes for which database,
//! other tests look at.

use std::fs;
use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;
use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::known;
use sqlx::{AssertSqlSafe, Connection, Executor, SqliteConnection};
use tempfile::TempDir;
use test_databases::hostile::{self, NAMES};

const USERS: &str = "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)";

/// A folder with a database that has these tables.
fn shop(sql: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.db");
    fs::write(&path, "").unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut db = SqliteConnection::connect(&format!("sqlite://{}", path.display())).await;
        let db = db.as_mut().unwrap();
        db.execute(sqlx::raw_sql(AssertSqlSafe(sql))).await.unwrap();
    });
    folder
}

fn adopt(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_snowflake-adopt"));
    command.args(arguments).current_dir(folder).env("DATABASE_URL", "sqlite://shop.db");
    command.timeout(Duration::from_mins(1)).output().unwrap()
}

/// Writes that the users move.
fn moves(shop: &TempDir) {
    let path = shop.path().join("src/ids/adopt.toml");
    let settings = fs::read_to_string(&path).unwrap();
    let users = "{ name = \"UserId\", json = \"number\" }";
    assert!(settings.contains(users), "{settings}");
    let moving = "{ name = \"UserId\", json = \"number\", move = \"snowflake\" }";
    fs::write(&path, settings.replace(users, moving)).unwrap();
}

#[track_caller]
fn ends_with(output: &Output, code: i32, error: &str) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    // Beside what is under way.
    let stderr: String = stderr.lines().filter(|line| !line.ends_with(" …")).collect();
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    assert!(stderr.contains(error) && stderr.is_empty() == error.is_empty(), "{stderr}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn files_are_written_once() {
    let shop = shop(USERS);
    let output = adopt(&shop, &["--orm", "sqlx"]);
    assert!(output.stderr.starts_with(b"reads the catalog \xe2\x80\xa6\n"), "{output:?}");
    let stdout = ends_with(&output, 0, "");
    for file in ["src/ids.rs", "src/ids/adopt.toml", "src/ids/REPORT.md", "src/ids/sqlx.toml"] {
        assert!(stdout.contains(&format!("wrote {file}\n")), "{stdout}");
        assert!(shop.path().join(file).exists());
    }
    let again = ends_with(&adopt(&shop, &["--orm", "sqlx"]), 0, "");
    assert_eq!(again, "nothing has changed\n");
    moves(&shop);
    let stdout = ends_with(&adopt(&shop, &["--orm", "sqlx"]), 0, "");
    assert!(stdout.contains("_snowflake_end_counting.up.sql\n"), "{stdout}");
    let again = ends_with(&adopt(&shop, &["--orm", "sqlx"]), 0, "");
    assert_eq!(again, "nothing has changed\n");
}

#[test]
fn a_check_writes_nothing_and_fails_if_something_is_in_the_way() {
    let good = shop(USERS);
    let report = ends_with(&adopt(&good, &["--orm", "sqlx", "--check"]), 0, "");
    assert!(report.contains("Nothing in the database has to change"), "{report}");
    assert!(!good.path().join("src").exists());

    let bad = shop("CREATE TABLE users (id INTEGER PRIMARY KEY); INSERT INTO users VALUES (0)");
    ends_with(&adopt(&bad, &["--orm", "sqlx"]), 0, "");
    moves(&bad);
    let output = adopt(&bad, &["--orm", "sqlx", "--check"]);
    let report = ends_with(&output, 1, "error: 1 thing is in the way: see the report");
    assert!(report.contains("users.id holds 0: an ID is 1 or more"), "{report}");
    let output = adopt(&bad, &["--orm", "sqlx"]);
    ends_with(&output, 1, "error: 1 thing is in the way: see src/ids/REPORT.md");
    assert!(!bad.path().join("src/ids/migrations").exists());
}

#[test]
fn a_plan_that_could_not_be_tried_has_an_exit_code_of_its_own() {
    let shop = shop(USERS);
    // Types need no rehearsal.
    let limit = ["--orm", "sqlx", "--limit", "0s"];
    ends_with(&adopt(&shop, &limit), 0, "");
    moves(&shop);
    ends_with(
        &adopt(&shop, &limit),
        3,
        "error: the plan is untried: the rehearsal has not ended within",
    );
    assert!(shop.path().join("src/ids/REPORT.md").exists());
    assert!(!shop.path().join("src/ids/migrations").exists());
    ends_with(&adopt(&shop, &["--orm", "sqlx", "--no-rehearsal"]), 0, "");
    assert!(shop.path().join("src/ids/migrations").exists());
}

#[test]
fn bad_input_is_refused() {
    let shop = shop(USERS);
    ends_with(&adopt(&shop, &["--orm", "prisma"]), 2, "[possible values: diesel, seaorm, sqlx]");
    let schemas = ["--orm", "sqlx", "--schema", "a", "--schema", "b"];
    ends_with(&adopt(&shop, &schemas), 2, "cannot be used multiple times");
    let url = ["--orm", "sqlx", "--database-url", "redis://localhost"];
    ends_with(&adopt(&shop, &url), 2, "`redis` is not a database that can be adopted");
    let url = ["--orm", "sqlx", "--database-url", "sqlite://nothing.db"];
    ends_with(&adopt(&shop, &url), 1, "error: the database cannot be read");
    fs::create_dir(shop.path().join("src")).unwrap();
    fs::write(shop.path().join("src/ids.rs"), "// Mine.\n").unwrap();
    let output = adopt(&shop, &["--orm", "sqlx"]);
    ends_with(&output, 2, "error: src/ids.rs: it was not written by `snowflake adopt`");
}

#[test]
fn the_help_says_what_is_written() {
    let shop = shop(USERS);
    let help = ends_with(&adopt(&shop, &["--help"]), 0, "");
    assert!(help.contains("src/ids/REPORT.md") && help.contains("--check"), "{help}");
}

#[test]
fn no_name_is_obeyed_by_a_terminal() {
    let tables = NAMES.iter().map(|name| {
        let name = known(Dialect::Sqlite, name);
        // What looks like an ID without a foreign key is an item of the report.
        format!("CREATE TABLE {name} (id INTEGER PRIMARY KEY, a_id INTEGER);")
    });
    let shop = shop(&tables.collect::<String>());
    let report = ends_with(&adopt(&shop, &["--orm", "sqlx", "--check"]), 0, "");
    assert_eq!(hostile::obeyed(&report), "", "{report}");
    assert!(report.contains("a\\u001b[2J") || report.contains("u001b\\[2J"), "{report}");
    ends_with(&adopt(&shop, &["--orm", "sqlx"]), 0, "");
    let settings = shop.path().join("src/ids/adopt.toml");
    let text = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, text.replace("[hints]", "[hints]\n\"a.b\" = \"\\u001b[2J\\u202e\""))
        .unwrap();
    let output = adopt(&shop, &["--orm", "sqlx"]);
    assert_eq!(hostile::obeyed(&String::from_utf8_lossy(&output.stderr)), "");
    ends_with(&output, 2, "hints: the database has no column a.b");
}

/// The pages of the guide say what to run.
#[test]
fn options_in_pages_exist() {
    let shop = shop(USERS);
    let help = ends_with(&adopt(&shop, &["--help"]), 0, "");
    let known: Vec<_> = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/../snowflake-kit/src/guide");
    let mut found = 0;
    for page in fs::read_dir(pages).unwrap() {
        let path = page.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter_map(|line| line.split_once("snowflake adopt ")) {
            let command = line.1.split(['`', '#', '|']).next().unwrap();
            for option in command.split_whitespace().filter(|word| word.starts_with("--")) {
                assert!(known.contains(&option), "{}: {option}", path.display());
                found += 1;
            }
        }
    }
    assert!(found > 1, "{found}");
}
