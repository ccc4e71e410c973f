//! The keys of this process, and those of each ID type, which are derived from them.

use std::any::{TypeId, type_name};
use std::sync::{Mutex, OnceLock, PoisonError};

use snowflake_kit_core::{Codec, Id, Integer, NoKeyError, ParseErrorKind, PublicForm};

use crate::cipher::Cipher;
use crate::error::KeyError;
use crate::key::Keys;
use crate::label::Label;

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
    let key = crate::key::SecretKey::from_bytes(*b"a key that everybody knows, 32 B")?;
    let installed = KEYS.get_or_init(|| Keys::new(key.clone()));
    if installed.all().eq([&key]) { Ok(()) } else { Err(KeyError::Installed) }
}

/// An ID type with a public form. It is derived, with
/// `#[snowflake(public = "sealed")]` or `"permuted"`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no public form",
    note = "give it one with `#[snowflake(public = \"sealed\")]`"
)]
pub trait PublicId: Id<Value: Integer> {
    /// Whether the number itself is also read: `public("sealed", accept = "plain")`.
    const READS_PLAIN: bool;

    /// The chosen label: `public("sealed", label = "user")`. Empty if there is none.
    #[doc(hidden)]
    const LABEL: &'static str;

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
    /// Those of the ID type with this form and label.
    pub(crate) fn derive(keys: &Keys, form: PublicForm, label: Label<'_>) -> Self {
        let cipher = |key| Cipher::derive(key, form.name(), label);
        Self { current: cipher(keys.current()), old: keys.old().iter().map(cipher).collect() }
    }
}

/// Why an ID type has no ciphers.
pub(crate) enum NoCiphers {
    NoKey,
    /// This other type has its label.
    Shared(&'static str),
}

impl NoCiphers {
    pub(crate) const fn error(self, name: &'static str) -> NoKeyError {
        match self {
            Self::NoKey => NoKeyError::new(name),
            Self::Shared(other) => NoKeyError::shared(name, other),
        }
    }

    pub(crate) const fn kind(self) -> ParseErrorKind {
        match self {
            Self::NoKey => ParseErrorKind::NoKey,
            Self::Shared(_) => ParseErrorKind::SharedLabel,
        }
    }
}

/// The ciphers of an ID type, if keys are installed.
pub(crate) fn ciphers<T: PublicId>() -> Result<&'static Ciphers, NoCiphers> {
    match T::slot().0.get() {
        Some(ciphers) => Ok(ciphers),
        None => make::<T>(),
    }
}

#[cold]
fn make<T: PublicId>() -> Result<&'static Ciphers, NoCiphers> {
    let form = <T::Codec as Codec<T>>::PUBLIC;
    let (keys, form) = KEYS.get().zip(form).ok_or(NoCiphers::NoKey)?;
    let label = label::<T>();
    if let Some(other) = taken::<T>(form, label) {
        return Err(NoCiphers::Shared(other));
    }
    Ok(T::slot().0.get_or_init(|| Ciphers::derive(keys, form, label)))
}

fn label<T: PublicId>() -> Label<'static> {
    match (T::LABEL, T::TEXT.prefix()) {
        ("", "") => Label::Name(T::NAME),
        ("", prefix) => Label::Prefix(prefix),
        (label, _) => Label::Chosen(label),
    }
}

/// The other type that has this label and did not choose it. A chosen label may be that of several
/// types, which read each other's texts.
fn taken<T: PublicId>(form: PublicForm, label: Label<'static>) -> Option<&'static str> {
    struct Owner {
        form: PublicForm,
        label: Label<'static>,
        id: TypeId,
        path: &'static str,
    }

    static OWNERS: Mutex<Vec<Owner>> = Mutex::new(Vec::new());

    if matches!(label, Label::Chosen(_)) {
        return None;
    }
    // Nothing panics while the lock is held.
    let mut owners = OWNERS.lock().unwrap_or_else(PoisonError::into_inner);
    let owner = owners.iter().find(|owner| (owner.form, owner.label) == (form, label));
    if let Some(owner) = owner {
        return (owner.id != TypeId::of::<T>()).then_some(owner.path);
    }
    owners.push(Owner { form, label, id: TypeId::of::<T>(), path: type_name::<T>() });
    None
}
