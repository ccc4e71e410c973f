//! Reads layouts from text.

use super::{LayoutParseError, UNNAMED};
use crate::layout::Layout;
use crate::layout::builder::LayoutBuilder;
use crate::layout::field::Names;
use crate::time::unix_millis_of_date;

/// The characters between words. No spaces are allowed.
const MARKS: &[u8] = b"=:@(,)/";

const NAME: &str = "a name: an ASCII letter, and then ASCII letters, digits, `_` and `-`";
const OTHER_NAME: &str = "another name: each field and each part has its own";
const PART_NAME: &str =
    "a name of its own for the part: `time`, `node`, `sequence` and `seq` are fields";
const FIELD: &str = "a field and its width in bits, as in `node:10`";
const BITS: &str = "a width in bits, from 0 to 64 and without leading zeros, as in `node:10`";
const PART: &str = "a part and its width in bits, from 1 to 32, as in `worker:5`";
const PARTS: &str = "parts of at most 32 bits together, as in `node:10(datacenter:5,worker:5)`";
const BARE: &str = "a name for each field, as in `time:41/node:10/sequence:12`, or three widths \
                    without names, as in `41/10/12`";
const TIME: &str = "`time` as the first field, as in `time:41/node:10/sequence:12`: only with the \
                    time in the highest bits are IDs in the order of their times";
const ONE_CALLER: &str = "`node` or `sequence`: only one field can have another name";
const TICK: &str = "a tick of 1 ms or more, in `ms` or `s`, as in `time:39@10ms`";
const CLOSED: &str = "`,` and another part, or `)`, as in `node:10(datacenter:5,worker:5)`";
const END: &str = "`/` and another field, or `@` and the epoch, or the end of the text; parts in \
                   parentheses only follow `node` and `sequence`";
const EPOCH: &str = "a date or an instant after the last field, as in `@2026-01-01` or \
                     `@2026-01-01T08:30:00.000Z`";

/// The most names of one layout: its fields, with one of the caller's, and parts of one bit.
const MAX_NAMES: usize = 4 + 2 * 32;

pub(super) struct LayoutReader {
    text: &'static str,
    /// How many bytes are read.
    at: usize,
    /// The names of fields and parts that are read. To look for them in the text again would take
    /// quadratic time.
    names: [&'static str; MAX_NAMES],
    /// How many these are.
    name_count: usize,
    /// How many fields are read.
    count: usize,
    are_named: bool,
    has_caller: bool,
    /// The sum of the widths of all fields.
    bits: u32,
}

#[derive(Clone, Copy)]
struct Word {
    text: &'static str,
    at: usize,
}

impl Word {
    fn refused(self, expected: &'static str) -> LayoutParseError {
        LayoutParseError::Text { found: self.text, at: self.at, expected }
    }
}

impl LayoutReader {
    pub(super) const fn new(text: &'static str) -> Self {
        Self {
            text,
            at: 0,
            names: [""; MAX_NAMES],
            name_count: 0,
            count: 0,
            are_named: true,
            has_caller: false,
            bits: 0,
        }
    }

    pub(super) fn layout(mut self) -> Result<Layout, LayoutParseError> {
        let first = self.word();
        let name = if self.takes(b'=') {
            named(first)?
        } else {
            self.at = 0;
            UNNAMED
        };
        let mut builder = self.field(Layout::builder(name))?;
        while self.takes(b'/') {
            builder = self.field(builder)?;
        }
        let end = self.rest();
        if self.takes(b'@') {
            let epoch = self.rest();
            let millis = unix_millis_of(epoch.text.as_bytes()).ok_or(epoch.refused(EPOCH))?;
            builder = builder.epoch_unix_millis(millis);
        } else if !end.text.is_empty() {
            return Err(end.refused(END));
        }
        if !self.are_named && self.count < 3 {
            return Err(end.refused(BARE));
        }
        if self.bits == 64 {
            builder = builder.full_width();
        }
        builder.try_build().map_err(|error| LayoutParseError::Layout { name, error })
    }

    fn field(&mut self, builder: LayoutBuilder) -> Result<LayoutBuilder, LayoutParseError> {
        let word = self.word();
        let is_named = self.takes(b':');
        let width = if is_named { self.word() } else { word };
        if !is_named && number(word.text).is_none() {
            let is_width = word.text.as_bytes().first().is_some_and(u8::is_ascii_digit);
            return Err(word.refused(if is_width { BITS } else { FIELD }));
        }
        if self.count == 0 {
            self.are_named = is_named;
        } else if self.are_named != is_named {
            return Err(word.refused(BARE));
        }
        let name = match self.count {
            _ if is_named => self.unused(word)?,
            0 => "time",
            1 => "node",
            2 => "sequence",
            _ => return Err(word.refused(BARE)),
        };
        let bits = number(width.text).filter(|bits| *bits <= 64).ok_or(width.refused(BITS))?;
        self.bits += bits;
        self.count += 1;
        let bits = bits as u8;
        Ok(match name {
            "time" => builder.time_bits(bits).tick_millis(self.tick()?),
            _ if self.count == 1 => return Err(word.refused(TIME)),
            "node" => builder.node_bits(bits).node_names(self.parts()?),
            "sequence" | "seq" => builder.sequence_bits(bits).sequence_names(self.parts()?),
            _ if self.has_caller => return Err(word.refused(ONE_CALLER)),
            _ => {
                self.has_caller = true;
                builder.caller(name, bits)
            }
        })
    }

