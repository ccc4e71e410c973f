//! Names of spaces and schemas, and holders, as somebody would choose them who wants a store, a
//! database or a terminal to take them for something else.

use std::collections::BTreeMap;
use std::path::Path;

use snowflake_kit_etcd::EtcdStore;
use snowflake_kit_lease::__private::record;
use snowflake_kit_lease::table::{self, Dialect};
use snowflake_kit_lease::{AsyncStore, Change, Claim, FileStore, LeaseRow, Store};
use snowflake_kit_sql::text::known;
use snowflake_kit_sqlx::sqlx_0_9::lease::LeaseStore;
use sqlx::{ConnectOptions, Connection, MySqlConnection, PgConnection, SqliteConnection};
use tempfile::TempDir;
use test_databases::hostile::{self, FILE, NAMES, TEXTS, VICTIM};
use test_servers::EtcdCluster;

use crate::backend::{Backend, on_each_database, run};
use crate::{Run, command, finish};

on_each_database!(names_are_names_in_a_table);

/// Far in the future.
const UNTIL: i64 = 4_102_444_800_000;

/// Each space that a store takes, and its holder.
fn spaces() -> BTreeMap<&'static str, &'static str> {
    let names = NAMES.iter().copied().filter(|name| record::space(name).is_ok());
    names.zip(TEXTS.iter().copied().cycle()).collect()
}

fn first_claim() -> Claim {
    Claim { expected: None, row: LeaseRow { node: 3, token: 1, until: UNTIL } }
}

/// Claims a node of each space, as a process does.
async fn claim(store: &mut impl AsyncStore) {
    for (space, holder) in spaces() {
        assert!(
            store.change(space, &Change::claim(&first_claim(), holder)).await.unwrap(),
            "{space:?}"
        );
        assert!(
            !store.change(space, &Change::claim(&first_claim(), holder)).await.unwrap(),
            "{space:?}"
        );
        assert_eq!(store.read(space).await.unwrap().rows, [first_claim().row], "{space:?}");
    }
}

fn wait<T>(task: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(task)
}

/// Runs the command in a folder in which a shell would create [`FILE`].
struct Command<'a> {
    folder: TempDir,
    store: &'a [&'a str],
}

impl<'a> Command<'a> {
    fn new(store: &'a [&'a str]) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), store }
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let mut command = command();
        command.current_dir(self.folder.path()).args(self.store).args(arguments);
        let run = finish(command);
        for folder in [self.folder.path(), Path::new(".")] {
            assert!(!folder.join(FILE).exists(), "{arguments:?}");
        }
        assert_eq!(hostile::obeyed(&run.stdout), "", "{}", run.stdout);
        assert_eq!(hostile::obeyed(&run.stderr), "", "{}", run.stderr);
        run
    }

    /// The spaces and holders of all nodes.
    fn listed(&self) -> Vec<(String, String)> {
        let list = self.run(&["--json"]).json();
        let text = |node: &serde_json::Value, key| node[key].as_str().unwrap().to_owned();
        let nodes = list["nodes"].as_array().unwrap().iter();
        nodes.map(|node| (text(node, "space"), text(node, "holder"))).collect()
    }
}

/// All spaces are listed, found by their names, and fenced, and nothing else is done.
fn are_listed_and_fenced(store: &[&str]) {
    let command = Command::new(store);
    let spaces = spaces();
    let expected = spaces
        .iter()
        .map(|(space, holder)| (space.to_string(), record::holder(holder).into_owned()));
    assert_eq!(command.listed(), expected.collect::<Vec<_>>());
    let list = command.run(&[]).ok();
    // A heading, the names of the columns, a row, and an empty line before.
    let heads = list.lines().take_while(|line| !line.is_empty()).count();
    assert_eq!(list.lines().count(), heads + 4 * spaces.len(), "{list}");
    for space in spaces.keys() {
        // With a sign, so that none is read as an option.
        let found = command.run(&["--json", &format!("--space={space}")]).json();
        assert_eq!(found["nodes"].as_array().unwrap().len(), 1, "{space:?}");
        assert_eq!(found["nodes"][0]["space"], *space);
    }
    let planned = command.run(&["--fence", "--dry-run", "--last-node", "4"]).ok();
    assert!(planned.contains("would be fenced"), "{planned}");
    let fenced = command.run(&["--fence", "--json", "--last-node", "4"]).json();
    let fenced = fenced["spaces"].as_array().unwrap().iter().map(|space| &space["space"]);
    assert!(fenced.eq(spaces.keys()));
    let all = command.listed();
    assert_eq!(all.len(), 5 * spaces.len());
    assert!(all.iter().all(|(_, holder)| holder == "snowflake nodes --fence"));
}

