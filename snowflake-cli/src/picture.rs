//! The bits of an ID, grouped by field.

use crate::decoded::Decoded;

/// Three rows: the names of the fields from the high bits to the low ones,
/// their bits, and their values. The bits above the fields have no name.
pub(crate) fn rows(decoded: &Decoded<'_>) -> [Vec<String>; 3] {
    let mut rows = [const { Vec::new() }; 3];
    let fields = || decoded.layout.fields().map(|field| (field.name(), field.bits()));
    let unused = 64 - fields().map(|(_, bits)| bits).sum::<u8>();
    let mut above = 64;
    for (name, bits) in [("", unused)].into_iter().filter(|_| unused > 0).chain(fields()) {
        above -= u32::from(bits);
        let value = decoded.id.to_u64() >> above & mask(bits);
        rows[0].push(name.to_owned());
        rows[1].push(format!("{value:0width$b}", width = usize::from(bits)));
        rows[2].push(if name.is_empty() { String::new() } else { value.to_string() });
    }
    rows
}

const fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - bits)
}
