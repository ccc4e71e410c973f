//! `snowflake decode`.

use std::io::{self, Write};

use clap::Args;
use snowflake_kit_core::Scheme;

use crate::error::{Cause, Consequence, Error};
use crate::foreign::ForeignKind;
use crate::form::{self, IdReader, Value};
use crate::input::Ids;
use crate::meaning::{ForeignMeaning, Meanings};
use crate::moment::{self, Moment};
use crate::sealed::{Lookalike, SealedMeaning};
use crate::{arguments, link, output};

use Decoding::{Number, Other, Public};

/// Takes IDs apart: time, node, sequence, bits, text forms
///
/// Without --layout, shows how each preset would read the ID, the most plausible
/// first. For a UUID, ULID or KSUID that was made from an ID, finds the preset by
/// itself. For others, prints version and time. A sealed text is opened with the
/// keys in the environment variable `SNOWFLAKE_PUBLIC_KEY`.
#[derive(Args)]
#[command(after_long_help = format!("{HELP}\n\n{}", form::HELP))]
#[command(after_help = "`--help` has examples and says how presets are ranked.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    ids: Ids,

    #[command(flatten)]
    reader: IdReader,

    /// The name of the ID type, such as `UserId`, if its sealed texts have no
    /// prefix
    ///
    /// They are opened with the keys in the environment variable
    /// `SNOWFLAKE_PUBLIC_KEY`. Texts with a prefix need no name.
    #[arg(long, value_name = "NAME", conflicts_with = "prefix")]
    name: Option<String>,

    /// The layout that the IDs have: a name, or a notation such as
    /// `41/10/12@2026-01-01` (see `snowflake layouts --help`)
    #[arg(long, value_name = "LAYOUT", value_parser = arguments::scheme())]
    layout: Option<Scheme>,

    /// The time to take as the present: RFC 3339 or Unix milliseconds [default: the clock's]
    ///
    /// In a layout whose timestamps wrap around, assumes that the ID was minted in
    /// the last period before this time. Without --layout, a reading with a later
    /// time is shown as one in the future.
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_negative_numbers = true)]
    at: Option<Moment>,

    /// Print one JSON value per ID and line: an object, or without --layout an
    /// array of objects (one object for UUIDs, ULIDs, KSUIDs and sealed texts)
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake decode 175928847299117063 --layout discord
  $ snowflake decode 175928847299117063 --layout discord --json
  $ snowflake decode usr_0Czks0tP37X usr_0Czks0tP37Y
  $ snowflake decode 175928847299117063 --at 2026-11-01T00:00:00Z
  $ snowflake decode 14150009200065 --layout decimal-id
  $ snowflake decode 132271570944004096 --layout time:41/shard:8/node:5/sequence:9@2026-01-01
  $ snowflake decode https://discord.com/channels/81384788765712384/175928847299117063
  $ snowflake decode 015466e4-1b04-7080-807e-798006900715
  $ snowflake decode 01ARZ3NDEKTSV4RRFFQ69G5FAV 0ujtsYcgvSTl8PAuAdqWYSMnLOv --json
  $ snowflake decode usr_Hq8AnFvKpSRBZ8kZMTIvP4 --layout discord
  $ printf '175928847299117063\\n0271065ac1020007\\n' | snowflake decode - --json

A link to a post of Twitter or Mastodon, or to a message or channel of Discord,
is decoded in the layout of the site if no --layout is given.

JSON. The object has the keys id, layout, unix_ms, time, node, node_fields,
sequence and text. If the layout has a caller's field, it also has caller, with
name and value. If timestamps wrap around, it also has assumed_period_start, or
period_start for a UUID, ULID or KSUID, which contains it. For decimal-id, the
keys are id, layout, unix_ms and time (both null), counter, generator, launch and
text. Without --layout, the objects also have the key plausible.

For a UUID, ULID or KSUID the object has the keys form, text, version, unix_ms
and time, each null if unknown, and snowflake: the object of the ID, or null, and
then reason says why. With --layout, a value that is not an ID of that layout is
an error. (Values of discord are values of flake-id and idgen as well.)

