//! Clusters that were restored, and what a fence does about it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use snowflake_kit_etcd::EtcdStore;
use snowflake_kit_lease::{AsyncStore, Change, Claim, LeaseRow, Release, Renewal, StoreError};
use test_servers::{EtcdCluster, Failed};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

const SEVEN: LeaseRow = LeaseRow { node: 7, token: 1, until: NOW };

const FIRST: Claim = Claim { expected: None, row: SEVEN };

/// What etcd takes if it is not told another one.
const TOKEN: &str = "etcd-cluster";

fn cluster(count: usize) -> Result<EtcdCluster> {
    Ok(EtcdCluster::start(count, |_, port| Ok(port))?)
}

/// What a process has that starts now.
fn fresh(cluster: &EtcdCluster) -> EtcdStore {
    EtcdStore::new(&cluster.urls()).expect("URLs")
}

fn snapshot(cluster: &EtcdCluster) -> Result<PathBuf> {
    let path = cluster.folder(0).join("snapshot");
    cluster.control(0, &["snapshot", "save", &path.display().to_string()])?;
    Ok(path)
}

fn renewal(until: i64) -> Renewal {
    Renewal { node: 7, token: 1, until }
}

/// The row of a fence at this time, as the command makes it.
fn fenced(now: i64, node: u32, read: Option<LeaseRow>) -> LeaseRow {
    let until = now + 60_000;
    let token = (until * 1_000).max(read.map_or(0, |read| read.token + 1_000_000));
    LeaseRow { node, token, until: until.max(read.map_or(0, |read| read.until)) }
}

/// A fence of a few nodes, as the command makes it.
async fn fence(cluster: &EtcdCluster, space: &str) -> std::result::Result<(), StoreError> {
    let mut store = fresh(cluster);
    let rows: Vec<_> = (0..200).map(|node| (space, fenced(NOW, node, None))).collect();
    store.raise(&rows, "a fence").await
}

/// A restart of the members ends the connections.
async fn connect_anew(store: &mut EtcdStore) {
    while store.read("shop").await.is_err_and(|error| error.to_string().contains(" broke: ")) {}
}

/// Each operation of a store is refused.
async fn is_refused(store: &mut EtcdStore) -> Result<String> {
    connect_anew(store).await;
    let error = store.read("shop").await.expect_err("a read").to_string();
    let read = SEVEN;
    let claim = Claim { expected: Some(read), row: LeaseRow { token: 2, ..read } };
    let errors = [
        store.change("shop", &Change::claim(&claim, "")).await.expect_err("a claim"),
        store
            .change(
                "shop",
                &Change::claim(&Claim { expected: None, row: LeaseRow { node: 9, ..read } }, ""),
            )
            .await
            .expect_err("a claim"),
        store
            .change("shop", &Change::renew(&renewal(NOW + 1_000_000)))
            .await
            .expect_err("a renewal"),
        store
            .change("shop", &Change::Release(Release { node: 7, token: 1, until: 0 }))
            .await
            .expect_err("a release"),
    ];
    for other in errors {
        assert_eq!(other.to_string(), error);
    }
    Ok(error)
}

/// The attack: the snapshot lacks a claim, and a process that starts afterwards asks for a node.
async fn a_new_process_is_refused_after_a_restore(members: usize, token: &str) -> Result<String> {
    let mut cluster = cluster(members)?;
    let mut holder = fresh(&cluster);
    assert!(holder.change("shop", &Change::claim(&FIRST, "")).await?);
    let snapshot = snapshot(&cluster)?;
    let eight = Claim { expected: None, row: LeaseRow { node: 8, ..SEVEN } };
    assert!(holder.change("shop", &Change::claim(&eight, "")).await?);
    for until in 1..=10 {
        assert!(holder.change("shop", &Change::renew(&renewal(NOW + until))).await?);
    }
    cluster.restore(&snapshot, token)?;

    let refusal = is_refused(&mut fresh(&cluster)).await?;
    is_refused(&mut holder).await?;
    let rows = fresh(&cluster).list().await?;
    assert_eq!(rows.rows.len(), 1, "node 8 is forgotten");
    assert_eq!(rows.contradiction.map(|error| error.to_string()), Some(refusal.clone()));

    fence(&cluster, "shop").await?;
    assert!(fresh(&cluster).list().await?.contradiction.is_none());
    for store in [&mut fresh(&cluster), &mut holder] {
        let registry = store.read("shop").await?;
        assert_eq!(registry.rows.len(), 200);
        assert!(registry.rows.iter().all(|row| row.until == NOW + 60_000));
        assert!(
            !store.change("shop", &Change::renew(&renewal(NOW + 100_000))).await?,
            "the fence has the token"
        );
        assert!(!store.change("shop", &Change::claim(&eight, "")).await?, "the fence has the node");
    }
    Ok(refusal)
}

