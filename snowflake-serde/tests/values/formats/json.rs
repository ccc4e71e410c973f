//! JSON; that `serde_json`'s other ways in and out do the same is in `shapes.rs`.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::format::{Format, text};

pub(crate) enum Text {}

impl Format for Text {
    type Output = String;

    const FOR_PEOPLE: bool = true;

    fn write<V: Serialize>(value: &V) -> Result<String, String> {
        serde_json::to_string(value).map_err(text)
    }

    fn read<V: DeserializeOwned>(json: &String) -> Result<V, String> {
        serde_json::from_str(json).map_err(text)
    }
}

pub(crate) enum Simd {}

impl Format for Simd {
    type Output = String;

    const FOR_PEOPLE: bool = true;

    fn write<V: Serialize>(value: &V) -> Result<String, String> {
        simd_json::to_string(value).map_err(text)
    }

    fn read<V: DeserializeOwned>(json: &String) -> Result<V, String> {
        simd_json::from_slice(&mut json.clone().into_bytes()).map_err(text)
    }
}
