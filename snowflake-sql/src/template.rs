//! SQL with places to fill, which are names in braces.

use super::numbers::SqlNumbers;

/// Fills each place with the number or the text of its name. What it is filled
/// with may have braces of its own.
///
/// # Panics
/// If a place has another name: the templates are this crate's.
pub(super) fn fill(template: &str, numbers: &SqlNumbers, texts: &[(&str, String)]) -> String {
    let mut filled = String::with_capacity(2 * template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (place, after) = after.split_once('}').expect("a brace that is closed");
        let text = texts.iter().find(|(name, _)| *name == place).map(|(_, text)| text.clone());
        let value = text.or_else(|| numbers.named(place));
        filled += before;
        filled += &value.unwrap_or_else(|| panic!("no value for {place}"));
        rest = after;
    }
    filled + rest
}
