//! What tells the keys of ID types apart.

/// What the key of an ID type is derived from, beside the application's key and the form.
///
/// ```
/// use snowflake_kit_core::Text;
/// use snowflake_kit_public::{Keys, Label, Sealer, SecretKey};
///
/// let keys = Keys::new(SecretKey::from_bytes([1; 32])?);
/// let text = Text::BASE62.with_prefix("usr_");
/// // A type without a prefix that is *named* `usr_` has another key.
/// let by_prefix = Sealer::sealed(&keys, text, Label::Prefix("usr_"))?;
/// let by_name = Sealer::sealed(&keys, text, Label::Name("usr_"))?;
/// let id = snowflake_kit_core::Snowflake::MIN;
/// assert!(by_name.open(by_prefix.seal(id).as_str()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Label<'a> {
    /// The prefix of a type that has one. It says more than a name, and stays when a type is
    /// renamed.
    Prefix(&'a str),
    /// The name of a type without a prefix.
    Name(&'a str),
    /// The label that the program chose: `#[snowflake(public("sealed", label = "…"))]`.
    Chosen(&'a str),
}

impl<'a> Label<'a> {
    /// Its text, and what is before it so that no two labels are derived from the same. A prefix
    /// has no `/`.
    pub(crate) const fn parts(self) -> [&'a str; 2] {
        match self {
            Self::Prefix(prefix) => ["", prefix],
            Self::Name(name) => ["name/", name],
            Self::Chosen(label) => ["label/", label],
        }
    }
}
