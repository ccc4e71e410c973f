//! A process that mints all the time, by a lease.

use std::any::Any;
use std::env;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::Duration;

use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_etcd::EtcdStore;
use snowflake_kit_lease::{AsyncStore, ClaimError, FileStore, LeaseBuilder, StoreErrorKind};
use snowflake_kit_sqlx::sqlx_0_9::lease::{Driver, LeaseStore};
use sqlx::ConnectOptions;
use sqlx::mysql::MySqlConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use tokio::runtime::{Builder, Runtime};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct OrderId(Snowflake);

/// Where the leases of a process are, which node it prefers, and whether it takes a server
/// that forgets.
const STORE: &str = "SNOWFLAKE_TEST_STORE";
const NODE: &str = "SNOWFLAKE_TEST_NODE";
const TRUSTS: &str = "SNOWFLAKE_TEST_TRUSTS";

/// The term of the leases.
const TERM: Duration = Duration::from_secs(1);

/// Such a process, which ends with this value, and does not give its lease back.
pub(super) struct Minter {
    process: Child,
    answers: Lines<BufReader<ChildStdout>>,
    pub(super) node: u32,
}

/// What a process has done since it was asked the last time.
#[derive(Debug, Default)]
pub(super) struct Minted {
    pub(super) ids: Vec<i64>,
    /// Why its last mint failed, if it did.
    pub(super) error: Option<String>,
}

impl Minter {
    /// Starts a process on a server whose commits last. The error is that of the claim.
    pub(super) fn start(url: &str, node: u32) -> Result<Self, String> {
        Self::begin(Command::new(env::current_exe().unwrap()), url, node, false)
    }

    /// Starts one on a server of the tests, which may forget.
    pub(super) fn trusting(url: &str, node: u32) -> Result<Self, String> {
        Self::begin(Command::new(env::current_exe().unwrap()), url, node, true)
    }

    /// Starts one that gets an error, and no signal, for a file that becomes too large.
    pub(super) fn that_may_be_limited(url: &str, node: u32) -> Result<Self, String> {
        Self::in_shell("trap '' XFSZ; exec \"$0\" \"$@\"", url, node)
    }

    /// Starts one that can write 1,024 bytes at most to each file.
    pub(super) fn on_a_full_disk(url: &str, node: u32) -> Result<Self, String> {
        Self::in_shell("trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\"", url, node)
    }

    fn in_shell(script: &str, url: &str, node: u32) -> Result<Self, String> {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).arg(env::current_exe().unwrap());
        Self::begin(shell, url, node, false)
    }

    fn begin(mut command: Command, url: &str, node: u32, trusts: bool) -> Result<Self, String> {
        let mut process = command
            .args(["--exact", "restored::minter::mints", "--nocapture"])
            .env(STORE, url)
            .env(NODE, node.to_string())
            .env(TRUSTS, trusts.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut answers = BufReader::new(process.stdout.take().unwrap()).lines();
        let claimed = answers.by_ref().map(Result::unwrap).find_map(|line| {
            let node = line.strip_prefix("holds ").map(|node| Ok(node.parse().unwrap()));
            node.or_else(|| line.strip_prefix("refused ").map(|error| Err(error.to_owned())))
        });
        match claimed.expect("it says how its claim went") {
            Ok(node) => Ok(Self { process, answers, node }),
            Err(error) => {
                process.wait().unwrap();
                Err(error)
            }
        }
    }

    /// What it has minted since the last time.
    pub(super) fn take(&mut self) -> Minted {
        writeln!(self.process.stdin.as_mut().unwrap()).unwrap();
        let mut answer = |name| {
            let line = self.answers.next().expect("it answers").unwrap();
            line.strip_prefix(name).unwrap_or_else(|| panic!("{line:?} is not {name:?}")).to_owned()
        };
        let ids = answer("ids").split_whitespace().map(|id| id.parse().unwrap()).collect();
        Minted { ids, error: Some(answer("error ")).filter(|error| !error.is_empty()) }
    }

    pub(super) fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Stops it, as a machine that is suspended, or lets it go on.
    pub(super) fn signal(&self, signal: &str) {
        let status = Command::new("kill").args(["-s", signal, &self.pid().to_string()]).status();
        assert!(status.unwrap().success());
    }

    /// Starts a process again and again, until the fence does not refuse it any more.
    #[track_caller]
    pub(super) fn start_when_free(start: impl Fn() -> Result<Self, String>) -> Self {
        let mut started = None;
        let mut refused = 0;
        super::wait_until("a process that claims", || match start() {
            Ok(minter) => {
                started = Some(minter);
                true
            }
            Err(error) => {
                let expected = "all nodes of the space \"shop\", 0 to 1023, are fenced";
                assert!(error.starts_with(expected), "{error}");
                refused += 1;
                false
            }
        });
        assert!(refused > 0, "the fence refused nothing");
        started.unwrap()
    }
}

