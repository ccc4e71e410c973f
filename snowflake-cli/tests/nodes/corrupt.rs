//! Rows that no lease leaves behind.

use serde_json::{Value, json};
use snowflake_kit_lease::table::Dialect;

use crate::backend::{Backend, on_each_database};
use crate::nodes;

on_each_database!(a_corrupt_row_does_not_hide_the_others);

fn a_corrupt_row_does_not_hide_the_others(backend: &Backend) {
    // Somebody's own, without constraints.
    backend.execute(
        "CREATE TABLE snowflake_leases (space varchar(100), node bigint, token bigint, \
         until_unix_ms bigint, holder varchar(255), claimed_unix_ms bigint, renewed_unix_ms \
         bigint)",
    );
    backend.insert("'shop', 1, 1, 4102444800000, 'web-1', 0, 0");
    backend.insert("'shop', -1, 1, 4102444800000, 'web-1', 0, 0");
    backend.insert("'shop', 4294967296, 1, 4102444800000, 'web-1', 0, 0");
    backend.insert("'shop', 2, 0, 4102444800000, 'web-1', 0, 0");
    backend.insert("'shop', 3, 1, -1, 'web-1', 0, 0");
    backend.insert("'shop', 4, 1, NULL, 'web-1', 0, 0");
    backend.insert("'shop', 5, 1, 0, NULL, 0, 0");
    backend.insert("'shop', 1, 2, 4102444800000, 'web-2', 0, 0");
    backend.insert("NULL, 6, 1, 0, 'web-1', 0, 0");
    backend.insert("'shop', 7, 9223372036854775807, 9223372036854775807, 'web-1', 0, 0");
    backend.insert("'other', -1, 1, 0, 'web-1', 0, 0");
    let mut problems = vec![
        "node is \"-1\", and 0 or more is expected",
        "node is 4294967296, past the largest one",
        "token is \"0\", and 1 or more is expected",
        "until is \"-1\", and 0 or more is expected",
        "until is NULL or no text",
        "holder is NULL or no text",
        "node 1 is there twice",
        "space is NULL or no text",
    ];
    if backend.dialect == Dialect::Sqlite {
        // Its columns hold anything.
        backend.insert("'shop', 'seven', 1, 0, 'web-1', 0, 0");
        backend.insert("'shop', 8, 1.5, 0, 'web-1', 0, 0");
        backend.insert("'shop', 9, 1, 0, x'ff', 0, 0");
        problems.push("node is \"seven\", and 0 or more is expected");
        problems.push("token is \"1.5\", and 1 or more is expected");
        problems.push("holder is NULL or no text");
    }
    let run = nodes(&backend.url, &["--json", "--space", "shop"]);
    assert_eq!(run.code, 1);
    let expected = format!(
        "error: {} rows were not written by a lease: find out which other program writes there\n",
        problems.len()
    );
    assert!(run.stderr.ends_with(&expected), "{}", run.stderr);
    let list: Value = serde_json::from_str(&run.stdout).unwrap();
    let (leases, corrupt): (Vec<_>, Vec<_>) =
        list["nodes"].as_array().unwrap().iter().partition(|node| node["state"] != "corrupt");
    let nodes_of = leases.iter().map(|lease| lease["node"].as_i64().unwrap());
    assert_eq!(nodes_of.collect::<Vec<_>>(), [1, 7]);
    let found: Vec<_> = corrupt.iter().map(|row| row["problem"].as_str().unwrap()).collect();
    assert_eq!(found, problems);
    assert_eq!(
        corrupt[5]["row"],
        json!({
            "space": "shop", "node": "5", "token": "1", "until": "0", "claimed": "0",
            "renewed": "0", "holder": null,
        })
    );

    let run = nodes(&backend.url, &["--space", "shop"]);
    assert!(run.code == 1 && run.stderr.ends_with(&expected), "{}", run.stderr);
    assert!(run.stdout.contains("  7     held, 106751"), "{}", run.stdout);
    assert!(run.stdout.ends_with("holder none\n") || backend.dialect != Dialect::Sqlite);
    let shown = "\ncorrupt: until is NULL or no text\n  space \"shop\", node \"4\", token \"1\", \
                 until none, claimed \"0\", renewed \"0\", holder \"web-1\"\n";
    assert!(run.stdout.contains(shown), "{}", run.stdout);
}
