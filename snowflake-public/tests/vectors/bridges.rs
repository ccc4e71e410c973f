//! IDs as UUIDs, ULIDs and KSUIDs.

use snowflake_kit_core::bridge::{BridgeError, BridgeErrorKind, Ksuid, Ulid};
use snowflake_kit_core::{FieldError, Layout, Snowflake};

use crate::case::{Case, Random};
use crate::layouts::any;

/// One of the three: how it is written, and read.
struct Bridge {
    /// The text of an ID; where timestamps wrap around, below a reference.
    write: fn(&Layout, Snowflake, i64) -> Result<String, FieldError>,
    read: fn(&Layout, &str) -> Result<Snowflake, Refusal>,
    characters: &'static str,
}

/// Why a value is not an ID, or no value at all.
enum Refusal {
    Bridge(BridgeErrorKind),
    Text(&'static str),
}

impl From<BridgeError> for Refusal {
    fn from(error: BridgeError) -> Self {
        Self::Bridge(error.kind())
    }
}

impl std::fmt::Debug for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bridge(BridgeErrorKind::Time(error)) => error.fmt(f),
            Self::Bridge(kind) => kind.fmt(f),
            Self::Text(kind) => f.write_str(kind),
        }
    }
}

/// The error of a text says its kind in words alone.
fn of_text<T: std::str::FromStr<Err: ToString>>(text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|error: T::Err| {
        let error = error.to_string();
        let kinds = [("its length is", "Length"), ("at byte", "Character"), ("larger", "TooLarge")];
        Refusal::Text(kinds.into_iter().find(|(words, _)| error.contains(words)).unwrap().1)
    })
}

/// Values of IDs, with the version and other bits changed, and of no ID.
fn cases(random: &mut Random, bridge: &Bridge) -> Vec<Case> {
    let mut cases = Vec::new();
    for _ in 0..400 {
        let (name, layout) = any(random);
        let reference = 1_000_000_000_000 + (random.next() >> 24).cast_signed();
        let id = match random.below(4) {
            0 => layout.max_id(),
            _ => Snowflake::new((random.next() % layout.max_id().to_u64()).cast_signed())
                .unwrap_or(Snowflake::MIN),
        };
        let case = || {
            let case = Case::new().with("layout", name.as_str());
            if layout.is_periodic() { case.with_long("reference_ms", reference) } else { case }
        };
        match (bridge.write)(&layout, id, reference) {
            Ok(text) => {
                cases.push(case().with_long("id", id).with("text", text.as_str()));
                let other = any(random);
                for (name, layout, text) in [
                    (&name, &layout, random.mistyped(&text, bridge.characters)),
                    (&name, &layout, changed(&text, bridge.characters, random)),
                    (&other.0, &other.1, text.clone()),
                ] {
                    cases.push(read(name, layout, &text, bridge));
                }
            }
            Err(error) => cases.push(case().with_long("id", id).refused(&error)),
        }
        // Its time is anywhere.
        let random_value =
            format!("{:032x}", u128::from(random.next()) << 64 | u128::from(random.next()));
        if bridge.characters.contains('-') {
            let at = |from: usize, to: usize| &random_value[from..to];
            let text = [at(0, 8), at(8, 12), at(12, 16), at(16, 20), at(20, 32)].join("-");
            cases.push(read(&name, &layout, &text, bridge));
        }
    }
    cases
}

/// One character is another one that may stand there.
fn changed(text: &str, characters: &str, random: &mut Random) -> String {
    let characters = characters.trim_end_matches(['-', 'é', 'U', '!']);
    loop {
        let at = random.below(text.len());
        let found = random.character(characters);
        let changed = format!("{}{found}{}", &text[..at], &text[at + 1..]);
        if changed != text && &text[at..=at] != "-" {
            return changed;
        }
    }
}

fn read(name: &str, layout: &Layout, text: &str, bridge: &Bridge) -> Case {
    let case = Case::new().with("layout", name);
    match (bridge.read)(layout, text) {
        Ok(id) => case.with("text", text).with_long("read", id),
        Err(why) => case.with("text", text).refused(&why),
    }
}

pub(crate) fn uuids(random: &mut Random) -> Vec<Case> {
    let write = |layout: &Layout, id, reference| {
        let bytes = if layout.is_periodic() {
            layout.uuid_bytes_before(id, reference)
        } else {
            layout.uuid_bytes(id)
        }?;
        let hex = format!("{:032x}", u128::from_be_bytes(bytes));
        let at = |from: usize, to: usize| &hex[from..to];
        Ok([at(0, 8), at(8, 12), at(12, 16), at(16, 20), at(20, 32)].join("-"))
    };
    let read = |layout: &Layout, text: &str| {
        if text.len() != 36 {
            return Err(Refusal::Text("Length"));
        }
        let fits = |(at, found): (usize, char)| match at {
            8 | 13 | 18 | 23 => found == '-',
            _ => matches!(found, '0'..='9' | 'a'..='f'),
        };
        if !text.char_indices().all(fits) {
            return Err(Refusal::Text("Character"));
        }
        let value = u128::from_str_radix(&text.replace('-', ""), 16).unwrap();
        Ok(layout.id_of_uuid_bytes(value.to_be_bytes())?)
    };
    cases(random, &Bridge { write, read, characters: "0123456789abcdef-" })
}

pub(crate) fn ulids(random: &mut Random) -> Vec<Case> {
    let write = |layout: &Layout, id, reference| {
        let ulid =
            if layout.is_periodic() { layout.ulid_before(id, reference) } else { layout.ulid(id) };
        ulid.map(|ulid| ulid.to_string())
    };
    let read = |layout: &Layout, text: &str| Ok(layout.id_of_ulid(of_text::<Ulid>(text)?)?);
    cases(random, &Bridge { write, read, characters: "0123456789ABCDEFGHJKMNPQRSTVWXYZU" })
}

pub(crate) fn ksuids(random: &mut Random) -> Vec<Case> {
    let write = |layout: &Layout, id, reference| {
        let ksuid = if layout.is_periodic() {
            layout.ksuid_before(id, reference)
        } else {
            layout.ksuid(id)
        };
        ksuid.map(|ksuid| ksuid.to_string())
    };
    let read = |layout: &Layout, text: &str| Ok(layout.id_of_ksuid(of_text::<Ksuid>(text)?)?);
    let characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzé";
    cases(random, &Bridge { write, read, characters })
}
