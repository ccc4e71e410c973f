//! Clusters of etcd that are restored from a snapshot, while processes mint.

use std::thread::sleep;
use std::time::Duration;

use test_servers::EtcdCluster;

use super::minter::Minter;
use super::{Ids, fence, wait_until};
use crate::nodes;

/// What etcd takes if it is not told another token: then the restored cluster has the old ID.
const SAME: &str = "etcd-cluster";

/// A cluster, and its URL for processes and for the command.
fn cluster() -> (EtcdCluster, String) {
    let cluster = EtcdCluster::start(1, |_, port| Ok(port)).unwrap();
    let url = cluster.urls().replace("http://", "etcd://");
    (cluster, url)
}

/// Guide: "etcd: a cluster is restored from a snapshot".
#[test]
fn a_snapshot_lacks_claims() {
    restored(SAME, "has begun a new log: ");
}

#[test]
fn a_snapshot_in_another_cluster_lacks_claims() {
    restored("another", "the registry of the leases belongs to etcd cluster ");
}

fn restored(token: &str, expected: &str) {
    let (mut cluster, url) = cluster();
    let snapshot = cluster.folder(0).join("snapshot");
    let mut ids = Ids::default();
    let mut known = Minter::start(&url, 7).unwrap();
    let mut paused = Minter::start(&url, 9).unwrap();
    // So that both have renewed.
    sleep(Duration::from_secs(2));
    ids.add_more_of(&mut [&mut known, &mut paused]);
    cluster.control(0, &["snapshot", "save", &snapshot.display().to_string()]).unwrap();
    let mut lost = Minter::start(&url, 8).unwrap();
    ids.add_more_of(&mut [&mut known, &mut paused, &mut lost]);
    paused.signal("STOP");

    cluster.restore(&snapshot, token).unwrap();
    // It would get node 8, which the snapshot lacks.
    let refused = Minter::start(&url, 8).err().expect("a new process is refused");
    assert!(refused.contains(expected), "{refused}");
    assert!(refused.contains("snowflake nodes --fence"), "{refused}");
    let listed = nodes(&url, &[]);
    assert_eq!(listed.code, 1);
    assert!(listed.stdout.contains("\nspace \"shop\"\n"), "{}", listed.stdout);
    assert!(listed.stderr.contains(expected), "{}", listed.stderr);
    // Nor can those renew that run.
    for minter in [&mut known, &mut lost] {
        wait_until("a process without a lease", || {
            let minted = minter.take();
            ids.add(minted.ids);
            minted.error.is_some()
        });
    }

    let fenced = fence(&url);
    assert!(fenced.contains("  \"shop\"  0 to 1023  2       1022\n"), "{fenced}");
    nodes(&url, &[]).ok();
    let mut after = Minter::start_when_free(|| Minter::start(&url, 8));
    ids.add_more_of(&mut [&mut after]);
    paused.signal("CONT");
    ids.add_more_of(&mut [&mut known, &mut lost, &mut paused, &mut after]);
    ids.none_is_there_twice();
}
