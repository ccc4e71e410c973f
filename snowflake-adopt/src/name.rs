//! The name of a type, from that of a table.

use std::collections::BTreeSet;

use heck::ToUpperCamelCase;

use crate::rust::is_name;

/// Names that `ids.rs` has anyway.
const RESERVED: [&str; 5] = ["SnowflakeId", "DecimalId", "CountedId", "UuidId", "Id"];

/// `UserId` for `users`; another one where that is taken.
pub(crate) fn type_name(table: &str, taken: &BTreeSet<&str>) -> String {
    let is_free =
        |name: &String| !taken.contains(name.as_str()) && !RESERVED.contains(&name.as_str());
    let camel = |name: &str| -> String {
        let name = name.to_upper_camel_case();
        let letters: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
        // Letters of all scripts are letters in Rust too; not all digits are, and nothing else.
        let name = if is_name(&format!("T{letters}")) {
            letters
        } else {
            letters.chars().filter(char::is_ascii_alphanumeric).collect()
        };
        if name.starts_with(|first: char| first.is_ascii_uppercase() || !first.is_ascii()) {
            name
        } else {
            format!("Table{name}")
        }
    };
    // Only the last word: `post_tags` are tags of a post.
    let (rest, last) = table.rsplit_once('_').unwrap_or(("", table));
    let singular = camel(&format!("{rest}_{}", pluralizer::pluralize(last, 1, false)));
    let plain = camel(table);
    let mut names = [format!("{singular}Id"), format!("{plain}Id"), format!("{plain}RowId")]
        .into_iter()
        .chain((2_u32..).map(|number| format!("{plain}{number}Id")));
    names.find(is_free).unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_has_the_singular_of_its_table() {
        let none = BTreeSet::new();
        for (table, name) in [
            ("users", "UserId"),
            ("categories", "CategoryId"),
            ("post_tags", "PostTagId"),
            ("person", "PersonId"),
            ("people", "PersonId"),
            ("addresses", "AddressId"),
            ("news", "NewsId"),
            ("Order Lines", "OrderLineId"),
            ("2fa", "Table2faId"),
            ("snowflakes", "SnowflakesId"),
            ("日本", "日本Id"),
            ("日本 語!", "日本語Id"),
            ("größen", "GrößenId"),
            ("años", "AñoId"),
            ("órgãos", "ÓrgãoId"),
            ("½ ①", "TableId"),
        ] {
            assert_eq!(type_name(table, &none), name);
        }
        assert_eq!(type_name("user", &BTreeSet::from(["UserId"])), "UserRowId");
    }
}
