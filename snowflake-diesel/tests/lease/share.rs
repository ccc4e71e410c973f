//! What a role of MariaDB can do that may only read the table.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use lease_suite::{Place, claims, refused, renews};
use snowflake_kit_lease::Store as _;

use crate::Mariadb;
use crate::blocking::On;

const TABLE: &str = "snowflake_leases";
const PROCEDURE: &str = "snowflake_leases_shown";

/// As the documentation has it.
const DASHBOARD: &str = include_str!("../../../snowflake-lease/src/table/dashboard.sql");

/// It holds rows, and while it does nobody renews. One that may call the procedure holds nothing.
#[test]
fn a_role_that_may_read_the_table_can_hold_its_rows() {
    let place = Place::<On<Mariadb>>::migrated();
    let (server, database) = place.url().rsplit_once('/').unwrap();
    let mut operator = Mariadb::establish(place.url()).unwrap();
    operator.batch_execute(DASHBOARD).unwrap();
    let mut roles = Vec::new();
    for (right, of) in [("SELECT", TABLE), ("EXECUTE", PROCEDURE)] {
        let name = format!("reads_{}_{}", of.len(), std::process::id());
        let kind = if right == "EXECUTE" { "PROCEDURE" } else { "TABLE" };
        operator
            .batch_execute(&format!(
                "CREATE USER {name}@'%' IDENTIFIED BY 'secret';
                 GRANT {right} ON {kind} {database}.{of} TO {name}@'%'"
            ))
            .unwrap();
        let (scheme, rest) = server.split_once("://").unwrap();
        let host = rest.rsplit_once('@').unwrap().1;
        let url = format!("{scheme}://{name}:secret@{host}/{database}");
        roles.push((name, Mariadb::establish(&url).unwrap()));
    }
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());

    let [(_, reads_table), (_, calls)] = &mut roles[..] else { unreachable!() };
    let hold = format!("SELECT 1 FROM {TABLE} LOCK IN SHARE MODE");
    reads_table.batch_execute("START TRANSACTION READ ONLY").unwrap();
    diesel::sql_query(hold).execute(reads_table).unwrap();
    let began = Instant::now();
    refused(store.change("shop", &renews(7)), &["Lock wait timeout exceeded"]);
    assert!(began.elapsed() >= Duration::from_secs(4), "{:?}", began.elapsed());
    reads_table.batch_execute("ROLLBACK").unwrap();
    assert!(store.change("shop", &renews(7)).unwrap());

    // Whatever its own transaction is.
    calls
        .batch_execute(&format!(
            "SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE; SET autocommit = 0;
             START TRANSACTION; CALL {PROCEDURE}()"
        ))
        .unwrap();
    assert!(store.change("shop", &renews(7)).unwrap());
    let refusal = diesel::sql_query(format!("SELECT 1 FROM {TABLE}")).execute(calls);
    assert!(refusal.unwrap_err().to_string().contains("denied"));
    for (name, _) in roles {
        operator.batch_execute(&format!("DROP USER {name}@'%'")).unwrap();
    }
}
