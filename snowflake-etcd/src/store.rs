//! Operations on the keys.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use snowflake_lease::{AsyncStore, Claim, Registry, Release, Renewal, StoreError, record};
use tonic::transport::Endpoint;

use crate::cluster::{Cluster, Repeat};
use crate::error::corrupt;
use crate::key::{Keys, above, below, parse, value};
use crate::rpc::{
    Compare, CompareResult, CompareTarget, KeyValue, PutRequest, RangeRequest, Request, RequestOp,
    Response, TargetUnion, TxnRequest, TxnResponse,
};

/// Leases in etcd. See [the crate](crate) for its keys, and for the requirements on the
/// cluster.
///
/// An operation that is dropped (by `tokio::time::timeout`, for example) drops its
/// connection, and the next operation asks the next member.
pub struct EtcdStore {
    cluster: Cluster,
    prefix: String,
}

impl EtcdStore {
    /// A store on the members with these URLs, separated by commas, as in `etcdctl --endpoints`.
    /// They must be members of one cluster.
    ///
    /// It connects at the first operation, which must run on a tokio runtime. Connecting to a
    /// member may take 3 s, and so may an answer.
    ///
    /// ```
    /// # use snowflake_etcd::EtcdStore;
    /// let store = EtcdStore::new("http://10.0.0.1:2379,http://10.0.0.2:2379,http://10.0.0.3:2379")?;
    /// # Ok::<(), snowflake_lease::StoreError>(())
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
    /// # use snowflake_etcd::EtcdStore;
    /// use std::time::Duration;
    /// use tonic::transport::Endpoint;
    ///
    /// let members = ["https://etcd-0:2379", "https://etcd-1:2379", "https://etcd-2:2379"];
    /// let endpoints = members.map(|url| {
    ///     // With a feature such as tonic's `tls-ring`, `.tls_config(…)` is here.
    ///     Endpoint::from_static(url).timeout(Duration::from_secs(3))
    /// });
    /// let store = EtcdStore::with_endpoints(endpoints)?;
    /// # Ok::<(), snowflake_lease::StoreError>(())
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
        Self { cluster, prefix: "snowflake_leases/".to_owned() }
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

    async fn txn(&mut self, txn: TxnRequest, repeat: Repeat) -> Result<TxnResponse, StoreError> {
        self.cluster.txn(txn, repeat).await.map_err(|failure| failure.into_error(&self.prefix))
    }
}

impl AsyncStore for EtcdStore {
    async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        let keys = Keys::new(&self.prefix, space)?;
        let (key, range_end) = keys.nodes();
        let range = self.cluster.range(RangeRequest { key, range_end }).await;
        let range = range.map_err(|failure| failure.into_error(&self.prefix))?;
        let rows = range.kvs.iter().map(|KeyValue { key, value }| keys.row(key, value));
        Ok(Registry { rows: rows.collect::<Result<_, _>>()?, unix_millis: machine_millis() })
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        Ok(machine_millis())
    }

    async fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> Result<bool, StoreError> {
        let keys = Keys::new(&self.prefix, space)?;
        let row = claim.row;
        let key = keys.node(row.node);
        let condition = match claim.expected {
            None => absent(&key),
            Some(read) => compare(&key, CompareResult::Equal, value(read.token, read.until)),
        };
        let claimed = TxnRequest {
            compare: vec![condition],
            success: vec![
                put(key, value(row.token, record::until(row.until))),
                put(keys.holder(row.node), record::holder(holder).as_bytes().to_vec()),
            ],
            failure: vec![],
        };
        // Sent again, it would find the row that it has written, and take it for that of
        // somebody else.
        Ok(self.txn(claimed, Repeat::Never).await?.succeeded)
    }

    async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        let keys = Keys::new(&self.prefix, space)?;
        let key = keys.node(renewal.node);
        let renewed = value(renewal.token, record::until(renewal.until));
        let raise = TxnRequest {
            compare: vec![
                compare(&key, CompareResult::Greater, below(renewal.token)),
                compare(&key, CompareResult::Less, renewed.clone()),
            ],
            success: vec![put(key.clone(), renewed)],
            failure: vec![get(key)],
        };
        let answer = self.txn(raise, Repeat::AtOtherMembers).await?;
        if answer.succeeded {
            return Ok(true);
        }
        // There is nothing to raise, or the row is not the caller's.
        let found = answer.responses.first().and_then(|answer| answer.response.as_ref());
        let Some(Response::Range(found)) = found else {
            return Err(StoreError::new("etcd: the answer to a transaction lacks what was read"));
        };
        let Some(KeyValue { key, value }) = found.kvs.first() else { return Ok(false) };
        let (token, _) = parse(value).ok_or_else(|| corrupt(key, value))?;
        Ok(token == renewal.token)
    }

    async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        let keys = Keys::new(&self.prefix, space)?;
        let key = keys.node(release.node);
        let released = TxnRequest {
            compare: vec![
                compare(&key, CompareResult::Greater, below(release.token)),
                compare(&key, CompareResult::Less, above(release.token)),
            ],
            success: vec![put(key, value(release.token, record::until(release.until)))],
            failure: vec![],
        };
        Ok(self.txn(released, Repeat::AtOtherMembers).await?.succeeded)
    }
}

impl fmt::Debug for EtcdStore {
    /// Without the user and the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EtcdStore").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

fn absent(key: &[u8]) -> Compare {
    Compare {
        result: CompareResult::Equal.into(),
        target: CompareTarget::CreateRevision.into(),
        key: key.to_vec(),
        target_union: Some(TargetUnion::CreateRevision(0)),
    }
}

fn compare(key: &[u8], result: CompareResult, value: Vec<u8>) -> Compare {
    Compare {
        result: result.into(),
        target: CompareTarget::Value.into(),
        key: key.to_vec(),
        target_union: Some(TargetUnion::Value(value)),
    }
}

fn put(key: Vec<u8>, value: Vec<u8>) -> RequestOp {
    RequestOp { request: Some(Request::Put(PutRequest { key, value })) }
}

fn get(key: Vec<u8>) -> RequestOp {
    RequestOp { request: Some(Request::Range(RangeRequest { key, range_end: vec![] })) }
}

/// The clock of this machine: etcd has none that it shows.
fn machine_millis() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or_else(
        |before| -(before.duration().as_millis() as i64),
        |since| since.as_millis() as i64,
    )
}
