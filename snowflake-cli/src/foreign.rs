//! IDs of other systems: UUIDs, ULIDs and KSUIDs.

use std::fmt;

use snowflake_kit_core::bridge::{BridgeError, BridgeErrorKind, Ksuid, TextError, Ulid};
use snowflake_kit_core::{FieldError, Layout, Snowflake};
use thiserror::Error;
use uuid::{Uuid, Variant, Version};

use crate::decoded::{Decoded, Undecodable};
use crate::error::{Cause, Consequence};
use crate::quoted::Quoted;

/// A kind of ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ForeignKind {
    Uuid,
    Ulid,
    Ksuid,
}

/// An ID of one of these kinds, made by any system.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Foreign {
    Uuid(Uuid),
    Ulid(Ulid),
    Ksuid(Ksuid),
}

/// Why a text is not a UUID, ULID or KSUID.
#[derive(Debug, Error)]
pub(crate) enum Unreadable {
    #[error("invalid UUID {input}: {error}")]
    Uuid { input: Quoted, error: uuid::Error },

    #[error(transparent)]
    Text(TextError),
}

impl Cause for Unreadable {
    fn consequence(&self) -> Consequence {
        Consequence::NextId
    }
}

/// It is not an ID of the layout that was named.
impl Cause for BridgeError {
    fn consequence(&self) -> Consequence {
        Consequence::NextId
    }
}

impl ForeignKind {
    pub(crate) const ALL: [Self; 3] = [Self::Uuid, Self::Ulid, Self::Ksuid];

    /// Its name in options and in JSON.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Uuid => "uuid",
            Self::Ulid => "ulid",
            Self::Ksuid => "ksuid",
        }
    }

    /// Its name in messages.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Uuid => "UUID",
            Self::Ulid => "ULID",
            Self::Ksuid => "KSUID",
        }
    }

    /// The kind that a text looks like. `is_decimal` says that it looks like a
    /// decimal number, which is none.
    pub(crate) fn recognise(text: &[u8], is_decimal: bool) -> Option<Self> {
        let is_word = !is_decimal && text.iter().all(u8::is_ascii_alphanumeric);
        match text.len() {
            26 if is_word => Some(Self::Ulid),
            27 if is_word => Some(Self::Ksuid),
            32 if is_word && text.iter().all(u8::is_ascii_hexdigit) => Some(Self::Uuid),
            36 if is_grouped(text) => Some(Self::Uuid),
            38 if text.starts_with(b"{") && is_grouped(&text[1..37]) => Some(Self::Uuid),
            45 if text.starts_with(b"urn:uuid:") => Some(Self::Uuid),
            _ => None,
        }
    }

    /// Reads the text of one.
    pub(crate) fn read(self, text: &[u8]) -> Result<Foreign, Unreadable> {
        let text = String::from_utf8_lossy(text);
        match self {
            Self::Uuid => Uuid::parse_str(&text)
                .map(Foreign::Uuid)
                .map_err(|error| Unreadable::Uuid { input: Quoted::new(&text), error }),
            Self::Ulid => text.parse().map(Foreign::Ulid).map_err(Unreadable::Text),
            Self::Ksuid => text.parse().map(Foreign::Ksuid).map_err(Unreadable::Text),
        }
    }

    /// The ID as one of this kind; if timestamps wrap around, by a reference in
    /// Unix ms.
    pub(crate) fn of(
        self,
        id: Snowflake,
        layout: &Layout,
        reference: Option<i64>,
    ) -> Result<Foreign, FieldError> {
        match (self, reference) {
            (Self::Uuid, None) => layout.uuid_bytes(id).map(uuid),
            (Self::Uuid, Some(at)) => layout.uuid_bytes_before(id, at).map(uuid),
            (Self::Ulid, None) => layout.ulid(id).map(Foreign::Ulid),
            (Self::Ulid, Some(at)) => layout.ulid_before(id, at).map(Foreign::Ulid),
            (Self::Ksuid, None) => layout.ksuid(id).map(Foreign::Ksuid),
            (Self::Ksuid, Some(at)) => layout.ksuid_before(id, at).map(Foreign::Ksuid),
        }
    }
}

fn uuid(bytes: [u8; 16]) -> Foreign {
    Foreign::Uuid(Uuid::from_bytes(bytes))
}

/// Letters and digits, grouped as a UUID is.
fn is_grouped(text: &[u8]) -> bool {
    let is_right = |(at, byte): (usize, &u8)| match at {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_alphanumeric(),
    };
    text.iter().enumerate().all(is_right)
}

impl Foreign {
    pub(crate) const fn kind(self) -> ForeignKind {
        match self {
            Self::Uuid(_) => ForeignKind::Uuid,
            Self::Ulid(_) => ForeignKind::Ulid,
            Self::Ksuid(_) => ForeignKind::Ksuid,
        }
    }

