//! IDs as texts, and the prefixes of texts.

use snowflake_kit_core::{Encoding, Text};

use crate::case::{Case, Random};

pub(crate) const ENCODINGS: [(Encoding, &str); 4] = [
    (Encoding::Decimal, "decimal"),
    (Encoding::Base62, "base62"),
    (Encoding::Base32, "base32"),
    (Encoding::Hex, "hex"),
];

/// What people and programs put into an ID that does not belong there.
pub(crate) const STRANGE: &str = "0019aAfFgGiIlLoOuUzZ-_+ .,;'\"\\/#%=x\t\n\u{0}\u{7f}\u{a0}\u{200b}\
                                  \u{feff}éß٣３²ıK🦀";

pub(crate) fn form(encoding: Encoding, prefix: &'static str) -> Text {
    let text = Text::new(encoding);
    if prefix.is_empty() { text } else { text.with_prefix(prefix) }
}

pub(crate) fn case(name: &str, prefix: &str) -> Case {
    Case::new().with("encoding", name).with("prefix", prefix)
}

pub(crate) fn texts(random: &mut Random) -> Vec<Case> {
    const EDGES: [&str; 26] = [
        "",
        "0",
        "00",
        "1",
        "01",
        "-1",
        "+1",
        "1.0",
        "1e3",
        "0x1",
        " 1",
        "1 ",
        "1\n",
        "9223372036854775807",
        "9223372036854775808",
        "10000000000000000000",
        "18446744073709551617",
        "99999999999999999999",
        "00000000000",
        "AzL8n0Y58m7",
        "AzL8n0Y58m8",
        "7ZZZZZZZZZZZZ",
        "8000000000000",
        "7fffffffffffffff",
        "8000000000000000",
        "7FFFFFFFFFFFFFFF",
    ];
    let mut cases = Vec::new();
    for (encoding, name) in ENCODINGS {
        for prefix in ["", "usr_", "a-Z9_"] {
            let text = form(encoding, prefix);
            let mut read = |input: String| {
                let case = case(name, prefix).with("text", input.as_str());
                cases.push(match text.decode(&input) {
                    Ok(id) => case.with_long("id", id),
                    Err(error) => case.refused(&error.kind()),
                });
            };
            for edge in EDGES {
                read(format!("{prefix}{edge}"));
            }
            for other in ["usr", "USR_1", "1", "post_1"] {
                read(other.to_owned());
            }
            for _ in 0..10 {
                read(text.encode(random.id()).to_string());
            }
            for _ in 0..20 {
                let right = text.encode(random.id()).to_string();
                read(random.mistyped(&right, STRANGE));
            }
            // A character of one byte is the last that is searched, or the first that is not.
            for byte in [38, 39, 40, 41] {
                read(format!("{prefix}{}!99999", "9".repeat(byte - prefix.len())));
            }
            // Longer than anything that is read to its end.
            for length in [30, 39, 40, 41, 60] {
                read(format!("{prefix}{}é", "9".repeat(length)));
            }
        }
    }
    cases
}

pub(crate) fn prefixes(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut read = |prefix: String| {
        let case = Case::new().with("prefix", prefix.as_str());
        let built = Text::BASE62.try_with_prefix(prefix.leak());
        cases.push(match built {
            Ok(_) => case,
            Err(error) => case.refused(&error),
        });
    };
    for edge in ["", "_", "-", "a_", "a", "a-", "_a_", "1_", "é_", "a b_", "sixteen_letters_"] {
        read(edge.to_owned());
    }
    read("seventeen_letters".to_owned());
    read("ééééééééé_".to_owned());
    for edge in [
        "A_",
        "z-",
        "a__",
        "a-_-_",
        "a0_",
        "aZ9-_",
        "seventeen_letter_",
        "sixteen_lettersX",
        "ééééééé_",
        "1234567890123456_",
        "a.b_",
        "a_\n",
        "a_ ",
        " a_",
        "aé_",
        "é__",
        "a.",
        "_a_b.",
        "a1",
        "aéééééé_",
    ] {
        read(edge.to_owned());
    }
    for _ in 0..150 {
        let mut prefix = String::from(random.character("abcXYZabcXYZ1_"));
        for _ in 0..random.below(15) {
            prefix.push(random.character("abcdefghijXYZ0123456789_-abcdefghijXYZ0123456789_-é."));
        }
        prefix.push(random.character("___---a1"));
        read(prefix);
    }
    cases
}
