//! JSON, by all the ways in and out.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::format::{Format, text};

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

pub(crate) enum Bytes {}

impl Format for Bytes {
    type Output = Vec<u8>;

    const FOR_PEOPLE: bool = true;

    fn write<V: Serialize>(value: &V) -> Result<Vec<u8>, String> {
        serde_json::to_vec(value).map_err(text)
    }

    fn read<V: DeserializeOwned>(json: &Vec<u8>) -> Result<V, String> {
        serde_json::from_slice(json).map_err(text)
    }
}

pub(crate) enum Stream {}

impl Format for Stream {
    type Output = Vec<u8>;

    const FOR_PEOPLE: bool = true;

    fn write<V: Serialize>(value: &V) -> Result<Vec<u8>, String> {
        let mut json = Vec::new();
        serde_json::to_writer_pretty(&mut json, value).map_err(text)?;
        Ok(json)
    }

    fn read<V: DeserializeOwned>(json: &Vec<u8>) -> Result<V, String> {
        serde_json::from_reader(json.as_slice()).map_err(text)
    }
}

pub(crate) enum Value {}

impl Format for Value {
    type Output = serde_json::Value;

    const FOR_PEOPLE: bool = true;

    fn write<V: Serialize>(value: &V) -> Result<serde_json::Value, String> {
        serde_json::to_value(value).map_err(text)
    }

    fn read<V: DeserializeOwned>(json: &serde_json::Value) -> Result<V, String> {
        // A reference to a value is a deserializer of its own.
        V::deserialize(json).map_err(text)?;
        serde_json::from_value(json.clone()).map_err(text)
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
