//! PostgreSQL: standbys that take over, and a recovery to an earlier moment.

use std::collections::HashSet;
use std::thread::sleep;
use std::time::Duration;

use snowflake_kit_core::Layout;
use snowflake_kit_lease::table::Dialect;
use test_servers::{Database, Durability, Server};

use super::minter::Minter;
use super::proxy::Proxy;
use super::{Ids, fence, wait_until};
use crate::backend::Backend;

fn backend(server: &Server) -> Backend {
    Backend { dialect: Dialect::Postgres, url: server.url() }
}

/// A server with the table.
fn primary() -> (Server, Backend) {
    let server = Server::start(Database::Postgres, Durability::Default, &[]).unwrap();
    let backend = backend(&server);
    backend.create_table();
    (server, backend)
}

/// Whether this query says so.
fn says(backend: &Backend, query: &str) -> bool {
    backend.numbers(&format!("SELECT CAST(({query}) AS bigint)")) == [1]
}

fn promote(standby: &Backend) {
    standby.execute("SELECT pg_promote()");
    wait_until("a standby that takes over", || {
        says(standby, "SELECT count(*) WHERE NOT pg_is_in_recovery()")
    });
}

/// Guide: "a standby takes over, with synchronous replication".
#[test]
fn a_synchronous_standby_takes_over_under_load() {
    let (server, primary) = primary();
    let copy = server.backup().unwrap().standby(&server).unwrap();
    let standby = backend(&copy);
    primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
    primary.execute("SELECT pg_reload_conf()");
    wait_until("a synchronous standby", || {
        says(&primary, "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
    });
    let proxy = Proxy::to(server.port());
    let url = server.url_at(proxy.port());
    let mut minters = [1, 2, 3].map(|node| Minter::start(&url, node).unwrap());
    let mut ids = Ids::default();
    ids.add_more_of(&mut minters.each_mut());

    drop(server);
    promote(&standby);
    proxy.switch(copy.port());
    // Nobody fences. A new process claims beside them at once.
    let mut new = Minter::start(&url, 1).unwrap();
    // All leases of before have ended, so they mint by renewals of the new server.
    sleep(Duration::from_millis(1_500));
    let [one, two, three] = minters.each_mut();
    ids.add_more_of(&mut [one, two, three, &mut new]);
    ids.none_is_there_twice();
}

/// A standby that gets nothing from now on.
fn cut_off(server: &Server, primary: &Backend) -> Server {
    let copy = server.backup().unwrap().standby(server).unwrap();
    let standby = backend(&copy);
    wait_until("a standby that is connected", || {
        says(primary, "SELECT count(*) FROM pg_stat_replication")
    });
    standby.execute("ALTER SYSTEM SET primary_conninfo = ''");
    standby.execute("SELECT pg_reload_conf()");
    wait_until("a standby that is cut off", || {
        says(primary, "SELECT CAST(count(*) = 0 AS int) FROM pg_stat_replication")
    });
    copy
}

/// Guide: "a standby takes over that lacks the last commits". The process whose claim is lost finds
/// that out at its next renewal, since the claim that followed has another token.
#[test]
fn without_a_fence_ids_come_twice_until_the_next_renewal() {
    let (server, primary) = primary();
    primary.insert("'shop', 9, 41, 1767225600000, 'web-1', 1767225600000, 1767225600000");
    let copy = cut_off(&server, &primary);
    let proxy = Proxy::to(server.port());
    let url = server.url_at(proxy.port());
    let mut lost = Minter::start(&url, 9).unwrap();
    drop(server);
    promote(&backend(&copy));
    let mut second = Minter::start(&copy.url(), 9).unwrap();
    assert_eq!((lost.node, second.node), (9, 9));
    proxy.switch(copy.port());
    sleep(Duration::from_secs(3));

    let first: HashSet<i64> = lost.take().ids.into_iter().collect();
    let twice = second.take().ids.into_iter().filter(|id| first.contains(id));
    let times: Vec<_> = twice.map(|id| id >> Layout::DEFAULT.time_shift()).collect();
    let begin = times.iter().min().expect("a lost claim did no harm, so this test shows nothing");
    let end = times.iter().max().unwrap();
    println!("{} IDs twice, within {} ms", times.len(), end - begin);
    assert!(end - begin <= 1_000, "longer than a term: {begin} to {end}");
    // Both go on, with different nodes.
    let mut ids = Ids::default();
    ids.add_more_of(&mut [&mut lost, &mut second]);
    ids.none_is_there_twice();
}

/// Guide: "a standby takes over that lacks the last commits", and "the old primary still
/// runs".
#[test]
fn an_asynchronous_standby_lacks_claims() {
    let (server, primary) = primary();
    // Node 9 has been claimed before.
    primary.insert("'shop', 9, 41, 1767225600000, 'web-1', 1767225600000, 1767225600000");
    let copy = cut_off(&server, &primary);
    let standby = backend(&copy);
    let proxy = Proxy::to(server.port());
    let url = server.url_at(proxy.port());
    let mut left = Minter::start(&server.url(), 7).unwrap();
    let mut moved = Minter::start(&url, 8).unwrap();
    let mut paused = Minter::start(&url, 9).unwrap();
    let mut ids = Ids::default();
    ids.add_more_of(&mut [&mut left, &mut moved, &mut paused]);
    paused.signal("STOP");

    // Both servers take commits now, and nothing stops the same node from being claimed on
    // each.
    promote(&standby);
    let mut split = Minter::start(&copy.url(), 7).unwrap();
    assert_eq!(split.node, left.node);
    sleep(Duration::from_millis(200));
    let mut both = Ids::default();
    both.add(split.take().ids);
    let of_left = left.take().ids;
    both.add(of_left.iter().copied());
    assert!(both.twice > 0, "two primaries did no harm, so this test shows nothing");
    ids.add(of_left);
    drop(split);

    // What the guide says: stop the old one, fence, and then let processes reach the new one.
    drop(server);
    fence(&copy.url());
    proxy.switch(copy.port());
    let new = |node| Minter::start(&copy.url(), node);
    let mut seventh = Minter::start_when_free(|| new(7));
    let mut ninth = new(9).unwrap();
    // It had node 9 by a claim that the new server does not know, and finds out. The new
    // process prefers node 9, and has it unless another one was quicker.
    paused.signal("CONT");
    sleep(Duration::from_millis(500));
    ids.add(left.take().ids);
    ids.add_more_of(&mut [&mut moved, &mut paused, &mut seventh, &mut ninth]);
    ids.none_is_there_twice();
    let error = left.take().error.expect("it has no store, and its lease has ended");
    assert!(error.contains("lease"), "{error}");
}

/// Guide: "recovery to an earlier moment".
#[test]
fn a_recovery_to_an_earlier_moment_lacks_claims() {
    let (server, primary) = primary();
    let backup = server.backup().unwrap();
    let proxy = Proxy::to(server.port());
    let url = server.url_at(proxy.port());
    let mut known = Minter::start(&url, 7).unwrap();
    let moment = primary.text("SELECT CAST(clock_timestamp() AS text)");
    let mut lost = Minter::start(&url, 8).unwrap();
    let mut ids = Ids::default();
    ids.add_more_of(&mut [&mut known, &mut lost]);
    primary.execute("SELECT pg_switch_wal()::text");

    let recovered = backup.recovered_to(&moment, &server).unwrap();
    let copy = backend(&recovered);
    wait_until("a recovery that is done", || {
        says(&copy, "SELECT count(*) WHERE NOT pg_is_in_recovery()")
    });
    assert_eq!(copy.numbers("SELECT node FROM snowflake_leases WHERE space <> ' registry'"), [7]);
    drop(server);
    let fenced = fence(&recovered.url());
    assert!(fenced.contains("  \"shop\"  0 to 1023  1       1023\n"), "{fenced}");
    proxy.switch(recovered.port());
    let mut new = Minter::start_when_free(|| Minter::start(&url, 8));
    ids.add_more_of(&mut [&mut known, &mut lost, &mut new]);
    ids.none_is_there_twice();
}
