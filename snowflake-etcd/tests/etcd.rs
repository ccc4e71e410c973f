//! Leases on real members of etcd.

use std::error::Error;
use std::time::Duration;

use lease_suite::{Awaited, fleet};
use snowflake_kit_etcd::EtcdStore;
use snowflake_kit_lease::{AsyncStore, Change, Claim, LeaseRow, Release, Renewal, conformance};
use test_servers::EtcdCluster;
use tokio::time::timeout;
use tonic::transport::Endpoint;

type Result = std::result::Result<(), Box<dyn Error>>;

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

const SEVEN: LeaseRow = LeaseRow { node: 7, token: 1, until: NOW };

const FIRST: Claim = Claim { expected: None, row: SEVEN };

fn cluster(count: usize) -> std::result::Result<EtcdCluster, test_servers::Failed> {
    EtcdCluster::start(count, |_, port| Ok(port))
}

fn renewal(until: i64) -> Renewal {
    Renewal { node: 7, token: 1, until }
}

#[tokio::test]
async fn conforms() -> Result {
    let cluster = cluster(1)?;
    conformance::check_async(|| EtcdStore::new(&cluster.urls()).expect("a URL")).await;
    Ok(())
}

#[tokio::test]
async fn conforms_on_three_members() -> Result {
    let cluster = cluster(3)?;
    conformance::check_async(|| EtcdStore::new(&cluster.urls()).expect("URLs")).await;
    Ok(())
}

#[test]
fn a_fleet_that_starts_at_once_has_as_many_nodes() -> Result {
    let cluster = cluster(1)?;
    fleet::starts_at_once(|| Awaited(EtcdStore::new(&cluster.urls()).expect("a URL")));
    Ok(())
}

#[tokio::test]
async fn one_of_three_members_may_be_killed_or_paused() -> Result {
    let mut cluster = cluster(3)?;
    let mut store = EtcdStore::new(&cluster.urls())?;
    assert!(store.change("shop", &Change::claim(&FIRST, "web-1")).await?);
    let mut until = NOW;
    for member in [0, 1, 2] {
        for paused in [true, false] {
            if paused {
                cluster.pause(member)?;
            } else {
                cluster.crash(member)?;
            }
            // The leader may be away, and another one has to be elected.
            let mut failures = 0;
            until += 1;
            while !store.change("shop", &Change::renew(&renewal(until))).await.unwrap_or_default() {
                failures += 1;
                assert!(failures < 10, "member {member} is missed");
            }
            if paused {
                cluster.go_on(member)?;
            }
            cluster.wait(member)?;
        }
    }
    assert_eq!(store.read("shop").await?.rows, [LeaseRow { until, ..SEVEN }]);
    Ok(())
}

/// As a keeper does after a third of the term.
#[tokio::test]
async fn after_a_dropped_request_the_next_member_is_asked() -> Result {
    let mut cluster = cluster(3)?;
    let mut store = EtcdStore::new(&cluster.urls())?;
    assert!(store.change("shop", &Change::claim(&FIRST, "web-1")).await?);
    let endpoints = cluster.urls().split(',').map(str::to_owned).collect::<Vec<_>>();
    // Without a time limit of its own.
    let endpoints = endpoints.into_iter().map(Endpoint::from_shared);
    let mut patient =
        EtcdStore::with_endpoints(endpoints.collect::<std::result::Result<Vec<_>, _>>()?)?;
    patient.read("shop").await?;
    for member in [0, 1, 2] {
        cluster.pause(member)?;
        let mut answers = 0;
        for _ in 0..10 {
            let read = timeout(Duration::from_secs(1), patient.read("shop")).await;
            answers += usize::from(read.is_ok_and(|read| read.is_ok()));
        }
        assert!(answers >= 5, "{answers} of 10 while member {member} is paused");
        cluster.go_on(member)?;
        cluster.wait(member)?;
    }
    Ok(())
}

