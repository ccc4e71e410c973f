//! The functions that read and write the texts of IDs, as [`Text`] does. They depend on no layout.

use snowflake_kit_core::{Dialect, Encoding, Text};

use super::Functions;
use crate::template;
use crate::text::dollar_quoted;

/// Their names, with the types of their arguments in PostgreSQL. Types of `pg_catalog` that are no
/// keywords are named with it.
pub(super) const NAMES: [(&str, &str); 2] = [
    ("id_from_text", "pg_catalog.text, pg_catalog.text, pg_catalog.text"),
    ("id_to_text", "bigint, pg_catalog.text, pg_catalog.text"),
];

/// What stands in both bodies, by the names of their places.
fn places(check: &str) -> Vec<(&'static str, String)> {
    let arms = |arm: fn(Encoding, Text) -> Option<String>| {
        let arm = |&encoding: &Encoding| {
            let value = arm(encoding, Text::new(encoding))?;
            Some(format!("WHEN '{}' THEN {value}", encoding.name()))
        };
        Encoding::ALL.iter().filter_map(arm).collect::<Vec<_>>().join(" ")
    };
    // No alphabet has a quote or a backslash.
    let alphabets = arms(|encoding, _| Some(format!("'{}'", encoding.alphabet())));
    let widths =
        arms(|_, text| (text.min_len() == text.max_len()).then(|| text.min_len().to_string()));
    let shapes = arms(|encoding, text| {
        let width = match (text.min_len(), text.max_len()) {
            (least, most) if least == most => most.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        Some(format!("'the prefix and {width} characters of {}'", encoding.name()))
    });
    vec![
        ("alphabets", alphabets),
        ("widths", widths),
        ("shapes", shapes),
        ("check", check.to_owned()),
    ]
}

/// The statements that create them.
pub(super) fn create(functions: &Functions, create: &str) -> [String; 2] {
    let numbers = functions.numbers();
    let fill =
        |template: &str, places: Vec<_>| template::fill(template.trim_end(), &numbers, &places);
    let [from, to] = NAMES.map(|(name, _)| functions.names.object(name));
    if functions.dialect != Dialect::Postgres {
        let places = |function: &str| {
            let mut places = places(include_str!("mysql/check_text.sql").trim());
            places.extend([("create", create.to_owned()), ("function", function.to_owned())]);
            places
        };
        return [
            fill(include_str!("mysql/id_from_text.sql"), places(&from)),
            fill(include_str!("mysql/id_to_text.sql"), places(&to)),
        ];
    }
    let function = |arguments: &str, result: &str, body: &str| {
        let body = fill(body, places(include_str!("postgres/check_text.sql").trim()));
        format!(
            "{create} FUNCTION {arguments} RETURNS {result}\nLANGUAGE plpgsql IMMUTABLE STRICT PARALLEL \
             SAFE\nSET search_path = pg_catalog, pg_temp\nAS {}",
            dollar_quoted(&format!("\n{body}\n"))
        )
    };
    let text = "pg_catalog.text";
    [
        function(
            &format!("{from}(value {text}, encoding {text}, prefix {text} DEFAULT '')"),
            "bigint",
            include_str!("postgres/id_from_text.sql"),
        ),
        function(
            &format!("{to}(id bigint, encoding {text}, prefix {text} DEFAULT '')"),
            text,
            include_str!("postgres/id_to_text.sql"),
        ),
    ]
}
