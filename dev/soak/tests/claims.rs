//! A thousand processes that start at once.

use std::collections::BTreeSet;
use std::env;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection};
use snowflake_kit::Layout;
use snowflake_kit::lease::{
    AsyncStore, Claim, Kept, LeaseBuilder, Registry, Release, Renewal, StoreError,
};
use snowflake_kit::mint::SystemClock;
use snowflake_kit::snowflake_seaorm::lease::{LeaseStore, up};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

const PROCESSES: usize = 1_000;

/// What the server has to spare while other tests run.
const CONNECTIONS: usize = 40;

/// Takes turns on a few connections: a thousand are more than a server has.
#[derive(Clone)]
struct Shared(Arc<Pool>);

struct Pool {
    stores: Mutex<Vec<LeaseStore>>,
    free: Semaphore,
    operations: AtomicUsize,
}

impl Shared {
    /// One operation on a connection that is free.
    async fn on<R>(
        &self,
        operation: impl AsyncFnOnce(&mut LeaseStore) -> Result<R, StoreError>,
    ) -> Result<R, StoreError> {
        let _permit = self.0.free.acquire().await.map_err(StoreError::new)?;
        let mut store = self.stores().pop().expect("one for each permit");
        self.0.operations.fetch_add(1, Ordering::Relaxed);
        let result = operation(&mut store).await;
        self.stores().push(store);
        result
    }

    fn stores(&self) -> std::sync::MutexGuard<'_, Vec<LeaseStore>> {
        self.0.stores.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AsyncStore for Shared {
    fn read(&mut self, space: &str) -> impl Future<Output = Result<Registry, StoreError>> + Send {
        let (this, space) = (self.clone(), space.to_owned());
        Box::pin(async move { this.on(async |store| store.read(&space).await).await })
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        unreachable!("a claim reads the store's clock with the rows")
    }

    fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        let (this, space, claim, holder) =
            (self.clone(), space.to_owned(), *claim, holder.to_owned());
        Box::pin(
            async move { this.on(async |store| store.claim(&space, &claim, &holder).await).await },
        )
    }

    async fn renew(&mut self, _: &str, _: &Renewal) -> Result<bool, StoreError> {
        unreachable!("nothing is renewed here")
    }

    async fn release(&mut self, _: &str, _: &Release) -> Result<bool, StoreError> {
        unreachable!("nothing is released here")
    }
}

/// A database of this test's own.
async fn database() -> (DatabaseConnection, String) {
    let url = env::var("SNOWFLAKE_POSTGRES_URL").expect(
        "SNOWFLAKE_POSTGRES_URL is not set: run `cargo xtask test`, which starts the server",
    );
    let name = format!("claims_{}", std::process::id());
    let server = Database::connect(&url).await.unwrap();
    server.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
    let (server_url, _) = url.rsplit_once('/').unwrap();
    (server, format!("{server_url}/{name}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_claims_at_once_are_of_a_thousand_nodes() {
    let (server, url) = database().await;
    let db = Database::connect(&url).await.unwrap();
    up(&db).await.unwrap();
    let stores = (0..CONNECTIONS)
        // The server of the tests does nothing for its data to last.
        .map(|_| LeaseStore::new(ConnectOptions::new(url.clone())).trust_durability());
    let pool = Pool {
        stores: Mutex::new(stores.collect()),
        free: Semaphore::new(CONNECTIONS),
        operations: AtomicUsize::new(0),
    };
    let shared = Shared(Arc::new(pool));

    let began = Instant::now();
    let mut claims = JoinSet::new();
    for process in 0..PROCESSES {
        let builder = LeaseBuilder::new(shared.clone()).space("claims").seed(process as u64);
        let mut keeper = builder.nodes(..=Layout::DEFAULT.max_node()).keeper(SystemClock::new());
        claims.spawn(async move {
            let began = Instant::now();
            let Kept::Changed(permit) = keeper.as_mut().unwrap().round().await.unwrap() else {
                unreachable!("the first round claims");
            };
            (permit.node(), began.elapsed())
        });
    }
    let claims = claims.join_all().await;
    let all = began.elapsed();
    let nodes: BTreeSet<u32> = claims.iter().map(|(node, _)| *node).collect();
    assert_eq!(nodes.len(), PROCESSES);
    assert!(nodes.last() <= Some(&Layout::DEFAULT.max_node()));
    let mut times: Vec<_> = claims.iter().map(|(_, time)| *time).collect();
    times.sort_unstable();
    let operations = shared.0.operations.load(Ordering::Relaxed);
    println!(
        "{PROCESSES} claims over {CONNECTIONS} connections: {all:?} in all, {:?} in the median, \
         {:?} at most; {}.{:02} transactions for each",
        times[PROCESSES / 2],
        times[PROCESSES - 1],
        operations / PROCESSES,
        operations * 100 / PROCESSES % 100,
    );

    drop(shared);
    db.close().await.unwrap();
    let name = url.rsplit('/').next().unwrap();
    server.execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)")).await.unwrap();
}
