//! Leases in etcd.

use std::path::PathBuf;
use std::time::Duration;
use std::{fmt, fs};

use percent_encoding::percent_decode_str;
use snowflake_kit_etcd::{EtcdStore, ListedRow};
use snowflake_kit_lease::StoreError;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};

use super::Error;
use super::fence::{FencePlan, FencePlanner, HOLDER};
use super::row::RowTexts;
use super::snapshot::Snapshot;
use crate::moment;

/// A cluster, by how to connect to it.
#[derive(Debug)]
pub(super) struct Etcd {
    /// Host and port of each member, separated by commas.
    members: String,
    user: Option<(String, String)>,
    /// What `EtcdStore::prefix` was given, unless it is the default.
    prefix: Option<String>,
    tls: Option<Tls>,
}

/// Files of certificates, by the names that the URLs of databases have for them.
#[derive(Debug, Default)]
struct Tls {
    /// `sslrootcert`; without it, whatever the machine trusts.
    root: Option<PathBuf>,
    /// `sslcert` and `sslkey`.
    client: Option<(PathBuf, PathBuf)>,
}

/// The port of a member, if the URL has none.
const PORT: u16 = 2379;

/// How long an answer of a member may take, as without TLS.
const TIMEOUT: Duration = Duration::from_secs(3);

impl Etcd {
    /// The cluster of a URL, from what follows `etcd://`.
    pub(super) fn at(rest: &str) -> Result<Self, Error> {
        let unreadable = |wrong: &str| Error::Url { wrong: wrong.to_owned() };
        let decoded = |text: &str| {
            let text = percent_decode_str(text).decode_utf8();
            text.map(std::borrow::Cow::into_owned).map_err(|_| unreadable("it is not UTF-8"))
        };
        if rest.contains('#') {
            return Err(unreadable("etcd:// has no part after a #"));
        }
        let (rest, options) = rest.split_once('?').unwrap_or((rest, ""));
        // It may be a part of a password, which is not printed.
        if options.contains('@') {
            return Err(unreadable("in a password, ? is written as %3F; in an option, @ as %40"));
        }
        let options = options.split('&').filter(|option| !option.is_empty());
        let options = options.map(|option| {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            Ok((name, decoded(value)?))
        });
        let tls =
            Tls::of(options.collect::<Result<_, _>>()?).map_err(|wrong| unreadable(&wrong))?;
        let (authority, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, members) = match authority.rsplit_once('@') {
            None => (None, authority),
            Some((user, members)) => {
                let pair = user.split_once(':');
                let (name, password) =
                    pair.ok_or_else(|| unreadable("a user of etcd has a password"))?;
                (Some((decoded(name)?, decoded(password)?)), members)
            }
        };
        let members = members.split(',').map(|member| {
            let after_address = member.rsplit_once(']').map_or(member, |(_, port)| port);
            match (member.is_empty(), after_address.contains(':')) {
                (true, _) => Err(unreadable("a member has no host")),
                (_, true) => Ok(member.to_owned()),
                (_, false) => Ok(format!("{member}:{PORT}")),
            }
        });
        let members = members.collect::<Result<Vec<_>, _>>()?.join(",");
        let prefix = if prefix.is_empty() { None } else { Some(decoded(prefix)?) };
        let etcd = Self { members, user, prefix, tls };
        etcd.store().map_err(|error| unreadable(&error.to_string()))?;
        Ok(etcd)
    }

    fn store(&self) -> Result<EtcdStore, StoreError> {
        let mut store = match &self.tls {
            None => EtcdStore::new(&self.members)?,
            Some(tls) => EtcdStore::with_endpoints(tls.endpoints(&self.members)?)?,
        };
        if let Some((name, password)) = &self.user {
            store = store.user(name, password);
        }
        if let Some(prefix) = &self.prefix {
            store = store.prefix(prefix);
        }
        Ok(store)
    }

    pub(super) fn read(&self) -> Result<Snapshot, Error> {
        self.run(async |store| self.snapshot(store).await)
    }

