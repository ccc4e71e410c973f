//! Parts of a transaction, and of its answer.

use snowflake_kit_lease::StoreError;

use crate::rpc::{
    Compare, CompareResult, CompareTarget, KeyValue, PutRequest, RangeRequest, Request, RequestOp,
    Response, TargetUnion, TxnResponse,
};

pub(crate) fn absent(key: &[u8]) -> Compare {
    Compare {
        result: CompareResult::Equal.into(),
        target: CompareTarget::CreateRevision.into(),
        key: key.to_vec(),
        target_union: Some(TargetUnion::CreateRevision(0)),
    }
}

pub(crate) fn compare(key: &[u8], result: CompareResult, value: Vec<u8>) -> Compare {
    Compare {
        result: result.into(),
        target: CompareTarget::Value.into(),
        key: key.to_vec(),
        target_union: Some(TargetUnion::Value(value)),
    }
}

/// The key has this value, or is not there.
pub(crate) fn is(key: &[u8], value: Option<Vec<u8>>) -> Compare {
    value.map_or_else(|| absent(key), |value| compare(key, CompareResult::Equal, value))
}

pub(crate) fn put(key: Vec<u8>, value: Vec<u8>) -> RequestOp {
    RequestOp { request: Some(Request::Put(PutRequest { key, value })) }
}

pub(crate) fn get(key: Vec<u8>) -> RequestOp {
    range((key, vec![]), 1)
}

/// The keys from the first one up to the second; 0 means no limit.
pub(crate) fn range((key, range_end): (Vec<u8>, Vec<u8>), limit: i64) -> RequestOp {
    RequestOp { request: Some(Request::Range(RangeRequest { key, range_end, limit })) }
}

/// What a transaction read as its operation of this number.
///
/// # Errors
/// [`StoreError`] if it has not read there.
pub(crate) fn found(answer: &TxnResponse, number: usize) -> Result<&[KeyValue], StoreError> {
    match answer.responses.get(number).and_then(|answer| answer.response.as_ref()) {
        Some(Response::Range(found)) => Ok(&found.kvs),
        None => Err(StoreError::new("etcd: the answer to a transaction lacks what was read")),
    }
}