#[tokio::test]
async fn what_etcdctl_shows() -> Result {
    let cluster = cluster(1)?;
    let mut store = EtcdStore::new(&cluster.urls())?.prefix("team-a/");
    assert!(store.change("shop/eu", &Change::claim(&FIRST, "web-1 (4711)")).await?);
    assert!(
        store.change("shop/eu", &Change::Release(Release { node: 7, token: 1, until: 5 })).await?
    );
    let identity = cluster.control(0, &["get", "team-a/ registry", "--print-value-only"])?;
    let words: Vec<_> = identity.split_whitespace().collect();
    let [id, "cluster", _, "revision", "1", "log", _, "fence", "0"] = words[..] else {
        panic!("{identity:?}")
    };
    assert_eq!(id.len(), 32);
    let all = cluster.control(0, &["get", "--prefix", ""])?;
    assert_eq!(
        all,
        format!(
            "team-a/ registry\n{identity}\
             team-a/shop%2Feu/holders/7\nweb-1 (4711)\n\
             team-a/shop%2Feu/nodes/7\n1 0000000000000000005\n"
        )
    );
    Ok(())
}

/// Keys are not in the order of the numbers in them, so a store reads by single keys what it does
/// not read whole. It finds the same rows in each of its ways.
#[tokio::test]
async fn the_first_rows_of_many_nodes_are_read() -> Result {
    let cluster = cluster(1)?;
    let mut store = EtcdStore::new(&cluster.urls())?;
    let rows =
        [(0..=9).step_by(3).collect::<Vec<_>>(), (95..=130).collect(), (995..=1_030).collect()];
    for node in rows.concat() {
        let row = LeaseRow { node, ..SEVEN };
        assert!(store.change("shop", &Change::claim(&Claim { expected: None, row }, "")).await?);
    }
    let all = store.read("shop").await?;
    assert_eq!(all.rows.len(), 76);
    for nodes in [0..=u32::MAX, 0..=1_023, 1..=99, 96..=4_000, 131..=994, 131..=900, 1_020..=9_999]
    {
        for most in [0, 1, 5, 39, 41, 75, 76, 77, usize::MAX] {
            let read = store.read_nodes("shop", nodes.clone(), most).await?.rows;
            assert_eq!(read, all.clone().only(&nodes, most).rows, "{most} of {nodes:?}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_space_does_not_reach_into_another_one() -> Result {
    let cluster = cluster(1)?;
    let mut store = EtcdStore::new(&cluster.urls())?;
    for (space, token) in ["a", "a/nodes", "a%2Fnodes", "a/nodes/7"].into_iter().zip(1..) {
        let row = LeaseRow { token, ..SEVEN };
        assert!(store.change(space, &Change::claim(&Claim { expected: None, row }, "")).await?);
        assert_eq!(store.read(space).await?.rows, [row]);
    }
    Ok(())
}

#[tokio::test]
async fn values_of_somebody_else_are_errors() -> Result {
    let cluster = cluster(1)?;
    let mut store = EtcdStore::new(&cluster.urls())?;
    let odd =
        ["", "1", "1 5", "+1 0001767225600000", "01 0001767225600000000", "1 000176722560000000x"];
    for value in
        odd.into_iter().chain(["1  001767225600000000", "9223372036854775808 0001767225600000000"])
    {
        cluster.control(0, &["put", "snowflake_leases/shop/nodes/7", "--", value])?;
        let error = store.read("shop").await.expect_err("not a lease").to_string();
        assert_eq!(
            error,
            format!(
                "the key \"snowflake_leases/shop/nodes/7\" has the value {value:?}, which is not \
                 a token and 19 digits of Unix ms: find out what wrote it, and set a time that no \
                 ID of the node has reached"
            )
        );
        assert!(
            !store.change("shop", &Change::claim(&FIRST, "web-1")).await?,
            "the node has a value"
        );
        assert!(
            !store
                .change("shop", &Change::Release(Release { node: 7, token: 7, until: 0 }))
                .await?
        );
        store.change("shop", &Change::renew(&renewal(NOW))).await.expect_err("not a lease");
    }
    cluster.control(0, &["del", "snowflake_leases/shop/nodes/7"])?;
    cluster.control(0, &["put", "snowflake_leases/shop/nodes/007", "1 0001767225600000000"])?;
    let error = store.read("shop").await.expect_err("not a node").to_string();
    assert!(error.starts_with("the key \"snowflake_leases/shop/nodes/007\""), "{error}");
    Ok(())
}

#[tokio::test]
async fn users() -> Result {
    let mut cluster = cluster(1)?;
    for line in [
        "user add root:secret",
        "user grant-role root root",
        "role add minting",
        "role grant-permission minting --prefix=true readwrite snowflake_leases/",
        "user add shop:word",
        "user grant-role shop minting",
        "auth enable",
    ] {
        let arguments: Vec<_> = line.split(' ').collect();
        cluster.control(0, &arguments)?;
    }
    let urls = cluster.urls();
    let told = |mut store: EtcdStore| async move {
        store.change("shop", &Change::claim(&FIRST, "")).await.expect_err("refused").to_string()
    };
    assert_eq!(
        told(EtcdStore::new(&urls)?).await,
        "etcd: etcdserver: user name is empty: this cluster has authentication: name a user with \
         `EtcdStore::user`, or in the URL of `snowflake nodes`"
    );
    assert_eq!(
        told(EtcdStore::new(&urls)?.user("shop", "wrong")).await,
        "etcd: etcdserver: authentication failed, invalid user ID or password: check the name and \
         the password of the user"
    );
    assert_eq!(
        told(EtcdStore::new(&urls)?.user("shop", "word").prefix("team-a/")).await,
        "etcd: etcdserver: permission denied: run `etcdctl role grant-permission <role> \
         --prefix=true readwrite team-a/`"
    );
    let mut store = EtcdStore::new(&urls)?.user("shop", "word");
    assert!(!format!("{store:?}").contains("word"));
    assert!(store.change("shop", &Change::claim(&FIRST, "")).await?);
    // A member that begins anew knows no tokens.
    cluster.crash(0)?;
    let ready = tokio::time::sleep(Duration::from_millis(200));
    ready.await;
    let mut failures = 0;
    loop {
        match store.change("shop", &Change::renew(&renewal(NOW + 1))).await {
            Ok(renewed) => break assert!(renewed),
            Err(error) => {
                let error = error.to_string();
                assert!(!error.contains("token"), "it logs in again: {error}");
                failures += 1;
                assert!(failures < 50, "{error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    Ok(())
}

#[tokio::test]
async fn members_of_two_clusters_are_refused() -> Result {
    let (mut one, mut other) = (cluster(1)?, cluster(1)?);
    let both = format!("{},{}", one.urls(), other.urls());
    let mut store = EtcdStore::new(&both)?;
    store.read("shop").await?;
    // Whichever it was: the other one is asked next, and after that neither.
    for cluster in [&mut one, &mut other] {
        cluster.pause(0)?;
        // The signal takes a moment.
        tokio::time::sleep(Duration::from_millis(200)).await;
        let read = store.read("shop").await;
        cluster.go_on(0)?;
        if let Err(error) = read {
            assert!(error.to_string().contains("after cluster"), "{error}");
            store.read("shop").await.expect_err("it stays so");
            return Ok(());
        }
    }
    panic!("both clusters were taken for one")
}

#[tokio::test]
async fn addresses_that_are_not_those_of_etcd() -> Result {
    let refused = |urls| EtcdStore::new(urls).expect_err("not a URL").to_string();
    assert!(refused("").starts_with("URL number 1 is not the URL of a member of etcd"));
    assert!(refused("http://a:1,,http://b:2").starts_with("URL number 2 is not the URL"));
    assert!(refused("http://").starts_with("URL number 1 is not the URL"));
    assert!(refused("http://a b").starts_with("URL number 1 is not the URL"));
    assert_eq!(
        EtcdStore::with_endpoints([]).expect_err("no endpoint").to_string(),
        "the cluster has no members: give at least one endpoint"
    );
    // Nobody listens there.
    let mut store = EtcdStore::new("127.0.0.1:9")?;
    let error = store.read("shop").await.expect_err("no etcd").to_string();
    assert!(error.starts_with("no connection to etcd at http://127.0.0.1:9/: "), "{error}");
    // The password of a user belongs to `user`.
    assert!(!refused("http://ada:s3 cret@a").contains("cret"));
    let mut store = EtcdStore::new("http://ada:s3cret@127.0.0.1:9")?;
    let error = store.read("shop").await.expect_err("no etcd");
    assert!(
        error.to_string().starts_with("no connection to etcd at http://127.0.0.1:9/: "),
        "{error}"
    );
    Ok(())
}
