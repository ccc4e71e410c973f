//! Fields with a name.

mod error;

pub use error::FieldError;

/// A field of a layout: its name and its width. It can be a named part of the node or the sequence,
/// such as Discord's `worker` and `process`.
///
/// ```
/// use snowflake_kit_core::Layout;
///
/// let names: Vec<_> = Layout::DISCORD.node_fields().map(|f| f.name()).collect();
/// assert_eq!(names, ["worker", "process"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    name: &'static str,
    bits: u8,
}

impl Field {
    /// A field with this width in bits.
    pub const fn new(name: &'static str, bits: u8) -> Self {
        Self { name, bits }
    }

    /// The field's name, as published.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The field's width in bits.
    pub const fn bits(&self) -> u8 {
        self.bits
    }

    /// The largest value that fits.
    pub const fn max(&self) -> u32 {
        if self.bits < 32 { mask(self.bits) as u32 } else { u32::MAX }
    }
}

/// The place of a field: its width, and the number of bits below it. A field without bits is at the
/// low end, so that layouts with the same fields are equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) bits: u8,
    pub(super) shift: u8,
}

impl Place {
    pub(super) const NOWHERE: Self = Self { bits: 0, shift: 0 };

    pub(super) const fn above(shift: u8, bits: u8) -> Self {
        if bits == 0 { Self::NOWHERE } else { Self { bits, shift } }
    }

    /// The largest value that fits. A field has at most 32 bits.
    pub(super) const fn max(self) -> u32 {
        mask(self.bits) as u32
    }

    pub(super) const fn of(self, id: u64) -> u32 {
        ((id >> self.shift) & mask(self.bits)) as u32
    }

    /// The bits of a value that fits.
    pub(super) const fn put(self, value: u32) -> u64 {
        // Without the condition, a constant layout without this field would shift by 0.
        if self.bits == 0 { 0 } else { (value as u64) << self.shift }
    }
}

/// `bits` ones at the low end; `bits` is at most 63.
pub(crate) const fn mask(bits: u8) -> u64 {
    (1 << bits) - 1
}

/// The named parts of a field, high bits first.
#[derive(Clone, Copy, Debug)]
pub(super) enum Names {
    Listed(&'static [Field]),
    /// From a [notation](super::Layout::parse) that was checked: `datacenter:5,worker:5`.
    Written(&'static str),
}

impl Names {
    pub(super) const NONE: Self = Self::Listed(&[]);

    pub(super) const fn is_empty(self) -> bool {
        self.split_first().is_none()
    }

    pub(super) const fn split_first(self) -> Option<(Field, Self)> {
        match self {
            Self::Listed([]) => None,
            Self::Listed([first, others @ ..]) => Some((*first, Self::Listed(others))),
            Self::Written(text) if text.is_empty() => None,
            Self::Written(text) => {
                let bytes = text.as_bytes();
                let mut name = 0;
                while bytes[name] != b':' {
                    name += 1;
                }
                let mut end = name + 1;
                let mut bits = 0;
                while end < bytes.len() && bytes[end] != b',' {
                    bits = bits * 10 + (bytes[end] - b'0');
                    end += 1;
                }
                let others = text.split_at(if end < bytes.len() { end + 1 } else { end }).1;
                Some((Field::new(text.split_at(name).0, bits), Self::Written(others)))
            }
        }
    }

    pub(super) const fn total_bits(self) -> u32 {
        let (mut rest, mut total) = (self, 0);
        while let Some((field, others)) = rest.split_first() {
            total += field.bits as u32;
            rest = others;
        }
        total
    }

    pub(super) const fn count(self) -> usize {
        let (mut rest, mut count) = (self, 0);
        while let Some((_, others)) = rest.split_first() {
            count += 1;
            rest = others;
        }
        count
    }

    pub(super) const fn iter(self) -> Fields {
        Fields { rest: self }
    }
}

pub(super) struct Fields {
    rest: Names,
}

impl Iterator for Fields {
    type Item = Field;

    fn next(&mut self) -> Option<Field> {
        let (first, others) = self.rest.split_first()?;
        self.rest = others;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.rest.count();
        (count, Some(count))
    }
}

impl ExactSizeIterator for Fields {}

/// Splits a number into its fields, high bits first.
pub(super) fn split(
    fields: Names,
    value: u32,
) -> impl ExactSizeIterator<Item = (&'static str, u32)> {
    let mut shift = fields.total_bits();
    fields.iter().map(move |field| {
        shift -= u32::from(field.bits);
        // In 64 bits, because a field of 32 bits shifts by 32.
        (field.name, (u64::from(value) >> shift) as u32 & field.max())
    })
}
