//! How much schemas say about an ID type.

use core::sync::atomic::{AtomicU8, Ordering};

/// How much schemas and descriptions (OpenAPI, JSON Schema, GraphQL, TypeScript) say about an ID
/// type. The default, [`Brief`](Self::Brief), is for people.
///
/// | | says |
/// |---|---|
/// | `Brief` | doc comment, the text form in a sentence, `format`, a pattern of one line such as `^usr_[0-9A-Za-z]{11}$`, lengths, an example |
/// | `Exact` | also the layout in words, and the pattern that matches IDs and nothing else, of up to 600 characters: for contract tests and gateways |
/// | `Plain` | doc comment, the text form in a sentence, and `{"type": "string"}`: for tools that refuse other keywords, such as structured outputs of language models |
///
/// `#[snowflake(schema = "exact")]` chooses for one type, and
/// [`Detail::set_current`] for all other types of the program.
///
/// ```
/// use snowflake_kit_core::{Description, Detail, Snowflake};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// /// Identifies a user.
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// struct UserId(Snowflake);
///
/// let brief = Description::of::<UserId>().to_string();
/// Detail::Exact.set_current();
/// let exact = Description::of::<UserId>().to_string();
/// assert!(exact.contains("41 time · 10 node · 12 sequence") && exact.len() > brief.len());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Detail {
    /// Only the type of the value, and the description.
    Plain,
    /// What people read.
    Brief,
    /// What machines can check.
    Exact,
}

static CURRENT: AtomicU8 = AtomicU8::new(Detail::Brief as u8);

impl Detail {
    /// Chooses for all ID types of this program that do not choose for themselves. Call it before
    /// the program makes its schemas.
    pub fn set_current(self) {
        CURRENT.store(self as u8, Ordering::Relaxed);
    }

    /// What ID types have that do not choose for themselves.
    pub fn current() -> Self {
        match CURRENT.load(Ordering::Relaxed) {
            0 => Self::Plain,
            1 => Self::Brief,
            _ => Self::Exact,
        }
    }
}
