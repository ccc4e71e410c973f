//! What is made of an ID: by a layout, by its decimal digits, or of the ID of
//! another system.

use std::io::{self, Write};

use serde::Serialize;
use snowflake_kit_core::{Encoding, Layout, Scheme, Snowflake, Text, UtcTime};

use crate::decimal::{self, Decimal, DecimalObject};
use crate::decoded::{Decoded, Undecodable};
use crate::error::Error;
use crate::foreign::Foreign;
use crate::output::{self, IdObject};
use crate::rank::Rank;
use crate::table;

/// An ID taken apart.
pub(crate) enum Meaning<'a> {
    Bits(Decoded<'a>),
    Decimal(Decimal),
}

/// The JSON object of a meaning.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Object<'a> {
    Bits(IdObject<'a>),
    Decimal(DecimalObject),
}

impl<'a> Meaning<'a> {
    /// Reads an ID. Where timestamps wrap around, assumes that it was minted before `reference`
    /// (Unix ms).
    pub(crate) fn new(id: Snowflake, scheme: &'a Scheme, reference: i64) -> Result<Self, Error> {
        Ok(match scheme {
            Scheme::Layout(layout) => Self::Bits(Decoded::new(id, layout, reference)?),
            Scheme::Decimal => Self::Decimal(Decimal::new(id)?),
        })
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Bits(decoded) => output::block(out, decoded),
            Self::Decimal(decimal) => decimal.write(out),
        }
    }

    pub(crate) fn object(&self) -> Object<'a> {
        match self {
            Self::Bits(decoded) => Object::Bits(IdObject::new(decoded, Text::DECIMAL)),
            Self::Decimal(decimal) => Object::Decimal(decimal.object()),
        }
    }

    fn rank(&self, now: i64) -> Rank {
        match self {
            Self::Bits(decoded) => Rank::new(decoded, now),
            Self::Decimal(_) => Rank::NoTime,
        }
    }

    /// Layout, time, node and sequence.
    fn row(&self) -> Vec<String> {
        match self {
            Self::Bits(decoded) => vec![
                decoded.layout.name().to_owned(),
                UtcTime(decoded.unix_millis).to_string(),
                decoded.node_in_words(),
                decoded.sequence_in_words(),
            ],
            Self::Decimal(decimal) => {
                let [node, sequence] = decimal.in_words();
                vec![decimal::SCHEME.to_owned(), "-".to_owned(), node, sequence]
            }
        }
    }
}

/// What is made of an ID: by the layout that was said, or else by each preset.
pub(crate) enum Meanings<'a> {
    One(Meaning<'a>),
    All(Candidates),
}

/// The JSON value of meanings: an object, or an array of them.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Objects<'a> {
    One(Object<'a>),
    All(Vec<Object<'a>>),
}

impl<'a> Meanings<'a> {
    /// The present is `now`; `reference` is as for [`Meaning::new`].
    pub(crate) fn new(
        id: Snowflake,
        scheme: Option<&'a Scheme>,
        now: i64,
        reference: i64,
    ) -> Result<Self, Error> {
        match scheme {
            Some(scheme) => Meaning::new(id, scheme, reference).map(Self::One),
            None => Ok(Self::All(Candidates::new(id, now, reference))),
        }
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::One(meaning) => meaning.write(out),
            Self::All(candidates) => candidates.write(out),
        }
    }

    pub(crate) fn objects(&self) -> Objects<'a> {
        match self {
            Self::One(meaning) => Objects::One(meaning.object()),
            Self::All(candidates) => Objects::All(candidates.objects()),
        }
    }
}

/// What each preset makes of an ID, most plausible first.
pub(crate) struct Candidates {
    id: Snowflake,
    meanings: Vec<(Rank, Meaning<'static>)>,
}

impl Candidates {
    /// The present is `now`; `reference` is as for [`Meaning::new`].
    pub(crate) fn new(id: Snowflake, now: i64, reference: i64) -> Self {
        let presets = Layout::PRESETS.iter();
        let mut meanings: Vec<_> = presets
            .filter_map(|layout| Decoded::new(id, layout, reference).ok().map(Meaning::Bits))
            .chain(Decimal::new(id).ok().map(Meaning::Decimal))
            .map(|meaning| (meaning.rank(now), meaning))
            .collect();
        meanings.sort_by_key(|(rank, _)| *rank);
        Self { id, meanings }
    }

