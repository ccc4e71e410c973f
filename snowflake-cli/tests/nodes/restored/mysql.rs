//! MariaDB or MySQL with settings by which a crash loses commits.

use snowflake_kit_lease::table::Dialect;
use test_servers::Server;

use super::minter::Minter;
use super::wait_until;
use crate::backend::Backend;

/// Guide: "the server acknowledges commits that a crash loses".
#[test]
fn a_server_that_forgets_is_refused() {
    let server = Server::with_binary_log().unwrap();
    let backend = Backend { dialect: Dialect::MySql, url: server.url() };
    backend.create_table();
    // The default of MariaDB.
    backend.execute("SET GLOBAL sync_binlog = 0");
    let refused = || Minter::start(&backend.url, 7).err().expect("it is refused");
    let error = refused();
    assert!(error.contains("sync_binlog = 0"), "{error}");
    assert!(error.contains("set innodb_flush_log_at_trx_commit = 1, and sync_binlog = 1"));

    backend.execute("SET GLOBAL sync_binlog = 1");
    let mut minter = Minter::start(&backend.url, 7).unwrap();
    wait_until("a process that mints", || !minter.take().ids.is_empty());
    for (setting, safe) in [("innodb_flush_log_at_trx_commit", 1), ("sync_binlog", 1)] {
        backend.execute(&format!("SET GLOBAL {setting} = 0"));
        let error = refused();
        assert!(error.contains(&format!("{setting} = 0")), "{error}");
        // A process that runs is not renewed, and mints until its lease ends.
        wait_until("a process that does not mint", || minter.take().error.is_some());
        backend.execute(&format!("SET GLOBAL {setting} = {safe}"));
        wait_until("a process that mints again", || {
            let since = minter.take();
            !since.ids.is_empty() && since.error.is_none()
        });
    }
}
