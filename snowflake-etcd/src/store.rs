//! Operations on the keys.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::SystemTime;

use snowflake_kit_lease::__private::{record, unix_millis};
use snowflake_kit_lease::{AsyncStore, Change, LeaseRow, Registry, StoreError};
use tonic::transport::Endpoint;

use crate::cluster::{Answer, Cluster, Repeat};
use crate::error::{Failure, corrupt, corrupt_identity};
use crate::identity::Identity;
use crate::key::{self, SpaceKeys, above, below, parse, value};
use crate::registration::Registration;
use crate::rpc::{Compare, CompareResult, KeyValue, RequestOp, TxnRequest};
use crate::sight::Sight;
use crate::txn::{compare, found, get, is, put, range};

/// Leases in etcd. See [the crate](crate) for its keys, and for the requirements on the
/// cluster.
///
/// An operation that is dropped (by `tokio::time::timeout`, for example) drops its
/// connection, and the next operation asks the next member.
pub struct EtcdStore {
    pub(crate) cluster: Cluster,
    pub(crate) prefix: String,
    registration: Registration,
}

/// What an operation compares and does, beside looking at the registry's identity.
struct Step {
    condition: Vec<Compare>,
    writes: Vec<RequestOp>,
    /// What it reads if the condition does not hold.
    reads: Vec<RequestOp>,
    repeat: Repeat,
}

/// How many rows a transaction reads by their keys. etcd permits 128 operations (`--max-txn-ops`),
/// and one of them reads the identity.
const BY_KEY: u32 = 100;

/// How many such transactions look for the first rows of many nodes.
const TRANSACTIONS: usize = 8;

/// What became of a step: done, or what it read because the condition did not hold.
enum Outcome {
    Done,
    Not(Vec<KeyValue>),
}