#[tokio::test]
async fn a_restored_cluster_with_another_token_has_another_id() -> Result {
    let refusal = a_new_process_is_refused_after_a_restore(1, "another").await?;
    assert!(
        refusal.starts_with("the registry of the leases belongs to etcd cluster "),
        "{refusal}"
    );
    assert!(refusal.contains(", and this is cluster "), "{refusal}");
    assert!(refusal.contains("run `snowflake nodes --fence --database-url etcd://…`"), "{refusal}");
    Ok(())
}

/// Its ID is that of the old one.
#[tokio::test]
async fn a_restored_cluster_with_the_same_token_has_a_new_log() -> Result {
    let refusal = a_new_process_is_refused_after_a_restore(1, TOKEN).await?;
    assert!(refusal.contains("has begun a new log: "), "{refusal}");
    Ok(())
}

#[tokio::test]
async fn three_members_are_restored() -> Result {
    let refusal = a_new_process_is_refused_after_a_restore(3, TOKEN).await?;
    assert!(refusal.contains("has begun a new log: "), "{refusal}");
    Ok(())
}

/// It does not see that the revision fell: other programs have written since.
#[tokio::test]
async fn a_holder_that_was_paused_over_the_restore_cannot_renew() -> Result {
    let mut cluster = cluster(1)?;
    let mut holder = fresh(&cluster);
    assert!(holder.change("shop", &Change::claim(&FIRST, "")).await?);
    let snapshot = snapshot(&cluster)?;
    assert!(holder.change("shop", &Change::renew(&renewal(NOW + 1))).await?);
    cluster.restore(&snapshot, TOKEN)?;
    for value in ["1", "2", "3", "4", "5"] {
        cluster.control(0, &["put", "another program's", value])?;
    }
    connect_anew(&mut holder).await;
    let error = holder
        .change("shop", &Change::renew(&renewal(NOW + 2)))
        .await
        .expect_err("restored")
        .to_string();
    assert!(error.contains("has begun a new log: "), "{error}");
    Ok(())
}

/// A second restore, to the time before the fence.
#[tokio::test]
async fn a_fence_that_was_lost_is_missed() -> Result {
    let mut cluster = cluster(1)?;
    let mut holder = fresh(&cluster);
    assert!(holder.change("shop", &Change::claim(&FIRST, "")).await?);
    let snapshot = snapshot(&cluster)?;
    fence(&cluster, "shop").await?;
    assert!(!holder.change("shop", &Change::renew(&renewal(NOW + 1))).await?);
    cluster.restore(&snapshot, TOKEN)?;
    let error = is_refused(&mut holder).await?;
    assert!(error.starts_with("the registry of the leases is \""), "{error}");
    assert!(error.contains(" fence 0\", and was \""), "{error}");
    assert!(error.ends_with(", and start this process again"), "{error}");
    Ok(())
}

/// Its second batch meets a value that it must not write over.
#[tokio::test]
async fn a_fence_that_stops_halfway_can_be_run_again() -> Result {
    let mut cluster = cluster(1)?;
    assert!(fresh(&cluster).change("shop", &Change::claim(&FIRST, "")).await?);
    let snapshot = snapshot(&cluster)?;
    cluster.restore(&snapshot, TOKEN)?;
    let odd = "snowflake_leases/shop/nodes/100";
    cluster.control(0, &["put", odd, "nonsense"])?;
    let error = fence(&cluster, "shop").await.expect_err("a corrupt value").to_string();
    assert!(error.starts_with("the key \"snowflake_leases/shop/nodes/100\""), "{error}");
    let rows = fresh(&cluster).list().await?.rows;
    assert!(rows.len() > 60 && rows.len() < 130, "{} rows", rows.len());
    is_refused(&mut fresh(&cluster)).await?;

    cluster.control(0, &["del", odd])?;
    fence(&cluster, "shop").await?;
    assert_eq!(fresh(&cluster).read("shop").await?.rows.len(), 200);
    Ok(())
}