    /// The version of a UUID that has one.
    pub(crate) fn version(self) -> Option<usize> {
        match self {
            Self::Uuid(uuid) if uuid.get_variant() == Variant::RFC4122 => {
                Some(uuid.get_version_num())
            }
            _ => None,
        }
    }

    /// What kind of UUID it is, in words.
    pub(crate) fn version_in_words(self) -> Option<String> {
        let Self::Uuid(uuid) = self else {
            return None;
        };
        let what = match (uuid.get_variant(), uuid.get_version()) {
            _ if uuid.is_nil() => return Some("none, the nil UUID".to_owned()),
            _ if uuid.is_max() => return Some("none, the max UUID".to_owned()),
            (Variant::RFC4122, Some(Version::Mac)) => "Gregorian time and a node",
            (Variant::RFC4122, Some(Version::Dce)) => "DCE security",
            (Variant::RFC4122, Some(Version::Md5)) => "MD5 of a name",
            (Variant::RFC4122, Some(Version::Random)) => "random",
            (Variant::RFC4122, Some(Version::Sha1)) => "SHA-1 of a name",
            (Variant::RFC4122, Some(Version::SortMac)) => "Gregorian time and a node, in order",
            (Variant::RFC4122, Some(Version::SortRand)) => "Unix time, in order",
            (Variant::RFC4122, Some(Version::Custom)) => "custom",
            (Variant::RFC4122, _) => "unknown",
            (Variant::NCS, _) => return Some("none, of the NCS variant".to_owned()),
            (Variant::Microsoft, _) => return Some("none, of the Microsoft variant".to_owned()),
            _ => return Some("none, of a reserved variant".to_owned()),
        };
        Some(format!("{} ({what})", uuid.get_version_num()))
    }

    /// Its time in Unix ms, if it has one; a KSUID has whole seconds.
    pub(crate) fn unix_millis(self) -> Option<i64> {
        match self {
            Self::Ulid(ulid) => Some(ulid.unix_millis()),
            Self::Ksuid(ksuid) => Some(ksuid.unix_seconds() * 1_000),
            Self::Uuid(uuid) => match self.version()? {
                1 => {
                    let (low, middle, high, _) = uuid.as_fields();
                    let high = u64::from(high) & 0xfff;
                    Some(gregorian(high << 48 | u64::from(middle) << 32 | u64::from(low)))
                }
                6 => {
                    let (high, middle, low, _) = uuid.as_fields();
                    let low = u64::from(low) & 0xfff;
                    Some(gregorian(u64::from(high) << 28 | u64::from(middle) << 12 | low))
                }
                7 => Some((uuid.as_u128() >> 80) as i64),
                _ => None,
            },
        }
    }

    /// The ID that it is, if it is one of the layout.
    pub(crate) fn id(self, layout: &Layout) -> Result<Snowflake, BridgeError> {
        match self {
            Self::Uuid(uuid) => layout.id_of_uuid_bytes(uuid.into_bytes()),
            Self::Ulid(ulid) => layout.id_of_ulid(ulid),
            Self::Ksuid(ksuid) => layout.id_of_ksuid(ksuid),
        }
    }

    /// The ID that it is, and the first preset of which it is one.
    ///
    /// # Errors
    /// Why it is one of no preset.
    pub(crate) fn id_of_preset(self) -> Result<(Snowflake, &'static Layout), String> {
        let mut presets = Layout::PRESETS.iter();
        presets
            .find_map(|layout| Some((self.id(layout).ok()?, layout)))
            .ok_or_else(|| self.reason())
    }

    /// The ID that it is, taken apart. Where timestamps wrap around, it says itself of
    /// which period it is.
    pub(crate) fn decoded(
        self,
        id: Snowflake,
        layout: &Layout,
    ) -> Result<Decoded<'_>, Undecodable> {
        let unix_millis = self.unix_millis().expect("what is an ID has its time");
        Decoded::of_time(id, layout, unix_millis)
    }

    fn reason(self) -> String {
        match self.id(&Layout::DEFAULT).map_err(|error| error.kind()) {
            Err(kind @ (BridgeErrorKind::Variant { .. } | BridgeErrorKind::Version { .. })) => {
                kind.to_string()
            }
            _ => "its check bits do not match any preset: it comes from another system, or from a \
                  custom layout (name it with --layout)"
                .to_owned(),
        }
    }
}

/// Unix ms of so many 100 ns since 1582-10-15. The crate for UUIDs has them
/// wrong before 1970.
const fn gregorian(ticks: u64) -> i64 {
    (ticks as i64 - 0x01b2_1dd2_1381_4000).div_euclid(10_000)
}

/// As it is written most.
impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uuid(uuid) => uuid.fmt(f),
            Self::Ulid(ulid) => ulid.fmt(f),
            Self::Ksuid(ksuid) => ksuid.fmt(f),
        }
    }
}
