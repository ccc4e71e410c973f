//! What went wrong, and what helps.

use std::error::Error;
use std::fmt::Display;

use snowflake_kit_lease::StoreError;
use tonic::{Code, Status};

use crate::registration::Contradiction;

/// Why a request was not answered.
pub(crate) enum Failure {
    /// Nothing has been asked.
    NotConnected { member: String, error: Box<tonic::transport::Error> },
    /// A member's answer, or what happened on the way to it.
    Refused(Box<Status>),
    /// Every answer of etcd's has a header.
    NoHeader,
    /// The registry or its cluster is not what it was.
    Contradicted(Box<Contradiction>),
}

impl Failure {
    /// The error of the store. Its keys begin with `prefix`.
    pub(crate) fn into_error(self, prefix: &str) -> StoreError {
        match self {
            Self::NotConnected { member, error } => {
                let error = last_source(&*error);
                StoreError::new(format!("no connection to etcd at {member}: {error}"))
                    .with_advice("check that the cluster runs, its URLs and its certificates")
            }
            Self::Refused(status) => refused(&status, prefix),
            Self::NoHeader => StoreError::new("the answer has no header")
                .with_advice("check that the URLs are those of etcd, version 3"),
            Self::Contradicted(contradiction) => contradicted(&contradiction),
        }
    }
}

fn refused(status: &Status, prefix: &str) -> StoreError {
    let message = status.message();
    if let Some(source) = status.source() {
        let error = last_source(source);
        return StoreError::new(format!("the connection to etcd broke: {error}"));
    }
    let error = StoreError::new(format!("etcd: {message}"));
    match status.code() {
        Code::InvalidArgument if message.contains("user name is empty") => error.with_advice(
            "this cluster has authentication: name a user with `EtcdStore::user`, or in the \
                 URL of `snowflake nodes`",
        ),
        Code::InvalidArgument if message.contains("authentication failed") => {
            error.with_advice("check the name and the password of the user")
        }
        Code::PermissionDenied => error.with_advice(format!(
            "run `etcdctl role grant-permission <role> --prefix=true readwrite {prefix}`"
        )),
        Code::ResourceExhausted if message.contains("space exceeded") => error.with_advice(
            "compact and defragment the cluster, then run `etcdctl alarm disarm`; \
             `--auto-compaction-retention` prevents it",
        ),
        Code::Unimplemented => {
            error.with_advice("check that the URLs are those of etcd, version 3")
        }
        Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled => {
            error.with_advice("more than half of the members have to run and to reach each other")
        }
        _ => error,
    }
}

/// The URL with this number, which is not shown: it may have a password.
pub(crate) fn bad_url(number: usize, error: &dyn Display) -> StoreError {
    StoreError::new(format!("URL number {number} is not the URL of a member of etcd: {error}"))
        .with_advice("write URLs as in \"http://10.0.0.1:2379,http://10.0.0.2:2379\"")
}

pub(crate) fn no_members() -> StoreError {
    StoreError::new("the cluster has no members").with_advice("give at least one endpoint")
}

/// The cluster has lost what it had acknowledged, or is another one, or the registry is.
pub(crate) fn contradicted(contradiction: &Contradiction) -> StoreError {
    let then = match contradiction {
        Contradiction::OtherRegistry { .. } => ", and start this process again",
        _ => "",
    };
    StoreError::new(contradiction.to_string()).with_advice(format!(
        "the cluster was restored from a snapshot, or the URLs are those of another one; if it \
         was restored, end the old cluster, and run `snowflake nodes --fence --database-url \
         etcd://…` on this one before processes use it{then}"
    ))
}

/// A value of the registry's identity that no store has written.
pub(crate) fn corrupt_identity(key: &[u8], value: &[u8]) -> StoreError {
    let (key, value) = (String::from_utf8_lossy(key), String::from_utf8_lossy(value));
    StoreError::new(format!(
        "the key {key:?} has the value {value:?}, which is not the identity of a registry"
    ))
    .with_advice(
        "find out what wrote it, then run `snowflake nodes --fence --database-url etcd://…`, \
         which writes a new one",
    )
}

/// A value that no store has written.
pub(crate) fn corrupt(key: &[u8], value: &[u8]) -> StoreError {
    let (key, value) = (String::from_utf8_lossy(key), String::from_utf8_lossy(value));
    StoreError::new(format!(
        "the key {key:?} has the value {value:?}, which is not a token and 19 digits of Unix ms"
    ))
    .with_advice("find out what wrote it, and set a time that no ID of the node has reached")
}

/// What an error came from in the end. Those of the transport have it after four layers that
/// say less.
fn last_source<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    error.source().map_or(error, last_source)
}
