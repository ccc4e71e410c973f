//! Where an ID can stand.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::format::{Format, Known};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    Fields,
    Lists,
    Keys,
    Flattened,
    FlattenedKeys,
    External,
    Internal,
    InternalDocument,
    Adjacent,
    Untagged,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Fields<T> {
    id: T,
    editor: Option<T>,
    reviewer: Option<T>,
    wrapped: Wrapped<T>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Wrapped<T>(T);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Lists<T> {
    readers: Vec<T>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "T: Known")]
struct NamesById<T> {
    names: BTreeMap<T, String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Flattened<T> {
    title: String,
    #[serde(flatten)]
    people: People<T>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct People<T> {
    owner: T,
    editor: Option<T>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "T: Known")]
struct FlattenedKeys<T> {
    title: String,
    #[serde(flatten)]
    names: BTreeMap<T, String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum External<T> {
    User(T),
    Post { author: T },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Internal<T> {
    Post { author: T, editor: Option<T> },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "of")]
enum Adjacent<T> {
    User(T),
    Post { author: T },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged<T> {
    // Tried first, so that an ID has to get past it.
    Flag(bool),
    User(T),
    Post { author: T },
}

/// Enums as fields, since the document of many formats must be a struct.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Two<E> {
    first: E,
    second: E,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct One<E> {
    target: E,
}

impl Part {
    pub(crate) const ALL: [Self; 10] = [
        Self::Fields,
        Self::Lists,
        Self::Keys,
        Self::Flattened,
        Self::FlattenedKeys,
        Self::External,
        Self::Internal,
        Self::InternalDocument,
        Self::Adjacent,
        Self::Untagged,
    ];

    /// Writes the part and reads it again.
    pub(crate) fn through<F: Format, T: Known>(self, id: T) -> Result<(), String> {
        let names = || BTreeMap::from([(id.clone(), "Ada".to_owned())]);
        let title = || "Notes".to_owned();
        match self {
            Self::Fields => same::<F, _>(&fields(id)),
            Self::Lists => same::<F, _>(&lists(id)),
            Self::Keys => same::<F, _>(&NamesById { names: names() }),
            Self::Flattened => {
                let people = People { owner: id.clone(), editor: Some(id.clone()) };
                same::<F, _>(&Flattened { title: title(), people })
            }
            Self::FlattenedKeys => same::<F, _>(&FlattenedKeys { title: title(), names: names() }),
            Self::External => same::<F, _>(&Two {
                first: External::User(id.clone()),
                second: External::Post { author: id },
            }),
            Self::Internal => same::<F, _>(&One {
                target: Internal::Post { author: id.clone(), editor: Some(id) },
            }),
            Self::InternalDocument => {
                same::<F, _>(&Internal::Post { author: id.clone(), editor: Some(id) })
            }
            Self::Adjacent => same::<F, _>(&Two {
                first: Adjacent::User(id.clone()),
                second: Adjacent::Post { author: id },
            }),
            Self::Untagged => same::<F, _>(&Two {
                first: Untagged::User(id.clone()),
                second: Untagged::Post { author: id },
            }),
        }
    }

    /// Writes one of the parts that look the same in all formats.
    pub(crate) fn write<F: Format, T: Known>(self, id: T) -> F::Output {
        match self {
            Self::Fields => F::write(&fields(id)),
            Self::Lists => F::write(&lists(id)),
            _ => unreachable!("only asked for these"),
        }
        .unwrap()
    }
}

fn fields<T: Clone>(id: T) -> Fields<T> {
    Fields { id: id.clone(), editor: Some(id.clone()), reviewer: None, wrapped: Wrapped(id) }
}

fn lists<T: Clone>(id: T) -> Lists<T> {
    Lists { readers: vec![id.clone(), id] }
}

fn same<F, V>(value: &V) -> Result<(), String>
where
    F: Format,
    V: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let read: V = F::read(&F::write(value)?)?;
    assert_eq!(&read, value);
    Ok(())
}