    /// Raises what the plan says. A lease that is claimed or renewed between the reading and the
    /// writing is raised as well.
    pub(super) fn raise(&self, plan: FencePlanner<'_>) -> Result<(Snapshot, FencePlan), Error> {
        self.run(async |store| {
            let snapshot = self.snapshot(store).await?;
            let fence = plan(&snapshot)?;
            let writes = fence.writes();
            if !writes.is_empty() {
                let raised = store.raise(&writes, HOLDER).await;
                raised.map_err(|error| self.refused(error))?;
            }
            Ok((snapshot, fence))
        })
    }

    /// Without a time limit of its own: each answer has one, and a fence of many nodes many
    /// answers.
    fn run<T>(
        &self,
        task: impl AsyncFnOnce(&mut EtcdStore) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let mut store = self.store().map_err(|error| self.refused(error))?;
        runtime.map_err(Error::Runtime)?.block_on(task(&mut store))
    }

    async fn snapshot(&self, store: &mut EtcdStore) -> Result<Snapshot, Error> {
        let listing = store.list().await.map_err(|error| self.refused(error))?;
        Ok(Snapshot {
            // Clients cannot read etcd's clock, and leases there use their own.
            unix_millis: moment::now(),
            skew: 0,
            rows: listing.rows.into_iter().map(row).collect(),
            registry: listing.identity,
            contradiction: listing.contradiction.map(|error| self.refused(error)),
            advice: None,
            is_fenced_whole: true,
        })
    }

    fn refused(&self, error: StoreError) -> Error {
        Error::Refused { store: self.to_string(), error }
    }
}

impl Tls {
    /// That of the options of a URL; `None` without options.
    fn of(options: Vec<(&str, String)>) -> Result<Option<Self>, String> {
        if options.is_empty() {
            return Ok(None);
        }
        let (mut root, mut certificate, mut key) = (None, None, None);
        for (name, value) in options {
            match (name, value.as_str()) {
                ("sslmode", "verify-full") => {}
                ("sslmode", _) => {
                    return Err(format!(
                        "sslmode={value:?} is not possible for etcd: only \
                                        verify-full"
                    ));
                }
                (_, "") => return Err(format!("the option {name:?} of etcd:// has no value")),
                ("sslrootcert", _) => root = Some(PathBuf::from(value)),
                ("sslcert", _) => certificate = Some(PathBuf::from(value)),
                ("sslkey", _) => key = Some(PathBuf::from(value)),
                _ => {
                    return Err(format!(
                        "etcd:// has no option {name:?}, only sslmode, sslrootcert, sslcert and \
                         sslkey"
                    ));
                }
            }
        }
        let client = match (certificate, key) {
            (None, None) => None,
            (Some(certificate), Some(key)) => Some((certificate, key)),
            _ => return Err("sslcert and sslkey must be given together".to_owned()),
        };
        Ok(Some(Self { root, client }))
    }

    fn endpoints(&self, members: &str) -> Result<Vec<Endpoint>, StoreError> {
        let read = |path: &PathBuf| {
            fs::read(path).map_err(|error| StoreError::new(format!("{}: {error}", path.display())))
        };
        let mut config = match &self.root {
            Some(root) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(read(root)?)),
            None => ClientTlsConfig::new().with_native_roots(),
        };
        if let Some((certificate, key)) = &self.client {
            config = config.identity(Identity::from_pem(read(certificate)?, read(key)?));
        }
        let endpoint = |member: &str| {
            let endpoint = Endpoint::from_shared(format!("https://{member}"))?;
            endpoint.timeout(TIMEOUT).tls_config(config.clone())
        };
        let endpoints = members.split(',').map(endpoint).collect::<Result<_, _>>();
        endpoints.map_err(|error: tonic::transport::Error| {
            // It names the cause in its source alone.
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            StoreError::new(cause.unwrap_or_else(|| error.to_string()))
        })
    }
}

fn row(row: ListedRow) -> RowTexts {
    RowTexts {
        space: Some(row.space),
        node: row.node,
        token: row.token,
        until: row.until,
        keeps_times: false,
        claimed: None,
        renewed: None,
        holder: row.holder,
    }
}

/// Without user, password and the files of certificates.
impl fmt::Display for Etcd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "etcd://{}", self.members)?;
        self.prefix.as_ref().map_or(Ok(()), |prefix| write!(f, "/{prefix}"))
    }
}
