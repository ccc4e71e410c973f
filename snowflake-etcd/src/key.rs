//! Keys and values of rows.
//!
//! The value of a node's key is its token, a space, and `until` in 19 digits. So all values
//! with one token begin the same, and stand in the order of their `until`: etcd compares
//! values byte by byte, and one comparison tells whether an `until` is less.

use snowflake_kit_lease::__private::record;
use snowflake_kit_lease::{LeaseRow, StoreError};

use crate::error::corrupt;

/// The key of the registry's identity. No space begins with white space, so it is not a
/// key of a space.
pub(crate) fn identity(prefix: &str) -> Vec<u8> {
    format!("{prefix}{}", record::REGISTRY).into_bytes()
}

/// All keys with a prefix: from the first one up to the second.
pub(crate) fn all(prefix: &str) -> (Vec<u8>, Vec<u8>) {
    let mut end = prefix.as_bytes().to_vec();
    // The last byte of a text is not 255. Without a prefix, etcd takes a zero for "all".
    match end.last_mut() {
        Some(last) => *last += 1,
        None => return (vec![0], vec![0]),
    }
    (prefix.as_bytes().to_vec(), end)
}

/// What a key with a prefix is for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Identity,
    Node {
        space: String,
        node: u32,
    },
    Holder {
        space: String,
        node: u32,
    },
    /// No store has written it. This is its end.
    Other(String),
}

/// What a key with this prefix is for.
pub(crate) fn part(prefix: &str, key: &[u8]) -> Part {
    let end = key.strip_prefix(prefix.as_bytes()).unwrap_or(key);
    if end == record::REGISTRY.as_bytes() {
        return Part::Identity;
    }
    let end = String::from_utf8_lossy(end).into_owned();
    if let [space, _, node] = end.split('/').collect::<Vec<_>>()[..]
        && let Some(node) = number(node.as_bytes())
        && let space = space.replace("%2F", "/").replace("%25", "%")
        && let Ok(keys) = SpaceKeys::new(prefix, &space)
    {
        if key == keys.node(node) {
            return Part::Node { space, node };
        } else if key == keys.holder(node) {
            return Part::Holder { space, node };
        }
    }
    Part::Other(end)
}

/// The keys of a space.
pub(crate) struct SpaceKeys {
    folder: String,
}

impl SpaceKeys {
    /// # Errors
    /// [`StoreError`] if it is not a name of a space.
    pub(crate) fn new(prefix: &str, space: &str) -> Result<Self, StoreError> {
        // A name with a slash does not reach into the keys of another one.
        let space = record::space(space)?.replace('%', "%25").replace('/', "%2F");
        Ok(Self { folder: format!("{prefix}{space}/") })
    }

    pub(crate) fn node(&self, node: u32) -> Vec<u8> {
        format!("{}nodes/{node}", self.folder).into_bytes()
    }

    /// The key with the text about the holder, for people.
    pub(crate) fn holder(&self, node: u32) -> Vec<u8> {
        format!("{}holders/{node}", self.folder).into_bytes()
    }

    /// The keys of all nodes: from the first one up to the second.
    pub(crate) fn nodes(&self) -> (Vec<u8>, Vec<u8>) {
        // The character after the slash.
        (
            format!("{}nodes/", self.folder).into_bytes(),
            format!("{}nodes0", self.folder).into_bytes(),
        )
    }

    /// The row of a node's key.
    pub(crate) fn row(&self, key: &[u8], value: &[u8]) -> Result<LeaseRow, StoreError> {
        let node = key.strip_prefix(self.nodes().0.as_slice()).and_then(number);
        let (token, until) = parse(value).ok_or_else(|| corrupt(key, value))?;
        Ok(LeaseRow { node: node.ok_or_else(|| corrupt(key, value))?, token, until })
    }
}

/// The value of a row.
pub(crate) fn value(token: i64, until: i64) -> Vec<u8> {
    format!("{token} {until:019}").into_bytes()
}

/// Less than each value with this token. `/` is the character before the digits.
pub(crate) fn below(token: i64) -> Vec<u8> {
    format!("{token} /").into_bytes()
}

/// More than each value with this token. `:` is the character after the digits.
pub(crate) fn above(token: i64) -> Vec<u8> {
    format!("{token} :").into_bytes()
}

/// Token and `until` of a value.
pub(crate) fn parse(value: &[u8]) -> Option<(i64, i64)> {
    let (token, until) = std::str::from_utf8(value).ok()?.split_once(' ')?;
    let (token, until) = (number(token.as_bytes())?, Some(until).filter(|it| it.len() == 19)?);
    let until = until.bytes().all(|byte| byte.is_ascii_digit()).then(|| until.parse().ok())??;
    Some((token, until))
}

/// A number as it is written here: without a plus sign and leading zeros.
fn number<T: std::str::FromStr + ToString>(text: &[u8]) -> Option<T> {
    let text = std::str::from_utf8(text).ok()?;
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::{Part, SpaceKeys, all, identity, part};

    #[test]
    fn each_key_says_what_it_is_for() {
        for prefix in ["", "snowflake_leases/", "é"] {
            assert_eq!(part(prefix, &identity(prefix)), Part::Identity);
            for space in ["shop", "a/b", "a%2Fb", "100%", "%25", "shop (decimal IDs)"] {
                let keys = SpaceKeys::new(prefix, space).expect("a space");
                let (node, space) = (4_294_967_295, space.to_owned());
                assert_eq!(
                    part(prefix, &keys.holder(node)),
                    Part::Holder { space: space.clone(), node }
                );
                assert_eq!(part(prefix, &keys.node(node)), Part::Node { space, node });
            }
        }
    }

    #[test]
    fn other_keys_are_told_apart() {
        for end in
            ["", "shop", "shop/nodes/", "shop/nodes/07", "/nodes/7", "a/b/nodes/7", "%zz/node/7"]
        {
            let key = format!("leases/{end}");
            assert_eq!(part("leases/", key.as_bytes()), Part::Other(end.to_owned()));
        }
        let unwritten = "leases/a%2fb%/nodes/7";
        assert_eq!(part("leases/", unwritten.as_bytes()), Part::Other("a%2fb%/nodes/7".to_owned()));
        assert_eq!(part("leases/", b"leases/\xff"), Part::Other("\u{fffd}".to_owned()));
    }

    #[test]
    fn all_keys_begin_with_the_prefix() {
        assert_eq!(all("a/"), (b"a/".to_vec(), b"a0".to_vec()));
        assert_eq!(all(""), (vec![0], vec![0]));
    }
}
