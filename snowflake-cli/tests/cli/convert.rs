//! `snowflake convert`.

use serde_json::json;

use crate::run;

const FORMS: [&str; 4] = ["decimal", "base62", "base32", "hex"];

fn convert(id: &str, options: &[&str]) -> String {
    run(&[&["convert", id], options].concat()).ok().trim_end().to_owned()
}

#[test]
fn every_form_turns_into_every_other_and_back() {
    for id in ["1", "62", "175928847299117063", "9223372036854775807"] {
        for from in FORMS {
            let text = convert(id, &["--from", "decimal", "--to", from]);
            for to in FORMS {
                let there = convert(&text, &["--from", from, "--to", to]);
                assert_eq!(convert(&there, &["--from", to, "--to", from]), text);
            }
        }
    }
}

#[test]
fn prefixes_are_taken_off_and_put_on() {
    let options = ["--prefix", "usr_", "--to", "hex", "--to-prefix", "u-"];
    assert_eq!(convert("usr_0Czks0tP37X", &options), "u-0271065ac1020007");
    assert_eq!(convert("usr_175928847299117063", &options), "u-0271065ac1020007");
    assert_eq!(convert("usr_04W86BB0G4007", &options), "u-0271065ac1020007");
}

#[test]
fn json_says_what_became_of_what() {
    let objects = run(&["convert", "0Czks0tP37X", "2", "--to", "decimal", "--json"]).json();
    let expected = [
        json!({
            "input": "0Czks0tP37X", "from": "base62",
            "to": "decimal", "output": "175928847299117063",
        }),
        json!({ "input": "2", "from": "decimal", "to": "decimal", "output": "2" }),
    ];
    assert_eq!(objects, expected);
}

#[test]
fn bad_options_are_refused() {
    assert!(run(&["convert", "1"]).refused().contains("--to"));
    assert!(run(&["convert", "--to", "hex"]).refused().contains("<ID>"));
    let message = run(&["convert", "1", "--to", "base63"]).refused();
    assert!(message.contains("decimal, base62, base32, hex"), "{message}");
}
