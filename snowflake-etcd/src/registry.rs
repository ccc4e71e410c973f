//! The whole registry, for operators: its list, and the fence that it needs after a restore.

use std::collections::BTreeMap;

use snowflake_kit_lease::__private::record;
use snowflake_kit_lease::{LeaseRow, StoreError};

use crate::cluster::Repeat;
use crate::error::{Failure, corrupt, corrupt_identity};
use crate::identity::Identity;
use crate::key::{self, Part, SpaceKeys, parse, value};
use crate::registration::Registration;
use crate::rpc::{KeyValue, TxnRequest};
use crate::sight::Sight;
use crate::store::{EtcdStore, machine_millis};
use crate::txn::{found, get, is, put, range};

/// What a registry has. For the command `snowflake` only. It can change at any time.
#[doc(hidden)]
#[derive(Debug)]
pub struct Listing {
    /// One for each node that was ever claimed.
    pub rows: Vec<ListedRow>,
    /// The registry's identity, if it has one.
    pub identity: Option<String>,
    /// Why processes refuse this registry, if they do.
    pub contradiction: Option<StoreError>,
}

/// The texts of a row, whatever is in it; `None` for what is missing.
#[doc(hidden)]
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ListedRow {
    /// The space; or the end of a key that no store has written.
    pub space: String,
    /// The node number.
    pub node: Option<String>,
    /// The token, or a value that no store has written.
    pub token: Option<String>,
    /// In Unix ms.
    pub until: Option<String>,
    /// About the holder.
    pub holder: Option<String>,
}

/// Rows by their space and node.
type Rows = BTreeMap<(String, u32), ListedRow>;

/// How many keys one answer has at most.
const PAGE: i64 = 5_000;

/// How many rows one transaction raises. Each is compared, and has two keys to write, and etcd
/// permits 128 of both (`--max-txn-ops`).
const ROWS: usize = 64;

/// For the command `snowflake` only. It can change at any time.
#[doc(hidden)]
impl EtcdStore {
    /// All rows, also of a registry that processes refuse.
    ///
    /// # Errors
    /// [`StoreError`] if the cluster does not answer.
    pub async fn list(&mut self) -> Result<Listing, StoreError> {
        let (identity, sight) = self.identity().await?;
        let text = identity.as_ref().map(|(_, value)| String::from_utf8_lossy(value).into_owned());
        let contradiction = match &identity {
            Some((None, value)) => Some(corrupt_identity(&key::identity(&self.prefix), value)),
            known => {
                let known = known.as_ref().and_then(|(known, _)| *known);
                let checked = Registration::default().check(known, sight).err();
                checked.map(|error| Failure::Contradicted(error).into_error(&self.prefix))
            }
        };
        let (mut rows, mut others) = (BTreeMap::new(), Vec::new());
        let (mut from, to) = key::all(&self.prefix);
        loop {
            let page = range((from, to.clone()), PAGE);
            let read = TxnRequest { compare: vec![], success: vec![page], failure: vec![] };
            let (answer, _) = self.txn(&read, Repeat::AtOtherMembers).await?;
            let keys = found(&answer, 0)?;
            for KeyValue { key, value } in keys {
                others.extend(self.list_key(&mut rows, key, value));
            }
            match keys.last() {
                Some(KeyValue { key, .. }) if keys.len() == PAGE as usize => {
                    // The first key after it.
                    from = [key.as_slice(), &[0]].concat();
                }
                _ => break,
            }
        }
        let rows = rows.into_values().chain(others).collect();
        Ok(Listing { rows, identity: text, contradiction })
    }

    /// Puts a key into the row that it belongs to. If it belongs to none, it is a row by itself.
    fn list_key(&self, rows: &mut Rows, key: &[u8], value: &[u8]) -> Option<ListedRow> {
        let text = || String::from_utf8_lossy(value).into_owned();
        match key::part(&self.prefix, key) {
            Part::Identity => {}
            Part::Node { space, node } => {
                let row = row_of(rows, space, node);
                (row.token, row.until) = match parse(value) {
                    Some((token, until)) => (Some(token.to_string()), Some(until.to_string())),
                    None => (Some(text()), None),
                };
            }
            Part::Holder { space, node } => row_of(rows, space, node).holder = Some(text()),
            Part::Other(end) => {
                return Some(ListedRow { space: end, token: Some(text()), ..Default::default() });
            }
        }
        None
    }

