//! `snowflake leases`. That databases take the SQL is tested where it is written.

use std::fs;

use snowflake_kit_lease::table::{self, Dialect};

use crate::run;

#[test]
fn it_is_what_the_crate_of_leases_writes() {
    for dialect in Dialect::ALL {
        let base = ["leases", "--dialect", dialect.name()];
        assert_eq!(run(&base).ok(), table::Migration::new(*dialect).up());
        let migration = table::Migration::new(*dialect);
        assert_eq!(run(&[&base[..], &["--down"]].concat()).ok(), migration.down());
        assert_eq!(run(&[&base[..], &["--if-missing"]].concat()).ok(), migration.create());
    }
}

#[test]
fn the_schema_and_the_roles_are_those_that_are_named() {
    let migration = table::Migration::new(Dialect::Postgres).schema("ids").unwrap();
    let migration = migration.grant("shop").unwrap().grant("it's@home").unwrap();
    let line = ["leases", "--dialect", "postgres", "--schema", "ids"];
    let line = [&line[..], &["--grant", "shop", "--grant", "it's@home"]].concat();
    assert_eq!(run(&line).ok(), migration.up());
    assert_eq!(run(&[&line[..], &["--down"]].concat()).ok(), migration.down());
    assert_eq!(run(&[&line[..], &["--if-missing"]].concat()).ok(), migration.create());
}

#[test]
fn a_folder_gets_both_ways_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let migration = folder.path().join("migrations").join("1_leases");
    let out = migration.display().to_string();
    let line = ["leases", "--dialect", "postgres", "--out", &out];
    assert_eq!(run(&line).ok(), "");
    let [up, down] = ["up.sql", "down.sql"].map(|name| migration.join(name));
    assert_eq!(fs::read_to_string(&up).unwrap(), table::Migration::new(Dialect::Postgres).up());
    let migration = table::Migration::new(Dialect::Postgres);
    assert_eq!(fs::read_to_string(&down).unwrap(), migration.down());

    fs::write(&up, "-- changed by hand").unwrap();
    let again = run(&line);
    assert_eq!(again.code, 1);
    assert!(again.stderr.starts_with(&format!("error: cannot write {}: ", up.display())));
    assert_eq!(fs::read_to_string(&up).unwrap(), "-- changed by hand");
}

#[test]
fn a_database_that_is_not_known() {
    let refused = run(&["leases", "--dialect", "oracle"]);
    assert_eq!(refused.code, 2);
    let possible = "[possible values: postgres, mariadb, mysql, sqlite]";
    assert!(refused.stderr.contains(possible), "{}", refused.stderr);
}
