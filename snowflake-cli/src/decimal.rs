//! A decimal ID taken apart.

use std::io::{self, Write};

use snowflake_kit_core::{DecimalParts, FieldError, Snowflake};

use crate::error::{Cause, Consequence};
use crate::output::{self, Forms};
use crate::table;

/// How options and output call decimal IDs: not as a text form of that name.
pub(crate) const SCHEME: &str = "decimal-id";

/// An ID whose decimal digits are its fields.
pub(crate) struct Decimal {
    id: Snowflake,
    parts: DecimalParts,
}

/// An ID whose digits are not those of a decimal ID.
#[derive(Debug, thiserror::Error)]
#[error("{id} is not a DecimalId: {error}")]
pub(crate) struct NotDecimal {
    id: Snowflake,
    error: FieldError,
}

impl Cause for NotDecimal {
    fn consequence(&self) -> Consequence {
        Consequence::NextId
    }
}

impl Decimal {
    pub(crate) fn new(id: Snowflake) -> Result<Self, NotDecimal> {
        match DecimalParts::decompose(id) {
            Ok(parts) => Ok(Self { id, parts }),
            Err(error) => Err(NotDecimal { id, error }),
        }
    }

    /// Who minted the ID, in words, and which of its generator's it is.
    pub(crate) fn in_words(&self) -> [String; 2] {
        let DecimalParts { counter, generator, launch } = self.parts;
        [format!("generator {generator}, launch {launch}"), format!("{counter} (counter)")]
    }

    pub(crate) fn object(&self) -> DecimalObject {
        let DecimalParts { counter, generator, launch } = self.parts;
        DecimalObject {
            id: self.id.to_string(),
            layout: SCHEME,
            unix_ms: None,
            time: None,
            counter,
            generator,
            launch,
            text: Forms(self.id),
            plausible: None,
        }
    }

    /// Writes all about the ID for people.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let DecimalParts { counter, generator, launch } = self.parts;
        let mut lines = vec![
            ("layout", SCHEME.to_owned()),
            ("time", "none".to_owned()),
            ("counter", counter.to_string()),
            ("generator", generator.to_string()),
            ("launch", launch.to_string()),
        ];
        lines.extend(output::text_lines(self.id));
        writeln!(out, "{}", self.id)?;
        output::lines(out, lines)?;
        writeln!(out)?;
        let rows = [
            ["counter", "generator", "launch"].map(str::to_owned).to_vec(),
            vec![counter.to_string(), format!("{generator:05}"), format!("{launch:05}")],
        ];
        table::write(out, &rows)
    }
}

/// The JSON object of a decimal ID.
#[derive(serde::Serialize)]
pub(crate) struct DecimalObject {
    id: String,
    layout: &'static str,
    unix_ms: Option<i64>,
    time: Option<String>,
    counter: u32,
    generator: u32,
    launch: u32,
    text: Forms,
    #[serde(skip_serializing_if = "Option::is_none")]
    plausible: Option<bool>,
}

impl DecimalObject {
    /// The same, saying whether it may have been right to read the ID so.
    pub(crate) fn with_plausible(self, plausible: bool) -> Self {
        Self { plausible: Some(plausible), ..self }
    }
}