impl EtcdStore {
    /// A store on the members with these URLs, separated by commas, as in `etcdctl --endpoints`.
    /// They must be members of one cluster.
    ///
    /// It connects at the first operation, which must run on a tokio runtime. Connecting to a
    /// member may take 3 s, and so may an answer.
    ///
    /// ```
    /// # use snowflake_kit_etcd::EtcdStore;
    /// let store = EtcdStore::new("http://10.0.0.1:2379,http://10.0.0.2:2379,http://10.0.0.3:2379")?;
    /// # Ok::<(), snowflake_kit_lease::StoreError>(())
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] if one of them is not a URL.
    pub fn new(urls: &str) -> Result<Self, StoreError> {
        Ok(Self::on(Cluster::parse(urls)?))
    }

    /// The same with endpoints of tonic, for TLS, client certificates, and other time limits. Give
    /// each a [`timeout`](Endpoint::timeout): otherwise a member that hangs uses up the time of an
    /// operation, which is a third of the lease's term.
    ///
    /// ```
    /// # use snowflake_kit_etcd::EtcdStore;
    /// use std::time::Duration;
    /// use tonic::transport::Endpoint;
    ///
    /// let members = ["https://etcd-0:2379", "https://etcd-1:2379", "https://etcd-2:2379"];
    /// let endpoints = members.map(|url| {
    ///     // With a feature such as tonic's `tls-ring`, `.tls_config(…)` is here.
    ///     Endpoint::from_static(url).timeout(Duration::from_secs(3))
    /// });
    /// let store = EtcdStore::with_endpoints(endpoints)?;
    /// # Ok::<(), snowflake_kit_lease::StoreError>(())
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] if there is no endpoint.
    pub fn with_endpoints(
        endpoints: impl IntoIterator<Item = Endpoint>,
    ) -> Result<Self, StoreError> {
        Ok(Self::on(Cluster::new(endpoints.into_iter().collect())?))
    }

    fn on(cluster: Cluster) -> Self {
        let (prefix, registration) = ("snowflake_leases/".to_owned(), Registration::default());
        Self { cluster, prefix, registration }
    }

    /// Logs in as this user of etcd, if authentication is enabled, and again when the token has
    /// expired. With client certificates you need no user.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn user(mut self, name: impl Into<String>, password: impl Into<String>) -> Self {
        self.cluster.log_in_as(name.into(), password.into());
        self
    }

    /// The beginning of all keys. Default: `snowflake_leases/`. It must be the same in all
    /// processes whose IDs must differ.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    pub(crate) async fn txn(
        &mut self,
        txn: &TxnRequest,
        repeat: Repeat,
    ) -> Result<Answer, StoreError> {
        self.cluster.txn(txn, repeat).await.map_err(|failure| failure.into_error(&self.prefix))
    }

    /// Reads keys, and the registry's identity, which must be what it was.
    async fn look(&mut self, reads: Vec<RequestOp>) -> Result<Vec<KeyValue>, StoreError> {
        let read = TxnRequest {
            compare: vec![],
            success: [get(key::identity(&self.prefix))].into_iter().chain(reads).collect(),
            failure: vec![],
        };
        let (answer, sight) = self.txn(&read, Repeat::AtOtherMembers).await?;
        self.check(found(&answer, 0)?, sight)?;
        let read = (1..answer.responses.len()).map(|number| found(&answer, number));
        Ok(read.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// Reads rows.
    async fn rows(
        &mut self,
        keys: &SpaceKeys,
        reads: Vec<RequestOp>,
    ) -> Result<Vec<LeaseRow>, StoreError> {
        let found = self.look(reads).await?;
        found.iter().map(|KeyValue { key, value }| keys.row(key, value)).collect()
    }

    /// The rows of these nodes, in their order, and of those the first `most`.
    ///
    /// Keys are in the order of their digits, in which node 10 is between 1 and 2. So if there are
    /// too many rows for one answer, each of these nodes is looked up by its key. It reads the whole
    /// space only if most of the first nodes have no row.
    async fn rows_of(
        &mut self,
        keys: &SpaceKeys,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Vec<LeaseRow>, StoreError> {
        if most == 0 {
            return self.rows(keys, vec![]).await;
        }
        let (first, last) = (*nodes.start(), *nodes.end());
        if last.saturating_sub(first) >= BY_KEY {
            // etcd takes 0 as "no limit", for what is more than an `i64`.
            let limit = i64::try_from(most).unwrap_or(0);
            let rows = self.rows(keys, vec![range(keys.nodes(), limit)]).await?;
            if rows.len() < most {
                return Ok(rows);
            }
        }
        let (mut rows, mut left) = (Vec::new(), nodes);
        for _ in 0..TRANSACTIONS {
            let some = left.by_ref().take(BY_KEY as usize);
            let reads: Vec<_> = some.map(|node| get(keys.node(node))).collect();
            rows.extend(self.rows(keys, reads).await?);
            if rows.len() >= most || left.is_empty() {
                return Ok(rows);
            }
        }
        self.rows(keys, vec![range(keys.nodes(), 0)]).await
    }

    /// Takes notice of the identity that was read, and of the cluster at the time.
    fn check(&mut self, read: &[KeyValue], now: Sight) -> Result<(), StoreError> {
        let parse = |KeyValue { key, value }: &KeyValue| {
            Identity::parse(value).ok_or_else(|| corrupt_identity(key, value))
        };
        let identity = read.first().map(parse).transpose()?;
        self.believe(identity, now)
    }

    fn believe(&mut self, identity: Option<Identity>, now: Sight) -> Result<(), StoreError> {
        let checked = self.registration.check(identity, now);
        checked.map_err(|error| Failure::Contradicted(error).into_error(&self.prefix))
    }

    /// Carries out a step in the registry that the store began with. A registry without an
    /// identity gets one with the first step.
    async fn carry_out(&mut self, step: &Step) -> Result<Outcome, StoreError> {
        let key = key::identity(&self.prefix);
        // Again only if the registry was fenced meanwhile, or another process has added its
        // identity. Then nothing has been written.
        loop {
            let sight = self.registration.settled();
            let known = self.registration.identity;
            // An identity is written with what two sights have told.
            let Some(sight) = sight.filter(|sight| known.is_some() || sight.is_complete()) else {
                self.look(vec![]).await?;
                continue;
            };
            let identity = known.map_or_else(|| Identity::new(sight), Ok)?;
            let value = |identity: Identity| identity.to_string().into_bytes();
            let added = known.is_none().then(|| put(key.clone(), value(identity)));
            let txn = TxnRequest {
                compare: [is(&key, known.map(value))]
                    .into_iter()
                    .chain(step.condition.iter().cloned())
                    .collect(),
                success: added.into_iter().chain(step.writes.iter().cloned()).collect(),
                failure: [get(key.clone())].into_iter().chain(step.reads.iter().cloned()).collect(),
            };
            let (answer, now) = self.txn(&txn, step.repeat).await?;
            if answer.succeeded {
                self.believe(Some(identity), now)?;
                return Ok(Outcome::Done);
            }
            self.check(found(&answer, 0)?, now)?;
            if self.registration.identity == known {
                let read = (1..=step.reads.len()).map(|number| found(&answer, number));
                let read = read.collect::<Result<Vec<_>, _>>()?.concat();
                return Ok(Outcome::Not(read));
            }
        }
    }
}

impl AsyncStore for EtcdStore {
    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        let keys = SpaceKeys::new(&self.prefix, space)?;
        let rows = self.rows_of(&keys, nodes.clone(), most).await?;
        Ok(Registry { rows, unix_millis: machine_millis() }.only(&nodes, most))
    }

    async fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        let keys = SpaceKeys::new(&self.prefix, space)?;
        let key = keys.node(change.node());
        let step = match change {
            Change::Claim { claim, holder } => {
                let (row, read) = (claim.row, claim.expected);
                let claimed = value(row.token, record::until(row.until));
                let holder = record::holder(holder).as_bytes().to_vec();
                Step {
                    condition: vec![is(&key, read.map(|read| value(read.token, read.until)))],
                    writes: vec![put(key, claimed), put(keys.holder(row.node), holder)],
                    reads: vec![],
                    // Sent again, it would find the row that it has written, and take it for that
                    // of another process.
                    repeat: Repeat::Never,
                }
            }
            Change::Renew { renewal, clock } => {
                let now = machine_millis();
                if !clock.contains(&now) {
                    return Err(StoreError::wrong_clock(now));
                }
                let renewed = value(renewal.token, record::until(renewal.until));
                Step {
                    condition: vec![
                        compare(&key, CompareResult::Greater, below(renewal.token)),
                        compare(&key, CompareResult::Less, renewed.clone()),
                    ],
                    writes: vec![put(key.clone(), renewed)],
                    reads: vec![get(key)],
                    repeat: Repeat::AtOtherMembers,
                }
            }
            Change::Release(release) => Step {
                condition: vec![
                    compare(&key, CompareResult::Greater, below(release.token)),
                    compare(&key, CompareResult::Less, above(release.token)),
                ],
                writes: vec![put(key, value(release.token, record::until(release.until)))],
                reads: vec![],
                repeat: Repeat::AtOtherMembers,
            },
        };
        match (self.carry_out(&step).await?, change) {
            (Outcome::Done, _) => Ok(true),
            // There is nothing to raise, or the row is not the caller's.
            (Outcome::Not(found), Change::Renew { renewal, .. }) if !found.is_empty() => {
                let KeyValue { key, value } = &found[0];
                let (token, _) = parse(value).ok_or_else(|| corrupt(key, value))?;
                Ok(token == renewal.token)
            }
            (Outcome::Not(_), _) => Ok(false),
        }
    }
}

impl fmt::Debug for EtcdStore {
    /// Without the user and the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EtcdStore").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

/// The clock of this machine: etcd has none that it shows.
pub(crate) fn machine_millis() -> i64 {
    unix_millis(SystemTime::now())
}
