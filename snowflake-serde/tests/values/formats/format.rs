//! What the suite asks of a format.

use std::fmt::{Debug, Display};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value that serde knows and that can be the key of a map.
pub(crate) trait Known: Clone + Debug + Ord + Serialize + DeserializeOwned {}

impl<T: Clone + Debug + Ord + Serialize + DeserializeOwned> Known for T {}

/// A format, with its errors as texts.
pub(crate) trait Format {
    /// What is written.
    type Output: Debug + PartialEq;

    /// Whether it gets the text form of an ID.
    const FOR_PEOPLE: bool;

    fn write<V: Serialize>(value: &V) -> Result<Self::Output, String>;

    fn read<V: DeserializeOwned>(output: &Self::Output) -> Result<V, String>;
}

/// An error of a format as text.
pub(crate) fn text(error: impl Display) -> String {
    error.to_string()
}
