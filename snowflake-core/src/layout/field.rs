//! Named parts of a node number or a sequence.

/// A named part of the node or sequence bits, such as Discord's `worker` and
/// `process`.
///
/// ```
/// use snowflake_core::Layout;
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
    /// A field of so many bits. Fields are listed from the high bits to the
    /// low ones.
    pub const fn new(name: &'static str, bits: u8) -> Self {
        Self { name, bits }
    }

    /// The field's name, as its publisher calls it.
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

/// Where a field is: how wide, and above how many bits. One without bits is at the
/// low end, so that layouts with the same fields are the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) bits: u8,
    pub(super) shift: u8,
}

impl Place {
    pub(super) const NOWHERE: Self = Self { bits: 0, shift: 0 };

    /// A field above so many bits.
    pub(super) const fn above(shift: u8, bits: u8) -> Self {
        if bits == 0 { Self::NOWHERE } else { Self { bits, shift } }
    }

    /// The largest value that fits; at most 32 bits are a field's.
    pub(super) const fn max(self) -> u32 {
        mask(self.bits) as u32
    }

    /// The field of an ID.
    pub(super) const fn of(self, id: u64) -> u32 {
        ((id >> self.shift) & mask(self.bits)) as u32
    }

    /// A value, which fits, in its place.
    pub(super) const fn put(self, value: u32) -> u64 {
        // Where there is no field there is no value: said here so that a constant layout
        // has nothing to shift.
        if self.bits == 0 { 0 } else { (value as u64) << self.shift }
    }
}

/// A number of ones at the low end. `bits` is at most 63.
pub(crate) const fn mask(bits: u8) -> u64 {
    (1 << bits) - 1
}

/// The named parts of a field, high bits first.
#[derive(Clone, Copy, Debug)]
pub(super) enum Names {
    Listed(&'static [Field]),
    /// As a [notation](super::Layout::parse) has them, which was read: `datacenter:5,worker:5`.
    Written(&'static str),
}

impl Names {
    pub(super) const NONE: Self = Self::Listed(&[]);

    pub(super) const fn is_empty(self) -> bool {
        self.split_first().is_none()
    }

    /// The first of them, and the others.
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

    /// Their widths added up.
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

/// Yields fields.
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

/// Takes a number apart into its fields, high bits first.
pub(super) fn split(
    fields: Names,
    value: u32,
) -> impl ExactSizeIterator<Item = (&'static str, u32)> {
    let mut shift = fields.total_bits();
    fields.iter().map(move |field| {
        shift -= u32::from(field.bits);
        // In 64 bits, so that a field of all 32 can be shifted out.
        (field.name, (u64::from(value) >> shift) as u32 & field.max())
    })
}
