//! Keys and values of rows.
//!
//! The value of a node's key is its token, a space, and `until` in 19 digits. So all values
//! with one token begin the same, and stand in the order of their `until`: etcd compares
//! values byte by byte, and one comparison tells whether an `until` is less.

use snowflake_lease::{LeaseRow, StoreError, record};

use crate::error::corrupt;

/// The keys of a space.
pub(crate) struct Keys {
    folder: String,
}

impl Keys {
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