fn copy(from: &Path, to: &Path) -> std::result::Result<(), Failed> {
    let copied = Command::new("cp").arg("-r").args([from, to]).status();
    match copied {
        Ok(status) if status.success() => Ok(()),
        other => Err(Failed(format!("cp: {other:?}"))),
    }
}

/// A disk that is put back, or a member whose data are copied: all is as it once was. A new
/// process cannot see that; one that has seen more can.
#[tokio::test]
async fn a_copied_disk_is_refused_by_those_who_saw_more() -> Result {
    let mut cluster = cluster(1)?;
    let mut holder = fresh(&cluster);
    assert!(holder.change("shop", &Change::claim(&FIRST, "")).await?);
    cluster.pause(0)?;
    let copied = cluster.folder(0).join("copied");
    copy(&cluster.folder(0).join("data"), &copied)?;
    cluster.go_on(0)?;
    for until in 1..=10 {
        assert!(holder.change("shop", &Change::renew(&renewal(NOW + until))).await?);
    }
    cluster.replace_data(|_, _, restored| copy(&copied, restored))?;
    let error = is_refused(&mut holder).await?;
    assert!(error.contains(" is at revision "), "{error}");
    let mut new = fresh(&cluster);
    assert_eq!(new.read("shop").await?.rows, [SEVEN], "as it was before");

    fence(&cluster, "shop").await?;
    for store in [&mut new, &mut holder] {
        assert!(!store.change("shop", &Change::renew(&renewal(NOW + 100_000))).await?);
    }
    Ok(())
}

/// An empty cluster at the same addresses has the same ID.
#[tokio::test]
async fn a_registry_that_is_gone_is_missed() -> Result {
    let cluster = cluster(1)?;
    let mut holder = fresh(&cluster);
    assert!(holder.change("shop", &Change::claim(&FIRST, "")).await?);
    cluster.control(0, &["del", "--prefix", "snowflake_leases/"])?;
    let error = is_refused(&mut holder).await?;
    assert!(error.starts_with("the registry of the leases, \""), "{error}");
    assert!(error.contains("\", is gone: "), "{error}");
    // And one that is made anew.
    assert!(fresh(&cluster).change("shop", &Change::claim(&FIRST, "")).await?);
    let error = is_refused(&mut holder).await?;
    assert!(error.starts_with("the registry of the leases is \""), "{error}");
    Ok(())
}

/// A registry that older processes have made, beside which they still run.
#[tokio::test]
async fn a_registry_without_an_identity_gets_one_by_the_first_write() -> Result {
    let cluster = cluster(1)?;
    cluster.control(0, &["put", "snowflake_leases/shop/nodes/7", "--", "1 0000001767225600000"])?;
    let (mut one, mut other) = (fresh(&cluster), fresh(&cluster));
    for store in [&mut one, &mut other] {
        assert_eq!(store.read("shop").await?.rows, [SEVEN]);
        assert_eq!(store.list().await?.identity, None);
    }
    assert!(one.change("shop", &Change::renew(&renewal(NOW + 1))).await?);
    let added = one.list().await?.identity.ok_or("none was added")?;
    // An older process renews.
    cluster.control(0, &["put", "snowflake_leases/shop/nodes/7", "--", "1 0000001767225600002"])?;
    assert!(other.change("shop", &Change::renew(&renewal(NOW + 3))).await?);
    assert_eq!(other.list().await?.identity, Some(added));
    Ok(())
}

#[tokio::test]
async fn processes_that_start_at_once_agree() -> Result {
    let cluster = cluster(1)?;
    let claims = (0..20).map(|node| {
        let mut store = fresh(&cluster);
        tokio::spawn(async move {
            let row = LeaseRow { node, ..SEVEN };
            let claimed =
                store.change("shop", &Change::claim(&Claim { expected: None, row }, "")).await?;
            let renewal = Renewal { node, token: 1, until: NOW + 1 };
            Ok::<_, StoreError>(claimed && store.change("shop", &Change::renew(&renewal)).await?)
        })
    });
    for claim in claims.collect::<Vec<_>>() {
        assert!(claim.await??);
    }
    Ok(())
}