impl Drop for Minter {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What such a process does; as a test of its own it has no store.
#[test]
fn mints() {
    let Ok(store) = env::var(STORE) else { return };
    let node = env::var(NODE).unwrap().parse().unwrap();
    // The harness has begun a line.
    println!();
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let lease = match install_in_time(&runtime, &store, node) {
        Ok((node, lease)) => {
            println!("holds {node}");
            lease
        }
        Err(error) => {
            println!("refused {error}");
            return;
        }
    };
    let minted = Arc::new(Mutex::new((Vec::new(), None)));
    let shared = Arc::clone(&minted);
    thread::spawn(move || mint_all_the_time(&shared));
    for _ in std::io::stdin().lines() {
        let (ids, error) = std::mem::take(&mut *minted.lock().unwrap());
        let ids: Vec<_> = ids.iter().map(|id: &OrderId| id.get().to_string()).collect();
        println!("ids {}\nerror {}", ids.join(" "), error.unwrap_or_default());
    }
    drop(lease);
}

/// A few IDs each millisecond. The error stays until the next ID is minted.
fn mint_all_the_time(minted: &Mutex<(Vec<OrderId>, Option<String>)>) {
    loop {
        let id = OrderId::try_mint();
        let mut minted = minted.lock().unwrap();
        match id {
            Ok(id) => {
                minted.0.push(id);
                minted.1 = None;
            }
            Err(error) => minted.1 = Some(error.to_string()),
        }
        let is_pause = minted.1.is_some() || minted.0.len().is_multiple_of(4);
        drop(minted);
        if is_pause {
            sleep(Duration::from_millis(1));
        }
    }
}

/// The node, and its lease.
type Installed = (u32, Box<dyn Any>);

/// Claims again if the store was too slow: on a busy machine a server may take longer than the
/// half second that a term of a second leaves it.
fn install_in_time(runtime: &Runtime, store: &str, node: u32) -> Result<Installed, ClaimError> {
    const TRIES: usize = 10;
    for _ in 1..TRIES {
        match install(runtime, store, node) {
            Err(ClaimError::Store(error))
                if matches!(error.kind(), StoreErrorKind::TimedOut { .. }) => {}
            claimed => return claimed,
        }
    }
    install(runtime, store, node)
}

fn install(runtime: &Runtime, store: &str, node: u32) -> Result<Installed, ClaimError> {
    match store.split_once("://") {
        Some(("postgres", _)) => {
            install_async::<PgConnectOptions>(runtime, store.parse().unwrap(), node)
        }
        Some(("mysql", _)) => {
            install_async::<MySqlConnectOptions>(runtime, store.parse().unwrap(), node)
        }
        Some(("etcd", members)) => {
            keep_async(runtime, LeaseBuilder::new(EtcdStore::new(members).unwrap()), node)
        }
        Some(_) => install_async::<SqliteConnectOptions>(runtime, store.parse().unwrap(), node),
        None => {
            let lease = LeaseBuilder::new(FileStore::new(store));
            let lease = lease.space("shop").term(TERM).preferred_node(node).install()?;
            Ok((lease.node().unwrap(), Box::new(lease)))
        }
    }
}

fn install_async<O>(runtime: &Runtime, options: O, node: u32) -> Result<Installed, ClaimError>
where
    O: Driver + ConnectOptions,
{
    let mut store = LeaseStore::new(options);
    if env::var(TRUSTS).unwrap() == "true" {
        store = store.trust_durability();
    }
    keep_async(runtime, LeaseBuilder::new(store), node)
}

fn keep_async<S: AsyncStore>(
    runtime: &Runtime,
    lease: LeaseBuilder<S>,
    node: u32,
) -> Result<Installed, ClaimError> {
    let lease = lease.space("shop").term(TERM).preferred_node(node);
    let lease = runtime.block_on(lease.install_async())?;
    Ok((lease.node().unwrap(), Box::new(lease)))
}