fn names_are_names_in_a_table(backend: &Backend) {
    backend.create_table();
    backend.execute(&format!("CREATE TABLE {VICTIM} (a INTEGER); INSERT INTO {VICTIM} VALUES (1)"));
    let url = &backend.url;
    // Also on servers for tests, which lose commits in a crash.
    wait(async {
        match backend.dialect {
            Dialect::Postgres => {
                claim(&mut LeaseStore::new(options::<PgConnection>(url)).trust_durability()).await;
            }
            Dialect::Sqlite => {
                let store = LeaseStore::new(options::<SqliteConnection>(url));
                claim(&mut store.trust_durability()).await;
            }
            _ => {
                let store = LeaseStore::new(options::<MySqlConnection>(url));
                claim(&mut store.trust_durability()).await;
            }
        }
    });
    are_listed_and_fenced(&["--database-url", url]);
    assert_eq!(backend.numbers(&format!("SELECT a FROM {VICTIM}")), [1]);
}

fn options<C: Connection>(url: &str) -> C::Options {
    C::Options::from_url(&url.parse().unwrap()).unwrap()
}

/// A schema has any name, and the table in it is the one that is read and fenced.
#[test]
fn names_are_names_of_schemas() {
    run(Dialect::Postgres, |backend| {
        backend.execute(&format!(
            "CREATE TABLE {VICTIM} (a INTEGER); INSERT INTO {VICTIM} VALUES (1)"
        ));
        for schema in NAMES {
            let quoted = known(Dialect::Postgres, schema);
            let migration = table::Migration::new(Dialect::Postgres).schema(schema).unwrap();
            backend.execute(&migration.up());
            let options = options::<PgConnection>(&backend.url);
            let mut store = LeaseStore::new(options).schema(*schema).trust_durability();
            let claimed = wait(store.change("shop", &Change::claim(&first_claim(), "web-1")));
            assert!(claimed.unwrap(), "{schema:?}");
            let schema = format!("--schema={schema}");
            let command = ["--database-url", &backend.url, &schema];
            let command = Command::new(&command);
            assert_eq!(command.listed(), [("shop".to_owned(), "web-1".to_owned())], "{schema}");
            let list = command.run(&[]).ok();
            assert_eq!(list.lines().count(), 6, "{list}");
            command.run(&["--fence", "--last-node", "3"]).ok();
            assert_eq!(command.listed().len(), 4, "{schema}");
            // The other schemas have none of it.
            let count = format!("SELECT count(*) FROM {quoted}.snowflake_leases");
            assert_eq!(backend.numbers(&count), [5]);
        }
        assert_eq!(backend.numbers(&format!("SELECT a FROM {VICTIM}")), [1]);
        let missing = ["--database-url", &backend.url, "--schema=x\u{1b}[2J\u{202e}"];
        let missing = Command::new(&missing);
        missing.run(&[]).failed(1);
    });
}

#[test]
fn names_are_names_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["leases", "$(id > owned); `id > owned`", "a\n\u{1b}[2J\u{202e}b"] {
        let path = folder.path().join(name);
        let mut store = FileStore::new(&path);
        for (space, holder) in spaces() {
            assert!(
                store.change(space, &Change::claim(&first_claim(), holder)).unwrap(),
                "{space:?}"
            );
            assert_eq!(store.read(space).unwrap().rows, [first_claim().row], "{space:?}");
        }
        are_listed_and_fenced(&["--database-url", path.to_str().unwrap()]);
    }
}

#[test]
fn names_are_names_in_etcd() {
    let cluster = EtcdCluster::start(1, |_, port| Ok(port)).unwrap();
    wait(async { claim(&mut EtcdStore::new(&cluster.urls()).unwrap()).await });
    are_listed_and_fenced(&["--database-url", &cluster.urls().replace("http://", "etcd://")]);
}
