//! The application's keys.

use std::env::{self, VarError};
use std::fmt;
use std::str::FromStr;

use data_encoding::{BASE64, BASE64_NOPAD, BASE64URL, BASE64URL_NOPAD, HEXLOWER_PERMISSIVE};
use hkdf::Hkdf;
use sha2::Sha256;
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::error::KeyError;

/// A secret of 32 bytes, from which each ID type's own key is derived.
///
/// `snowflake keygen` makes one, or use any source of random bytes. Its memory is overwritten when
/// it is dropped, and `Debug` does not show it.
///
/// ```
/// use snowflake_kit_public::SecretKey;
///
/// let key: SecretKey = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff".parse()?;
/// assert_eq!(format!("{key:?}"), "SecretKey(…)");
/// # Ok::<(), snowflake_kit_public::KeyError>(())
/// ```
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct SecretKey([u8; Self::LEN]);

impl SecretKey {
    /// Its length in bytes.
    pub const LEN: usize = 32;

    /// The key with these bytes.
    ///
    /// # Errors
    /// [`KeyError::Zero`] if all bytes are 0.
    pub fn from_bytes(bytes: [u8; Self::LEN]) -> Result<Self, KeyError> {
        let key = Self(bytes);
        if key == Self([0; Self::LEN]) { Err(KeyError::Zero) } else { Ok(key) }
    }

    /// Bytes that are derived from it, for this purpose alone (HKDF-SHA-256, RFC 5869).
    pub(crate) fn derive<const LEN: usize>(&self, purpose: &[&str]) -> Zeroizing<[u8; LEN]> {
        let mut bytes = Zeroizing::new([0; LEN]);
        let info: Vec<_> = purpose.iter().map(|part| part.as_bytes()).collect();
        Hkdf::<Sha256>::new(None, &self.0)
            .expand_multi_info(&info, &mut *bytes)
            .expect("HKDF-SHA-256 derives up to 8,160 bytes");
        bytes
    }

    /// The letter that names it at the start of permuted texts. The letter says nothing useful
    /// about the key, and two keys may have the same one.
    pub(crate) fn letter(&self) -> char {
        let [byte] = *self.derive(&["snowflake-public/1/letter"]);
        char::from(b'A' + byte % 26)
    }
}

/// From 64 hexadecimal digits, or from base64 in either alphabet, with or without padding.
impl FromStr for SecretKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let bytes = match text.len() {
            64 => HEXLOWER_PERMISSIVE.decode(text.as_bytes()),
            // `data_encoding` reads several padded texts one after the other as one.
            _ if text.trim_end_matches('=').contains('=') => return Err(KeyError::Encoding),
            _ => [BASE64, BASE64_NOPAD, BASE64URL]
                .iter()
                .find_map(|encoding| encoding.decode(text.as_bytes()).ok())
                .map_or_else(|| BASE64URL_NOPAD.decode(text.as_bytes()), Ok),
        };
        let bytes = Zeroizing::new(bytes.map_err(|_| KeyError::Encoding)?);
        let found = bytes.len();
        let bytes =
            <[u8; Self::LEN]>::try_from(&**bytes).map_err(|_| KeyError::Length { found })?;
        Self::from_bytes(bytes)
    }
}

/// In constant time.
impl PartialEq for SecretKey {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for SecretKey {}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

/// The key with which texts are written, and older keys whose texts are still read.
///
/// To replace a key, put the new one first and keep the old one. All links stay valid, and new ones
/// are written with the new key.
///
/// ```
/// # use snowflake_kit_public::{SecretKey, Keys};
/// # let (current, previous) = (SecretKey::from_bytes([1; 32])?, SecretKey::from_bytes([2; 32])?);
/// let keys = Keys::new(current).and_old(previous);
/// # Ok::<(), snowflake_kit_public::KeyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Keys {
    current: SecretKey,
    old: Vec<SecretKey>,
}

impl Keys {
    /// One key.
    #[must_use]
    pub const fn new(current: SecretKey) -> Self {
        Self { current, old: Vec::new() }
    }

    /// Adds an older key. Its texts are read, and not written.
    #[must_use]
    pub fn and_old(mut self, previous: SecretKey) -> Self {
        self.old.push(previous);
        self
    }

    /// The keys in an environment variable, separated by commas, the current one first:
    /// each as 64 hexadecimal digits or as base64.
    ///
    /// # Errors
    /// [`KeyError`] if there is no such variable, or if one of the keys is not a key.
    pub fn from_env(variable: &str) -> Result<Self, KeyError> {
        let text = env::var(variable).map_err(|error| match error {
            VarError::NotPresent => KeyError::Missing { variable: variable.to_owned() },
            VarError::NotUnicode(_) => KeyError::Encoding,
        });
        Zeroizing::new(text?).parse()
    }

    /// The key by which texts are written.
    pub(crate) const fn current(&self) -> &SecretKey {
        &self.current
    }

    /// The keys whose texts are read as well.
    pub(crate) fn old(&self) -> &[SecretKey] {
        &self.old
    }

    /// The current key, then the older ones.
    pub(crate) fn all(&self) -> impl Iterator<Item = &SecretKey> {
        [&self.current].into_iter().chain(&self.old)
    }

    /// Whether they differ, for sealed and for permuted texts.
    pub(crate) fn check(&self) -> Result<(), KeyError> {
        let keys: Vec<_> = self.all().map(|key| (key, key.letter())).collect();
        for (at, (key, letter)) in keys.iter().enumerate() {
            let earlier = &keys[..at];
            if earlier.iter().any(|(other, _)| other == key) {
                return Err(KeyError::Twice { number: at + 1 });
            }
            if earlier.iter().any(|(_, other)| other == letter) {
                return Err(KeyError::Letter { number: at + 1, letter: *letter });
            }
        }
        Ok(())
    }
}

/// As [`Keys::from_env`] reads them.
impl FromStr for Keys {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let mut keys = text.split(',').map(|key| key.trim().parse());
        // `split` has one piece at the least.
        let current = keys.next().unwrap_or(Err(KeyError::Encoding))?;
        let keys = Self { current, old: keys.collect::<Result<_, _>>()? };
        keys.check()?;
        Ok(keys)
    }
}
