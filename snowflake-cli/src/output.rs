//! How IDs are written: JSON objects, and blocks of lines for people.

use std::io::{self, Write};
use std::time::Duration;

use serde::ser::{Serialize, SerializeMap, Serializer};
use snowflake_kit_core::{Encoding, Snowflake, Text, UtcTime};

use crate::decoded::Decoded;
use crate::error::Error;
use crate::{picture, table};

/// Writes a JSON value on a line of its own.
pub(crate) fn json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Error> {
    serde_json::to_writer(&mut *out, value).map_err(|error| Error::unwritten(error.into()))?;
    writeln!(out).map_err(Error::unwritten)
}

/// The JSON object of an ID. Its keys are what scripts rely on.
#[derive(serde::Serialize)]
pub(crate) struct IdObject<'a> {
    id: String,
    layout: &'a str,
    unix_ms: i64,
    time: String,
    node: u32,
    node_fields: Fields,
    sequence: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    caller: Option<Fields>,
    text: Forms,
    #[serde(skip_serializing_if = "Option::is_none")]
    period_start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed_period_start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plausible: Option<bool>,
}

impl<'a> IdObject<'a> {
    /// The object of an ID whose text is to be in this form.
    pub(crate) fn new(decoded: &Decoded<'a>, text: Text) -> Self {
        let period_start = decoded.period_start.map(|start| UtcTime(start).to_string());
        let (assumed_period_start, period_start) =
            if decoded.is_assumed { (period_start, None) } else { (None, period_start) };
        Self {
            id: text.encode(decoded.id).to_string(),
            layout: decoded.layout.name(),
            unix_ms: decoded.unix_millis,
            time: UtcTime(decoded.unix_millis).to_string(),
            node: decoded.parts.node,
            node_fields: Fields(decoded.node_fields()),
            sequence: decoded.parts.sequence,
            caller: decoded.caller().map(|field| Fields(vec![field])),
            text: Forms(decoded.id),
            period_start,
            assumed_period_start,
            plausible: None,
        }
    }

    /// The same, saying whether the layout may have been the right one.
    pub(crate) fn with_plausible(self, plausible: bool) -> Self {
        Self { plausible: Some(plausible), ..self }
    }
}

struct Fields(Vec<(&'static str, u32)>);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// Every text form of an ID.
pub(crate) struct Forms(pub(crate) Snowflake);

impl Serialize for Forms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Encoding::ALL.len()))?;
        for encoding in Encoding::ALL {
            map.serialize_entry(encoding.name(), Text::new(*encoding).encode(self.0).as_str())?;
        }
        map.end()
    }
}

/// Writes all about an ID for people.
pub(crate) fn block(out: &mut impl Write, decoded: &Decoded<'_>) -> io::Result<()> {
    let mut lines = vec![
        ("layout", decoded.layout.name().to_owned()),
        ("time", UtcTime(decoded.unix_millis).to_string()),
        ("unix ms", decoded.unix_millis.to_string()),
        ("node", decoded.node_in_words()),
        ("sequence", decoded.sequence_in_words()),
    ];
    if let Some(start) = decoded.period_start {
        let began = format!("began {}", UtcTime(start));
        let period = match decoded.layout.period_millis() {
            Some(millis) if decoded.is_assumed => {
                let days = Duration::from_millis(millis).as_secs_f64() / 86_400.0;
                format!("{began}, assumed: timestamps repeat every {days:.2} days")
            }
            _ => began,
        };
        lines.insert(3, ("period", period));
    }
    lines.extend(decoded.caller_in_words().map(|caller| ("caller", caller)));
    lines.extend(text_lines(decoded.id));
    writeln!(out, "{}", decoded.id)?;
    self::lines(out, lines)?;
    writeln!(out)?;
    table::write(out, &picture::rows(decoded))
}

/// A line for each text form of an ID.
pub(crate) fn text_lines(id: Snowflake) -> impl Iterator<Item = (&'static str, String)> {
    let encodings = Encoding::ALL.iter();
    encodings.map(move |encoding| (encoding.name(), Text::new(*encoding).encode(id).to_string()))
}

/// Writes lines of a name and a value.
pub(crate) fn lines(out: &mut impl Write, lines: Vec<(&str, String)>) -> io::Result<()> {
    let row = |(name, value): (&str, String)| vec![name.to_owned(), value];
    let rows: Vec<_> = lines.into_iter().map(row).collect();
    table::write(out, &rows)
}