#[tokio::test]
async fn an_identity_of_somebody_else_is_an_error_until_a_fence() -> Result {
    let cluster = cluster(1)?;
    cluster.control(0, &["put", "snowflake_leases/ registry", "nonsense"])?;
    let error =
        fresh(&cluster).change("shop", &Change::claim(&FIRST, "")).await.expect_err("no identity");
    assert_eq!(
        error.to_string(),
        "the key \"snowflake_leases/ registry\" has the value \"nonsense\", which is not the \
         identity of a registry: find out what wrote it, then run `snowflake nodes --fence \
         --database-url etcd://…`, which writes a new one"
    );
    let listed = fresh(&cluster).list().await?.contradiction.map(|listed| listed.to_string());
    assert_eq!(listed, Some(error.to_string()));
    fence(&cluster, "shop").await?;
    assert_eq!(fresh(&cluster).read("shop").await?.rows.len(), 200);
    Ok(())
}

/// As `snowflake nodes` may be given, to list.
#[tokio::test]
async fn the_right_to_read_is_enough_to_read() -> Result {
    let cluster = cluster(1)?;
    assert!(fresh(&cluster).change("shop", &Change::claim(&FIRST, "web-1")).await?);
    for line in [
        "user add root:secret",
        "user grant-role root root",
        "role add looking",
        "role grant-permission looking --prefix=true read snowflake_leases/",
        "user add shop:word",
        "user grant-role shop looking",
        "auth enable",
    ] {
        let arguments: Vec<_> = line.split(' ').collect();
        cluster.control(0, &arguments)?;
    }
    let mut store = fresh(&cluster).user("shop", "word");
    assert_eq!(store.read("shop").await?.rows, [SEVEN]);
    let listed = store.list().await?;
    assert_eq!((listed.rows.len(), listed.contradiction.is_none()), (1, true));
    assert_eq!(listed.rows[0].holder.as_deref(), Some("web-1"));
    let denied = store.raise(&[("shop", SEVEN)], "a fence").await.expect_err("denied").to_string();
    assert!(denied.contains("--prefix=true readwrite snowflake_leases/"), "{denied}");
    let denied = store
        .change("shop", &Change::renew(&renewal(NOW + 1)))
        .await
        .expect_err("denied")
        .to_string();
    assert!(denied.contains("permission denied"), "{denied}");
    Ok(())
}

/// Renewals and claims while fences are made: none is lost, and none lowers a row.
#[tokio::test]
async fn a_fence_meets_others_that_write() -> Result {
    let cluster = cluster(1)?;
    let mut store = fresh(&cluster);
    assert!(store.change("shop", &Change::claim(&FIRST, "")).await?);
    let writer = tokio::spawn(async move {
        let (mut last, mut fences) = (SEVEN, 0);
        while fences < 5 {
            let renewal = Renewal { node: 7, token: last.token, until: last.until + 1 };
            if store.change("shop", &Change::renew(&renewal)).await? {
                last.until = renewal.until;
                continue;
            }
            fences += 1;
            let rows = store.read("shop").await?.rows;
            let read = *rows.iter().find(|row| row.node == 7).expect("it was claimed");
            assert!(
                read.token > last.token && read.until >= last.until,
                "{last:?} became {read:?}"
            );
            last = LeaseRow { token: read.token + 1, ..read };
            if !store
                .change("shop", &Change::claim(&Claim { expected: Some(read), row: last }, ""))
                .await?
            {
                last = read;
            }
        }
        Ok::<_, StoreError>(())
    });
    let mut tokens = vec![];
    while !writer.is_finished() {
        let rows = fresh(&cluster).read("shop").await?.rows;
        let now = NOW + tokens.len() as i64;
        let read = |node| rows.iter().find(|row| row.node == node).copied();
        let raised: Vec<_> = (0..70).map(|node| ("shop", fenced(now, node, read(node)))).collect();
        fresh(&cluster).raise(&raised, "a fence").await?;
        tokens.push(raised[7].1.token);
    }
    writer.await??;
    assert!(tokens.is_sorted_by(|before, after| before < after));
    Ok(())
}
