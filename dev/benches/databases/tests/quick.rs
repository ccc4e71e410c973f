//! Everything is measured once, with tables that are tiny: rows are checked as
//! they are in each run, and here what was counted. No time is.

use databases::graphs::{self, CHILDREN, Orm, Shape, Traffic, Way};
use databases::keys::{self, KeyKind};
use databases::scale::Scale;
use databases::{Database, report};
use sea_orm::DbBackend;

const SCALE: Scale = Scale::QUICK;

/// Once in a process.
fn install() {
    static INSTALL: std::sync::Once = std::sync::Once::new();
    INSTALL.call_once(|| databases::install().unwrap());
}

/// Whether SeaORM has inserted rows returned.
fn returns_rows(database: Database) -> bool {
    let backend = match database {
        Database::Sqlite => DbBackend::Sqlite,
        Database::Postgres => DbBackend::Postgres,
        Database::MariaDb => DbBackend::MySql,
    };
    backend.support_returning()
}

/// What is sent for so many graphs: statements, and how often the client waits.
fn expected(database: Database, orm: Orm, shape: Shape, way: Way) -> (u64, u64) {
    let graphs = SCALE.graphs as u64;
    // A statement for each level. What begins and ends the transaction is sent with others.
    match (shape, way) {
        (Shape::Wide, _) => {}
        (Shape::Deep, Way::MintedPipelined) => return (5 * graphs, graphs),
        (Shape::Deep, _) => return (5 * graphs, 5 * graphs),
    }
    // What begins and ends a transaction.
    let both = 2;
    // SeaORM's pool pings when it takes a connection back.
    let ping = u64::from(orm == Orm::SeaOrm);
    let rows = 1 + CHILDREN as u64;
    match way {
        Way::Counted if (database, orm) == (Database::MariaDb, Orm::Diesel) => {
            (3 * graphs, (3 + both) * graphs)
        }
        Way::Minted | Way::Counted => (2 * graphs, (2 + both + ping) * graphs),
        // Begin, both, commit.
        Way::MintedPipelined => (2 * graphs, 3 * graphs),
        // A savepoint around each row, in a transaction. Where the row is not
        // returned, it is asked for: also in SQLite and MariaDB, unless a package
        // that is built together with this one has switched it on.
        Way::CountedSaved if returns_rows(database) => (rows * graphs, (rows * 3 + ping) * graphs),
        Way::CountedSaved => (2 * rows * graphs, (rows * 4 + ping) * graphs),
        // Not prepared before, where that is done at all.
        Way::MintedTogether | Way::CountedTogether if database == Database::Postgres => {
            (2, 2 + both)
        }
        Way::MintedTogether | Way::CountedTogether => (2, 2 * 2 + both),
    }
}

fn graphs_on(database: Database, shape: Shape) {
    install();
    let measured = graphs::measure(database, shape, &SCALE).unwrap();
    let has_network = database != Database::Sqlite;
    assert_eq!(measured.len(), if shape == Shape::Deep { 2 } else { 1 });
    for graphs in &measured {
        for inserted in &graphs.ways {
            let (orm, way) = (inserted.orm, inserted.way);
            let Traffic { statements, trips } = inserted.traffic;
            let (expected_statements, expected_trips) = expected(database, orm, shape, way);
            let what = format!("{orm}, {way}, distant: {}", graphs.distant);
            assert_eq!(statements, expected_statements, "{what}");
            assert_eq!(trips.is_some(), has_network, "{what}");
            // What is sent late, since the machine has let others run, looks as
            // if it had been waited for. Others wait for each answer.
            match trips {
                // The client of deep graphs sends each of them in one piece, or in two
                // at most.
                Some(trips) if (shape, way) == (Shape::Deep, Way::MintedPipelined) => {
                    let most = 2 * SCALE.graphs as u64;
                    assert!((expected_trips..=most).contains(&trips), "{what}: {trips}");
                }
                Some(trips) if way == Way::MintedPipelined => {
                    assert!(trips >= expected_trips, "{what}: {trips}");
                }
                Some(trips) => assert_eq!(trips, expected_trips, "{what}"),
                None => {}
            }
            assert_eq!(inserted.millis.len(), 1, "{what}");
        }
    }
    assert_eq!(report::graphs(&measured).matches("\n|---|").count(), measured.len());
}

#[test]
fn graphs_on_sqlite() {
    graphs_on(Database::Sqlite, Shape::Wide);
}

#[test]
fn graphs_on_postgres() {
    graphs_on(Database::Postgres, Shape::Wide);
}

#[test]
fn graphs_on_mariadb() {
    graphs_on(Database::MariaDb, Shape::Wide);
}

/// A graph of five levels takes at most 2 round trips.
#[test]
fn deep_graphs_on_postgres() {
    graphs_on(Database::Postgres, Shape::Deep);
}

fn keys_on(database: Database) {
    install();
    let measured = keys::measure(database, &SCALE).unwrap();
    let kinds = KeyKind::all(database);
    assert_eq!(measured.kinds.len(), kinds.len());
    let size = |kind: KeyKind| {
        let keyed = measured.kinds.iter().find(|keyed| keyed.kind == kind).unwrap();
        keyed.sizes.unwrap()
    };
    for keyed in &measured.kinds {
        let kind = keyed.kind;
        assert_eq!(keyed.insert.len(), 1, "{kind}");
        assert_eq!(keyed.logged.is_some(), database == Database::Postgres, "{kind}");
        assert_eq!(size(kind).created > 0, kind.is_dated(), "{kind}");
    }
    let is_row = |kind| size(kind).key == 0;
    if database == Database::Sqlite {
        assert!(is_row(KeyKind::Counted));
        assert!(is_row(KeyKind::SnowflakeOrdered) && !is_row(KeyKind::Snowflake));
    } else {
        assert_eq!(size(KeyKind::Counted), size(KeyKind::Snowflake));
    }
    assert!(size(KeyKind::UlidText).total() > size(KeyKind::UuidV7).total());
    assert!(size(KeyKind::UuidV7).total() > size(KeyKind::Snowflake).total());
    assert_eq!(report::keys(&measured).matches("\n|---|").count(), 2);
}

#[test]
fn keys_on_sqlite() {
    keys_on(Database::Sqlite);
}

#[test]
fn keys_on_postgres() {
    keys_on(Database::Postgres);
}

#[test]
fn no_keys_on_mariadb() {
    let error = keys::measure(Database::MariaDb, &SCALE).unwrap_err();
    assert_eq!(error.to_string(), "keys are not compared on MariaDB");
}
