//! The keys of this process, and those of each ID type, which are derived from them.

use std::sync::OnceLock;

use snowflake_core::{Codec, Id, PublicForm};

use crate::cipher::Cipher;
use crate::{KeyError, Keys};

static KEYS: OnceLock<Keys> = OnceLock::new();

/// Installs the keys for all ID types of this process, once.
///
/// # Errors
/// [`KeyError`] if keys are installed already, if two of them are equal, or if permuted
/// texts could not tell two of them apart.
pub fn install(keys: Keys) -> Result<(), KeyError> {
    keys.check()?;
    KEYS.set(keys).map_err(|_| KeyError::Installed)
}

/// Installs a published key, so that snapshots of tests stay the same. Each test may call it.
///
/// # Errors
/// [`KeyError::Installed`] if other keys are installed.
#[cfg(feature = "test-util")]
pub fn install_for_tests() -> Result<(), KeyError> {
    let key = crate::SecretKey::from_bytes(*b"a key that everybody knows, 32 B")?;
    let installed = KEYS.get_or_init(|| Keys::new(key.clone()));
    if installed.all().eq([&key]) { Ok(()) } else { Err(KeyError::Installed) }
}

/// An ID type with a public form. It is derived, with
/// `#[snowflake(public = "sealed")]` or `"permuted"`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no public form",
    note = "give it one with `#[snowflake(public = \"sealed\")]`"
)]
pub trait PublicId: Id {
    /// Whether the number itself is also read: `public("sealed", accept = "plain")`.
    const READS_PLAIN: bool;

    /// Where the keys of this type are kept.
    #[doc(hidden)]
    fn slot() -> &'static Slot;
}

/// The ciphers of an ID type, made when the first one is needed.
#[derive(Debug, Default)]
pub struct Slot(OnceLock<Ciphers>);

impl Slot {
    /// An empty one.
    #[must_use]
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }
}

/// The ciphers of an ID type: one for each key, in their order.
#[derive(Debug)]
pub struct Ciphers {
    pub(crate) current: Cipher,
    pub(crate) old: Box<[Cipher]>,
}

impl Ciphers {
    /// Those of the ID type with this form, and this prefix or name.
    pub(crate) fn derive(keys: &Keys, form: PublicForm, label: &str) -> Self {
        let cipher = |key| Cipher::derive(key, form.name(), label);
        Self { current: cipher(keys.current()), old: keys.old().iter().map(cipher).collect() }
    }
}

/// The ciphers of an ID type, if keys are installed.
#[inline]
pub(crate) fn ciphers<T: PublicId>() -> Option<&'static Ciphers> {
    match T::slot().0.get() {
        Some(ciphers) => Some(ciphers),
        None => make::<T>(),
    }
}

#[cold]
fn make<T: PublicId>() -> Option<&'static Ciphers> {
    let (keys, form) = (KEYS.get()?, <T::Codec as Codec<T>>::PUBLIC?);
    // A prefix says more than a name, and stays when a type is renamed.
    let label = if T::TEXT.prefix().is_empty() { T::NAME } else { T::TEXT.prefix() };
    Some(T::slot().0.get_or_init(|| Ciphers::derive(keys, form, label)))
}
