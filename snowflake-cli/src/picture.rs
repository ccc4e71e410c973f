//! The bits of an ID, grouped by field.

use snowflake_core::Layout;

use crate::decoded::Decoded;

/// Three rows: the names of the fields from the high bits to the low ones,
/// their bits, and their values. The bits above the fields have no name.
pub(crate) fn rows(decoded: &Decoded<'_>) -> [Vec<String>; 3] {
    let mut rows = [const { Vec::new() }; 3];
    let mut above = 64;
    for (name, bits) in fields(decoded.layout) {
        above -= u32::from(bits);
        let value = decoded.id.to_u64() >> above & mask(bits);
        rows[0].push(name.to_owned());
        rows[1].push(format!("{value:0width$b}", width = usize::from(bits)));
        rows[2].push(if name.is_empty() { String::new() } else { value.to_string() });
    }
    rows
}

/// The fields of a layout with their widths, high bits first, together 64 bits
/// wide.
pub(crate) fn fields(layout: &Layout) -> Vec<(&'static str, u8)> {
    let named = |fields: &'static [snowflake_core::Field], name, bits| -> Vec<_> {
        if fields.is_empty() {
            vec![(name, bits)]
        } else {
            fields.iter().map(|field| (field.name(), field.bits())).collect()
        }
    };
    let node = named(layout.node_fields(), "node", layout.node_bits());
    let sequence = named(layout.sequence_fields(), "sequence", layout.sequence_bits());
    let used = layout.time_bits() + layout.node_bits() + layout.sequence_bits();
    let mut all = vec![("", 64 - used), ("time", layout.time_bits())];
    if layout.is_node_low() {
        all.extend(sequence);
        all.extend(node);
    } else {
        all.extend(node);
        all.extend(sequence);
    }
    all.retain(|(_, bits)| *bits > 0);
    all
}

const fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - bits)
}