    /// Writes these rows of spaces, and then that the registry belongs to the present cluster. No
    /// `token` or `until` becomes smaller, even if others write at the same time. If it stops
    /// halfway, processes refuse the registry as before, and it can be run again.
    ///
    /// # Errors
    /// [`StoreError`] if the name of a space is not valid, the cluster does not answer, or a row
    /// is not one of a store.
    pub async fn raise(
        &mut self,
        rows: &[(&str, LeaseRow)],
        holder: &str,
    ) -> Result<(), StoreError> {
        let holder = record::holder(holder);
        for rows in rows.chunks(ROWS) {
            let rows: Vec<_> = rows
                .iter()
                .map(|(space, row)| Ok((SpaceKeys::new(&self.prefix, space)?, *row)))
                .collect::<Result<_, StoreError>>()?;
            self.raise_some(&rows, &holder).await?;
        }
        self.bind_to_cluster().await
    }

    async fn raise_some(
        &mut self,
        rows: &[(SpaceKeys, LeaseRow)],
        holder: &str,
    ) -> Result<(), StoreError> {
        let reads: Vec<_> = rows.iter().map(|(keys, row)| get(keys.node(row.node))).collect();
        let read = TxnRequest { compare: vec![], success: reads.clone(), failure: vec![] };
        let (mut answer, _) = self.txn(&read, Repeat::AtOtherMembers).await?;
        // Until no other process has written between the reading and the writing.
        loop {
            let mut raise = TxnRequest { compare: vec![], success: vec![], failure: reads.clone() };
            for (number, (keys, row)) in rows.iter().enumerate() {
                let key = keys.node(row.node);
                let present = found(&answer, number)?.first().map(|found| &found.value);
                let (token, until) = match present {
                    Some(present) => parse(present).ok_or_else(|| corrupt(&key, present))?,
                    None => (0, 0),
                };
                raise.compare.push(is(&key, present.cloned()));
                let raised = value(row.token.max(token), record::until(row.until).max(until));
                raise.success.push(put(key, raised));
                raise.success.push(put(keys.holder(row.node), holder.as_bytes().to_vec()));
            }
            let (raised, _) = self.txn(&raise, Repeat::AtOtherMembers).await?;
            if raised.succeeded {
                return Ok(());
            }
            answer = raised;
        }
    }

    /// Writes that the registry was fenced in the present cluster.
    async fn bind_to_cluster(&mut self) -> Result<(), StoreError> {
        let key = key::identity(&self.prefix);
        loop {
            let (_, earlier) = self.identity().await?;
            let (identity, sight) = self.identity().await?;
            let sight = sight.after(&earlier);
            let known = match &identity {
                Some((Some(known), _)) => *known,
                _ => Identity::new(sight)?,
            };
            let fenced = known.fenced(sight, machine_millis()).to_string().into_bytes();
            let bind = TxnRequest {
                compare: vec![is(&key, identity.map(|(_, value)| value))],
                success: vec![put(key.clone(), fenced)],
                failure: vec![],
            };
            // If the answer is lost, the next one is another fence.
            if self.txn(&bind, Repeat::AtOtherMembers).await?.0.succeeded {
                return Ok(());
            }
        }
    }

    /// The registry's identity as it is read and as it is written, and the cluster at the time.
    async fn identity(&mut self) -> Result<(Option<ReadIdentity>, Sight), StoreError> {
        let reads = vec![get(key::identity(&self.prefix))];
        let read = TxnRequest { compare: vec![], success: reads, failure: vec![] };
        let (answer, sight) = self.txn(&read, Repeat::AtOtherMembers).await?;
        let value = found(&answer, 0)?.first().map(|found| found.value.clone());
        Ok((value.map(|value| (Identity::parse(&value), value)), sight))
    }
}

fn row_of(rows: &mut Rows, space: String, node: u32) -> &mut ListedRow {
    let node_text = Some(node.to_string());
    let row = ListedRow { space: space.clone(), node: node_text, ..Default::default() };
    rows.entry((space, node)).or_insert(row)
}

/// An identity, unless no store has written it, and the value.
type ReadIdentity = (Option<Identity>, Vec<u8>);
