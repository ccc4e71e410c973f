//! Leases of a large fleet: all processes claim a node number at once, then all renew.

mod pool;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use snowflake_kit::etcd::EtcdStore;
use snowflake_kit::lease::{AsyncStore, Kept, LeaseBuilder};
use snowflake_kit::mint::SystemClock;
use snowflake_kit::postgres::lease::{LeaseStore, up};
use test_servers::{Durability, EtcdCluster, Server};
use tokio::task::JoinSet;
use tokio_postgres::{Config, NoTls};

use crate::Failure;
use crate::plan::Plan;
use pool::{Pool, Shared};

/// Where the leases are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A table of PostgreSQL.
    Postgres,
    /// A cluster of etcd.
    Etcd,
}

impl Place {
    /// Each of them.
    pub const ALL: [Self; 2] = [Self::Postgres, Self::Etcd];
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Postgres => "PostgreSQL",
            Self::Etcd => "etcd, three members",
        })
    }
}

/// The bits of a node number that the fleet has.
pub const NODE_BITS: u32 = 14;

/// What came of it at one place.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// Where.
    pub place: Place,
    /// All claims.
    pub claims: Phase,
    /// One renewal of each.
    pub renewals: Phase,
}

/// What all processes did at once.
#[derive(Clone, Debug)]
pub struct Phase {
    /// From the first to the last.
    pub all: Duration,
    /// Of each process, sorted. They wait for a connection.
    pub each: Vec<Duration>,
    /// Operations of the store.
    pub operations: usize,
    /// Rounds that failed, and were tried again.
    pub failures: usize,
}

/// Claims and renews, over as many connections as the plan has.
///
/// # Errors
/// If a server does not start.
///
/// # Panics
/// If two processes have one node number.
pub fn measure(place: Place, plan: &Plan) -> Result<Fleet, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match place {
            Place::Postgres => {
                let kind = test_servers::Database::Postgres;
                let server = Server::start(kind, Durability::Default, &[])?;
                let config: Config = server.url().parse()?;
                let (client, connection) = config.connect(NoTls).await?;
                tokio::spawn(connection);
                up(&client).await?;
                fleet(place, plan, || Ok(LeaseStore::new(config.clone()))).await
            }
            Place::Etcd => {
                let cluster = EtcdCluster::start(3, |_, port| Ok(port))?;
                fleet(place, plan, || Ok(EtcdStore::new(&cluster.urls())?)).await
            }
        }
    })
}

async fn fleet<S: AsyncStore>(
    place: Place,
    plan: &Plan,
    store: impl Fn() -> Result<S, Failure>,
) -> Result<Fleet, Failure> {
    let stores = (0..plan.connections).map(|_| store()).collect::<Result<Vec<_>, _>>()?;
    let pool = Arc::new(Pool::new(stores));
    let keepers = (0..plan.processes).map(|process| {
        let builder = LeaseBuilder::new(Shared(Arc::clone(&pool))).space("fleet");
        // No lease may end before the last process has claimed its own.
        let builder = builder.nodes(..1 << NODE_BITS).term(Duration::from_hours(1));
        builder.seed(process as u64).keeper(SystemClock::new())
    });
    let keepers = keepers.collect::<Result<Vec<_>, _>>()?;

    let (claims, claimed) = phase(&pool, keepers).await;
    let nodes: BTreeSet<_> = claimed.iter().filter_map(|(_, kept)| node(kept)).collect();
    assert_eq!(nodes.len(), plan.processes, "each process has a node of its own");
    let keepers = claimed.into_iter().map(|(keeper, _)| keeper).collect();
    let (renewals, renewed) = phase(&pool, keepers).await;
    assert!(renewed.iter().all(|(_, kept)| matches!(kept, Kept::Renewed)), "all are renewed");
    Ok(Fleet { place, claims, renewals })
}

type Keeper<S> = snowflake_kit::lease::Keeper<Shared<S>, SystemClock>;

fn node(kept: &Kept) -> Option<u32> {
    match kept {
        Kept::Changed(permit) => Some(permit.node()),
        Kept::Renewed => None,
    }
}

/// A round of all keepers at once.
async fn phase<S: AsyncStore>(
    pool: &Pool<S>,
    keepers: Vec<Keeper<S>>,
) -> (Phase, Vec<(Keeper<S>, Kept)>) {
    let (before, began) = (pool.operations(), Instant::now());
    let mut rounds = JoinSet::new();
    for mut keeper in keepers {
        rounds.spawn(async move {
            let (began, mut failures) = (Instant::now(), 0);
            let kept = loop {
                match keeper.round().await {
                    Ok(kept) => break kept,
                    // As a process that keeps a lease does.
                    Err(_) => tokio::time::sleep(keeper.wait()).await,
                }
                failures += 1;
            };
            (keeper, kept, began.elapsed(), failures)
        });
    }
    let done = rounds.join_all().await;
    let (all, operations) = (began.elapsed(), pool.operations() - before);
    let mut each: Vec<_> = done.iter().map(|(_, _, time, _)| *time).collect();
    each.sort_unstable();
    let failures = done.iter().map(|(_, _, _, failures)| failures).sum();
    let kept = done.into_iter().map(|(keeper, kept, ..)| (keeper, kept)).collect();
    (Phase { all, each, operations, failures }, kept)
}