A text of 22 base62, 26 base32 or 32 hex characters, after a prefix if there is
one, is opened as a sealed text of the ID type with this prefix, or with this
--name. The object has the keys form, text, current_key (whether it was sealed
with the current key) and snowflake (the object of its number). A text that does
not open is read as a ULID or a UUID if possible. Permuted texts look like other
IDs: `snowflake unseal --form permuted` reads them.

Without --layout, presets are listed in this order:
  1. those by which the ID was minted between 2006 and now: recent times and
     common layouts first (age, but at least an hour, divided by 100 for default,
     twitter and discord, by 30 for instagram and mastodon, by 10 for sonyflake,
     sonyflake-v2 and tsid)
  2. trace-id, whose timestamps wrap around, so that almost any ID fits, and
     decimal-id, which has no time
  3. those by which the ID is from the future, the nearest first
  4. those by which it was minted before 2006
Presets that cannot have the ID are left out. The order is a guess: use --layout
if you know where an ID comes from.";

/// A UUID, ULID or KSUID that is said to be a decimal ID.
#[derive(Debug, thiserror::Error)]
#[error("a DecimalId has no time, so it does not convert to or from a {}", .kind.noun())]
struct DecimalTime {
    kind: ForeignKind,
}

impl Cause for DecimalTime {
    fn consequence(&self) -> Consequence {
        Consequence::NextId
    }
}

impl Arguments {
    /// The present, and until when an ID can have been minted: a machine whose
    /// clock is a little ahead may have minted it just now.
    fn present(&self) -> (i64, i64) {
        let skew = if self.at.is_some() { 0 } else { moment::SKEW };
        let now = self.at.map_or_else(moment::now, Moment::floor);
        (now, now.saturating_add(skew))
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let mut is_first = true;
    arguments.ids.each(out, |out, input| {
        let result = arguments.decode(input)?;
        if arguments.json {
            return result.write_json(out);
        }
        let separator = if std::mem::take(&mut is_first) { "" } else { "\n" };
        write!(out, "{separator}").and_then(|()| result.write(out)).map_err(Error::unwritten)
    })
}

impl Arguments {
    fn decode<'a>(&'a self, input: &'a [u8]) -> Result<Decoding<'a>, Error> {
        let (now, reference) = self.present();
        let (input, site) = link::read(input)?;
        let scheme = self.layout.as_ref().or(site);
        let meanings = |id| Meanings::new(id, scheme, now, reference);
        let refusal = match Lookalike::recognise(input, &self.reader, self.name.as_deref()) {
            None => None,
            Some(lookalike) => match lookalike.open() {
                Ok(opened) => {
                    let meanings = meanings(opened.id())?;
                    return Ok(Public(SealedMeaning::new(&lookalike, opened, meanings)));
                }
                Err(error) if lookalike.is_foreign() => Some(error),
                Err(error) => return Err(error.into()),
            },
        };
        // What is not a ULID or a UUID is more likely a sealed text.
        let (value, _) =
            self.reader.read(input).map_err(|error| refusal.map_or(error, Error::from))?;
        match (value, scheme) {
            (Value::Id(id), _) => meanings(id).map(Number),
            (Value::Foreign(foreign), Some(Scheme::Layout(layout))) => {
                ForeignMeaning::of_layout(foreign, layout).map(Other)
            }
            (Value::Foreign(foreign), Some(Scheme::Decimal)) => {
                Err(DecimalTime { kind: foreign.kind() }.into())
            }
            (Value::Foreign(foreign), None) => Ok(Other(ForeignMeaning::of_preset(foreign)?)),
        }
    }
}

/// What is to be written about an ID.
enum Decoding<'a> {
    Number(Meanings<'a>),
    Other(ForeignMeaning<'a>),
    Public(SealedMeaning<'a>),
}

impl Decoding<'_> {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Number(meanings) => meanings.write(out),
            Other(meaning) => meaning.write(out),
            Public(meaning) => meaning.write(out),
        }
    }

    fn write_json(&self, out: &mut impl Write) -> Result<(), Error> {
        match self {
            Number(meanings) => output::json(out, &meanings.objects()),
            Other(meaning) => output::json(out, &meaning.object()),
            Public(meaning) => output::json(out, &meaning.object()),
        }
    }
}