    pub(crate) fn objects(&self) -> Vec<Object<'static>> {
        let objects = self.meanings.iter().map(|(rank, meaning)| {
            let plausible = rank.is_plausible();
            match meaning.object() {
                Object::Bits(object) => Object::Bits(object.with_plausible(plausible)),
                Object::Decimal(object) => Object::Decimal(object.with_plausible(plausible)),
            }
        });
        objects.collect()
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}", self.id)?;
        for encoding in Encoding::ALL.iter().filter(|encoding| **encoding != Encoding::Decimal) {
            write!(out, " · {encoding} {}", Text::new(*encoding).encode(self.id))?;
        }
        writeln!(out)?;
        let head = ["layout", "time", "node", "sequence"].map(str::to_owned).to_vec();
        let rows = self.meanings.iter().map(|(rank, meaning)| {
            let mut row = meaning.row();
            row.push(rank.objection().to_owned());
            row
        });
        let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
        table::write(out, &rows)
    }
}

/// The ID of another system, and the snowflake that it is, if it is one.
pub(crate) struct ForeignMeaning<'a> {
    foreign: Foreign,
    found: Result<Decoded<'a>, String>,
}

/// The JSON object of the ID of another system.
#[derive(Serialize)]
pub(crate) struct ForeignObject<'a> {
    form: &'static str,
    text: String,
    version: Option<usize>,
    unix_ms: Option<i64>,
    time: Option<String>,
    snowflake: Option<IdObject<'a>>,
    /// Why it is not a snowflake.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl<'a> ForeignMeaning<'a> {
    /// What the ID is by this layout, which it is said to have.
    pub(crate) fn of_layout(foreign: Foreign, layout: &'a Layout) -> Result<Self, Error> {
        let id = foreign.id(layout)?;
        Ok(Self { foreign, found: Ok(foreign.decoded(id, layout)?) })
    }

    /// What the ID is by the preset of which it is one, if there is any.
    pub(crate) fn of_preset(foreign: Foreign) -> Result<Self, Undecodable> {
        let found = match foreign.id_of_preset() {
            Ok((id, layout)) => Ok(foreign.decoded(id, layout)?),
            Err(reason) => Err(reason),
        };
        Ok(Self { foreign, found })
    }

    pub(crate) fn object(&'a self) -> ForeignObject<'a> {
        let Self { foreign, found } = self;
        let unix_ms = foreign.unix_millis();
        ForeignObject {
            form: foreign.kind().name(),
            text: foreign.to_string(),
            version: foreign.version(),
            unix_ms,
            time: unix_ms.map(|unix_ms| UtcTime(unix_ms).to_string()),
            snowflake: found.as_ref().ok().map(|found| IdObject::new(found, Text::DECIMAL)),
            reason: found.as_ref().err().map(String::as_str),
        }
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { foreign, found } = self;
        let time = foreign.unix_millis();
        let mut lines = vec![("form", foreign.kind().name().to_owned())];
        lines.extend(foreign.version_in_words().map(|version| ("version", version)));
        lines.push(("time", time.map_or("none".to_owned(), |time| UtcTime(time).to_string())));
        lines.extend(time.map(|time| ("unix ms", time.to_string())));
        lines.push(match found {
            Ok(found) => ("snowflake", format!("{}, of {}", found.id, found.layout.name())),
            Err(reason) => ("snowflake", format!("no: {reason}")),
        });
        writeln!(out, "{foreign}")?;
        output::lines(out, lines)?;
        match found {
            Ok(found) => {
                writeln!(out)?;
                output::block(out, found)
            }
            Err(_) => Ok(()),
        }
    }
}