    /// The tick after the width of the time, in ms; 1 if there is none. If the text after `@` has a
    /// hyphen, it is an epoch.
    fn tick(&mut self) -> Result<u32, LayoutParseError> {
        let before = self.at;
        if !self.takes(b'@') {
            return Ok(1);
        }
        let follows = self.rest().text.as_bytes();
        let end = follows.iter().position(|byte| matches!(byte, b'/' | b'@'));
        if follows[..end.unwrap_or(follows.len())].contains(&b'-') {
            self.at = before;
            return Ok(1);
        }
        let word = self.word();
        let millis = match (word.text.strip_suffix("ms"), word.text.strip_suffix('s')) {
            (Some(millis), _) => number(millis),
            (None, Some(seconds)) => number(seconds).and_then(|number| number.checked_mul(1_000)),
            (None, None) => None,
        };
        millis.filter(|millis| *millis > 0).ok_or(word.refused(TICK))
    }

    fn parts(&mut self) -> Result<Names, LayoutParseError> {
        if !self.takes(b'(') {
            return Ok(Names::NONE);
        }
        let (start, mut total) = (self.at, 0);
        loop {
            let word = self.word();
            if !self.takes(b':') {
                return Err(word.refused(PART));
            }
            if is_reserved(self.unused(word)?) {
                return Err(word.refused(PART_NAME));
            }
            let width = self.word();
            let bits = number(width.text).filter(|bits| (1..=32).contains(bits));
            total += bits.ok_or(width.refused(PART))?;
            // Here and not at the end, so that there are few names to compare with.
            if total > 32 {
                return Err(width.refused(PARTS));
            }
            if !self.takes(b',') {
                break;
            }
        }
        let parts = Names::Written(&self.text[start..self.at]);
        if self.takes(b')') { Ok(parts) } else { Err(self.rest().refused(CLOSED)) }
    }

    /// A name that no field and no part before it has.
    fn unused(&mut self, word: Word) -> Result<&'static str, LayoutParseError> {
        let name = named(word)?;
        let is_sequence = |name| matches!(name, "sequence" | "seq");
        let mut before = self.names[..self.name_count].iter();
        if before.any(|&other| other == name || is_sequence(other) && is_sequence(name)) {
            return Err(word.refused(OTHER_NAME));
        }
        // There is no place for a name that is refused next: a fifth field, or a part too many.
        if let Some(place) = self.names.get_mut(self.name_count) {
            *place = name;
            self.name_count += 1;
        }
        Ok(name)
    }

    fn word(&mut self) -> Word {
        let rest = self.rest();
        let mark = rest.text.as_bytes().iter().position(|byte| MARKS.contains(byte));
        let text = rest.text.split_at(mark.unwrap_or(rest.text.len())).0;
        self.at += text.len();
        Word { text, at: rest.at }
    }

    /// Reads this mark, if it is the next character.
    fn takes(&mut self, mark: u8) -> bool {
        let is_next = self.rest().text.as_bytes().first() == Some(&mark);
        self.at += usize::from(is_next);
        is_next
    }

    fn rest(&self) -> Word {
        Word { text: &self.text[self.at..], at: self.at }
    }
}

fn named(word: Word) -> Result<&'static str, LayoutParseError> {
    if is_name(word.text) { Ok(word.text) } else { Err(word.refused(NAME)) }
}

pub(super) fn is_name(text: &str) -> bool {
    let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic) && bytes.iter().all(is_inside)
}

pub(super) fn is_reserved(name: &str) -> bool {
    matches!(name, "time" | "node" | "sequence" | "seq")
}

/// A decimal number: ASCII digits without leading zeros.
fn number(text: &str) -> Option<u32> {
    match text.as_bytes() {
        [b'0', _, ..] => None,
        digits if digits.iter().all(u8::is_ascii_digit) => text.parse().ok(),
        _ => None,
    }
}

/// The Unix ms of a date, or of an instant of RFC 3339 in UTC with at most three digits of
/// fraction.
fn unix_millis_of(text: &[u8]) -> Option<i64> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, ref time @ ..] = text else {
        return None;
    };
    let (month, day) = (digits(&[m1, m2])?, digits(&[d1, d2])?);
    let date = unix_millis_of_date(digits(&[y1, y2, y3, y4])?, month as u8, day as u8)?;
    let &[b'T', h1, h2, b':', m1, m2, b':', s1, s2, ref fraction @ .., b'Z'] = time else {
        return time.is_empty().then_some(date);
    };
    let (hour, minute, second) = (digits(&[h1, h2])?, digits(&[m1, m2])?, digits(&[s1, s2])?);
    let millis = match fraction {
        [] => 0,
        &[b'.', tenth] => digits(&[tenth, b'0', b'0'])?,
        &[b'.', tenth, hundredth] => digits(&[tenth, hundredth, b'0'])?,
        [b'.', millis @ ..] if millis.len() == 3 => digits(millis)?,
        _ => return None,
    };
    let is_time = hour < 24 && minute < 60 && second < 60;
    is_time.then(|| date + i64::from(((hour * 60 + minute) * 60 + second) * 1_000 + millis))
}

fn digits(digits: &[u8]) -> Option<i32> {
    let mut number = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number * 10 + i32::from(digit - b'0');
    }
    Some(number)
}
